import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Held, type Simulator, type SimulatorOptions, type WireRequest, type WireResponse } from "../index.ts";

type Parts = {
  query?: Record<string, string>;
  form?: Record<string, string>;
  as?: string | undefined;
  path?: string;
  accept?: string;
};

/** Sends a request whose query and form are given apart. */
function raw(sim: Simulator, route: string, { query = {}, form = {}, as = "alice", path, accept }: Parts = {}): WireResponse {
  const [method, rest] = route.split(" ") as [string, string];
  const member = sim.cast[as];
  const credentials: WireRequest["credentials"] = member
    ? { kind: "basic", email: member.email, api_key: member.api_key }
    : { kind: "none" };
  return sim.exchange({
    method,
    path: path ?? `/api/v1${rest}`,
    query: new Map(Object.entries(query)),
    form: new Map(Object.entries(form)),
    credentials,
    accept,
  }) as WireResponse;
}

const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const policy = (sim: Simulator) => ({ stream_id: String(sim.channels.general!.stream_id), topic: "tea", visibility_policy: "1" });
const ignored = (response: WireResponse) => response.body.ignored_parameters_unsupported;

test("a success is one line of JSON: result and msg first, then the values of the endpoint", () => {
  const sim = createSimulator({ realm: { users: { alice: {} } }, now: "2026-01-02T03:04:05.678Z" });
  const { status, text, headers } = raw(sim, "GET /realm/linkifiers");
  assert.equal([status, text], [200, '{"result":"success","msg":"","linkifiers":[]}\n']);
  assert.equal(headers, {
    "Content-Type": "application/json",
    "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private",
    "Content-Language": "en",
    Vary: "Accept-Language",
    Expires: "Fri, 02 Jan 2026 03:04:05 GMT",
  });
});

test("every answer of an API path expires at the instant at which it is sent, a held poll's too", () => {
  const sim = createSimulator({ now: "2026-01-02T03:04:05Z", rulings: { wrongMethod: "observed" } });
  const expires = ({ headers }: WireResponse) => headers.Expires;
  const { queue_id } = sim.as("alice").send("POST /register", { event_types: ["user_topic"] }).body;
  const poll = sim.as("alice").request("GET /events", { queue_id, last_event_id: -1 }) as Held;
  sim.advance({ ms: 20_000 });
  const refused = raw(sim, "DELETE /events", { form: { queue_id: "x" } });
  const ways = [
    raw(sim, "GET /users/me"),
    refused,
    raw(sim, "GET /typing"),
    raw(sim, "OPTIONS /typing"),
    raw(sim, "GET /users/me", { as: "nobody", accept: "text/html" }),
  ];
  assert.equal(
    ways.map(({ status }) => status),
    [200, 400, 405, 204, 302],
  );
  raw(sim, "POST /user_topics", { form: policy(sim) });
  for (const answer of [...ways, poll.reply as WireResponse]) assert.is(expires(answer), "Fri, 02 Jan 2026 03:04:25 GMT");
});

test("an error is one line of JSON with a message and a code, its further fields beside them", () => {
  const { status, text, headers } = raw(createSimulator(), "DELETE /events", { form: { queue_id: "x" } });
  assert.is(status, 400);
  assert.is(text, '{"result":"error","msg":"Bad event queue ID: x","code":"BAD_EVENT_QUEUE_ID","queue_id":"x"}\n');
  assert.is(headers["Content-Type"], "application/json");
});

test("parameters that are not supported are listed by name, sorted, each once, wherever they stood", () => {
  const sim = createSimulator();
  const form = { ...policy(sim), zebra: "1", Ant: "2", ["__proto__"]: "3", ant: "4" };
  const answer = raw(sim, "POST /user_topics", { form, query: { zebra: "5", "": "6", Topic: "7" } });
  assert.equal(ignored(answer), ["", "Ant", "Topic", "__proto__", "ant", "zebra"]);
  const hostile = raw(sim, "POST /user_topics", { form: policy(sim), query: { constructor: "1", toString: "2" } });
  assert.equal(ignored(hostile), ["constructor", "toString"]);
  assert.not("ignored_parameters_unsupported" in raw(sim, "POST /user_topics", { form: policy(sim) }).body);
});

