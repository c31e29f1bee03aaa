// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Serving, serving } from "./serving.test.kit.ts";

const realm = {
  users: { alice: {} },
  channels: { general: { subscribers: ["alice"] } },
  messages: Array.from({ length: 300 }, (_, i) => ({
    from: "alice",
    to: "general",
    topic: "x",
    content: `größer 🌱 ${i} ${"abc".repeat(300)}`,
  })),
};

let server: Serving;
test.before.each(async () => {
  server = await serving({ realm });
});
test.after.each(() => server.close());

/** The bodies of answers that came one after the other on a connection, cut by the lengths that their heads say. */
function bodiesOf(heard: string): string[] {
  const bodies: string[] = [];
  for (let rest = Buffer.from(heard); rest.length > 0; ) {
    const start = rest.indexOf("\r\n\r\n") + 4;
    const end = start + Number(/content-length: (\d+)/i.exec(rest.subarray(0, start).toString())![1]);
    bodies.push(rest.subarray(start, end).toString());
    rest = rest.subarray(end);
  }
  return bodies;
}

test("large answers come whole, many at once, whatever their size and letters", async () => {
  const pages = Array.from({ length: 12 }, (_, i) => ({ anchor: 400 - i, num_before: i === 5 ? 299 : 10 * i, num_after: 0 }));
  const wanted = pages.map((page) => server.sim.as("alice").send("GET /messages", page).text);
  assert.ok(wanted.some(({ length }) => length < 4096) && wanted.some(({ length }) => length > 400_000));
  const { authorization } = server.authorization("alice");
  const requests = pages.map(({ anchor, num_before }, i) => {
    const query = `anchor=${anchor}&num_before=${num_before}&num_after=0`;
    const connection = i === 11 ? "close" : "keep-alive";
    return `GET /api/v1/messages?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: ${connection}\r\n\r\n`;
  });
  for (let round = 0; round < 2; round++) assert.equal(bodiesOf(await server.bytes(requests.join(""))), wanted);
});

test("a large answer is cut where a fault says, after the whole length was promised", async () => {
  const page = { anchor: "newest", num_before: 99, num_after: 0 };
  const { text } = server.sim.as("alice").send("GET /messages", page);
  server.sim.faults.add({ match: { route: "GET /messages" }, then: { cut_bytes: 50_000 } });
  const { authorization } = server.authorization("alice");
  const query = new URLSearchParams({ ...page, num_before: "99", num_after: "0" });
  const heard = await server.bytes(`GET /api/v1/messages?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
  const [head = "", body = ""] = heard.split("\r\n\r\n");
  assert.match(head, `Content-Length: ${Buffer.byteLength(text)}`);
  assert.is(Buffer.byteLength(body), 50_000);
  assert.ok(text.startsWith(body));
  const whole = await server.raw(`HEAD /api/v1/messages?${query}`, { headers: { authorization } });
  assert.equal([whole.headers["content-length"], whole.text], [String(Buffer.byteLength(text)), ""]);
});

test.run();
