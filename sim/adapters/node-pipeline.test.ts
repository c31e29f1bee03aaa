import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../../conformance/night.test.kit.ts";
import { type Serving, serving } from "./serving.test.kit.ts";

const realm = {
  users: { alice: {} },
  channels: { general: { subscribers: ["alice"] } },
  messages: Array.from({ length: 200 }, (_, i) => ({ from: "alice", to: "general", topic: "x", content: `${i} ${"soup ".repeat(400)}` })),
};

let server: Serving;
let slow: Socket;
test.before.each(async () => {
  server = await serving({ realm });
  slow = connect(server.port, "127.0.0.1").pause();
});
test.after.each(async () => {
  slow.destroy();
  await server.close();
});

/** A request for the newest messages, as bytes. */
function asking(count: number, ...lines: string[]): string {
  const { authorization } = server.authorization("alice");
  const path = `/api/v1/messages?anchor=newest&num_before=${count}&num_after=0`;
  return [`GET ${path} HTTP/1.1`, "Host: x", `Authorization: ${authorization}`, ...lines, "", ""].join("\r\n");
}

const bodiesIn = (heard: string): string[] => heard.split(/HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)+\r\n/).slice(1);

test("requests that nobody reads the answers of wait, and others are answered meanwhile", async () => {
  const { text } = server.sim.as("alice").send("GET /messages", { anchor: "newest", num_before: 200, num_after: 0 });
  server.sim.journal.clear();
  const count = 150;
  slow.write(asking(200).repeat(count - 1) + asking(200, "Connection: close"));
  assert.is((await server.ask("alice", "GET /messages", { anchor: "newest", num_before: 200, num_after: 0 })).text, text);
  assert.ok(server.sim.journal.count < count / 2, `${server.sim.journal.count} began`);
  const bodies = bodiesIn(Buffer.concat(await slow.toArray()).toString());
  assert.is(bodies.length, count);
  assert.equal([...new Set(bodies)], [text]);
});

test("small requests that come together begin together, behind a held poll too", async () => {
  const { authorization } = server.authorization("alice");
  const { queue_id } = (await server.ask("alice", "POST /register", { event_types: ["message"] })).body;
  const poll = `GET /api/v1/events?queue_id=${queue_id}&last_event_id=-1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
  const form = "type=channel&to=general&topic=x&content=ready";
  const type = "Content-Type: application/x-www-form-urlencoded";
  const post = `POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${type}\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
  slow.write(poll + post + asking(1, "Connection: close"));
  const [events = "", sent = "", page = ""] = bodiesIn(Buffer.concat(await slow.toArray()).toString());
  assert.match(events, '"content":"ready"');
  assert.match(sent, '"id":');
  assert.match(page, '"found_newest":true');
});

test("a client that asks on and on is read no further while its requests wait, and is answered in the end", async () => {
  const tiny = "GET /api/v1/server_settings HTTP/1.1\r\nHost: x\r\n\r\n";
  // More than the buffers of the machine take.
  const large = tiny.replace("Host: x", `Host: x\r\nX: ${"x".repeat(4000)}`);
  slow.write(asking(200).repeat(8) + large.repeat(5000));
  assert.is((await server.ask("alice", "GET /messages", { anchor: "newest", num_before: 1, num_after: 0 })).status, 200);
  assert.ok(server.sim.journal.count < 1000, `${server.sim.journal.count} began`);
  assert.ok(slow.writableLength > 0, "all was read");
  slow.destroy();
  const second = connect(server.port, "127.0.0.1");
  second.write(asking(200).repeat(8) + tiny.repeat(4000) + asking(1, "Connection: close"));
  assert.is(bodiesIn(Buffer.concat(await second.toArray()).toString()).length, 4009);
});

const many = byDay(300, 1000);

test(`a client with ${many} requests at once delays another by less than a fifth of the processor time that they take`, async () => {
  const { authorization } = server.authorization("alice");
  const register = `POST /api/v1/register HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 0\r\n\r\n`;
  slow.resume();
  const { journal } = server.sim;
  const shares: number[] = [];
  // What else the machine does may delay it: one try of four is enough.
  for (let i = 0; i < 4 && !shares.some((share) => share < 0.2); i++) {
    const before = journal.count;
    slow.write(register.repeat(many));
    const start = process.cpuUsage();
    const spent = (): number => {
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    await server.ask("alice", "GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
    const delay = spent();
    while (journal.count < before + many + 1) await setImmediate();
    shares.push(delay / spent());
  }
  assert.ok(Math.min(...shares) < 0.2, `${shares}`);
});

test.run();
