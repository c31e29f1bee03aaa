import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Signature } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import { causesOf, exampleOf } from "./causes.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

const differs = (address: string, reason: string, signature: Partial<Signature>, clause = "a/b"): PropertyResult => ({
  address,
  verdict: "differs",
  clauses: [clause],
  reason,
  causes: [{ at: "GET /messages", path: "", expected: "", actual: "", ...signature }],
});

/** A request that is refused where it should succeed. */
const refused = (address: string, at: string): PropertyResult =>
  differs(address, "it is refused", { at, path: "result", expected: "success", actual: "error" });

const routes = ["POST /typing", "POST /messages", "GET /messages", "DELETE /events"];
const onEach = routes.map((at, i) => refused(`conventions.unsupportedListed/route.${i}`, at));

test("what a convention's property finds on three routes or more is one mistake of every request", () => {
  const [cause, ...others] = causesOf(onEach);
  assert.equal(others, []);
  assert.is(cause?.signature, "Every request result: expected success, got error");
  assert.is(cause?.shows.length, 4);
  const example = exampleOf(onEach[1]!, cause!);
  assert.is(example, onEach[1]);
  assert.is(cause?.alike?.length, 4);
  assert.is(causesOf(onEach.slice(0, 2)).length, 2, "two routes may be two mistakes");
});

test("scenarios that see the same on further routes belong to it; what other properties find there does not", () => {
  const further = refused("cover/12", "PATCH /users/me/profile_data");
  const own = refused("typing.post/op", "POST /typing");
  const causes = causesOf([...onEach, further, own]);
  assert.equal(
    causes.map(({ signature, shows }) => [signature, shows.length]),
    [
      ["Every request result: expected success, got error", 5],
      ["POST /typing result: expected success, got error", 1],
    ],
  );
  assert.equal(causes[1]?.shows, ["typing.post/op"]);
});

test("what differs in another way is another mistake", () => {
  const other = differs("conventions.unsupportedListed/other", "no list", {
    at: "GET /x",
    path: "ignored",
    expected: "array",
    actual: "nothing",
  });
  assert.is(causesOf([...onEach, other]).length, 2);
});

/** Checks a difference in a registration, by a check that names a clause of its own. */
const shown = (clause: string, reason: string, at = "POST /register"): PropertyResult =>
  differs(clause.replace("/", ".text/"), reason, { at, clause }, clause);

const lost = [
  shown("user_groups-id.members.post/add_subgroups", "the add_subgroups that is kept is [], not [11]"),
  shown("user-group/can_manage_group", 'the subgroups of the group is ["12"], not ["11","12"]'),
  shown("user_groups.create.post/bots", "POST /user_groups/create is answered with success and changes nothing"),
];

test("several checks that miss the same in records of one kind show one mistake", () => {
  const causes = causesOf(lost);
  assert.is(causes.length, 1);
  assert.is(causes[0]?.shows.length, 3);
});

test("other records, other places and other changes are mistakes of their own", () => {
  for (const other of [
    shown("navigation_views.post/adds", "the views is [], not [{}]"),
    shown("user-group/name", "the groups is [], not [1]", "GET /user_groups"),
    shown("user-group/name", 'the name is null, not ""'),
    shown("user-group/name", "the groups is [1,2], not [1]"),
  ])
    assert.is(causesOf([...lost, other]).length, 2, other.reason);
});

test("a field that the refusals with one code lack is one mistake, whichever requests show it", () => {
  const lacking = (address: string, reason: string, code = "STREAM_DOES_NOT_EXIST"): PropertyResult => ({
    ...differs(address, reason, { at: "POST /messages", clause: address }, address),
    seen: [{ as: "alice", method: "POST", path: "/messages", fields: {}, status: 400, body: { result: "error", msg: "No.", code } }],
  });
  const said = (what: string): string => `the field stream of the refusal of ${what} is nothing, not "lunch"`;
  const one = lacking("messages.post/unknown-channel", said("a message to no channel"));
  const robot = lacking("conventions/refused-bot-message", said("a bot's message"));
  const seen = lacking(
    "errors/unknown-channel",
    'the refusal with STREAM_DOES_NOT_EXIST has the stream nothing, where "tea" was asked for',
  );
  assert.is(causesOf([one, robot, seen]).length, 1);
  assert.is(causesOf([one, lacking("errors/other", said("a message to nobody"), "BAD_REQUEST")]).length, 2, "of another code");
  const wrong = lacking("errors/wrong", 'the field stream of the refusal of a message is "tea", not "lunch"');
  assert.is(causesOf([one, wrong]).length, 2, "it is there, and wrong");
});

