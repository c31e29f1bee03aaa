import { test } from "uvu";
import * as assert from "uvu/assert";
import { compareAnswers } from "./answers.ts";
import { MatchedIds } from "./matched-ids.ts";
import type { Lens } from "./values.ts";

const lens = (more: Partial<Lens> = {}): Lens => ({
  twins: new MatchedIds(),
  tolerance: 2,
  html: "exact",
  known: true,
  observed: true,
  ...more,
});
const success = (body: object) => ({ status: 200, body: { result: "success", msg: "", ...body } });
const failure = (code: string, more: object = {}, status = 400) => ({ status, body: { result: "error", msg: "no", code, ...more } });
const message = (more: object = {}) => ({
  id: 101,
  sender_id: 12,
  content: "<p>hi</p>",
  content_type: "text/html",
  timestamp: 1000,
  subject: "lunch",
  flags: ["read", "starred"],
  reactions: [],
  ...more,
});
const fetched = (more: object = {}) => success({ message: message(more) });

const linkifier = (id: number, pattern: string) => ({ id, pattern, url_template: `/${pattern}` });
const flagged = (id: number, messages: readonly number[], flag = "starred") => ({
  ...{ id, type: "update_message_flags", all: false, op: "add" },
  ...{ flag, messages },
});
const typingTo = (user_id: number, id = 1) => ({ id, type: "typing", op: "start", message_type: "direct", recipients: [{ user_id }] });
const avatars = (around: (shown: object) => object) =>
  [success(around(message({ avatar_url: null }))), success(around(message({ avatar_url: "/avatar.png" })))] as const;

type Answer = ReturnType<typeof success> | ReturnType<typeof failure>;

const pathsOf = (op: string, expected: Answer, actual: Answer, more: Partial<Lens> = {}, fields = {}): string[] =>
  compareAnswers(op, fields, expected, actual, lens(more)).map(({ path }) => path);

const matching: readonly (readonly [string, string, Answer, Answer, Partial<Lens>?])[] = [
  ["other ids", "messages-id.get", fetched(), fetched({ id: 9001, sender_id: 7 })],
  [
    "starred messages of other ids",
    "register.post",
    success({ starred_messages: [101, 102] }),
    success({ starred_messages: [9001, 9002] }),
  ],
  ["other keys order and more fields", "messages-id.get", fetched(), success({ more: 1, message: { extra: {}, ...message() } })],
  ["a time within the tolerance", "messages-id.get", fetched(), fetched({ timestamp: 1002 })],
  [
    "a time to which the target's clock has gone on since the request was sent",
    "messages-id.get",
    fetched(),
    fetched({ timestamp: 1090 }),
    { since: performance.now() - 100_000 },
  ],
  [
    "a time to which the target's clock was seen to have gone on",
    "messages-id.get",
    fetched(),
    fetched({ timestamp: 1090 }),
    { drift: 90 },
  ],
  [
    "a set-up of the target's own",
    "server_settings.get",
    success({ push_notifications_enabled: false }),
    success({ push_notifications_enabled: true }),
    { known: false },
  ],
  [
    "ids of an event in another order",
    "events.get",
    success({ events: [{ id: 0, type: "delete_message", message_ids: [1, 2] }] }),
    success({ events: [{ id: 0, type: "delete_message", message_ids: [2, 1] }] }),
  ],
  [
    "somebody who is named twice among the recipients of typing",
    "events.get",
    success({ events: [typingTo(12)] }),
    success({ events: [{ ...typingTo(12), recipients: [{ user_id: 12 }, { user_id: 12 }] }] }),
  ],
  ["flags in another order", "messages-id.get", fetched(), fetched({ flags: ["starred", "read"] })],
  ["another msg", "messages-id.get", failure("BAD_REQUEST"), failure("BAD_REQUEST", { msg: "another" }, 404)],
  [
    "the generic code for a failure that the specification does not name",
    "messages.post",
    failure("REQUEST_VARIABLE_MISSING", { var_name: "to" }),
    failure("BAD_REQUEST"),
  ],
  [
    "the same requested name",
    "messages.post",
    failure("STREAM_DOES_NOT_EXIST", { stream: "x" }),
    failure("STREAM_DOES_NOT_EXIST", { stream: "x", more: 1 }),
  ],
  [
    "other attributes by structure",
    "messages-id.get",
    fetched({ content: '<p class="a">hi</p>' }),
    fetched({ content: "<p>hi</p>" }),
    { html: "structural" },
  ],
  ["another end of all messages", "messages.get", success({ anchor: 1e16, messages: [] }), success({ anchor: 2e15, messages: [] })],
  [
    "other events between on a server with others",
    "events.get",
    success({ events: [] }),
    success({ events: [{ id: 4, type: "presence" }] }),
    { known: false },
  ],
  [
    "events about one flag as one",
    "events.get",
    success({ events: [flagged(4, [101]), flagged(5, [102]), flagged(6, [103], "collapsed")] }),
    success({ events: [flagged(5, [101, 102]), flagged(9, [103], "collapsed")] }),
  ],
  [
    "an avatar in an event whose address the model leaves to the client",
    "events.get",
    ...avatars((message) => ({ events: [{ id: 1, type: "message", message }] })),
  ],
  ["an avatar of a single message likewise", "messages-id.get", ...avatars((message) => ({ message }))],
  ["a fraction of a second", "realm.presence.get", success({ server_timestamp: 5 }), success({ server_timestamp: 5.5 }), { tolerance: 0 }],
  [
    "settings of the server that are not there",
    "server_settings.get",
    success({ realm_name: "x", realm_icon: "/x" }),
    success({ realm_name: "x" }),
  ],
  [
    "typing of others at the same time on a server with others",
    "events.get",
    success({ events: [typingTo(7)] }),
    success({ events: [typingTo(8), typingTo(7, 2)] }),
    { known: false },
  ],
  [
    "typing to somebody who was listed twice",
    "events.get",
    success({ events: [typingTo(7)] }),
    success({ events: [{ ...typingTo(7), recipients: [{ user_id: 7 }, { user_id: 7 }] }] }),
  ],
  ["a heartbeat", "events.get", success({ events: [] }), success({ events: [{ id: 4, type: "heartbeat" }] })],
];

