import { test } from "uvu";
import * as assert from "uvu/assert";
import { stemOf } from "../catalogue/route.ts";
import { fitOfClause } from "../causes/citing.ts";
import type { Signature } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import { causesOf } from "./causes.ts";
import type { PropertyResult } from "./report.ts";

const success = { result: "success", msg: "" };

const exchange = (route: string, fields: Seen["fields"], body: Seen["body"] = success): Seen => {
  const [method = "", path = ""] = route.split(" ");
  return { as: "alice", method, path, fields, status: body.result === "success" ? 200 : 400, body };
};

/** A result of a property that shows a signature in the last of some exchanges. */
const shown = (
  address: string,
  signature: Signature,
  clauses: readonly string[],
  seen: readonly Seen[] = [],
  reason = "it is otherwise",
): PropertyResult => ({ address, verdict: "differs", clauses, reason, causes: [signature], seen });

const firstOf = (...results: readonly PropertyResult[]): string | undefined => causesOf(results)[0]?.clauses[0];

const answered = (at: string, expected: string, actual: string, refusal: string): Signature => ({
  ...{ at, path: "result", expected, actual, refusal },
});

test("what is still there after a request is named by what that request is for", () => {
  const alive = answered("GET /events", "error", "success", "BAD_EVENT_QUEUE_ID: Bad event queue ID: _");
  const ended = [exchange("DELETE /events", { queue_id: "q" }), exchange("GET /events", { queue_id: "q" })];
  const clauses = ["errors/unknown-queue", "events.delete/deletes"];
  assert.is(firstOf(shown("a/ends", alive, clauses, ended)), "events.delete/deletes");
  const other = [exchange("POST /typing", { op: "start" }), exchange("GET /events", { queue_id: "q" })];
  assert.is(firstOf(shown("a/ends", alive, clauses, ended), shown("a/asked", alive, clauses, other)), "errors/unknown-queue");
});

test("a queue that is gone though nobody deleted it is named by the clause about which queues are left, wherever somebody listened", () => {
  const lost = answered("GET /events", "success", "error", "BAD_EVENT_QUEUE_ID: Bad event queue ID: _");
  const gone = { result: "error", msg: "Bad event queue ID: q", code: "BAD_EVENT_QUEUE_ID" };
  const polled = [exchange("POST /messages", { content: "x" }), exchange("GET /events", { queue_id: "q" }, gone)];
  const noticed = shown("a/state", lost, ["visibility/personal-state"], polled);
  const deleted = shown("b/others", lost, ["events.delete/deletes", "events/queue-deleted-alone"], polled);
  assert.is(firstOf(noticed, { ...noticed, address: "a/more" }, deleted), "events/queue-deleted-alone");
  assert.is(firstOf(noticed), "visibility/personal-state");
});

test("a refusal is named by the clause about a value that all refused requests have", () => {
  const refused = answered("POST /typing", "success", "error", "BAD_REQUEST: This is refused.");
  const error = { result: "error", msg: "This is refused.", code: "BAD_REQUEST" };
  const clauses = ["typing.post/start-told", "typing.post/type-channel-alias"];
  const by = (type: string) => [exchange("POST /typing", { op: "start", type }, error)];
  assert.is(firstOf(shown("a/one", refused, clauses, by("channel"))), "typing.post/type-channel-alias");
  assert.is(firstOf(shown("a/one", refused, clauses, by("channel")), shown("a/two", refused, clauses, by("stream"))), clauses[0]);
});

test("a refusal by mistake whose words name a parameter is named by the clause about that, not by what the request is for", () => {
  const ofPolicies = (msg: string): string | undefined => {
    const refused = answered("POST /user_topics", "success", "error", `BAD_REQUEST: ${msg.replaceAll("'visibility_policy'", "_")}`);
    const seen = [exchange("POST /user_topics", { topic: "x", visibility_policy: 3 }, { result: "error", msg, code: "BAD_REQUEST" })];
    const clauses = ["user_topics.post/no-messages-needed", "user_topics.post/policy-values"];
    return firstOf(...clauses.map((clause, i) => shown(`user_topics.post.text/${i}`, refused, [clause], seen)));
  };
  assert.is(ofPolicies("The parameter 'visibility_policy' is one of these."), "user_topics.post/policy-values");
  assert.is(ofPolicies("No."), "user_topics.post/no-messages-needed");
});