test("what one monitor sees is one mistake, on whatever routes", () => {
  const seen = ["GET /messages", "GET /events"].map((at) =>
    differs("monitor/direct-messages", "a message is shown to others", { at, clause: "visibility/direct-message" }),
  );
  assert.is(causesOf(seen).length, 1);
});

/** A request that is to be refused. */
const notRefused = (address: string, refusal: string, came: Partial<Signature> = { path: "result", actual: "success" }): PropertyResult =>
  differs(address, "no refusal", { at: "PATCH /channel_folders/{channel_folder_id}", expected: "error", refusal, ...came });

const otherCode = { path: "code", actual: "string", code: "BAD_REQUEST" } as const;

test("where a refusal does not come, the next one in its place is the same mistake", () => {
  const causes = causesOf([
    notRefused("cover/1", "UNAUTHORIZED_PRINCIPAL: Must be an administrator", otherCode),
    notRefused("cover/2", "UNAUTHORIZED_PRINCIPAL: Must be an administrator"),
    notRefused("cover/3", "UNAUTHORIZED_PRINCIPAL: Must be an administrator", otherCode),
  ]);
  assert.equal(
    causes.map(({ signature, shows }) => [signature, shows]),
    [
      [
        "PATCH /channel_folders/{channel_folder_id} result: expected error (UNAUTHORIZED_PRINCIPAL: Must be an administrator), got success",
        ["cover/2", "cover/1", "cover/3"],
      ],
    ],
  );
  const [example] = [notRefused("cover/1", "UNAUTHORIZED_PRINCIPAL: Must be an administrator", otherCode)];
  assert.is(exampleOf(example!, causes[0]!), example);
});

test("one code in the place of several refusals is one mistake, and what is taken for another reason is another", () => {
  const code = [notRefused("cover/1", "A: a", otherCode), notRefused("cover/2", "B: b", otherCode)];
  assert.equal(
    causesOf(code).map(({ signature }) => signature),
    ["PATCH /channel_folders/{channel_folder_id}: the code BAD_REQUEST"],
  );
  assert.is(causesOf([...code, notRefused("cover/3", "C: c")]).length, 2);
});

const inWords = (result: PropertyResult, refusal: string): PropertyResult => ({
  ...result,
  causes: (result.causes ?? []).map((one) => ({ ...one, refusal })),
});

test("what is refused in the words of a mistake of every request belongs to it, whatever finds it; in other words it does not", () => {
  const each = onEach.map((result) => inWords(result, "BAD_REQUEST: No."));
  const own = (words: string) => inWords(refused("typing.post/op", "POST /typing"), words);
  const causes = causesOf([...each, own("BAD_REQUEST: No.")]);
  assert.equal(
    causes.map(({ signature, shows }) => [signature, shows.length]),
    [["Every request result: expected success, got error (BAD_REQUEST: No.)", 5]],
  );
  assert.is(causesOf([...each, own("BAD_REQUEST: The queue is unknown.")]).length, 2);
});

/** Exchanges of a run. @param fields those of each */
const success = { result: "success" };

const exchanges = (requests: readonly string[], fields = {}, body = {}) =>
  requests.map((request) => {
    const [method = "", path = ""] = request.split(" ");
    const seen = { as: "alice", method, path, fields, status: 200, body };
    return { told: request, expected: seen, actual: seen };
  });

test("what is taken for one reason is another mistake than what is taken for another, whoever shows it", () => {
  const late = notRefused("cover/3", "BAD_REQUEST: too late");
  const own = notRefused("channel_folders-id.patch/name", "BAD_REQUEST: no name");
  const causes = causesOf([late, own, { ...late, address: "cover/4" }]);
  assert.equal(
    causes.map(({ signature, shows }) => [signature, shows]),
    [
      ["PATCH /channel_folders/{channel_folder_id} result: expected error (BAD_REQUEST: too late), got success", ["cover/3", "cover/4"]],
      [
        "PATCH /channel_folders/{channel_folder_id} result: expected error (BAD_REQUEST: no name), got success",
        ["channel_folders-id.patch/name"],
      ],
    ],
  );
});

test("what is taken for many reasons is one mistake with what a property shows: nothing is checked", () => {
  const own = notRefused("channel_folders-id.patch/name", "BAD_REQUEST: no name");
  const others = ["too late", "too long", "too odd"].map((words, i) => notRefused(`cover/${i}`, `BAD_REQUEST: ${words}`));
  assert.is(causesOf([own, ...others]).length, 1);
  const late = others.slice(0, 1).flatMap((one) => [one, { ...one, address: "cover/9" }]);
  assert.is(causesOf([own, ...late]).length, 2, "of one other reason two scenarios say that it is one of its own");
  const shown = others.map((one, i) => ({ ...one, address: `channel_folders-id.patch/p${i}` }));
  assert.is(causesOf([own, ...shown]).length, 4, "of each a property has an example");
});