test("what an endpoint knows is never listed: aliases, parameters that do not matter this time, and on running servers client", () => {
  const sim = createSimulator({ rulings: { undocumentedParameters: "observed" } });
  const alice = String(sim.cast.alice!.user_id);
  const direct = { type: "direct", to: `[${alice}]`, content: "note", topic: "tea", client: "kettle" };
  assert.is(ignored(raw(sim, "POST /messages", { form: direct })), undefined);
  const typing = { op: "start", to: `[${alice}]`, stream_id: "41", topic: "tea" };
  assert.is(ignored(raw(sim, "POST /typing", { form: typing })), undefined);
  const byAlias = { type: "channel", to: "general", subject: "tea", content: "water boils" };
  assert.is(ignored(raw(sim, "POST /messages", { form: byAlias })), undefined);
});

test("running servers look for client before they read the form of a method other than POST: there it is listed, and names nobody", () => {
  const sim = createSimulator({ rulings: { undocumentedParameters: "observed" } });
  const sent = () => String(raw(sim, "POST /messages", { form: { type: "channel", to: "general", topic: "x", content: "x" } }).body.id);
  const client = { client: "kettle" };
  const form = { ...client, data: "[]" };
  assert.equal(ignored(raw(sim, "PATCH /users/me/profile_data", { form })), ["client"]);
  assert.equal(ignored(raw(sim, `DELETE /messages/${sent()}`, { form: client })), ["client"]);
  assert.is(ignored(raw(sim, `DELETE /messages/${sent()}`, { query: client })), undefined);
  assert.is(ignored(raw(sim, "PATCH /users/me/profile_data", { form, query: client })), undefined);
  assert.equal(ignored(raw(sim, `POST /messages/${sent()}`, { form: { ...client, method: "DELETE" } })), ["method"]);
});

test("errors list nothing, and neither do servers before level 167", () => {
  assert.equal(raw(createSimulator(), "DELETE /events", { form: { junk: "1" } }).body, {
    ...failure("Missing 'queue_id' argument", "REQUEST_VARIABLE_MISSING", { var_name: "queue_id" }),
  });
  const listed = (level: number) => ignored(raw(createSimulator({ level }), "GET /realm/linkifiers", { query: { junk: "1" } }));
  assert.equal([listed(166), listed(167)], [undefined, ["junk"]]);
});

test("a parameter that is newer than the server is not supported there", () => {
  const answer = (level: number) => {
    const sim = createSimulator({ level });
    return raw(sim, "GET /messages", { query: { anchor: "newest", num_before: "1", num_after: "0", allow_empty_topic_name: "true" } });
  };
  assert.equal([ignored(answer(333)), ignored(answer(334))], [["allow_empty_topic_name"], undefined]);
});

test("a parameter given under two names is refused, in form and query alike", () => {
  const sim = createSimulator();
  const message = { type: "channel", to: "general", content: "x", topic: "tea" };
  const confused = failure("Can't decide between 'topic' and 'subject' arguments", "REQUEST_CONFUSING_VAR", {
    var_name1: "topic",
    var_name2: "subject",
  });
  for (const parts of [{ form: { ...message, subject: "tea" } }, { form: message, query: { subject: "" } }]) {
    const refused = raw(sim, "POST /messages", parts);
    assert.equal([refused.status, refused.body], [400, confused]);
  }
});

test("parameters are read from form and query with every method, and the form wins", () => {
  const sim = createSimulator();
  const register = () => raw(sim, "POST /register", { query: { event_types: "[]" } }).body.queue_id as string;
  const [first, second, third] = [register(), register(), register()];
  assert.is(raw(sim, "DELETE /events", { query: { queue_id: first } }).status, 200);
  assert.is(raw(sim, "DELETE /events", { form: { queue_id: second }, query: { queue_id: third } }).status, 200);
  assert.is(raw(sim, "DELETE /events", { form: { queue_id: second } }).status, 400);
  assert.is(raw(sim, "DELETE /events", { form: { queue_id: third } }).status, 200);
});