test("a field of an entry of the edit history is named by the clause of that, not by the field of the message with its name", () => {
  const untimed: Signature = { at: "Message", path: "edit_history[].timestamp", expected: "number", actual: "nothing" };
  const shape = shown("message.shape/instants", untimed, ["message-resource/timestamp", "message-resource/edit-entry"]);
  assert.is(firstOf(shape), "message-resource/edit-entry");
});

test("a field that checks of many subjects find wrong is named by its own clause, unless half of them say another", () => {
  const changed: Signature = { at: "Message", path: "content", expected: "string", actual: "string" };
  const linked = (name: string) => shown(`linkifier/${name}`, changed, ["linkifier/applies-to-messages", "linkifier/pattern"]);
  const others = ["messages-id.get/apply-markdown", "message-resource/edit-entry-content", "events/message-told"];
  const rest = others.map((id, i) => shown(`other/${i}`, changed, [id, "message-resource/content"]));
  const said = { ...linked("said"), address: "realm.linkifiers.get/newInTopics" };
  assert.is(firstOf(linked("one"), said, ...rest), "message-resource/content");
  assert.is(firstOf(linked("one"), linked("two"), said, ...rest.slice(1)), "linkifier/applies-to-messages");
});

test("a request that is taken instead of refused is not named by what a monitor misses in the answer", () => {
  const taken = answered("DELETE /events", "error", "success", "REQUEST_VARIABLE_MISSING queue_id");
  const seen = shown("monitor/returned-fields", taken, ["conventions/success-returns"], [exchange("DELETE /events", {})]);
  const scenario = {
    ...{ address: "cover/25", verdict: "differs" as const, clauses: ["events.delete/queue_id-required"], causes: [taken] },
    ...{ reason: "result: expected error, got success", scenario: { format: "touchstone-scenario", version: 1, steps: [] }, pairs: [] },
    ...{ places: [], replays: 1, exchanges: 1, exchangesAgree: 0 },
  } as unknown as PropertyResult;
  assert.is(firstOf(scenario, seen), "events.delete/queue_id-required");
});

test("a refusal that nobody gets past without credentials is named by the clause that wants none", () => {
  const refused = answered("GET /server_settings", "success", "error", "UNAUTHORIZED: Please log in.");
  const error = { result: "error", msg: "Please log in.", code: "UNAUTHORIZED" };
  const clauses = ["server_settings.get/realm_icon", "server_settings.get/no-credentials"];
  const by = (as: string | null) => [{ ...exchange("GET /server_settings", {}, error), as }];
  const icon = shown("a/icon", refused, clauses.slice(0, 1), by(null));
  assert.is(firstOf(icon, shown("a/open", refused, clauses, by(null))), clauses[1]);
  assert.is(firstOf(icon, shown("a/open", refused, clauses, by("alice"))), clauses[0]);
});

test("a refusal that only those meet who write to themselves alone is named by the clause about them", () => {
  const refused = answered("POST /messages", "success", "error", "BAD_REQUEST: A message needs a recipient.");
  const error = { result: "error", msg: "A message needs a recipient.", code: "BAD_REQUEST" };
  const clauses = ["messages.post/type-direct", "messages.post/to-sender-alone"];
  const by = (toItself?: true) => [{ ...exchange("POST /messages", { type: "direct", to: [7] }, error), ...(toItself && { toItself }) }];
  const kept = shown("a/kept", refused, clauses.slice(0, 1), by(true));
  assert.is(firstOf(kept, shown("a/alone", refused, clauses.toReversed(), by(true))), clauses[1]);
  assert.is(firstOf(kept, shown("a/alone", refused, clauses.toReversed(), by())), clauses[0]);
});

