import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import { type AlterReply, altered, bodies } from "../check/altered.test.kit.ts";
import { chosen } from "../check/check.ts";
import { oracleFor } from "../model/oracle.ts";
import { byDay } from "../night.test.kit.ts";
import { ChoicesSeen } from "../results/choices.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";
import { Innocent } from "./mended.ts";
import { clauseOf, differenceIn } from "./of-run.ts";
import { judgedByText } from "./rulings.ts";
import { idOf, phraseOf } from "./signature.ts";
import { type TraceEntry, traced } from "./tracing.ts";

/** The causes of the properties that differ where answers are changed, as phrases, each with how many properties show it. */
async function causesOf(change: AlterReply, patterns: readonly string[]): Promise<Record<string, number>> {
  const simulator = embedded({ realm: "crowded" });
  const oracle = await oracleFor(simulator);
  const counts: Record<string, number> = {};
  for (const address of chosen(properties.keys(), { only: patterns })) {
    let record: readonly TraceEntry[] = [];
    const noted = traced(altered(simulator, change), (run) => (record = run));
    const property = properties.get(address)!;
    if (property.until !== undefined && property.until <= simulator.level) continue;
    const { verdict, reason = "" } = await runProperty(address, property, noted, { seed: 5, tries: 1, shrink: false });
    if (verdict !== "differs") continue;
    const run = { reason, clauses: property.clauses, record };
    const phrase = phraseOf(differenceIn(run, oracle, new Set()) ?? clauseOf(run));
    counts[phrase] = (counts[phrase] ?? 0) + 1;
  }
  return counts;
}

const notMe = (message: unknown): unknown =>
  typeof message === "object" && message !== null && "is_me_message" in message ? { ...message, is_me_message: false } : message;

const withoutMe: AlterReply = bodies((body) => ({
  ...body,
  ...(body.message !== undefined && { message: notMe(body.message) }),
  ...(Array.isArray(body.messages) && { messages: body.messages.map(notMe) }),
  ...(Array.isArray(body.events) && {
    events: body.events.map((event: object) => ("message" in event ? { ...event, message: notMe(event.message) } : event)),
  }),
}));

const otherCode: AlterReply = (reply, { method, path }) =>
  method === "POST" && path === "/user_groups/create" && reply.status === 400
    ? { ...reply, body: { ...reply.body, code: "BAD_NARROW" }, text: undefined as never }
    : reply;

test("one wrong field is one cause, whichever request shows it", async () => {
  const counts = await causesOf(withoutMe, byDay(["message.*", "messages-id.get*", "events.*"], ["message*", "events*"]));
  assert.equal(Object.keys(counts), ["Message is_me_message: expected boolean, got another boolean"]);
});

test("a field that an answer must not have is one cause, whichever checks find it", async () => {
  const withId: AlterReply = (reply, { method, path }) =>
    method === "DELETE" && path.startsWith("/messages/") && reply.status === 200
      ? { ...reply, body: { ...reply.body, id: 7 }, text: undefined as never }
      : reply;
  const counts = await causesOf(withId, ["messages-id.delete*"]);
  assert.equal(Object.keys(counts), ["DELETE /messages/{message_id} id: expected nothing, got number"]);
  assert.ok(Object.values(counts)[0]! > 3, JSON.stringify(counts));
});

test("one wrong code is one cause, whatever was refused", async () => {
  const counts = await causesOf(otherCode, ["user_groups.create.post*", "user-group*", "errors/*"]);
  assert.equal(Object.keys(counts), ["POST /user_groups/create: the code BAD_NARROW"]);
  assert.ok(Object.values(counts)[0]! > 1, JSON.stringify(counts));
});

test("a request that is taken by mistake explains no check about what was asked for after it, of which the model would know no more", async () => {
  const simulator = embedded({ realm: "small" });
  const oracle = await oracleFor(simulator);
  const record: TraceEntry[] = [];
  const ask = async (as: string, method: string, path: string, fields: Record<string, unknown>, body?: Record<string, unknown>) => {
    const request = { as, method, path, fields };
    const reply = body ? ({ status: 200, headers: {}, body } as never) : await simulator.send(request);
    record.push({ kind: "request", request, reply });
  };
  await ask(
    "dana",
    "POST",
    "/realm/domains",
    { domain: "a.example.com", allow_subdomains: false },
    { result: "success", msg: "", new_domain: [9, "a.example.com"] },
  );
  const reason = "what can be read after the refusal is [1], not []";
  const differing = () => differenceIn({ reason, clauses: ["user_groups-id.members.post/no-trace"], record }, oracle, new Set());
  assert.is(
    phraseOf(differing()!),
    "POST /realm/domains result: expected error (UNAUTHORIZED_PRINCIPAL: Must be an organization owner), got success",
  );
  await ask("alice", "POST", "/user_groups/9999/members", { add: [1] });
  assert.is(differing(), undefined);
});