test("requests that leave out one parameter by the way, and requests that are refused in other words, are mistakes of their own", () => {
  const at = "POST /user_topics";
  const to = (address: string, refusal: string, expected: "success" | "error"): ScenarioResult => {
    const actual = expected === "error" ? "success" : "error";
    const pairs = exchanges([at], { stream_id: 1, topic: "lunch" });
    const came = pairs.map((pair) => ({ ...pair, actual: { ...pair.actual, body: { result: actual } } }));
    return { address, verdict: "differs", clauses: [], pairs: came, causes: [{ at, path: "result", expected, actual, refusal }] };
  };
  const topic = to("cover/1", "BAD_REQUEST topic", "error");
  const channel = to("cover/2", "BAD_REQUEST: Invalid channel ID", "error");
  assert.is(causesOf([topic, channel]).length, 2, "what both leave out is not the mistake");
  const unneeded = to("cover/3", "REQUEST_VARIABLE_MISSING visibility_policy", "error");
  assert.is(causesOf([channel, unneeded]).length, 1, "another refusal is in the place of the one that does not come");
  const refusals = ["UNAUTHORIZED_PRINCIPAL: No.", "BAD_REQUEST: No."].map((words, i) => to(`cover/${i}`, words, "success"));
  assert.is(causesOf(refusals).length, 2);
});

test("many fields of the items of one list that differ together are one mistake of the list, which its order may be", () => {
  const scene = (address: string, at: string, paths: readonly string[]): ScenarioResult => {
    const causes = paths.map((path) => ({ at, path, expected: "string", actual: "string" }));
    return { address, verdict: "differs", clauses: [], causes };
  };
  const entries = ["topic", "timestamp", "prev_content"].map((field) => `edit_history[].${field}`);
  const [cause, ...others] = causesOf([scene("cover/1", "Message", entries), scene("cover/2", "Message", entries.slice(1))]);
  assert.equal([cause?.signature, others], ["Message edit_history[]: expected object, got another object", []]);
  assert.is(causesOf([scene("cover/1", "Message", entries.slice(1))]).length, 2, "two fields may be two mistakes");
  const apart = entries.map((path, i) => scene(`cover/${i}`, "Message", [path]));
  assert.is(causesOf(apart).length, 3, "no result shows them together");
  const listed = ["id", "pattern", "url_template"];
  assert.is(causesOf([scene("cover/1", "Linkifier", listed)]).length, 1, "others than expected");
  assert.is(causesOf([scene("cover/1", "Linkifier", [...listed.slice(1), "example_input"])]).length, 3, "of those that are expected");
});

test("narrows that are refused in many words are one mistake of what all narrows have in common", () => {
  const words = ["unknown user _", "unknown channel _", "Invalid message ID"].map((each) => `BAD_NARROW: Invalid narrow operator: ${each}`);
  const taken = words.map((refusal, i) => ({ ...inWords(refused(`a/${i}`, "GET /messages"), refusal) }));
  assert.is(causesOf(taken).length, 1);
  assert.is(causesOf(taken.slice(0, 2)).length, 2);
});

test("a list that is cut and a text that is changed are two mistakes of one field; what is left out is one, whatever it is", () => {
  const value = (address: string, expected: string, actual: string): PropertyResult =>
    differs(address, "it is otherwise", { at: "POST /register", path: "realm_users[].profile_data[].value", expected, actual });
  assert.is(causesOf([value("a/people", "array", "array"), value("a/text", "string", "string")]).length, 2);
  assert.is(causesOf([value("a/people", "array", "nothing"), value("a/text", "string", "nothing")]).length, 1);
  assert.is(causesOf([value("a/text", "string", "null"), value("a/other", "string", "number")]).length, 1);
  assert.is(causesOf([value("a/text", "string", "nothing"), value("a/other", "nothing", "string")]).length, 1);
});