test("a field of a record that has another type is against its own clause, whatever the check speaks of", () => {
  const of = (actual: string): Signature => ({ at: "Channel folder", path: "description", expected: "string", actual });
  const clauses = ["channel_folders-id.patch/description", "folder/description"];
  const whole = "channel_folders-id.patch.text/together";
  assert.is(firstOf(shown(whole, of("null"), clauses)), clauses[1]);
  assert.is(firstOf(shown(whole, of("string"), clauses)), clauses[0]);
});

test("a field of a record that is missing is against its own clause, also where that lets it be null and no check speaks of it", () => {
  const of = (actual: string): Signature => ({ at: "Linkifier", path: "example_input", expected: "null", actual });
  const clauses = ["realm.linkifiers.get/linkifiers", "linkifier/reverse-needs-example"];
  assert.is(firstOf(shown("realm.linkifiers.get/everybody", of("nothing"), clauses)), "linkifier/example_input");
  assert.is.not(firstOf(shown("realm.linkifiers.get/everybody", of("string"), clauses)), "linkifier/example_input");
});

test("a list is named by what came before where several checks of that say so, whatever others asked before", () => {
  const list: Signature = { at: "GET /messages", path: "messages", expected: "array", actual: "array" };
  const [gone, seen] = ["messages-id.delete/gone", "visibility/direct-message"];
  const deleted = [exchange("DELETE /messages/7", {}), exchange("GET /messages", {})];
  const others = ["visibility.a/direct", "visibility.b/direct"].map((address) =>
    shown(address, list, [seen], [exchange("POST /messages", {}), exchange("GET /messages", {})]),
  );
  const ofDeletion = ["messages-id.delete/gone", "message.reads/deleted", "message.reads/gone"].map((address) =>
    shown(address, list, [gone], deleted),
  );
  assert.is(firstOf(...others, ...ofDeletion), gone);
  assert.is(firstOf(...others, ...ofDeletion.slice(0, 1)), seen);
});

test("a clause that has the name of a parameter as the wire has it is about that parameter", () => {
  const op = "remove_client_device.post";
  const fits = (fields: Seen["fields"]) => fitOfClause(`${op}/device_id-required`, { op, fields, isRefused: true });
  assert.ok(fits({}) > 2, "it is left out");
  assert.ok(fits({ device_id: 7 }) < 0, "it is there");
});

test("what is refused by mistake goes against no clause about a refusal, and what is taken against one", () => {
  const clauses = ["users.me.profile_data.patch/restricted", "users.me.profile_data.patch/users"];
  const of = (expected: string, actual: string) => answered("PATCH /users/me/profile_data", expected, actual, "BAD_REQUEST: _");
  assert.is(firstOf(shown("a/one", of("success", "error"), clauses)), clauses[1]);
  assert.is(firstOf(shown("a/one", of("error", "success"), clauses.toReversed())), clauses[0]);
});

test("a point that is decided otherwise than stated is named by the clause that states it", () => {
  const ends: Signature = { at: "Endpoints > GET /messages", path: "", expected: "literal", actual: "observed", ruling: "foundEnds" };
  assert.is(firstOf(shown("a/one", ends, ["messages.get/anchor-id", "messages.get/num-before"])), "messages.get/found-ends-filled");
});

test("a field that is missing goes against no clause that says when it is absent", () => {
  const history = (expected: string, actual: string): Signature => ({ at: "Message", path: "edit_history", expected, actual });
  const clauses = ["message-resource/edit-history-absent", "message-resource/edit-history-disallowed", "message-resource/edit-history"];
  const missing = shown("message.edits/history", history("array", "nothing"), clauses, [], "edit_history is nothing, not array");
  assert.equal(causesOf([missing])[0]?.clauses, ["message-resource/edit-history"]);
  const extra = shown("message.edits/history", history("nothing", "array"), clauses.toReversed(), [], "edit_history is [], not nothing");
  assert.ok(clauses.slice(0, 2).includes(firstOf(extra)!));
});