type TraceEntryBody = Readonly<Record<string, unknown>>;

/** Names of groups in capitals, wherever a registration lists them. */
const loudGroups: AlterReply = bodies((body) => ({
  ...body,
  ...(Array.isArray(body.realm_user_groups) && {
    realm_user_groups: (body.realm_user_groups as readonly { readonly name: string }[]).map((group) => ({
      ...group,
      name: group.name.startsWith("role:") ? group.name : group.name.toUpperCase(),
    })),
  }),
}));

/** The causes of a property on a changed server, as phrases, with the reason and how many requests there were. A live one is not asked for them. */
async function causedBy(change: AlterReply, address: string, kind: "embedded" | "live", isCaused = true) {
  const simulator = altered(embedded({ realm: "small" }), change);
  let asked = 0;
  const counted = (target: typeof simulator): typeof simulator => ({
    ...target,
    kind,
    send: (request) => {
      asked++;
      return target.send(request);
    },
    isolated: () => counted(target.isolated()),
  });
  const target = counted(simulator);
  const model = await oracleFor(embedded({ realm: "small" }));
  const run = { seed: 5, tries: 0, shrink: false, ...(isCaused && { oracle: async () => model }) };
  const { causes = [], reason } = await runProperty(address, properties.get(address)!, target, run);
  return { causes: causes.map(phraseOf), reason, asked };
}

test("the difference without which the check holds is its cause, though the check names another thing", async () => {
  const { causes, reason } = await causedBy(loudGroups, "user-group/systemGroups", "embedded");
  assert.match(reason ?? "", /^whether the group with can_\w+ .* is there is false, not true$/);
  assert.equal(causes, ["User group name: expected string, got another string"]);
});

test("a live server is not asked again for that: its answers are given once more", async () => {
  const { causes, asked } = await causedBy(loudGroups, "user-group/systemGroups", "live");
  assert.equal(causes, ["User group name: expected string, got another string"]);
  assert.is(asked, (await causedBy(loudGroups, "user-group/systemGroups", "live", false)).asked);
});

/** Every message is read, whoever looks. */
const allRead: AlterReply = bodies((body) => ({
  ...body,
  ...(Array.isArray(body.messages) && {
    messages: body.messages.map((message: { readonly flags: readonly string[] }) => ({
      ...message,
      flags: [...new Set([...message.flags, "read"])],
    })),
  }),
}));

/** A run that knows that flags differ in what agrees, too. */
class FlagsInnocent extends Innocent {
  override ids(): ReadonlySet<string> {
    return new Set([idOf({ at: "Message", path: "flags", expected: "object", actual: "array" })]);
  }
}

test("a field that differs in two ways is mended in both: an empty list of flags and one that is not", async () => {
  const target = altered(embedded({ realm: "small" }), allRead);
  const model = await oracleFor(embedded({ realm: "small" }));
  const address = "message.reads/moved";
  const run = { seed: 5, tries: 0, shrink: false, oracle: async () => model, innocent: new FlagsInnocent() };
  const { causes = [], others = [] } = await runProperty(address, properties.get(address)!, target, run);
  assert.equal(causes.map(phraseOf), ["Message flags: expected array, got another array"]);
  assert.equal(
    others.flatMap((other) => other.causes ?? []),
    [],
    "each example differs for that alone",
  );
});

test("of two refusals the one that the check quotes is the difference, not one that another answer has", async () => {
  const request = { as: "alice", method: "POST", path: "/messages", fields: { type: "direct", to: [12], content: "hello" } };
  const refusedWith = (msg: string): TraceEntry => {
    const body = { result: "error", msg, code: "BAD_REQUEST" };
    return { kind: "request", request, reply: { status: 400, headers: {}, body } };
  };
  const record = [refusedWith("Too long."), refusedWith("Write to somebody else.")];
  const quoted = '{"result":"error","msg":"Write to somebody else.","code":"BAD_REQUEST"}';
  const run = { reason: `a content of 9 characters answers 400 ${quoted}, not a success`, clauses: ["messages.post/content"], record };
  const found = differenceIn(run, await oracleFor(embedded({ realm: "small" })), new Set());
  assert.is(found?.refusal, "BAD_REQUEST: Write to somebody else.");
});