test("narrows that are not refused are one mistake for each operator, on whatever routes", () => {
  const taken = (at: string, refusal: string, operators: readonly string[]): ScenarioResult => ({
    address: `cover/${refusal.length}`,
    verdict: "differs",
    clauses: [],
    pairs: exchanges([at], { narrow: operators.map((operator) => ({ operator, operand: "x" })) }),
    causes: [{ at, path: "result", expected: "error", actual: "success", refusal }],
  });
  const unknown = taken("GET /messages", "BAD_NARROW: Invalid narrow operator: unknown channel _", ["channel"]);
  const matched = taken("GET /messages/matches_narrow", "BAD_REQUEST: operand is not a string", ["channel"]);
  assert.is(causesOf([unknown, matched]).length, 1);
  assert.is(causesOf([unknown, taken("GET /messages", "BAD_REQUEST: operand is not a string", ["sender"])]).length, 2);
  assert.is(causesOf([unknown, taken("GET /messages", "BAD_REQUEST: operand is not a string", ["channel", "sender"])]).length, 2);
});

test("an operator that finds other messages is misread on every route, and whatever operand it takes", () => {
  const finding = (at: string, path: string, operator: string): PropertyResult => ({
    ...differs(`narrow/${operator}${at.length}`, "it lists others", { at, path, expected: "object", actual: "nothing" }),
    seen: exchanges([at], { narrow: [{ operator, operand: "x" }] }).map(({ actual }) => actual),
  });
  const listed = finding("GET /messages", "messages[]", "sender");
  const matched = finding("GET /messages/matches_narrow", "messages", "sender");
  assert.is(causesOf([listed, matched]).length, 1);
  assert.is(causesOf([listed, finding("GET /messages/matches_narrow", "messages", "has")]).length, 2);
  const inChannel = finding("GET /messages", "messages[]", "channel");
  assert.is(causesOf([inChannel, finding("GET /messages/matches_narrow", "messages", "channel")]).length, 2, "most reads narrow by it");
  const refusal = "BAD_REQUEST: operand is not a string";
  const taken = { ...listed, causes: [{ at: "GET /messages", path: "result", expected: "error", actual: "success", refusal }] };
  assert.is(causesOf([listed, matched, { ...taken, address: "narrow/operands" }]).length, 1);
});

test("a refusal in whose place others come at every request is one mistake, whatever comes at one of them", () => {
  const instead = (address: string, at: string, code: string, refusal = "UNAUTHORIZED: Not logged in"): PropertyResult =>
    differs(address, `the code is ${code}`, { at, path: "code", expected: "string", actual: "string", code, refusal });
  const everywhere = routes.map((at, i) => instead(`authentication.required/route.${i}`, at, "REQUEST_VARIABLE_MISSING"));
  const once = instead("authentication.required/events.get", "GET /events", "BAD_EVENT_QUEUE_ID");
  assert.is(causesOf([...everywhere, once]).length, 1);
  assert.is(causesOf([...everywhere, instead("events/x", "GET /events", "BAD_EVENT_QUEUE_ID", "BAD_REQUEST: other")]).length, 2);
});

test("the event that a request leaves out is one mistake with what is read of it later", () => {
  const untold: ScenarioResult = {
    address: "cover/20",
    verdict: "differs",
    clauses: [],
    pairs: exchanges(["POST /register", "PATCH /users/me/profile_data", "GET /events"]),
    causes: [{ at: "GET /events", path: "events[realm_user]", expected: "object", actual: "nothing" }],
  };
  const kept = (clause: string, reason: string): PropertyResult => shown(clause, reason);
  const removal = kept("users.me.profile_data.patch/null-removes", 'the value is "short", not undefined');
  assert.is(causesOf([untold, removal]).length, 1);
  const told = [{ at: "GET /events", path: "events[realm_user]", expected: "nothing", actual: "object" }];
  assert.is(causesOf([untold, { ...untold, address: "cover/21", causes: told }]).length, 1, "somebody else hears of it");
  assert.is(causesOf([untold, kept("navigation_views.post/adds", "the views is [], not [{}]")]).length, 2, "of another request");
  const second = kept("users.me.profile_data.patch/no-trace", "the value is 1, not null");
  assert.is(causesOf([untold, removal, second]).length, 3, "which of two it is nobody knows");
});

/** A failing result of a property with clauses of its own. */
const failing = (address: string, signature: Partial<Signature>, ...clauses: readonly string[]): PropertyResult => ({
  ...differs(address, "it is otherwise", signature),
  clauses,
});