test("a field of an answer that is missing is named by the clause that states it, though a parameter has its name", () => {
  const missing: Signature = { at: "GET /messages", path: "anchor", expected: "number", actual: "nothing" };
  const date = shown("messages.get.anchors/date", missing, ["messages.get/anchor-date", "messages.get/anchor-date-utc"]);
  const window = shown("messages.get.windows/window", missing, ["messages.get/anchor-id", "messages.get/reply-anchor"]);
  assert.is(firstOf(date, window), "messages.get/reply-anchor");
  const wrong = { ...missing, actual: "number" };
  const another = [
    { ...date, causes: [wrong] },
    { ...window, causes: [wrong] },
  ];
  assert.not.equal(firstOf(...another), "messages.get/reply-anchor", "it is there, and another one");
});

test("a request that is taken goes against no clause about what refused ones leave", () => {
  const taken = answered("POST /user_groups/{user_group_id}/members", "error", "success", "BAD_REQUEST: Insufficient permission");
  const clauses = ["conventions/refusals-leave-no-trace", "user-group/can_leave_group"];
  assert.is(firstOf(shown("user-group.permissions/leaves", taken, clauses)), clauses[1]);
});

test("a request that is taken and leaves no trace goes against what it is for, not against what the property tries beside it", () => {
  const against: Signature = { at: "Every request", path: "", expected: "nothing", actual: "nothing", clause: "authentication/wrong-key" };
  const reason = "DELETE /messages/12 is answered with success and changes nothing";
  const seen = [exchange("DELETE /messages/12", {}), exchange("GET /messages/12", {})];
  const result = shown("authentication.wrongKey/messages-id.delete", against, ["authentication/wrong-key"], seen, reason);
  assert.is(firstOf(result), "messages-id.delete/gone");
  const fetched = "fetching a message that is deleted answers 200 {}, not a refusal";
  const gone = shown("messages-id.delete/gone", against, ["messages-id.delete/gone"], seen, fetched);
  assert.is(firstOf(result, gone), "messages-id.delete/gone");
  assert.is.not(firstOf(result, shown("a/b", against, ["authentication/wrong-key"], seen, "x")), "messages-id.delete/gone");
});

test("fields that one request leaves as they are go against its clauses, not against those of the record", () => {
  const folder = (path: string): Signature => ({ at: "Channel folder", path, expected: "string", actual: "string" });
  const reason = "PATCH /channel_folders/62 is answered with success and changes nothing";
  const name = shown("channel_folders-id.patch.text/name", folder("name"), ["folder/name", "channel_folders-id.patch/name"], [], reason);
  const other = shown("channel_folders-id.patch.text/both", folder("description"), ["channel_folders-id.patch/description"]);
  assert.is(firstOf(name, shown("channel_folders-id.patch/sameName", folder("name"), ["folder/name"])), "folder/name");
  assert.is(stemOf(firstOf(name, other)), "channel_folders-id.patch");
});

test("a read that answers otherwise after a request that was refused goes against what refusals leave", () => {
  const gone = answered("GET /messages/{message_id}", "success", "error", "BAD_REQUEST: Invalid message(s)");
  const refusal = { result: "error", msg: "You don't have permission", code: "BAD_REQUEST" };
  const read = exchange("GET /messages/7", {}, { result: "error", msg: "Invalid message(s)", code: "BAD_REQUEST" });
  const clauses = ["limits/deletion-time", "conventions/refusals-leave-no-trace"];
  const after = (body: Seen["body"]) => shown("a/deleted", gone, clauses, [exchange("DELETE /messages/7", {}, body), read]);
  assert.is(firstOf(after(refusal)), clauses[1]);
  assert.is(firstOf(after(success)), clauses[0]);
});