test("a field of an answer that a check quotes, for it was to be a refusal, is none that the check names", async () => {
  const simulator = embedded({ realm: "small" });
  const record: TraceEntry[] = [];
  const ask = async (method: string, path: string, fields = {}) => {
    const request = { as: "alice", method, path, fields };
    const reply = (await simulator.send(request))!;
    const entry = { kind: "request" as const, request, reply };
    record.push(entry);
    return { entry, body: reply.body };
  };
  const { body: sent } = await ask("POST", "/messages", { type: "channel", to: "general", topic: "lunch", content: "soup" });
  const { entry, body } = await ask("GET", `/messages/${sent.id}`);
  const late = { ...body, message: { ...(body.message as object), last_edit_timestamp: null } };
  record.splice(record.indexOf(entry), 1, { ...entry, reply: { ...entry.reply, body: late } });
  const innocent = new Set([idOf({ at: "Message", path: "last_edit_timestamp", expected: "nothing", actual: "null" })]);
  const found = async (reason: string, known: ReadonlySet<string> = innocent) =>
    differenceIn({ reason, clauses: ["messages-id.delete/gone"], record }, await oracleFor(simulator), known);
  assert.is(await found(`fetching a message that is deleted answers 200 ${JSON.stringify(late)}, not a refusal`), undefined);
  assert.is(await found(`fetching a message that is deleted answers 200 ${JSON.stringify(late)}, not a refusal`, new Set()), undefined);
  assert.is((await found("last_edit_timestamp is null, not nothing"))?.path, "last_edit_timestamp");
});

test("of a point that is decided in two ways no field of an answer is the difference", async () => {
  const undated = (message: object) => ({ ...message, last_edit_timestamp: null });
  const nullEdits: AlterReply = bodies((body) => ({
    ...body,
    ...(Array.isArray(body.messages) && { messages: body.messages.map(undated) }),
  }));
  const choices = new ChoicesSeen();
  choices.note("mutedFirstUnread", { choice: "observed", address: "a/b" });
  const model = await oracleFor(embedded({ realm: "small" }));
  const address = "messages.get.anchors/mutedTopic";
  const run = { seed: 5, tries: 0, shrink: false, oracle: async () => model, choices };
  const target = altered(embedded({ realm: "small" }), nullEdits);
  const { causes = [], reason } = await runProperty(address, properties.get(address)!, target, run);
  assert.match(reason ?? "", /^mutedFirstUnread is decided in two ways: /);
  assert.equal(
    causes.map(({ clause }) => clause),
    ["messages.get/anchor-first-unread-muted"],
  );
});

test("a point that is decided in two ways is against the half that does not do what the text states", async () => {
  const address = "messages.post.sender/queueIdAlone";
  const clausesAfter = async (choice: string): Promise<readonly string[]> => {
    const choices = new ChoicesSeen();
    choices.note("localEchoPair", { choice, address: "messages.post.sender/localIdAlone" });
    const observing = embedded({ rulings: { localEchoPair: choice === "observed" ? "required" : "observed" } });
    const { verdict, clauses } = await runProperty(address, properties.get(address)!, observing, {
      seed: 5,
      tries: 0,
      shrink: false,
      choices,
    });
    assert.is(verdict, "differs");
    return clauses;
  };
  assert.is((await clausesAfter("observed"))[0], "messages.post/local-id-needs-queue");
  assert.is((await clausesAfter("required"))[0], "messages.post/queue-needs-local-id");
});

test("where no answer differs the clause stands for the difference, with the last request", () => {
  const request = { as: "alice", method: "GET", path: "/messages/7", fields: {} };
  const record: TraceEntry[] = [{ kind: "request", request, reply: { status: 200, headers: {}, body: {} } }];
  const signature = clauseOf({ reason: "it is not there", clauses: ["message-resource/id"], record });
  assert.is(phraseOf(signature), "GET /messages/{message_id}: against message-resource/id");
});

test("what a right request leaves undone is the difference of that request, though a check of every request finds it", () => {
  const request = { as: "alice", method: "GET", path: "/messages/7", fields: {} };
  const record: TraceEntry[] = [{ kind: "request", request, reply: { status: 200, headers: {}, body: {} } }];
  const of = (reason: string) => phraseOf(clauseOf({ reason, clauses: ["authentication/required"], record }));
  assert.is(
    of("DELETE /messages/7 is answered with success and changes nothing"),
    "DELETE /messages/{message_id}: against authentication/required",
  );
  assert.is(of("GET /messages/7 answers 200 {}, not a refusal"), "Every request: against authentication/required");
});

test("where no model can be asked, a code of which the check says that another is wanted is the difference", () => {
  const request = { as: "alice", method: "POST", path: "/messages", fields: {} };
  const body = { result: "error", msg: "No.", code: "BAD_REQUEST" };
  const record: TraceEntry[] = [{ kind: "request", request, reply: { status: 400, headers: {}, body } }];
  const of = (reason: string) => clauseOf({ reason, clauses: ["errors/unknown-channel"], record });
  const wanted = of('a message to channel 9 is refused with the code "BAD_REQUEST", not STREAM_DOES_NOT_EXIST');
  assert.is(phraseOf(wanted), "POST /messages: the code BAD_REQUEST");
  assert.is(wanted.refusal, "STREAM_DOES_NOT_EXIST:");
  assert.is(of('it is refused with the code "OTHER", not STREAM_DOES_NOT_EXIST').clause, "errors/unknown-channel");
});