for (const [what, op, expected, actual, more] of matching) {
  test(`matches: ${what}`, () => assert.equal(pathsOf(op, expected, actual, more), []));
}

const differing: readonly (readonly [string, string, Answer, Answer, readonly string[]])[] = [
  ["a failure for a success", "messages-id.get", fetched(), failure("BAD_REQUEST"), ["result", "code"]],
  ["another text", "messages-id.get", fetched(), fetched({ subject: "supper" }), ["message.subject"]],
  ["a missing field", "messages-id.get", fetched(), fetched({ subject: undefined }), ["message.subject"]],
  ["another type", "messages-id.get", fetched(), fetched({ reactions: {} }), ["message.reactions"]],
  ["a time too far away", "messages-id.get", fetched(), fetched({ timestamp: 1003 }), ["message.timestamp"]],
  ["a flag too many", "messages-id.get", fetched(), fetched({ flags: ["read", "starred", "mentioned"] }), ["message.flags"]],
  ["another HTML", "messages-id.get", fetched(), fetched({ content: "<p>ho</p>" }), ["message.content"]],
  [
    "a field whose absence says something",
    "messages-id.get",
    fetched(),
    fetched({ last_edit_timestamp: 1 }),
    ["message.last_edit_timestamp"],
  ],
  ["another code", "messages-id.get", failure("BAD_REQUEST"), failure("GONE"), ["code"]],
  ["no requested name", "messages.post", failure("STREAM_DOES_NOT_EXIST", { stream: "x" }), failure("STREAM_DOES_NOT_EXIST"), ["stream"]],
  ["a failure with the status of a success", "messages-id.get", failure("BAD_REQUEST"), failure("BAD_REQUEST", {}, 200), ["status"]],
  [
    "linkifiers in another order, of which no id is known",
    "realm.linkifiers.get",
    success({ linkifiers: [linkifier(1, "a"), linkifier(2, "b")] }),
    success({ linkifiers: [linkifier(91, "b"), linkifier(92, "a")] }),
    ["linkifiers"],
  ],
  ["a message too few", "messages.get", success({ messages: [message()] }), success({ messages: [] }), ["messages"]],
  [
    "an event of another kind",
    "events.get",
    success({ events: [{ id: 0, type: "message" }] }),
    success({ events: [{ id: 0, type: "typing" }] }),
    ["events[0].type"],
  ],
  [
    "a set-up of another type",
    "server_settings.get",
    success({ push_notifications_enabled: false }),
    success({ push_notifications_enabled: "no" }),
    ["push_notifications_enabled"],
  ],
  [
    "event ids that fall",
    "events.get",
    success({ events: [] }),
    success({
      events: [
        { id: 3, type: "heartbeat" },
        { id: 1, type: "heartbeat" },
      ],
    }),
    ["events[].id"],
  ],
  ["a null of an avatar in a list", "messages.get", ...avatars((message) => ({ messages: [message] })), ["messages[0].avatar_url"]],
  [
    "other events about one flag",
    "events.get",
    success({ events: [flagged(4, [101]), flagged(5, [102])] }),
    success({ events: [flagged(5, [101])] }),
    ["events[0].messages"],
  ],
  ["no level in the settings of the server", "server_settings.get", success({ x_feature_level: 5 }), success({}), ["x_feature_level"]],
  ["another domain", "realm.domains.post", success({ new_domain: [1, "a.org"] }), success({ new_domain: [5, "b.org"] }), ["new_domain"]],
];