test("a parameter that nobody reads is one mistake: malformed values are taken, and what it does is not done", () => {
  const taken = { at: "GET /messages", path: "result", expected: "error", actual: "success", refusal: "BAD_REQUEST client_gravatar" };
  const avatar = { at: "Message", path: "avatar_url", expected: "string", actual: "null" };
  const malformed = failing("conventions.wrongBooleans/messages.get", taken, "conventions/no-other-booleans");
  const effect = failing("messages.get.form/gravatar", avatar, "message-resource/avatar-url", "messages.get/client-gravatar");
  const [cause, ...others] = causesOf([malformed, effect]);
  assert.equal(others, []);
  assert.is(cause?.clauses[0], "messages.get/client-gravatar");
  const elsewhere = failing("message.shape/avatars", avatar, "message-resource/avatar-url");
  assert.is(causesOf([malformed, elsewhere]).length, 2, "what differs is not of that parameter");
  assert.is(causesOf([failing("messages.get/booleans", taken, "messages.get/x"), effect]).length, 2, "a property is about that refusal");
});

test("a field that a request leaves as it is, and a value for it that is taken though it is none, are one mistake", () => {
  const at = "PATCH /channel_folders/{channel_folder_id}";
  const refusal = "BAD_REQUEST: Channel folder name already in use";
  const asked = (fields: Seen["fields"]) => exchanges(["PATCH /channel_folders/7"], fields, success).map(({ actual }) => actual);
  const twice = failing("a/twice", { at, path: "result", expected: "error", actual: "success", refusal }, "channel_folders-id.patch/name");
  const name = { at: "Channel folder", path: "name", expected: "string", actual: "string" };
  const kept = failing("channel_folders-id.patch/renames", name, "channel_folders-id.patch/name");
  assert.is(causesOf([kept, { ...twice, seen: asked({ name: "Sources" }) }]).length, 1);
  assert.is(causesOf([kept, { ...twice, seen: asked({ description: "Sources" }) }]).length, 2, "the request gives no name");
});

test("a field that every answer lacks is no effect of a parameter whose malformed values are taken", () => {
  const at = "GET /messages";
  const taken = { at, path: "result", expected: "error", actual: "success", refusal: "BAD_REQUEST num_after" };
  const lacking = { at, path: "history_limited", expected: "boolean", actual: "nothing" };
  const malformed = failing("messages.get.text/counts-wrong-num_after", taken, "messages.get/counts-wrong");
  const window = failing("messages.get.windows/window", lacking, "messages.get/num-after", "messages.get/history-limited");
  assert.is(causesOf([malformed, window]).length, 2);
});

test("one clause that is broken at several requests, and what a monitor sees where a request is taken by mistake, is one mistake", () => {
  const client = { clause: "message-resource/client" };
  const [shape, monitor] = ["GET /messages/{message_id}", "GET /messages"].map((at, i) =>
    failing(["message.shape/client", "monitor/message-fields"][i] ?? "", { at, ...client }, client.clause),
  ) as [PropertyResult, PropertyResult];
  assert.is(causesOf([shape, monitor]).length, 1);
  const at = "POST /messages";
  const taken = failing("messages.post.text/topic-required", { at, path: "result", expected: "error", actual: "success" }, "a/b");
  const bare = failing("monitor/returned-fields", { at, clause: "conventions/success-returns" }, "conventions/success-returns");
  assert.is(causesOf([taken, bare]).length, 1);
  assert.is(causesOf([{ ...taken, causes: [{ ...taken.causes![0]!, at: "POST /typing" }] }, bare]).length, 2);
});

test("what monitors and one scenario see of a request that is taken is the mistake that a property shows of it", () => {
  const at = "POST /messages";
  const taken = (address: string, refusal: string) =>
    failing(address, { at, path: "result", expected: "error", actual: "success", refusal });
  const scene = { ...taken("cover/1", "BAD_REQUEST: No such topic"), pairs: [] };
  const seen = taken("monitor/returned-fields", "BAD_REQUEST: No such topic");
  const [one, ...others] = causesOf([seen, scene, taken("a/required", "BAD_REQUEST: Missing topic")]);
  assert.equal(others, []);
  assert.equal(one?.shows, ["a/required", "monitor/returned-fields", "cover/1"]);
});

test("a request that crashes is one mistake, whether it should be refused or not", () => {
  const at = "POST /user_groups/create";
  const crash = "INTERNAL_SERVER_ERROR";
  const made = failing("a/made", { at, path: "result", expected: "success", actual: "error", refusal: `${crash}: TypeError` }, "a/b");
  const refused = failing(
    "a/refused",
    { at, path: "code", expected: "string", actual: "string", code: crash, refusal: "BAD_REQUEST x" },
    "a/c",
  );
  assert.is(causesOf([made, refused]).length, 1);
});