test("where no model can be asked, a request of which the check says that it is refused is the difference, with the refusal", () => {
  const request = { as: null, method: "GET", path: "/server_settings", fields: {} };
  const body = { result: "error", msg: "Please log in.", code: "UNAUTHORIZED" };
  const record: TraceEntry[] = [{ kind: "request", request, reply: { status: 401, headers: {}, body } }];
  const of = (reason: string): string => phraseOf(clauseOf({ reason, clauses: ["server_settings.get/realm_icon"], record }));
  const refusal = `GET /server_settings answers 401 ${JSON.stringify(body)}, not a success`;
  assert.is(of(refusal), "GET /server_settings result: expected success, got error (UNAUTHORIZED: Please log in.)");
  assert.is(of("the refusal has no data"), "GET /server_settings: against server_settings.get/realm_icon");
});

test("a field that is not compared with the model's is named by the check that begins with it", () => {
  const of = (reason: string, body: TraceEntryBody = {}): string => {
    const request = { as: "alice", method: "GET", path: "/messages", fields: {} };
    const reply = { status: 200, headers: {}, body: { result: "success", msg: "", messages: [], ...body } };
    return phraseOf(clauseOf({ reason, clauses: ["messages.get/anchor-wrong"], record: [{ kind: "request", request, reply }] }));
  };
  const missing = "history_limited in the answer of GET /messages is nothing, not boolean";
  assert.is(of(missing), "GET /messages history_limited: expected boolean, got nothing");
  const wrong = "history_limited where no oldest messages are fetched is true, not false";
  assert.is(of(wrong, { history_limited: true }), "GET /messages history_limited: expected boolean, got another boolean");
  assert.is(of("colour is nothing, not boolean"), "GET /messages: against messages.get/anchor-wrong");
});

test("an integer in the place of another is another number, not one of another type", () => {
  const request = { as: "alice", method: "GET", path: "/messages", fields: {} };
  const reply = { status: 200, headers: {}, body: { result: "success", msg: "", anchor: 461, messages: [] } };
  const record = [{ kind: "request" as const, request, reply }];
  const said = (reason: string): string => phraseOf(clauseOf({ reason, clauses: ["messages.get/anchor-date"], record }));
  assert.is(said("the anchor at 2026-11-29 is 461, not 458"), "GET /messages anchor: expected number, got another number");
});

test("what goes against a clause of one request is a mistake of that, not of the one that it is held against", () => {
  const asked = (method: string, path: string) =>
    ({
      kind: "request",
      request: { as: "alice", method, path, fields: {} },
      reply: { status: 200, body: { result: "success" } },
    }) as unknown as TraceEntry;
  const record = [asked("GET", "/messages/matches_narrow"), asked("GET", "/messages")];
  const placeOf = (clause: string, last: readonly TraceEntry[] = []) =>
    clauseOf({ reason: "it is otherwise", clauses: [clause], record: [...record, ...last] }).at;
  assert.is(placeOf("messages.matches_narrow.get/subject-highlight"), "GET /messages/matches_narrow");
  assert.is(placeOf("narrow/topic"), "GET /messages");
  assert.is(placeOf("errors/message-invisible"), "GET /messages");
  assert.is(placeOf("errors/body"), "Every request");
  assert.is(placeOf("messages.matches_narrow.get/subject-highlight", [asked("POST", "/register")]), "POST /register");
});

test("where no model can be asked, a thing that is shown by its id and must not be is one difference, of other requests that are taken each clause", () => {
  const asked = (method: string, path: string): readonly TraceEntry[] => [
    {
      kind: "request",
      request: { as: "cara", method, path, fields: {} },
      reply: { status: 200, headers: {}, body: { result: "success" } },
    },
  ];
  const of = (method: string, path: string) =>
    phraseOf(
      clauseOf({
        reason: `${method} ${path} answers 200 {"result":"success"}, not a refusal`,
        clauses: ["messages-id.get/invisible"],
        record: asked(method, path),
      }),
    );
  assert.is(of("GET", "/messages/7"), "GET /messages/{message_id} result: expected error, got success");
  assert.is(of("POST", "/messages"), "POST /messages: against messages-id.get/invisible");
});

test("of a point that is decided otherwise than stated it is said what the text has and what running servers do", () => {
  const { reason } = judgedByText({ unnamedViews: "observed", linkHosts: "taken" })!;
  assert.match(reason, /specification states: The table does not require the name; running servers want one .+ \(unnamedViews\)$/);
});

test.run();