test("an unknown path answers 404 in the envelope, whoever asks", () => {
  const sim = createSimulator();
  for (const path of [
    "/api/v1/nothing",
    "/api/v1/messages/",
    "/api/v1/messages/abc",
    "/api/v1/messages/-1",
    "/api/v1/messages/1.5",
    "/api/v1/messages/1/",
    "/api/v1/Messages",
    "/api/v1//messages",
    "/api/v1/__proto__",
    "/api/v1/constructor/name",
    "/api/v1/",
    "/api/v1",
    "/api/v2/messages",
    "/",
    "",
  ]) {
    const answer = raw(sim, "GET x", { as: "nobody", path });
    const msg = `There is nothing at ${path}: it is no route of this server, or one that is not simulated.`;
    assert.equal([answer.status, answer.body], [404, failure(msg)], path);
  }
});

test("under the ruling of running servers an unknown path gets a page", () => {
  const answer = raw(createSimulator({ rulings: "observed" }), "GET /nothing");
  assert.equal([answer.status, answer.headers["Content-Type"]], [404, "text/html; charset=utf-8"]);
  assert.match(answer.text, /^<h1>/);
});

const wrongMethods: [string, string][] = [
  ["DELETE /messages", "GET, POST, HEAD"],
  ["PUT /messages/1", "GET, PATCH, DELETE, HEAD"],
  ["GET /channel_folders/5", "PATCH"],
  ["PUT /user_groups/5/members", "GET, POST, HEAD"],
  ["PUT /users/me/profile_data", "PATCH, DELETE"],
  ["PUT /navigation_views", "GET, POST, HEAD"],
  ["PUT /realm/domains", "GET, POST, HEAD"],
  ["GET /fetch_api_key", "POST"],
  ["POST /realm/presence", "GET, HEAD"],
  ["PUT /events", "GET, DELETE, HEAD"],
  ["BREW /typing", "POST"],
];

/** The headers of all that an endpoint's path answers, but for the instant at which it expires. */
const notKept = {
  "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private",
  "Content-Language": "en",
  Vary: "Accept-Language",
};

test("a known path names its methods to a wrong one, before anything else is looked at", () => {
  const sim = createSimulator();
  for (const [route, methods] of wrongMethods) {
    const answer = raw(sim, route, { as: "nobody" });
    const expected = { ...failure("Method Not Allowed"), allowed_methods: methods.split(", ") };
    assert.equal([answer.status, answer.headers.Allow, answer.body], [405, methods, expected], route);
  }
});

test("under the ruling of running servers a wrong method gets no code, and is called HTML", () => {
  const {
    status,
    headers: { Expires: _, ...headers },
    text,
  } = raw(createSimulator({ rulings: "observed" }), "GET /typing");
  assert.equal([status, headers], [405, { ...notKept, "Content-Type": "text/html; charset=utf-8", Allow: "POST" }]);
  assert.is(text, '{"result":"error","msg":"Method Not Allowed","allowed_methods":["POST"]}');
  const settings = raw(createSimulator({ rulings: "observed" }), "POST /server_settings");
  assert.equal([settings.status, settings.text], [405, ""]);
});

test("OPTIONS names the methods in alphabetical order, without credentials and without a body", () => {
  const {
    status,
    headers: { Expires: _, ...headers },
    text,
  } = raw(createSimulator(), "OPTIONS /messages", { as: "nobody" });
  assert.equal([status, headers, text], [204, { ...notKept, Allow: "GET, HEAD, POST" }, ""]);
});

test("HEAD is answered wherever GET is", () => {
  const sim = createSimulator();
  assert.is(raw(sim, "HEAD /realm/linkifiers").status, 200);
  assert.is(raw(sim, "HEAD /realm/linkifiers", { as: "nobody" }).status, 401);
  assert.is(raw(sim, "HEAD /typing").status, 405);
});

test("who opens a path of the API as a page without credentials is sent to log in", () => {
  const sim = createSimulator();
  const open = (path: string, accept: string, as = "nobody") => {
    const { status, headers, text } = raw(sim, `GET ${path}`, { as, accept });
    return [status, headers.Location, text.slice(0, 20)];
  };
  const browser = "text/html,application/xhtml+xml,*/*;q=0.8";
  assert.equal(open("/messages/5", browser), [302, "/?next=%2Fapi%2Fv1%2Fmessages%2F5", ""]);
  const refused = [401, undefined, '{"result":"error","m'];
  for (const accept of ["*/*", "application/json", ""]) assert.equal(open("/messages/5", accept), refused, accept);
  assert.equal(open("/messages/5", browser, "alice"), [400, undefined, '{"result":"error","m']);
  assert.equal(open("/server_settings", browser)[0], 200);
  assert.equal([open("/nothing", browser)[0], open("/typing", browser)[0]], [404, 405]);
});