test("a thing that is told wrong in several ways is one mistake where scenarios alone show the others", () => {
  const scene = (address: string, signature: Partial<Signature>): ScenarioResult => ({
    ...{ address, verdict: "differs", clauses: [], causes: failing(address, signature).causes! },
  });
  const members = { at: "User group", path: "members", expected: "array", actual: "object" };
  const told = { at: "GET /events", path: "events[user_group]", expected: "object", actual: "nothing" };
  assert.is(causesOf([scene("cover/1", members), scene("cover/2", told)]).length, 1);
  const policies = { ...told, path: "events[user_topic]" };
  const muted = { ...told, path: "events[muted_topics]" };
  const listed = failing("topic-policy/set", { at: "POST /register", path: "user_topics", expected: "array", actual: "array" }, "a/b");
  assert.is(causesOf([listed, scene("cover/1", policies), scene("cover/2", muted)]).length, 1);
  assert.is(causesOf([listed, scene("cover/1", told)]).length, 2, "that is another thing");
  const window = failing("a/newest", { path: "messages", expected: "object", actual: "object" }, "a/b");
  assert.is(causesOf([window, scene("cover/1", { path: "anchor", expected: "number", actual: "number" })]).length, 1);
  const name = { at: "User group", path: "name", expected: "string", actual: "string" };
  assert.is(causesOf([scene("cover/1", members), scene("cover/2", name)]).length, 2, "fields are told apart");
});

test("a message that is still there, with the event that does not come, is one mistake of what deletes it; of another list it is not", () => {
  const untold: ScenarioResult = {
    address: "cover/20",
    verdict: "differs",
    clauses: [],
    pairs: exchanges(["POST /register", "DELETE /messages/7", "GET /events"], {}, success),
    causes: [{ at: "GET /events", path: "events[delete_message]", expected: "object", actual: "nothing" }],
  };
  const read = (address: string, ...requests: readonly string[]): PropertyResult => ({
    ...differs(address, "it is there", { at: "GET /messages/{message_id}", path: "result", expected: "error", actual: "success" }),
    seen: exchanges(requests, {}, success).map(({ actual }) => actual),
  });
  const monitor = failing("monitor/deleted-messages", { at: "DELETE /messages/{message_id}", clause: "messages-id.delete/twice" });
  assert.is(causesOf([untold, read("a/gone", "POST /messages", "DELETE /messages/7", "GET /messages/7"), monitor]).length, 1);
  assert.is(causesOf([untold, read("a/hidden", "POST /messages", "GET /messages/7")]).length, 2, "nothing was deleted before");
});

test("what shows behind refusals of one route is one mistake: what was refused is done", () => {
  const refusal = { result: "error", msg: "No.", code: "BAD_REQUEST" };
  const behind = (last: string, ...requests: readonly string[]): readonly Seen[] => [
    ...exchanges(requests, {}, success).map(({ actual }) => (actual.path === "/messages/7" ? { ...actual, body: refusal } : actual)),
    ...exchanges([last], {}, refusal).map(({ actual }) => actual),
  ];
  const gone = failing("a/kept", { at: "GET /messages/{message_id}", path: "result", expected: "success", actual: "error", refusal: "x" });
  const kept = { ...gone, seen: behind("GET /messages/7", "POST /messages", "DELETE /messages/7") };
  const list = { at: "GET /messages", path: "messages", expected: "object", actual: "object" };
  const listed = (seen: readonly Seen[]): ScenarioResult => ({
    ...{ address: "cover/1", verdict: "differs", clauses: [], causes: [list] },
    pairs: seen.map((actual) => ({ told: "", expected: actual, actual })),
  });
  const later = listed(behind("GET /messages", "DELETE /messages/7", "POST /messages"));
  assert.is(causesOf([kept, later]).length, 1);
  assert.is(causesOf([kept, listed(behind("GET /messages", "POST /messages"))]).length, 2, "nothing was refused before");
  const checked = { ...failing("a/listed", list), seen: behind("GET /messages", "DELETE /messages/7", "POST /messages") };
  assert.is(causesOf([kept, checked]).length, 2, "a message was sent in between");
});

test("events of three types that come though nothing happened are one mistake: something is told again", () => {
  const again = ["message", "typing", "user_topic"].map((type) =>
    failing(`events/${type}`, { at: "GET /events", path: `events[${type}]`, expected: "nothing", actual: "object" }, `events/${type}`),
  );
  assert.is(causesOf(again).length, 1);
  assert.is(causesOf(again.slice(0, 2)).length, 2);
});

