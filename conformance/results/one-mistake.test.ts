import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Signature } from "../causes/signature.ts";
import { causesOf } from "./causes.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

/** A result that differs. @param given a signature; its address, its reason, and what differed before it */
const differs = (
  address: string,
  signature: Partial<Signature>,
  {
    reason = "",
    clause = "a/b",
    before,
  }: { readonly reason?: string; readonly clause?: string; readonly before?: readonly Signature[] } = {},
): Result => ({
  ...{ address, verdict: "differs", clauses: [clause], reason, ...(before && { before }) },
  causes: [{ at: "GET /messages", path: "", expected: "", actual: "", ...signature }],
});

const taken = { path: "result", expected: "error", actual: "success" } as const;
const refused = { path: "result", expected: "success", actual: "error" } as const;
const members = { at: "POST /user_groups/{user_group_id}/members", refusal: "BAD_REQUEST: Insufficient permission" };
const number = { expected: "number", actual: "number" } as const;
const text = { expected: "string", actual: "string" } as const;
const record = { expected: "object", actual: "array" } as const;
const gone = { expected: "object", actual: "nothing" } as const;
const surplus = { expected: "nothing", actual: "object" } as const;
const choice = { at: "Endpoints > GET /messages", path: "", expected: "stated", actual: "observed", ruling: "foundEnds" } as const;
const foundNewest = { at: "GET /messages", path: "found_newest", expected: "boolean", actual: "boolean" } as const;
const inLists = (route: string, signature: Partial<Signature>): Result => differs(`conventions.lists/${route}`, signature);