for (const [what, op, expected, actual, paths] of differing) {
  test(`differs: ${what}`, () => assert.equal(pathsOf(op, expected, actual), paths));
}

test("an id that stood for something else differs", () => {
  const twins = new MatchedIds();
  const compare = (ours: number, theirs: number) =>
    compareAnswers("messages-id.get", {}, fetched({ sender_id: ours }), fetched({ sender_id: theirs }), lens({ twins })).length;
  assert.equal([compare(12, 7), compare(12, 7), compare(12, 8), compare(13, 7), compare(13, 8)], [0, 0, 1, 1, 0]);
});

test("ids of messages keep their order", () => {
  const twins = new MatchedIds();
  assert.equal([twins.bind("message", 101, 500), twins.bind("message", 102, 499), twins.bind("message", 103, 501)], [true, false, true]);
});

test("a list that lacks a message and has another one differs as a whole, and none of its messages stands for its neighbour", () => {
  const shared = lens();
  const list = (...ids: number[]) => success({ messages: ids.map((id) => message({ id })) });
  compareAnswers("messages.get", {}, list(103), list(103), shared);
  const [difference, ...more] = compareAnswers("messages.get", {}, list(102, 103), list(103, 104), shared);
  assert.equal([difference?.path, difference?.expected, difference?.actual], ["messages", { ids: [102, 103] }, { ids: [103, 104] }]);
  assert.equal(more, []);
  assert.equal(compareAnswers("messages.get", {}, list(102), list(102), shared), []);
});

test("an empty list in place of another is told as that", () => {
  const links = (...topic_links: object[]) => fetched({ topic_links });
  const [difference] = compareAnswers("messages-id.get", {}, links({ text: "#7", url: "https://example.com/7" }), links(), lens());
  assert.equal([difference?.path, difference?.actual], ["message.topic_links", []]);
});

test("ids in HTML are those of twins", () => {
  const twins = new MatchedIds();
  const html = (id: number) =>
    fetched({ sender_id: id === 12 ? 12 : 7, content: `<p><span class="user-mention" data-user-id="${id}">@A</span></p>` });
  const compare = (id: number) => compareAnswers("messages-id.get", {}, html(12), html(id), lens({ twins })).length;
  assert.equal([compare(7), compare(9)], [0, 1]);
});

test("an allowed domain in other capitals is another one only to servers that are held to running ones", () => {
  const domain = (name: string) => success({ new_domain: [1, name] });
  const compare = (observed: boolean, name: string) =>
    compareAnswers("realm.domains.post", {}, domain("a.example.org"), domain(name), lens({ observed })).length;
  assert.equal([compare(false, "A.Example.org"), compare(true, "A.Example.org"), compare(false, "b.example.org")], [0, 1, 1]);
});

test("where others have written, only what the scenario wrote is compared", () => {
  const twins = new MatchedIds();
  twins.bind("message", 101, 501);
  const compare = (subject: string) =>
    compareAnswers(
      "messages.get",
      { narrow: [] },
      success({ messages: [message()], found_oldest: true }),
      success({ messages: [message({ id: 480 }), message({ id: 501, subject })], found_oldest: false }),
      lens({ twins, known: false }),
    ).map(({ path }) => path);
  assert.equal([compare("lunch"), compare("supper")], [[], ["messages[0].subject"]]);
});

/** Matched ids that know the people and the channel, and not the message 101, the answer to whose sending was lost. */
function unseen(): MatchedIds {
  const twins = new MatchedIds();
  for (const [model, target] of [
    [12, 7],
    [13, 8],
  ] as const)
    twins.bind("user", model, target);
  twins.bind("channel", 1, 31);
  twins.awaitSight("message", 101);
  return twins;
}