test("the id that is answered and that of the thing, a list and its items, and three fields of one family are one mistake each", () => {
  const number = { expected: "number", actual: "number" };
  const answered = failing("a/made", { at: "POST /channel_folders/create", path: "channel_folder_id", ...number }, "a/b");
  const own = failing("a/listed", { at: "Channel folder", path: "id", ...number }, "a/c");
  assert.is(causesOf([answered, own]).length, 1);
  assert.is(causesOf([answered, failing("a/group", { at: "User group", path: "id", ...number }, "a/c")]).length, 2);
  const lists = [
    ["members", "array", "object"],
    ["members[]", "number", "number"],
  ] as const;
  const members = lists.map(([path, expected, actual], i) => failing(`b/${i}`, { at: "User group", path, expected, actual }, "a/b"));
  assert.is(causesOf(members).length, 1);
  const periods = ["started_expiry", "started_wait", "stopped_wait"].map((word, i) =>
    failing(`c/${i}`, { at: "POST /register", path: `server_typing_${word}`, expected: "number", actual: "string" }, `c/${i}`),
  );
  assert.is(causesOf(periods).length, 1);
  assert.is(causesOf(periods.slice(1)).length, 2);
});

test("what a monitor sees at a request is the one mistake that others see there, unless it names another field", () => {
  const at = "POST /messages";
  const missing = failing("messages.post/id", { at, path: "id", expected: "number", actual: "null" }, "a/b");
  const seen = (reason: string): PropertyResult => ({
    ...failing("monitor/returned-fields", { at, clause: "conventions/success-returns" }, "conventions/success-returns"),
    reason,
  });
  assert.is(causesOf([missing, seen("the answer to POST /messages has the field id as null, not integer")]).length, 1);
  assert.is(causesOf([missing, seen("the answer to POST /messages has the field msg as null, not string")]).length, 2);
  assert.is(causesOf([missing, seen("the settings have methods as [], not object of boolean")]).length, 2);
  const other = failing(
    "messages.post/policy",
    { at, path: "automatic_new_visibility_policy", expected: "number", actual: "string" },
    "a/c",
  );
  assert.is(causesOf([missing, other, seen("it has no id")]).length, 3, "which of two it is nobody knows");
});

test("what goes against the clause of a field is the mistake of that field, unless the field differs in two ways", () => {
  const flags = failing("message/flags", { at: "Message", path: "flags", expected: "array", actual: "object" }, "message-resource/flags");
  const against = failing("message/read", { at: "GET /messages", clause: "message-resource/flags" }, "message-resource/flags");
  assert.is(causesOf([flags, against]).length, 1);
  const topic = failing("message/topic", { at: "GET /messages", clause: "message-resource/subject" }, "message-resource/subject");
  assert.is(causesOf([flags, topic]).length, 2);
  const other = failing("message/kind", { at: "Message", path: "flags", expected: "string", actual: "number" }, "a/b");
  assert.is(causesOf([flags, other, against]).length, 3, "which of two it is nobody knows");
});

test("what one property shows at a request beside another difference there is no mistake of its own; what a scenario shows there is", () => {
  const both = (address: string): PropertyResult => ({
    ...failing(address, { at: "GET /messages", path: "anchor", expected: "number", actual: "number" }, "a/b"),
    causes: ["anchor", "found_newest"].map((path) => ({ at: "GET /messages", path, expected: "number", actual: "text" })),
  });
  assert.is(causesOf([both("a/one")]).length, 1);
  const alone = failing("a/two", { at: "GET /messages", path: "anchor", expected: "number", actual: "text" }, "a/b");
  assert.equal(
    causesOf([both("a/one"), alone]).map(({ signature }) => signature),
    ["GET /messages anchor: expected number, got text"],
  );
  const newest = failing("a/three", { at: "GET /messages", path: "found_newest", expected: "number", actual: "text" }, "a/b");
  assert.is(causesOf([both("a/one"), alone, newest]).length, 2, "each is seen without the other");
  const other = { ...both("a/one"), causes: both("a/one").causes!.map((one, i) => (i === 0 ? one : { ...one, at: "GET /events" })) };
  assert.is(causesOf([other]).length, 2, "at another request it may be another mistake");
});

