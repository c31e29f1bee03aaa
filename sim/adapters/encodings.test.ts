import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Serving, serving } from "./serving.test.kit.ts";

/** The ways in which clients put the same fields on the wire. */

let server: Serving;
test.before.each(async () => {
  server = await serving();
});
test.after.each(() => server.close());

const fields = { type: "channel", to: "general", topic: "a+b & c", content: "größer = 🌱 100%" };
const head = (line: string, ...more: string[]) => `${[line, "Host: localhost", ...more].join("\r\n")}\r\n\r\n`;
const form = "Content-Type: application/x-www-form-urlencoded";
const credentials = () => `Authorization: ${server.authorization("alice").authorization}`;
const last = () => head("GET /api/v1/server_settings HTTP/1.1", "Connection: close");
const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** The topic and content of the newest message. */
function newest(): unknown[] {
  const window = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false };
  const { messages } = server.sim.as("alice").send("GET /messages", window).body as { messages: Record<string, unknown>[] };
  const { subject, content } = messages.at(-1)!;
  return [subject, content];
}

const boundary = "----b'o+u_n/d:a=r?y";
const part = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const multipart = () =>
  `${Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join("")}--${boundary}--\r\n`;
const encoded = () => new URLSearchParams(fields).toString();

const spellings: Readonly<Record<string, () => [route: string, headers: Record<string, string>, body?: string]>> = {
  "in a form": () => ["", { "content-type": "application/x-www-form-urlencoded" }, encoded()],
  "in a form with %20 for spaces": () => ["", { "content-type": "application/x-www-form-urlencoded" }, encoded().replaceAll("+", "%20")],
  "in a form whose type has parameters and capitals": () => [
    "",
    { "content-type": "Application/X-WWW-Form-URLEncoded; charset=utf-8" },
    encoded(),
  ],
  "in a form with a stray = and &": () => ["", { "content-type": "application/x-www-form-urlencoded" }, `&=&${encoded()}&&`],
  "in the query": () => [`?${encoded()}`, {}],
  "in the query beside an empty form": () => [`?${encoded()}`, { "content-type": "application/x-www-form-urlencoded" }, ""],
  "in the query beside a body of JSON": () => [`?${encoded()}`, { "content-type": "application/json" }, "{}"],
  "in parts": () => ["", { "content-type": `multipart/form-data; boundary="${boundary}"` }, multipart()],
  "in parts, the type with more parameters": () => [
    "",
    { "content-type": `Multipart/Form-Data; charset=utf-8; boundary="${boundary}"` },
    multipart(),
  ],
  "in parts between lines of one character": () => [
    "",
    { "content-type": "multipart/form-data; boundary=x" },
    multipart().replaceAll(boundary, "x"),
  ],
  "half and half": () => [
    "?type=channel&to=general&topic=overruled&content=overruled",
    { "content-type": "application/x-www-form-urlencoded" },
    new URLSearchParams({ topic: fields.topic, content: fields.content }).toString(),
  ],
};

test("a message arrives the same however its fields are spelled", async () => {
  for (const [how, spell] of Object.entries(spellings)) {
    const [query, headers, body] = spell();
    const asked = { headers: { ...server.authorization("alice"), ...headers }, ...(body !== undefined && { body }) };
    const told = await server.raw(`POST /api/v1/messages${query}`, asked);
    assert.is(told.status, 200, `${how}: ${told.text}`);
    assert.equal(newest(), [fields.topic, fields.content], how);
  }
});

test("a body in pieces is read whole, and one that waits to be asked for is asked for", async () => {
  const whole = Buffer.from(encoded()).toString("latin1");
  const pieces = `${[...whole].map((letter) => `1\r\n${letter}\r\n`).join("")}0\r\n\r\n`;
  const chunked = head("POST /api/v1/messages HTTP/1.1", credentials(), form, "Transfer-Encoding: chunked");
  assert.equal(statuses(await server.bytes(`${chunked}${pieces}${last()}`)), [200, 200]);
  assert.equal(newest(), [fields.topic, fields.content]);
  const text = "type=direct&to=[11]&content=waited";
  const patient = head("POST /api/v1/messages HTTP/1.1", credentials(), form, `Content-Length: ${text.length}`, "Expect: 100-continue");
  const heard = await server.bytes(`${patient}${text}${last()}`);
  assert.equal(statuses(heard), [100, 200, 200]);
  assert.is(newest()[1], "waited");
});

const oneField: readonly ((name: string, value: string) => { headers: Record<string, string>; body: string })[] = [
  (name, value) => ({ headers: { "content-type": "application/x-www-form-urlencoded" }, body: `${name}=${value}` }),
  (name, value) => ({
    headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
    body: `${part(name, value)}--${boundary}--\r\n`,
  }),
];

test("PATCH, PUT and DELETE take their fields from a form and from parts too", async () => {
  const { id } = server.sim.as("alice").send("POST /messages" as string, fields).body;
  for (const [i, spell] of oneField.entries()) {
    const ask = (route: string, name: string, value: string) => {
      const { headers, body } = spell(name, value);
      return server.raw(route, { headers: { ...server.authorization("alice"), ...headers }, body });
    };
    assert.is((await ask(`PATCH /api/v1/messages/${id}`, "content", `edit ${i}`)).status, 200);
    assert.is(newest()[1], `edit ${i}`);
    const { queue_id } = server.sim.as("alice").send("POST /register").body;
    assert.equal((await ask("DELETE /api/v1/events", "queue_id", String(queue_id))).body, { result: "success", msg: "" });
    assert.is((await ask(`PUT /api/v1/messages/${id}`, "content", "x")).status, 405);
  }
});

test("people may be named in a list of JSON or with commas, and only there", async () => {
  const addresses = ["bob@example.com", "cara@example.com"];
  for (const to of [JSON.stringify(addresses), addresses.join(","), addresses.join(", "), "[12, 13]"]) {
    const { status, text } = await server.ask("alice", "POST /messages", { type: "direct", to, content: to });
    assert.is(status, 200, text);
  }
  const { body } = await server.ask("alice", "POST /typing", { op: "start", to: "12,13" });
  assert.is(body.msg, "to is not valid JSON");
});

test("what comes with a GET beside its query is not read, and the next request is", async () => {
  const get = head("GET /api/v1/server_settings HTTP/1.1", form, "Content-Length: 11");
  assert.equal(statuses(await server.bytes(`${get}method=POST${last()}`)), [200, 200]);
});

test("no refusal ends the connection that it came on", async () => {
  const asked: [string, number][] = [
    [head("POST /api/v1/messages HTTP/1.1", credentials(), form, "Content-Length: 0"), 400],
    [`${head("POST /api/v1/messages HTTP/1.1", form, "Content-Length: 3")}a=b`, 401],
    [head("GET /api/v1/messages/4711 HTTP/1.1", credentials()), 400],
    [head("GET /api/v1/nothing HTTP/1.1", credentials()), 404],
    [head("PUT /api/v1/messages HTTP/1.1", credentials(), "Content-Length: 0"), 405],
    [
      `${head("POST /api/v1/messages HTTP/1.1", credentials(), "Content-Type: multipart/form-data; boundary=x", "Content-Length: 3")}--y`,
      400,
    ],
    [`${head("POST /api/v1/fetch_api_key HTTP/1.1", form, "Content-Length: 21")}username=a&password=b`, 400],
  ];
  const heard = await server.bytes(asked.map(([text]) => text).join("") + last());
  assert.equal(statuses(heard), [...asked.map(([, status]) => status), 200]);
  assert.is(heard.match(/^Connection: close/gim)?.length, 1);
});

test.run();