/** Results of one mistake, and beside them one of another. */
const mistakes: Readonly<Record<string, { readonly one: readonly Result[]; readonly other: Result }>> = {
  "a refusal that comes to some by mistake, and to others not": {
    one: [differs("a/taken", { ...members, ...taken }), differs("a/refused", { ...members, ...refused })],
    other: differs("a/unknown", { ...members, ...refused, refusal: "BAD_REQUEST: Invalid user ID: _" }),
  },
  "a condition that one clause states and nobody checks, in whatever words it refuses": {
    one: [
      differs("a/number", { ...members, ...taken, refusal: "BAD_REQUEST add" }, { clause: "user_groups-id.members.post/users-known" }),
      differs(
        "a/known",
        { ...members, ...taken, refusal: "BAD_REQUEST: Invalid ID" },
        { clause: "user_groups-id.members.post/users-known" },
      ),
    ],
    other: differs(
      "a/delete",
      { ...members, ...taken, refusal: "BAD_REQUEST delete" },
      { clause: "user_groups-id.members.post/groups-known" },
    ),
  },
  "a field in which the two values differ that a check compares": {
    one: [
      differs("a/flag", { at: "Message", path: "is_me_message", expected: "boolean", actual: "boolean" }),
      differs(
        "a/shown",
        { clause: "a/c" },
        { reason: 'what is there is [{"id":1,"is_me_message":true}], not [{"id":1,"is_me_message":false}]' },
      ),
    ],
    other: differs("a/seen", { clause: "b/c" }, { reason: 'what is there is [{"is_me_message":true},{}], not [{"is_me_message":true}]' }),
  },
  "which messages are listed": {
    one: [
      differs("a/window", { path: "messages", expected: "array", actual: "array" }),
      differs("a/ids", { clause: "a/c" }, { reason: "what is left of the messages is [1,2], not [1]" }),
    ],
    other: differs("a/limit", { clause: "b/c" }, { reason: "GET /messages for 5000 and 1 messages answers 200 {}, not a refusal" }),
  },
  "the topic of a match": {
    one: [
      differs("a/match", { path: "messages", expected: "object", actual: "object" }),
      differs("a/ids", { clause: "a/c" }, { reason: 'the messages that match is ["1"], not []' }),
    ],
    other: differs("a/raw", { clause: "b/c" }, { reason: 'match_subject, held against that of GET /messages, is "<a>", not "&lt;a>"' }),
  },
  "a field that a check compares with one of another answer, which has another type": {
    one: [
      ...["a/type", "a/kind"].map((address) =>
        differs(address, { at: "GET /server_settings", path: "url", expected: "string", actual: "number" }),
      ),
      {
        ...differs("a/same", { at: "POST /register", path: "url", ...text }),
        seen: [{ as: null, method: "GET", path: "/server_settings", fields: {}, status: 200, body: { result: "success", msg: "" } }],
      },
    ],
    other: differs("a/alone", { at: "POST /register", path: "name", ...text }),
  },
  "lists of messages that lack all, by ids, with what is compared with such": {
    one: [
      differs("a/list", { path: "messages", expected: "array", actual: "array" }),
      differs("a/pages", { clause: "messages.get/num-before" }, { reason: "what is there is [], not [125,126]" }),
    ],
    other: differs("a/flags", { at: "Message", path: "flags", expected: "array", actual: "array" }),
  },
  "what is told again of a profile, in scenarios alone, and what is kept of it": {
    one: [
      differs("a/kept", { at: "POST /register", path: "realm_users[].profile_data[]", ...gone }),
      differs("cover/1", { at: "GET /events", path: "events[realm_user]", ...surplus }),
    ],
    other: differs("cover/2", { at: "GET /events", path: "events[user_group]", ...surplus }),
  },
  "another form of the values of group settings, or of their parts": {
    one: [
      differs("a/manage", { at: "User group", path: "can_manage_group", expected: "number", actual: "object" }),
      differs("a/realm", { at: "GET /events", path: "events[realm].data.can_join_group", expected: "number", actual: "object" }),
    ],
    other: differs("a/leave", { at: "User group", path: "can_leave_group", ...number }),
  },
  "accounts left out of whatever group setting": {
    one: [
      differs("a/manage", { at: "User group", path: "can_manage_group.direct_members", ...record }),
      differs("a/join", { at: "User group", path: "can_join_group.direct_members", expected: "array", actual: "array" }),
    ],
    other: differs("a/groups", { at: "User group", path: "can_join_group.direct_subgroups", expected: "array", actual: "array" }),
  },
  "events of one request that do not come, however the checks say it": {
    one: [
      differs(
        "typing.post.text/to",
        { clause: "typing.post/to-unknown", at: "GET /events" },
        { reason: "POST /typing is answered with success and changes nothing", clause: "typing.post/to-unknown" },
      ),
      differs(
        "typing.post/people",
        { clause: "typing.post/start-told", at: "GET /events" },
        { reason: "the ops of the events is [], not [1]", clause: "typing.post/start-told" },
      ),
      differs(
        "typing.post/outsiders",
        { clause: "typing.post/only-recipients", at: "GET /events" },
        { reason: "the number of events is 1, not 2", clause: "typing.post/only-recipients" },
      ),
    ],
    other: differs(
      "typing.post/op",
      { at: "POST /typing", clause: "typing.post/op-values" },
      { reason: "it is not refused", clause: "typing.post/op-values" },
    ),
  },
  "messages in another order, and the ids that then stand elsewhere": {
    one: [
      differs("messages.get.windows/large", { at: "GET /messages", clause: "messages.get/messages-sorted" }),
      differs("messages.get.windows/window", { at: "Message", path: "id", ...number }),
      differs(
        "messages.post/mentions",
        { at: "POST /messages", clause: "messages.post/wildcard-few" },
        { reason: "the ids of the topic is [12,9,10], not [9,10,12]", clause: "messages.post/wildcard-few" },
      ),
    ],
    other: differs(
      "messages.post/others",
      { at: "POST /messages", clause: "messages.post/topic-name" },
      { reason: "the ids of the topic is [12,9], not [9,10,12]", clause: "messages.post/topic-name" },
    ),
  },
  "times of a record that are all of another kind": {
    one: ["timestamp", "last_edit_timestamp", "edit_history[].timestamp"].map((path) =>
      differs(`a/${path}`, { at: "Message", path, ...number }),
    ),
    other: differs("a/sender", { at: "Message", path: "sender_id", ...number }),
  },
  "a field that differs elsewhere only where the field of that name does": {
    one: [
      differs("a/shape", { at: "Message", path: "is_me_message", expected: "boolean", actual: "boolean" }),
      differs("cover/1", { at: "Message", path: "is_me_message", expected: "boolean", actual: "boolean" }),
      differs("cover/1", { path: "events[typing].is_me_message", at: "GET /events", expected: "boolean", actual: "boolean" }),
    ],
    other: differs("cover/2", { path: "events[typing].is_me", at: "GET /events", expected: "boolean", actual: "boolean" }),
  },
  "a list of other messages, and one that is compared with another list": {
    one: [
      differs("a/window", { path: "messages", expected: "object", actual: "object" }),
      differs("a/newest", { at: "Message", path: "id", ...number }),
      differs("a/compared", { clause: "messages.get/ids" }, { reason: "what a fetch finds is [3,2], not [2,3]" }),
    ],
    other: differs("a/said", { clause: "messages.get/limits" }, { reason: "the fetch is refused" }),
  },
  "messages around another anchor": {
    one: [differs("a/anchor", { path: "anchor", ...number }), differs("a/window", { at: "Message", path: "id", ...number })],
    other: differs("a/found", { path: "found_oldest", expected: "boolean", actual: "boolean" }),
  },
  "an event that comes in place of another": {
    one: [
      differs("cover/1", { at: "GET /events", path: "events[has_vc_token]", ...gone }),
      differs("cover/1", { at: "GET /events", path: "events[has_zoom_token]", ...surplus }),
    ],
    other: differs("cover/2", { at: "GET /events", path: "events[heard]", ...surplus }),
  },
  "a topic that has another name, wherever it is told": {
    one: [
      differs("a/subject", { at: "Message", path: "subject", ...text }, { reason: 'the topic is "(no topic)", not ""' }),
      differs(
        "cover/1",
        { at: "GET /events", path: "events[typing].topic", ...text },
        { reason: 'events[1].topic: expected "", got "(no topic)"' },
      ),
    ],
    other: differs("a/lunch", { at: "Reminder", path: "topic", ...text }, { reason: 'the topic is "Lunch", not "lunch"' }),
  },
  "a field of another form, by what clauses say of it": {
    one: [
      differs("a/entries", { at: "POST /register", clause: "presence/client" }, { reason: "timestamp of a presence is 7.5, not integer" }),
      differs(
        "monitor/presence",
        { at: "GET /x", clause: "presence/timestamp" },
        { reason: "the presence of bob is {}, where timestamp is not integer" },
      ),
    ],
    other: differs("a/client", { at: "POST /register", clause: "presence/status" }, { reason: "status of a presence is 7, not string" }),
  },
  "a request that does something else, and leaves no trace of what it should": {
    one: [
      differs(
        "devices/none",
        { at: "POST /register", clause: "a/none" },
        { reason: "POST /remove_client_device is answered with success and changes nothing" },
      ),
      differs(
        "devices/told",
        { at: "GET /events", path: "events[device].device_id", ...number },
        { clause: "remove_client_device.post/removes" },
      ),
    ],
    other: differs("typing/told", { at: "GET /events", path: "events[typing].op", ...text }, { clause: "typing.post/told" }),
  },
  "a parameter that is not kept, whatever is tried beside it": {
    one: [
      differs(
        "user_groups-id.members.post.text/add_subgroups",
        { at: "POST /register", clause: "user_groups-id.members.post/add_subgroups" },
        { reason: "what delete removed is [], not [11]" },
      ),
      differs(
        "conventions.lists/user_groups-id.members.post",
        { at: "Every request", clause: "conventions/json-lists" },
        { reason: "what delete removed in POST /user_groups/{user_group_id}/members with delete=[11]  is [], not [11]" },
      ),
    ],
    other: differs(
      "navigation_views.post.text/adds",
      { at: "POST /register", clause: "navigation_views.post/adds" },
      { reason: 'the name that is kept is "", not "mine"' },
    ),
  },
  "a deletion that is taken and not done, whichever message it is of, and what monitors see of that": {
    one: [
      differs(
        "authentication.none/messages-id.delete",
        { at: "Every request", clause: "authentication/required" },
        { reason: "DELETE /messages/12 is answered with success and changes nothing", clause: "authentication/required" },
      ),
      differs(
        "authentication.wrongKey/messages-id.delete",
        { at: "Every request", clause: "authentication/wrong-key" },
        { reason: "DELETE /messages/13 is answered with success and changes nothing", clause: "authentication/wrong-key" },
      ),
      differs(
        "monitor/deleted-messages",
        { at: "GET /messages/{message_id}", clause: "messages-id.delete/gone" },
        { reason: "the message 12 was deleted, and alice is shown it by GET /messages/{id}", clause: "messages-id.delete/gone" },
      ),
    ],
    other: differs("monitor/queues", { at: "GET /events", clause: "events.delete/deletes" }),
  },
  "terms of a narrow that are none and are taken, whatever is wrong with them and whichever route reads them": {
    one: [
      differs("narrow/wrong", { ...taken, refusal: "BAD_REQUEST: Invalid narrow Value error, operator is missing" }),
      differs("cover/1", {
        ...{ at: "GET /messages/matches_narrow", ...taken },
        refusal: "BAD_REQUEST: Invalid narrow Value error, element is not a string pair",
      }),
    ],
    other: differs("messages.get/limit", { ...taken, refusal: "BAD_REQUEST: Too many messages requested (maximum _" }),
  },
  "a request that leaves all that it should change": {
    one: [
      differs(
        "channel_folders-id.patch.text/name-bound",
        { at: "Channel folder", path: "name", ...text },
        { reason: "PATCH /channel_folders/62 is answered with success and changes nothing" },
      ),
      differs("channel_folders-id.patch/archived", { at: "Channel folder", path: "is_archived", expected: "boolean", actual: "boolean" }),
      differs("channel_folders-id.patch.text/together-told", { at: "GET /events", clause: "channel_folders-id.patch/together" }),
    ],
    other: differs("states.folder/order", { at: "Channel folder", path: "order", ...number }),
  },
  "a code for those who are not let in, where requests succeed and in the place of others, also on a route where something else was put together":
    {
      one: [
        ...["POST /messages", "POST /typing", "GET /messages", "POST /bots"].map((at, i) =>
          differs(`cover/${i}`, { at, ...refused, refusal: "UNAUTHORIZED: Not logged in." }),
        ),
        differs("a/refused", { at: "POST /messages", ...refused, refusal: "UNAUTHORIZED: Not logged in." }),
        differs("a/taken", { at: "POST /messages", ...taken, refusal: "UNAUTHORIZED: Not logged in." }),
        differs("cover/5", { at: "POST /user_topics", path: "code", ...text, code: "UNAUTHORIZED", refusal: "BAD_REQUEST: Unknown" }),
      ],
      other: differs("a/limit", { at: "POST /messages", ...refused, refusal: "BAD_REQUEST: Message too long" }),
    },
  "lists that each endpoint reads otherwise": {
    one: [
      inLists("messages.post", { at: "Message", path: "display_recipient", ...record }),
      inLists("typing.post", { at: "POST /typing", ...refused, refusal: "BAD_REQUEST: Missing _ argument" }),
      inLists("user_groups.create.post", { at: "User group", path: "members", ...record }),
    ],
    other: differs("conventions.parameterOrder/messages.post", { at: "POST /messages", ...refused, refusal: "BAD_REQUEST: Missing topic" }),
  },
  "a point that seems to be decided otherwise where a difference is": {
    one: [differs("cover/1", foundNewest), differs("cover/2", foundNewest), differs("a/window", choice, { before: [foundNewest] })],
    other: differs("a/anchor", { ...choice, ruling: "excludedAnchorBetween" }, { before: [{ ...foundNewest, path: "anchor" }] }),
  },
  "a point that is decided otherwise, and in two ways": {
    one: [
      differs("a/window", choice),
      differs("a/twice", { clause: "a/b" }, { reason: "foundEnds is decided in two ways: stated in cover/1, and observed in a/twice" }),
    ],
    other: differs("a/more", { clause: "a/c" }, { reason: "longTopic is decided in two ways: refuse in cover/1, and truncate in a/more" }),
  },
  "two bounds of one thing that are not told": {
    one: ["description_length", "name_length"].map((name) =>
      differs(`a/${name}`, { at: "POST /register", path: `max_channel_folder_${name}`, expected: "number", actual: "nothing" }),
    ),
    other: differs("a/topic", { at: "POST /register", path: "max_topic_length", expected: "number", actual: "nothing" }),
  },
  "a refusal of something that is gone, which does not come on two routes": {
    one: [
      differs("events.delete/ends", { at: "GET /events", ...taken, refusal: "BAD_EVENT_QUEUE_ID: _" }),
      differs("cover/1", { at: "GET /events", ...taken, refusal: "BAD_EVENT_QUEUE_ID: _" }),
      differs("events.delete/ends", { at: "DELETE /events", ...taken, refusal: "BAD_EVENT_QUEUE_ID: _" }),
    ],
    other: differs("a/elsewhere", { at: "POST /messages", ...taken, refusal: "BAD_REQUEST: Missing topic" }),
  },
  "a convention that every request breaks, and a clause of it": {
    one: [
      ...["messages.post", "typing.post", "user_topics.post"].map((stem, i) =>
        differs(`conventions.wrongBooleans/${stem}`, { at: `POST /${i}`, ...taken }),
      ),
      differs("conventions.wrongBooleans/messages.get", { at: "Every request", clause: "conventions/no-other-booleans" }),
    ],
    other: differs("conventions.noFields/messages.get", { at: "Every request", clause: "conventions/form-fields" }),
  },
  "a refusal that comes on no route, where other properties ask one of them": {
    one: [
      ...["messages.post", "typing.post", "user_topics.post"].map((stem, i) =>
        differs(`authentication.wrongKey/${stem}`, { at: `POST /${i}`, ...taken, refusal: "UNAUTHORIZED: Invalid API key" }),
      ),
      differs("fetch_api_key.post/opens", { at: "POST /1", ...taken, refusal: "UNAUTHORIZED: Invalid API key" }),
    ],
    other: differs("typing.post/op", { at: "POST /1", ...taken, refusal: "BAD_REQUEST op" }),
  },
  "a refusal that comes on none of three routes, in the same words": {
    one: ["DELETE /messages/{message_id}", "GET /messages/{message_id}", "PATCH /channel_folders/{channel_folder_id}"].map((at, i) =>
      differs(`cover/${i}`, { at, ...taken, refusal: "BAD_REQUEST: There is nothing at _" }),
    ),
    other: differs("cover/3", { at: "POST /messages", ...taken, refusal: "BAD_REQUEST: Missing topic" }),
  },
  "a code that comes by mistake on four routes, on one of them in the place of another": {
    one: [
      ...["POST /messages", "POST /typing", "POST /user_topics"].map((at, i) =>
        differs(`cover/${i}`, { at, ...refused, refusal: "UNAUTHORIZED: Not logged in." }),
      ),
      differs("cover/3", { at: "POST /realm/domains", code: "UNAUTHORIZED", refusal: "BAD_REQUEST: Invalid domain" }),
    ],
    other: differs("cover/4", { at: "POST /calls/{provider}/create", ...refused, refusal: "BAD_REQUEST: Not logged in." }),
  },
  "a refusal with one code that does not come, whatever it says": {
    one: ["Channel _ does not exist", "Channel with ID _ does not exist"].map((said, i) =>
      differs(`a/${i}`, { at: "POST /messages", ...taken, refusal: `STREAM_DOES_NOT_EXIST: ${said}` }),
    ),
    other: differs("a/topic", { at: "POST /messages", ...taken, refusal: "BAD_REQUEST: Missing topic" }),
  },
  "answers of four routes that lack what they return": {
    one: [
      ["POST /messages", "id"],
      ["POST /user_groups/create", "group_id"],
      ["GET /realm/presence", "server_timestamp"],
      ["POST /calls/{provider}/create", "url"],
    ].map(([at = "", path = ""], i) => differs(`a/${i}`, { at, path, expected: "number", actual: "nothing" })),
    other: differs("a/found", { at: "GET /messages", path: "found_newest", expected: "boolean", actual: "number" }),
  },
  "two fields of an answer that the same results lack": {
    one: ["max_topic_length", "max_message_length"].flatMap((path) =>
      ["limits/told", "cover/1"].map((address) => differs(address, { at: "POST /register", path, expected: "number", actual: "nothing" })),
    ),
    other: differs("cover/1", { at: "POST /register", path: "max_stream_name_length", expected: "number", actual: "nothing" }),
  },
  "a request that is taken, and in scenarios alone for want of another refusal": {
    one: [
      differs("a/date", { at: "PATCH /users/me/profile_data", ...taken, refusal: "BAD_REQUEST: Birthday is not a date" }),
      differs("cover/1", { at: "PATCH /users/me/profile_data", ...taken, refusal: "BAD_REQUEST: _ is not a string" }),
    ],
    other: differs("a/long", { at: "PATCH /users/me/profile_data", ...taken, refusal: "BAD_REQUEST: Phone is too long" }),
  },
  "a point of a route that is wrong in five times as many results": {
    one: [...Array.from({ length: 5 }, (_, i) => differs(`a/${i}`, foundNewest)), differs("a/window", choice)],
    other: differs("a/elsewhere", { ...choice, at: "Endpoints > POST /messages", ruling: "longTopic" }),
  },
  "what is wrong in nearly every answer, and what a scenario alone shows": {
    one: [
      ...Array.from({ length: 100 }, (_, i) => differs(`a/${i}`, { at: "Message", path: "id", expected: "number", actual: "string" })),
      differs("cover/1", { at: "POST /_control/actions", path: "status", expected: "2xx", actual: "4xx" }),
      differs("monitor/parts", { clause: "message-resource/submessage" }),
    ],
    other: differs("typing.post/op", { at: "POST /typing", ...taken, refusal: "BAD_REQUEST op" }),
  },
  "fields of a message that are wrong against one clause of a request": {
    one: [
      differs(
        "a/listed",
        { at: "Message", path: "display_recipient", expected: "array", actual: "array" },
        { clause: "messages.post/to-sender-listed" },
      ),
      differs("a/alone", { at: "Message", path: "recipient_id", ...number }, { clause: "messages.post/to-sender-listed" }),
    ],
    other: differs("a/other", { at: "Message", path: "content", ...text }, { clause: "messages.post/content-untouched" }),
  },
  "policies, by the answers that change them and by what scenarios are told of them": {
    one: [
      differs("a/policies", { at: "POST /register", path: "user_topics", expected: "array", actual: "array" }),
      differs("cover/1", { at: "POST /messages", path: "automatic_new_visibility_policy", expected: "nothing", actual: "number" }),
      differs("cover/1", { at: "User topic", path: "visibility_policy", ...number }),
    ],
    other: differs("cover/2", { at: "Message", path: "content", ...text }),
  },
};