test("client and method are parameters like any other that no endpoint supports", () => {
  const sim = createSimulator();
  const sent = raw(sim, "POST /messages", { form: { type: "direct", to: "[]", content: "x", client: "website", method: "GET" } });
  assert.is(sent.body.msg, "Message must have recipients");
  const form = { type: "channel", to: "general", topic: "x", content: "x", client: "website", method: "GET" };
  const { status, body } = raw(sim, "POST /messages", { form });
  assert.equal([status, body.ignored_parameters_unsupported], [200, ["client", "method"]]);
  assert.not.equal((raw(sim, `GET /messages/${body.id}`).body.message as { client: string }).client, "website");
  assert.equal(ignored(raw(sim, "GET /users/me", { query: { client: "x" } })), ["client"]);
});

test("on running servers method in a form stands for the method, and is listed as ignored; in a query it is only listed", () => {
  const sim = createSimulator({ rulings: { undocumentedParameters: "observed" } });
  const { queue_id } = raw(sim, "POST /register", { form: { event_types: "[]" } }).body as { queue_id: string };
  const byQuery = raw(sim, "GET /events", { query: { method: "DELETE", queue_id, last_event_id: "-1", dont_block: "true" } });
  assert.equal(ignored(byQuery), ["method"]);
  const byForm = raw(sim, "POST /events", { form: { method: "DELETE", queue_id } });
  assert.equal([byForm.status, ignored(byForm)], [200, ["method"]]);
  assert.is(raw(sim, "POST /events", { form: { method: "DELETE", queue_id } }).body.code, "BAD_EVENT_QUEUE_ID");
  assert.is(raw(sim, "POST /events", { form: { method: "POST", queue_id } }).status, 405);
  const late = raw(sim, "PATCH /users/me/profile_data", { form: { method: "DELETE", data: "[]" } });
  assert.equal([late.status, ignored(late)], [200, ["method"]]);
  const deleted = raw(sim, "DELETE /events", { form: { method: "GET", queue_id } });
  assert.is(deleted.body.code, "BAD_EVENT_QUEUE_ID");
});

test("a request is judged in order: route, method, credentials, role, parameters, rules", () => {
  const sim = createSimulator();
  const domain = { domain: "example.com" };
  const ladder: [string, Parts, number, string][] = [
    ["GET /realm/domain", { as: "nobody", form: domain }, 404, "BAD_REQUEST"],
    ["PATCH /realm/domains", { as: "nobody", form: domain }, 405, "BAD_REQUEST"],
    ["POST /realm/domains", { as: "nobody", form: domain }, 401, "UNAUTHORIZED"],
    ["POST /realm/domains", { as: "alice", form: domain }, 400, "UNAUTHORIZED_PRINCIPAL"],
    ["POST /realm/domains", { as: "owen", form: domain }, 400, "REQUEST_VARIABLE_MISSING"],
    ["POST /realm/domains", { as: "owen", form: { ...domain, allow_subdomains: "true" } }, 400, "BAD_REQUEST"],
  ];
  for (const [route, parts, status, code] of ladder) {
    const refused = raw(sim, route, parts);
    assert.equal([refused.status, refused.body.code], [status, code], route);
  }
  assert.is(raw(sim, "POST /realm/domains", { as: "owen", form: { domain: "new.net", allow_subdomains: "true" } }).status, 200);
});

test("an endpoint that is newer than the server is no route there", () => {
  const statuses = (route: string, since: number) =>
    [since - 1, since].map((level) => {
      const options: SimulatorOptions = { level };
      return raw(createSimulator(options), route).status;
    });
  assert.equal(statuses("POST /user_topics", 170), [404, 400]);
  assert.equal(statuses("POST /channel_folders/create", 389), [404, 400]);
  assert.equal(statuses("OPTIONS /navigation_views", 390), [404, 204]);
  assert.equal(statuses("GET /remove_client_device", 470), [404, 405]);
});

test.run();