test("a message of which no answer has told the id is known in events by who wrote what where", () => {
  const between = (...ids: number[]) => ({ type: "private", subject: "", display_recipient: ids.map((id) => ({ id })) });
  const event = (more: object) => ({ id: 1, type: "message", message: message(more) });
  const compare = (twins: MatchedIds, ours: object, ...theirs: object[]) =>
    compareAnswers(
      "events.get",
      {},
      success({ events: [event(ours)] }),
      success({ events: theirs.map((one, i) => ({ ...event({ id: 500 + i, sender_id: 7, ...one }), id: i })) }),
      lens({ twins, known: false }),
    ).map(({ path }) => path);
  const inChannel = { type: "stream", stream_id: 1 };
  const others = [{ content: "<p>ho</p>" }, { subject: "supper" }, { sender_id: 8 }, { stream_id: 32 }];
  const foreign = others.map((one) => ({ ...inChannel, stream_id: 31, ...one }));
  const twins = unseen();
  assert.equal(compare(twins, inChannel, ...foreign, { ...inChannel, stream_id: 31 }), []);
  assert.is(twins.there("message", 101), 504);
  assert.equal(compare(unseen(), inChannel, ...foreign), ["events[0]"]);
  assert.equal(compare(unseen(), between(12, 13), between(7), between(7, 8)), []);
  assert.equal(compare(unseen(), between(12, 13), between(7)), ["events[0]"]);
});

test("a server that is held to the text alone need not tell of policies, and one like running servers has to", () => {
  const told = { id: 1, type: "user_topic", topic_name: "lunch", visibility_policy: 1 };
  const typing = { id: 2, type: "typing", op: "start" };
  const pathsOf = (expected: readonly object[], observed: boolean) =>
    compareAnswers("events.get", {}, success({ events: expected }), success({ events: [] }), lens({ known: false, observed })).map(
      ({ path }) => path,
    );
  assert.equal(pathsOf([told], false), []);
  assert.equal(pathsOf([told, typing], false), ["events[1]"]);
  assert.equal(pathsOf([told], true), ["events[0]"]);
});

test("messages that are asked for by their ids may come in any order where the target is known for that", () => {
  const inOrder = (...ids: number[]) => success({ messages: ids.map((id) => message({ id })) });
  const compare = (anyOrder: boolean, ...theirs: number[]) =>
    pathsOf("messages.get", inOrder(101, 102, 103), inOrder(...theirs), { anyOrder }, { message_ids: [101, 102, 103] });
  const twins = new MatchedIds();
  for (const id of [101, 102, 103]) twins.bind("message", id, id + 400);
  assert.equal(compare(true, 102, 101, 103), []);
  assert.equal(compare(false, 102, 101, 103), ["messages[1].id"]);
  assert.equal(pathsOf("messages.get", inOrder(101, 102), inOrder(502, 501), { anyOrder: true, twins }, { message_ids: [101, 102] }), []);
});

test("a path of an event counts those before it that are not compared", () => {
  const events = (more: object) =>
    success({
      events: [
        { id: 3, type: "heartbeat" },
        { id: 4, type: "typing", op: "start", ...more },
      ],
    });
  const differences = compareAnswers("events.get", {}, events({}), events({ op: "stop" }), lens({}));
  assert.equal(
    differences.map(({ path }) => path),
    ["events[1].op"],
  );
});

test("an anchor may be the first sight of a message of which no answer has told the id", () => {
  const window = (anchor: number) => success({ anchor, messages: [], found_anchor: false });
  const compare = (twins: MatchedIds) =>
    compareAnswers("messages.get", { message_ids: [] }, window(101), window(501), lens({ twins })).length;
  const twins = unseen();
  assert.equal([compare(twins), twins.there("message", 101), compare(new MatchedIds())], [0, 501, 1]);
});

test("a text may name an account by the address that it has on the target", () => {
  const twins = new MatchedIds();
  twins.bind("email", "user21@chat.example.com", "user22@chat.example.com");
  const raw = (id: number) => fetched({ content: `write to user${id}@chat.example.com.`, content_type: "text/x-markdown" });
  assert.equal(pathsOf("messages-id.get", raw(21), raw(22), { twins }), []);
  assert.equal(pathsOf("messages-id.get", raw(21), raw(23), { twins }), ["message.content"]);
});

test("how a server is set up is its own affair where the model knows only what it tells", () => {
  const period = "server_typing_started_expiry_period_milliseconds";
  const told = (value: unknown) => success({ [period]: value });
  const paths = (actual: Answer, known: boolean): string[] => pathsOf("register.post", told(15_000), actual, { known });
  assert.equal(paths(told(10_000), false), []);
  assert.equal(paths(told("10000"), false), [period]);
  assert.equal(paths(told(10_000), true), [period]);
  const settings = (level: number) => success({ service_feature_level: level });
  assert.equal(pathsOf("server_settings.get", settings(496), settings(500), { known: false }), []);
  assert.equal(pathsOf("server_settings.get", settings(496), settings(500)), ["service_feature_level"]);
});

test.run();