for (const [name, { one, other }] of Object.entries(mistakes))
  test(`one mistake: ${name}`, () => {
    assert.equal(
      causesOf(one).map(({ signature }) => signature).length,
      1,
      causesOf(one)
        .map(({ signature }) => signature)
        .join("; "),
    );
    assert.is(causesOf([...one, other]).length, 2, "what is beside it");
  });

test("a point that properties and scenarios show to be decided otherwise, where nothing differs, is a mistake of its own", () => {
  const results = [
    differs("a/found", foundNewest),
    differs("a/window", choice, { before: [foundNewest] }),
    differs("cover/1", choice, { before: [] }),
  ];
  assert.is(causesOf(results).length, 2);
});

test("of two things that are wrong in nearly every answer neither hides what a scenario alone shows", () => {
  const many = (path: string) => Array.from({ length: 100 }, (_, i) => differs(`a/${path}${i}`, { at: "Message", path, ...number }));
  const acted = differs("cover/1", { at: "POST /_control/actions", path: "status", expected: "2xx", actual: "4xx" });
  assert.is(causesOf([...many("sender_id"), ...many("recipient_id"), acted]).length, 3);
});

test("a list that answers lack everywhere hides nothing of what monitors see", () => {
  const unlisted = ["POST /typing", "POST /messages", "GET /messages", "DELETE /events", "POST /register"].map((at, i) =>
    differs(
      `conventions.unsupportedListed/${i}`,
      { at: "Every request", clause: "conventions/ignored-listed" },
      { reason: `what ${at} ignored is nothing` },
    ),
  );
  const leak = differs("monitor/direct-messages", { at: "GET /messages", clause: "visibility/direct-message" });
  const choice = differs("message.addresses/avatarAlone", { at: "Resources and their fields > Message", ruling: "undeclaredAvatar" });
  assert.is(causesOf([...unlisted, leak, choice]).length, 3);
});