test("a refusal with the code of a limit goes against that limit", () => {
  const clauses = ["realm.linkifiers.get/linkifiers", "limits/rates"];
  const byCode = (code: string) =>
    firstOf(shown("a/linkifiers", answered("GET /realm/linkifiers", "success", "error", `${code}: Slower`), clauses));
  assert.is(byCode("RATE_LIMIT_HIT"), clauses[1]);
  assert.is(byCode("BAD_REQUEST"), clauses[0]);
});

test("a value that every request refuses goes against the convention about it, not against that of the result", () => {
  const refused: Signature = { ...answered("Every request", "success", "error", "BAD_REQUEST: No"), path: "result" };
  const booleans = ["a", "b"].map((name) => shown(`conventions.booleans/${name}`, refused, ["conventions/booleans"]));
  assert.is(firstOf(...booleans, shown("a/envelope", refused, ["conventions/error-envelope"])), "conventions/booleans");
});

test("the clause that most checks are against stands first, not the first of what each is about", () => {
  const ids: Signature = { at: "Message", path: "id", expected: "number", actual: "number" };
  const [anchors, own] = [["messages.get.anchors/date", "messages.get.anchors/absent"], "messages.get/messages-sorted"];
  const results = anchors.map((address) => shown(address, ids, [own, "messages.get/anchor-id"]));
  const others = ["sender", "dm", "topic"].map((name) => shown(`narrow/${name}`, ids, [`narrow/${name}`, "messages.get/anchor-id"]));
  assert.is(firstOf(...results, ...others), own);
});

test("what is seen on running servers alone is no clause of a cause beside others", () => {
  const policy: Signature = { at: "POST /register", path: "", expected: "", actual: "", clause: "topic-policy/none-removes" };
  const clauses = ["topic-policy/none-removes", "events/policy-set", "user_topics.post/policy-values"];
  const [cause] = causesOf([shown("user_topics.post/anyToAny", policy, clauses)]);
  assert.equal(cause?.clauses, ["topic-policy/none-removes", "user_topics.post/policy-values"]);
  const told: Signature = { ...policy, at: "GET /events", clause: "events/policy-set" };
  assert.is(firstOf(shown("user_topics.post/anyToAny", told, ["events/policy-set", "topic-policy/none-removes"])), "events/policy-set");
});

test("what an answer has beside the envelope is against the clause that the endpoint answers the envelope alone", () => {
  const surplus: Signature = { at: "DELETE /messages/{message_id}", path: "id", expected: "nothing", actual: "number" };
  const envelope = shown("messages-id.delete.text/envelope", surplus, ["messages-id.delete/envelope"]);
  const others = ["gone", "untold"].map((name) => shown(`messages-id.delete/${name}`, surplus, ["messages-id.delete/gone"]));
  assert.is(firstOf(...others, envelope), "messages-id.delete/envelope");
});

test("a field that a search adds is against the clause about it, and people who are no objects against that of direct messages", () => {
  const of = (path: string, expected: string, actual: string): Signature => ({ at: "Message", path, expected, actual });
  const clauses = ["messages.matches_narrow.get/match-content", "messages.matches_narrow.get/only-matching"];
  const missing = shown("messages.matches_narrow.get/forms", of("match_subject", "string", "nothing"), clauses);
  assert.is(firstOf(missing), "messages.matches_narrow.get/match-subject");
  const kept = shown(
    "messages.post.text/id-fetches",
    of("display_recipient[]", "object", "string"),
    ["messages.post/id-fetches"],
    [],
    "the to that is kept is [], not [7]",
  );
  const people = ["toPeople", "privateAlias"].map((name) =>
    shown(`messages.post.to/${name}`, of("display_recipient[]", "object", "string"), ["messages.post/sends-to-people"]),
  );
  assert.is(firstOf(kept, ...people), "message-resource/display-recipient-direct");
});

