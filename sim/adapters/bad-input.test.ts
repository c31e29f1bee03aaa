import { test } from "uvu";
import * as assert from "uvu/assert";
import { limits } from "../core/limits.ts";
import { type RequestParts, type Serving, serving, type Told } from "./serving.test.kit.ts";

const server: Serving = await serving();
const key = server.sim.cast.alice!.api_key;
const alice = server.authorization("alice");
const form = { ...alice, "content-type": "application/x-www-form-urlencoded" };

/** Returns the realm as it looks from outside, through three windows. */
function looks(): string[] {
  const { sim } = server;
  const pages = [
    sim.as("alice").send("GET /messages", { anchor: "oldest", num_before: 0, num_after: 5000 }),
    sim
      .as("owen")
      .send("POST /register", { fetch_event_types: ["realm", "realm_user", "subscription", "realm_user_groups", "channel_folders"] }),
    sim.as("bob").send("GET /realm/presence"),
  ];
  return pages.map(({ text }) => text.replace(/"queue_id":"[^"]*"/, ""));
}

const before = looks();

function inEnvelope({ status, text, headers }: Told, what: string): Record<string, unknown> {
  assert.ok(status >= 400 && status < 500, `${what}: ${status}`);
  assert.is(headers["content-type"], "application/json", what);
  assert.ok(text.endsWith("}\n"), what);
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.equal([body.result, typeof body.msg, typeof body.code], ["error", "string", "string"], what);
  return body;
}

async function refused(what: string, route: string, asked: RequestParts, status: number, msg?: string | RegExp): Promise<void> {
  const told = await server.raw(route, asked);
  const body = inEnvelope(told, what);
  assert.is(told.status, status, what);
  if (typeof msg === "string") assert.is(body.msg, msg, what);
  else if (msg) assert.match(String(body.msg), msg);
}

const basic = (pair: string | Buffer) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
const malformed = "Invalid authorization header for basic auth";

test("credentials are taken apart as servers do it", async () => {
  const rows: [string, Record<string, string>, number, string][] = [
    ["none", {}, 401, "Not logged in: API authentication or user session required"],
    ["empty", { authorization: "" }, 401, malformed],
    ["no second part", { authorization: "Basic" }, 401, malformed],
    ["three parts", { authorization: "Basic a b" }, 401, malformed],
    ["another scheme", { authorization: `Bearer ${key}` }, 400, "This endpoint requires HTTP basic authentication."],
    ["another scheme, in two parts that are none", { authorization: "Digest !" }, 400, "This endpoint requires HTTP basic authentication."],
    ["padding cut off", { authorization: "Basic YQ" }, 401, malformed],
    ["one character too many", { authorization: "Basic YWJjZ" }, 401, malformed],
    ["no UTF-8", basic(Buffer.from([0xff, 0x3a, 0x61])), 401, malformed],
    ["no colon", basic("alice"), 401, malformed],
    ["two colons", basic("alice@example.com:a:b"), 401, malformed],
    ["a key of another form", basic("alice@example.com:short"), 401, "Malformed API key"],
    ["a key of nobody", basic(`alice@example.com:${"x".repeat(32)}`), 401, "Invalid API key"],
    ["a key of somebody else", basic(`bob@example.com:${key}`), 401, "Invalid API key"],
  ];
  for (const [what, headers, status, msg] of rows) await refused(what, "GET /api/v1/messages", { headers }, status, msg);
  const spread = Buffer.from(`alice@example.com:${key}`).toString("base64");
  for (const authorization of [`bAsIc   ${spread}`, `Basic ${spread.slice(0, 4)}*!${spread.slice(4)}`]) {
    assert.is((await server.raw("GET /api/v1/realm/linkifiers", { headers: { authorization } })).status, 200, authorization);
  }
});

test("what is no form gives no fields, and a broken form is refused", async () => {
  const route = "POST /api/v1/messages";
  const missing = "Missing 'content' argument";
  const body = "type=channel&to=general&topic=x&content=y";
  const rows: [string, RequestParts, number, string | RegExp][] = [
    ["JSON", { headers: { ...alice, "content-type": "application/json" }, body: '{"content":"y"}' }, 400, missing],
    ["plain text", { headers: { ...alice, "content-type": "text/plain" }, body }, 400, missing],
    ["no type", { headers: alice, body }, 400, missing],
    ["a type that is none", { headers: { ...alice, "content-type": ";;" }, body }, 400, missing],
    ["only ampersands", { headers: form, body: "&&&" }, 400, missing],
    ["no equals signs", { headers: form, body: "content" }, 400, /^Missing 'type' argument$/],
    ["broken percent signs", { headers: form, body: "content=%zz%&%" }, 400, "Missing 'type' argument"],
    [
      "no boundary",
      { headers: { ...alice, "content-type": "multipart/form-data" }, body },
      400,
      "The body is not well-formed multipart/form-data: the header Content-Type has no boundary",
    ],
    [
      "a boundary that never comes",
      { headers: { ...alice, "content-type": "multipart/form-data; boundary=x" }, body },
      400,
      "The body is not well-formed multipart/form-data: Invalid multipart stream: missing initial boundary",
    ],
    [
      "a part that never ends",
      {
        headers: { ...alice, "content-type": "multipart/form-data; boundary=x" },
        body: '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\ny',
      },
      400,
      "The body is not well-formed multipart/form-data: Multipart stream not finished",
    ],
  ];
  for (const [what, asked, status, msg] of rows) await refused(what, route, asked, status, msg);
});

test("values of any form are refused by name", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const message = (fields: Record<string, string>) =>
    new URLSearchParams({ type: "channel", to: "general", topic: "x", content: "y", ...fields }).toString();
  const rows: [string, string, string, RegExp][] = [
    ["deep JSON", "POST /messages", message({ type: "direct", to: deep }), /^Invalid data type for recipients$/],
    ["deep JSON as a list", "POST /typing", `op=start&to=${deep}`, /^to\[0\] is not an integer$/],
    ["deep JSON as a narrow", "GET /messages", `anchor=newest&num_before=0&num_after=0&narrow=${deep}`, /^Invalid narrow\[0\]/],
    ["a huge number", "POST /typing", "op=start&to=[1e400]", /^to\[0\] is not an integer$/],
    ["an unsafe number", "POST /typing", "op=start&to=[99999999999999999999]", /^Invalid user ID \d+$/],
    ["a negative id", "POST /typing", "op=start&to=[-1]", /^Invalid user ID -1$/],
    ["a negative channel", "POST /messages", message({ to: "-1" }), /^Channel with ID '-1' does not exist$/],
    ["a prototype as a channel", "POST /messages", message({ to: "__proto__" }), /^Channel '__proto__' does not exist$/],
    ["a prototype as JSON", "POST /typing", 'op=start&to={"__proto__":[1]}', /^to is not a list$/],
    [
      "a prototype as a narrow",
      "GET /messages",
      'anchor=newest&num_before=0&num_after=0&narrow=[{"operator":"__proto__","operand":"constructor"}]',
      /^Invalid narrow operator: unknown operator __proto__$/,
    ],
    ["a null character", "POST /messages", message({ content: "a\0b" }), /^Message must not contain null bytes$/],
    ["a null character in a topic", "POST /messages", message({ topic: "a\0b" }), /^Invalid character in topic, at position 2!$/],
    ["half a surrogate pair", "POST /typing", `op=start&to=${encodeURIComponent('["\\ud800"]')}`, /^to\[0\] is not an integer$/],
    [
      "half a surrogate pair as a channel",
      "POST /messages",
      message({ to: '"\\ud800"' }),
      /^(Invalid character in channel name|Channel ')/,
    ],
    ["no JSON", "POST /typing", "op=start&to=[1", /^to is not valid JSON$/],
    ["an empty value", "POST /typing", "op=start&to=", /^to is not valid JSON$/],
    ["a number with a point", "POST /typing", "op=start&to=[1.0]", /^to\[0\] is not an integer$/],
    ["a repeated name, of which the last counts", "POST /typing", "op=start&op=sing&to=[1]", /^Invalid op$/],
  ];
  for (const [what, route, fields, msg] of rows) {
    const [method, path] = route.split(" ");
    const [target, asked] =
      method === "GET"
        ? [`GET /api/v1${path}?${encodeURI(fields).slice(0, 100_000)}`, { headers: alice }]
        : [`POST /api/v1${path}`, { headers: form, body: fields }];
    if (method === "GET" && what.startsWith("deep")) await refused(what, target, asked, 400);
    else await refused(what, target, asked, 400, msg);
  }
});

test("paths of any form lead nowhere", async () => {
  const paths = [
    "/api/v1/messages/-1",
    "/api/v1/messages/1.5",
    "/api/v1/messages/",
    "/api/v1/messages/1e3",
    "/api/v1/messages/%00",
    "/api/v1/__proto__",
  ];
  const others = [
    "/api/v1//messages",
    "/api/v1/../v1/messages",
    "/api/v1",
    "/api/v2/messages",
    "/",
    "//",
    "/_controls",
    "/api/v1/%",
    "/api/v1/%ff",
  ];
  for (const path of [...paths, ...others]) await refused(path, `GET ${path}`, { headers: alice }, 404);
  await refused("a long path", `GET /api/v1/${"x".repeat(limits.pathLength)}`, { headers: alice }, 414);
  await refused("a wrong method", "PUT /api/v1/messages", { headers: alice }, 405);
  await refused("an id beyond all", "GET /api/v1/messages/999999999999999", { headers: alice }, 400, "Invalid message(s)");
});

test("a body over the limit is refused, in one piece or in many, and a connection that read it stays open", async () => {
  const large = Buffer.alloc(limits.bodyBytes + 1, "x");
  const rows: [string, Record<string, string>][] = [
    ["form", form],
    ["JSON", { ...alice, "content-type": "application/json" }],
  ];
  for (const [what, headers] of rows) {
    await refused(what, "POST /api/v1/messages", { headers, body: large }, 413);
    await refused(what, "POST /_control/clock", { headers: {}, body: large }, 413);
  }
  const fitting = `type=channel&to=general&topic=x&x=${"x".repeat(limits.bodyBytes - 100)}`;
  await refused("just within", "POST /api/v1/messages", { headers: form, body: fitting }, 400, "Missing 'content' argument");
  const head = `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const piece = `${(64 * 1024).toString(16)}\r\n${"x".repeat(64 * 1024)}\r\n`;
  const next = "GET /api/v1/server_settings HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  const heard = await server.bytes(`${head}${piece.repeat(17)}0\r\n\r\n${next}`);
  assert.equal(heard.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 413", "HTTP/1.1 200"]);
});

test("requests in one go are answered in their order", async () => {
  const request = (path: string, more = "") =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${alice.authorization}\r\n${more}\r\n`;
  const ids = [101, 4711, 102];
  const heard = await server.bytes(ids.map((id, i) => request(`/api/v1/messages/${id}`, i === 2 ? "Connection: close\r\n" : "")).join(""));
  assert.equal(heard.match(/"(id":101|msg":"Invalid message\(s\)|id":102)/g), ['"id":101', '"msg":"Invalid message(s)', '"id":102']);
});

test("what is no HTTP is refused in the envelope, and the connection ends", async () => {
  const head = "POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n";
  const rows: [string, string, number[], boolean?][] = [
    ["garbage", "hello\r\n\r\n", [400]],
    ["an unknown method", "BREW /api/v1/messages HTTP/1.1\r\n\r\n", [400]],
    ["a length that is no number", `${head}Content-Length: x\r\n\r\n`, [400]],
    ["two lengths", `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, [400]],
    ["a length and pieces", `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, [400]],
    ["a length below that of the body", `${head}Content-Length: 2\r\n\r\nab{"x": 1}\r\n\r\n`, [400]],
    ["a length above that of the body", `${head}Content-Length: 100\r\n\r\nab`, [400], true],
    ["a piece of no length", `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, [400]],
    ["a head without an end", `GET / HTTP/1.1\r\nX: ${"x".repeat(300 * 1024)}`, [431]],
  ];
  for (const [what, bytes, statuses, end] of rows) {
    const heard = await server.bytes(bytes, { end: end ?? false });
    assert.equal(
      heard.match(/HTTP\/1\.1 \d+/g),
      statuses.map((status) => `HTTP/1.1 ${status}`),
      what,
    );
    const body = JSON.parse(heard.slice(heard.lastIndexOf("\r\n\r\n")));
    assert.equal([body.result, body.code], ["error", "BAD_REQUEST"], what);
  }
});

test("after all this the realm is as it was", async () => {
  assert.equal(looks(), before);
  await server.close();
});

test.run();
