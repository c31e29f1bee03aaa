import { connect, type Socket } from "node:net";
import { test } from "uvu";
import * as assert from "uvu/assert";
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

test("of too many requests that wait to begin the connection is cut, and nobody else's", async () => {
  const tiny = "GET /api/v1/server_settings HTTP/1.1\r\nHost: x\r\n\r\n";
  slow.on("error", () => {}).write(asking(200).repeat(8) + tiny.repeat(20_000) + asking(1, "Connection: close"));
  await new Promise((resolve) => slow.resume().on("close", resolve));
  assert.ok(server.sim.journal.count < 10_000, `${server.sim.journal.count} began`);
  assert.is((await server.ask("alice", "GET /messages", { anchor: "newest", num_before: 1, num_after: 0 })).status, 200);
});

test.run();