test("a list that is refused is not against what was sent before it", () => {
  const refused = answered("GET /messages", "success", "error", "BAD_REQUEST: No");
  const listed = [
    exchange("POST /messages", { to: "a" }),
    exchange("GET /messages", { narrow: "[]" }, { result: "error", code: "BAD_REQUEST" }),
  ];
  const sent = shown("messages.post.to/toChannel", refused, ["messages.post/sends-to-channel", "narrow/channel"], listed);
  const results = ["operators", "terms"].map((name) => shown(`narrow/${name}`, refused, ["narrow/channel"], listed));
  assert.is(firstOf(sent, ...results), "narrow/channel");
});

test("a server that fails goes against what was asked for, not against what refusals look like", () => {
  const crash: Signature = { at: "POST /typing", path: "code", expected: "string", actual: "string", code: "INTERNAL_SERVER_ERROR" };
  const asked = shown("conventions.wrongLists/typing.post", crash, ["conventions/no-other-lists"]);
  const seen = ["a", "b"].map((name) => shown(`monitor/${name}`, crash, ["conventions/error-envelope"]));
  assert.is(firstOf(...seen, asked), "conventions/no-other-lists");
});

test("a field that is too much is named by the clause that says when it is absent", () => {
  const clauses = ["message-resource/last-edit", "message-resource/last-edit-absent"];
  const of = (expected: string, actual: string): Signature => ({ at: "Message", path: "last_edit_timestamp", expected, actual });
  assert.is(firstOf(shown("a/one", of("nothing", "null"), clauses)), clauses[1]);
  assert.is(firstOf(shown("a/one", of("number", "nothing"), clauses.toReversed())), clauses[0]);
});

test("a check that misses a word is named by the clause that has it, and one that says its clause by that", () => {
  const op: Signature = { at: "GET /events", path: "events[typing].op", expected: "string", actual: "string" };
  const clauses = ["typing.post/start-told", "typing.post/stop-told"];
  const reason = 'the ops of the events is ["start","start"], not ["start","stop"]';
  assert.is(firstOf(shown("a/one", op, clauses, [], reason)), "typing.post/stop-told");
  const said = shown("realm.presence.get/entries", { at: "Presence", path: "status", expected: "string", actual: "string" }, [
    "presence/identical",
    "presence/client",
    "presence/status",
  ]);
  assert.is(firstOf(said), "presence/identical");
});

test("a text that is not kept is named by the clause about its parameter that fits what was sent", () => {
  const content: Signature = { at: "Message", path: "content", expected: "string", actual: "string" };
  const seen = [exchange("POST /messages", { type: "stream", content: "Hello" }), exchange("GET /messages/7", {})];
  const clauses = ["messages.post/content-bound", "linkifier/applies-to-messages", "messages.post/content-kept"];
  assert.is(firstOf(shown("a/one", content, clauses, seen)), "messages.post/content-kept");
});

test("a field of a refusal is named by the clause about its code", () => {
  const stream: Signature = { at: "POST /messages", path: "stream", expected: "string", actual: "nothing" };
  const refusal = { result: "error", msg: "Channel does not exist", code: "STREAM_DOES_NOT_EXIST" };
  const clauses = ["conventions/refused-bot-message", "messages.post/unknown-channel"];
  assert.is(firstOf(shown("a/one", stream, clauses, [exchange("POST /messages", { to: "x" }, refusal)])), "messages.post/unknown-channel");
});

test("an event that does not come is named by no clause about who is not told, and one that is too much by that", () => {
  const clauses = ["messages-id.delete/untold", "messages-id.delete/told"];
  const event = { at: "GET /events", path: "events[delete_message]", expected: "object", actual: "nothing" };
  assert.is(firstOf(shown("a/deleted", event, clauses)), "messages-id.delete/told");
  assert.is(firstOf(shown("a/deleted", { ...event, expected: "nothing", actual: "object" }, clauses)), "messages-id.delete/untold");
});