test("two fields of a message that have another value of their type are two mistakes, though no model tells them apart", () => {
  const at = "GET /messages/{message_id}";
  const results = [
    differs("message.shape/me", { at, clause: "message-resource/is-me-message" }, { reason: "is_me_message of /me is false, not true" }),
    differs(
      "message.recipients/id",
      { at, clause: "message-resource/recipient-id" },
      { reason: "whether both have one recipient_id is true, not false" },
    ),
  ];
  assert.is(causesOf(results).length, 2);
});

test("a code that comes by mistake on three routes may be three mistakes", () => {
  const routes = ["POST /messages", "POST /typing", "POST /user_topics"];
  const results = routes.map((at, i) => differs(`cover/${i}`, { at, ...refused, refusal: "UNAUTHORIZED: Not logged in." }));
  assert.is(causesOf(results).length, 3);
});

test("fields that one result shows together, and another apart, are not one in another's place", () => {
  const missing = (address: string) => differs(address, { at: "GET /events", path: "events[a]", ...gone });
  const told = (address: string) => differs(address, { at: "GET /events", path: "events[b]", ...surplus });
  assert.is(causesOf([missing("cover/1"), told("cover/1"), missing("cover/2"), missing("cover/3")]).length, 2);
});

test("a refusal that does not come on two routes may be two mistakes, where nothing shows both", () => {
  const lacking = (address: string, at: string) =>
    differs(address, { at, ...taken, refusal: "UNAUTHORIZED_PRINCIPAL: Must be an administrator" });
  assert.is(causesOf([lacking("a/made", "POST /channel_folders/create"), lacking("a/changed", "PATCH /channel_folders/{id}")]).length, 2);
});

test("a convention that two endpoints break in different ways may be two mistakes", () => {
  const [first, second] = mistakes["lists that each endpoint reads otherwise"]!.one;
  assert.is(causesOf([first!, second!]).length, 2);
});

test.run();