test("what is refused by mistake is refused in the same words where another refusal belongs, and without credentials", () => {
  const at = "POST /typing";
  const stub = differs("typing.post/told", "it is refused", {
    at,
    path: "result",
    expected: "success",
    actual: "error",
    refusal: "BAD_REQUEST: No.",
  });
  const answered = (msg: string, path = "/typing") => ({
    seen: [{ as: null, method: "POST", path, fields: {}, status: 400, body: { result: "error", code: "BAD_REQUEST", msg } }],
  });
  const nobody = (msg: string, path?: string): PropertyResult => ({
    ...failing("authentication.none/typing.post", { at: "Every request", clause: "authentication/required" }, "authentication/required"),
    ...answered(msg, path),
  });
  const coded = (msg: string): PropertyResult => ({
    ...failing("typing.post/code", {
      at,
      path: "code",
      expected: "string",
      actual: "string",
      code: "BAD_REQUEST",
      refusal: "BAD_REQUEST to",
    }),
    ...answered(msg),
  });
  assert.is(causesOf([stub, nobody("No."), coded("No.")]).length, 1);
  assert.is(causesOf([stub, nobody("Log in.")]).length, 2, "in other words the server refuses for another reason");
  assert.is(causesOf([stub, nobody("No.", "/messages")]).length, 2, "at another request it may be another mistake");
  assert.is(causesOf([stub, coded("The receivers are missing.")]).length, 2);
  assert.is(causesOf([nobody("No.")]).length, 1);
});

test("an endpoint that answers all requests alike is one mistake, with what is told and read after them", () => {
  const at = "POST /typing";
  const ok = { status: 200, body: { result: "success", msg: "" } };
  const asked = (path: string, said: Pick<Seen, "status" | "body">, as: string | null): Seen => ({
    as,
    method: "POST",
    path,
    fields: {},
    ...said,
  });
  const shown = (signature: Partial<Signature>, ...said: readonly Pick<Seen, "status" | "body">[]): PropertyResult => ({
    ...failing(
      `typing.post/${said.length}${signature.refusal ?? signature.path}`,
      signature,
      signature.refusal === "No op." ? "typing.post/op" : "typing.post/to-list",
    ),
    seen: said.map((one, i) => asked("/typing", one, i === 0 ? null : "alice")),
  });
  const taken = (refusal: string, ...said: readonly Pick<Seen, "status" | "body">[]): PropertyResult =>
    shown({ at, path: "result", expected: "error", actual: "success", refusal }, ...said);
  const untold = (...said: readonly Pick<Seen, "status" | "body">[]): PropertyResult =>
    shown({ at: "GET /events", path: "events[typing]", expected: "object", actual: "nothing" }, ...said);
  const all = (...said: readonly Pick<Seen, "status" | "body">[]) => [
    taken("No op.", ...said),
    taken("No type.", ...said),
    untold(...said),
  ];
  const [cause, ...others] = causesOf(all(ok, ok, ok));
  assert.equal(others, []);
  assert.is(cause?.signature, "POST /typing answer: expected one to each request, got the same to all");
  assert.is(causesOf(all(ok, ok, { ...ok, body: { ...ok.body, msg: "x" } })).length, 3, "not all answers are alike");
  assert.is(causesOf(all(ok)).length, 3, "three answers say little");
  const known = all(ok, ok, ok).map((one) => ({ ...one, seen: one.seen?.map((each) => ({ ...each, as: "alice" })) }));
  assert.is(causesOf(known).length, 3, "it may refuse who is nobody");
  const own = { as: null, fields: { username: "una" } };
  const loggedIn = all(ok, ok, ok).map((one) => ({ ...one, seen: one.seen?.map((each) => ({ ...each, ...own })) }));
  assert.is(causesOf(loggedIn).length, 3, "one account that logs in has one answer");
  const elsewhere = shown({ at: "POST /messages", path: "id", expected: "number", actual: "string" }, ok, ok, ok);
  assert.is(causesOf([...all(ok, ok, ok), elsewhere]).length, 2, "what another endpoint answers is another mistake");
});

test("an event that does not come is one mistake, whether a check finds the list shorter or nothing in its place", () => {
  const untold = (address: string, reason: string, clause: string) => differs(address, reason, { at: "GET /events", clause }, clause);
  const shorter = untold(
    "typing.post/subscribers",
    'the ops of the events for alice is ["start"], not ["start","stop"]',
    "typing.post/stop-told",
  );
  const nothing = untold(
    "typing.post/toIgnored",
    'the op of the first typing event is nothing, not "stop"',
    "typing.post/to-ignored-in-channel",
  );
  assert.is(causesOf([shorter, nothing]).length, 1);
  const fewer = untold("typing.post/malformed", "the number of events of typing is 0, not 2", "typing.post/ignored-malformed");
  assert.is(causesOf([shorter, nothing, fewer]).length, 1);
  const more = untold("typing.post/malformed", "the number of events of typing is 3, not 2", "typing.post/ignored-malformed");
  assert.is(causesOf([shorter, nothing, more]).length, 2);
  const other = untold("typing.post/alias", 'the op of the first typing event is "start", not "stop"', "typing.post/type-channel-alias");
  assert.is(causesOf([shorter, other]).length, 2);
});

test.run();