test("a clause that lets a field be null is not broken by null, nor by a text in place of it", () => {
  const avatar = (expected: string, actual: string): Signature => ({ at: "Message", path: "avatar_url", expected, actual });
  const clauses = ["message-resource/avatar-url", "message-resource/avatar-url-single"];
  for (const [expected, actual] of [
    ["string", "null"],
    ["null", "string"],
  ] as const)
    assert.is(firstOf(shown("a/avatar", avatar(expected, actual), clauses)), "message-resource/avatar-url-single");
  assert.is(firstOf(shown("a/avatar", avatar("string", "number"), clauses)), "message-resource/avatar-url");
});

test("an answer is named by no clause of an endpoint that was not asked", () => {
  const leaked: Signature = {
    at: "GET /realm/presence",
    path: "",
    expected: "",
    actual: "",
    clause: "fetch_api_key.post/wrong-credentials",
  };
  const clauses = ["fetch_api_key.post/wrong-credentials", "authentication/key-exchange"];
  assert.is(firstOf(shown("a/secrets", leaked, clauses, [exchange("GET /realm/presence", {})])), "authentication/key-exchange");
});

test("a field of a record that has another type is named by the record, not by a parameter of its name", () => {
  const pinned: Signature = { at: "Navigation view", path: "is_pinned", expected: "boolean", actual: "number" };
  const clauses = ["navigation_views.post/is-pinned", "records/navigation-view"];
  assert.is(firstOf(shown("a/views", pinned, clauses)), "records/navigation-view");
  const said = ["navigation_views.post.text/adds", "navigation_views.post/builtInView"].map((address) => shown(address, pinned, clauses));
  assert.is(firstOf(...said), "records/navigation-view", "though each check says the parameter");
});

test("an unknown type that is taken is named by the check, whatever words its clause has", () => {
  const taken: Signature = { at: "POST /messages", path: "", expected: "", actual: "", clause: "messages.post/type-values" };
  const clauses = ["messages.post/type-values", "messages.post/no-trace"];
  assert.is(firstOf(shown("a/type", taken, clauses, [exchange("POST /messages", { type: "other" })])), "messages.post/type-values");
});

test("where another entry came than expected, none of its fields is missing", () => {
  const entry: Signature = {
    at: "GET /messages/{message_id}",
    path: "",
    expected: "",
    actual: "",
    clause: "message-resource/edit-history-order",
  };
  const clauses = ["message-resource/edit-history-order", "message-resource/edit-entry-topic"];
  const said = (came: string) =>
    firstOf(
      shown(
        "message.edits/history",
        entry,
        clauses,
        [],
        `the entry of change 2 is ${came}, not {"prev_content":"b","prev_topic":"a","topic":"b"}`,
      ),
    );
  assert.is(said('{"prev_content":"a"}'), "message-resource/edit-history-order");
  assert.is(said('{"prev_content":"b"}'), "message-resource/edit-entry-topic");
});

test("which messages an object has is not against the clause that says that it is one", () => {
  const clauses = ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/keyed-by-id"];
  const messages = (actual: string): Signature => ({ at: "GET /messages/matches_narrow", path: "messages", expected: "object", actual });
  assert.is(firstOf(shown("a/narrows", messages("object"), clauses)), "messages.matches_narrow.get/only-matching");
  assert.is(firstOf(shown("a/narrows", messages("array"), clauses)), "messages.matches_narrow.get/keyed-by-id");
});

test("an operator is found in a narrow of any spelling", () => {
  const narrow = '[{"operator":"channels", "operand" :"public"}] ';
  const fitting = (id: string): number => fitOfClause(id, { op: "messages.get", fields: { narrow }, isRefused: false });
  assert.ok(fitting("narrow/channels") > 2);
  assert.is(fitting("narrow/sender"), 0);
});

test("a return value that is not to be there goes against when it is, not against which values it has", () => {
  const given: Signature = { at: "POST /messages", path: "automatic_new_visibility_policy", expected: "nothing", actual: "number" };
  const clauses = ["messages.post/automatic-policy-given", "messages.post/automatic-policy-value"];
  assert.is(firstOf(shown("messages.post.sender/automaticPolicy", given, clauses)), clauses[0]);
});

test.run();
