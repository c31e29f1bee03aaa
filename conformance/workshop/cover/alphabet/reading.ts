import { mostMessages } from "../../../text/limits.ts";
import {
  type Alphabet,
  channel,
  channelName,
  displayName,
  email,
  fresh,
  lunch,
  middle,
  newest,
  nothing,
  oldest,
  systemGroup,
  text,
  user,
} from "./words.ts";

const term = (operator: unknown, operand: unknown) => ({ operator, operand });

const general = channelName("general");

/** One term each, by operator and operand. */
const single = [
  ...["general", "quiet", "team", "secret", "town-square", "attic"].map((name) => term("channel", channelName(name))),
  ...["quiet", "secret"].map((name) => term("stream", channel(name))),
  term("channel", fresh("no channel")),
  term("channel", nothing),
  term("channel", ""),
  term("topic", lunch),
  term("topic", text(fresh("LUNCH"))),
  term("topic", ""),
  term("topic", displayName),
  term("topic", text("✔ ", lunch)),
  ...["alice", "gus", "robo", "zoe"].map((name) => term("sender", user(name))),
  term("sender", email("bob")),
  term("sender", "nobody@example.com"),
  term("sender", nothing),
  ...["dm", "pm-with"].flatMap((operator) => [
    term(operator, [user("bob")]),
    term(operator, [user("alice"), user("cara")]),
    term(operator, email("alice")),
    term(operator, text(email("bob"), ",", email("cara"))),
    term(operator, []),
    term(operator, [nothing]),
    term(operator, "nobody@example.com"),
  ]),
  term("pm_with", email("bob")),
  ...["dm-including", "group-pm-with"].flatMap((operator) => [
    term(operator, user("bob")),
    term(operator, user("alice")),
    term(operator, email("cara")),
    term(operator, nothing),
    term(operator, "nobody@example.com"),
  ]),
  term("group_pm_with", email("bob")),
  ...["dm", "private", "unread", "mentioned", "starred", "alerted", "resolved", "followed", "muted", "nonsense", ""].map((word) =>
    term("is", word),
  ),
  ...["link", "image", "attachment", "reaction", "nonsense"].map((word) => term("has", word)),
  ...["home", "all", "nonsense"].map((word) => term("in", word)),
  ...["public", "web-public", "archived", "nonsense"].map((word) => term("channels", word)),
  term("streams", "public"),
  ...[newest("message"), oldest("message"), nothing, "x", 10_000_000_000].map((id) => term("id", id)),
  ...[newest("message"), middle("message"), oldest("message"), nothing, "x"].map((id) => term("with", id)),
  term("near", newest("message")),
  ...["soup", "so", "plans waits", '"soup at noon"', '"soup" hi', "nothingness", "the", " ", "LUNCH", "x & <b>", '"', "hi -soup"].map(
    (words) => term("search", words),
  ),
  term("search", lunch),
  term("mentions", user("bob")),
  term("mentions", email("alice")),
  term("mentions", nothing),
  term("nonsense", "x"),
];

/** Negated terms of each operator. */
const negated = [
  term("channel", general),
  term("channel", channelName("team")),
  term("topic", lunch),
  term("sender", user("alice")),
  term("dm", [user("bob")]),
  term("dm-including", user("bob")),
  term("is", "dm"),
  term("is", "unread"),
  term("is", "starred"),
  term("is", "resolved"),
  term("is", "muted"),
  term("is", "followed"),
  term("has", "link"),
  term("has", "reaction"),
  term("in", "home"),
  term("channels", "public"),
  term("id", newest("message")),
  term("search", "soup"),
  term("mentions", user("bob")),
  term("near", newest("message")),
].map((one) => ({ ...one, negated: true }));

const place = [term("channel", general), term("topic", lunch)];

/** Terms together that bear on each other. */
const combined = [
  [term("channel", general), term("channel", channelName("team"))],
  [term("dm", [user("bob")]), term("is", "dm")],
  [term("dm", [user("bob")]), term("channel", general)],
  [term("is", "dm"), { ...term("is", "dm"), negated: true }],
  [term("sender", user("alice")), term("is", "dm")],
  [...place, term("sender", user("bob"))],
  [...place, term("with", newest("message"))],
  [...place, term("with", nothing)],
  [...place, term("is", "unread")],
  [...place, term("search", "hi")],
  [...place, { ...term("has", "link"), negated: true }],
  [term("dm", [user("bob")]), term("with", newest("message"))],
  [term("with", newest("message")), term("with", newest("message"))],
  [term("channel", channelName("quiet")), term("search", "fog")],
  [term("channels", "public"), term("search", "fog")],
  [term("search", "soup"), term("search", "noon")],
  [term("in", "home"), term("is", "unread")],
  [term("channel", channelName("quiet")), term("in", "home")],
  [term("channel", channelName("quiet")), term("is", "muted")],
  [term("topic", lunch), term("topic", fresh("rota"))],
  [term("channels", "web-public"), term("in", "home")],
  [term("channels", "web-public"), term("is", "dm")],
];

/** Values that are no narrow. */
const wrong = [
  {},
  [{}],
  "sender:me",
  "",
  null,
  [3],
  [["is", "dm"]],
  [["is"]],
  [["is", 3]],
  [["is", "dm", "x"]],
  [{ operator: "is" }],
  [{ operand: "dm" }],
  [{ operator: "is", operand: null }],
  [{ operator: null, operand: "dm" }],
  [{ operator: 3, operand: "dm" }],
  [{ operator: "is", operand: "dm", negated: "x" }],
  [term("is", 3)],
  [term("channel", [1])],
  [term("channel", true)],
  [term("dm", 3.5)],
  [term("dm", ["x"])],
  [term("dm", systemGroup("role:members"))],
  [term("topic", 3)],
];

/** Narrows, each with something that no other has. */
const narrows: readonly unknown[] = [...single.map((one) => [one]), ...negated.map((one) => [one]), ...combined, ...wrong];

const message = [newest("message"), middle("message"), oldest("message")];

export const fetchOne: Alphabet = {
  bases: [
    ...message.map((message_id) => ({ message_id })),
    { message_id: newest("message"), apply_markdown: false },
    { message_id: oldest("message"), apply_markdown: false, allow_empty_topic_name: true },
    { message_id: middle("message"), allow_empty_topic_name: true },
    { message_id: middle("message"), allow_empty_topic_name: false },
  ],
  values: {
    message_id: [0, nothing, -1, "x", 10_000_000_000],
    apply_markdown: [true, "maybe"],
    allow_empty_topic_name: ["x"],
    colour: ["blue"],
  },
};

export const remove: Alphabet = {
  bases: message.map((message_id) => ({ message_id })),
  values: { message_id: [0, nothing, "x"], colour: ["blue"] },
};

const page = { anchor: "newest", num_before: 20, num_after: 0 };
const inTopic = [
  { operator: "channel", operand: channelName("general") },
  { operator: "topic", operand: lunch },
];

export const fetchMany: Alphabet = {
  bases: [
    { ...page, narrow: inTopic },
    { ...page, narrow: [] },
    page,
    { anchor: "oldest", num_before: 0, num_after: 3, narrow: inTopic },
    { anchor: "oldest", num_before: 2, num_after: 2, narrow: inTopic },
    { anchor: "newest", num_before: 1, num_after: 1, narrow: inTopic },
    { anchor: "first_unread", num_before: 1, num_after: 1, narrow: inTopic },
    { anchor: "first_unread", num_before: 1, num_after: 1 },
    { anchor: "first_unread", num_before: 0, num_after: 1, narrow: [inTopic[0]] },
    ...message.flatMap((anchor) => [
      { anchor, num_before: 1, num_after: 1, narrow: inTopic },
      { anchor, num_before: 1, num_after: 0, include_anchor: false, narrow: inTopic },
      { anchor, num_before: 0, num_after: 2, include_anchor: false },
      { anchor, num_before: 0, num_after: 0 },
      { anchor, num_before: 5, num_after: 5, narrow: [{ operator: "is", operand: "dm" }] },
    ]),
    { anchor: newest("message"), num_before: 1, num_after: 1, include_anchor: false },
    { use_first_unread_anchor: true, num_before: 2, num_after: 2 },
    { use_first_unread_anchor: true, anchor: "newest", num_before: 2, num_after: 2 },
    { use_first_unread_anchor: true, anchor: "newest", num_before: 2, num_after: 2, narrow: inTopic },
    ...["2026-01-01T12:00:00Z", "2025-12-25", "2025-12-31T10:00:00+02:00", "2031-01-01", "1999-01-01"].flatMap((anchor_date) => [
      { anchor: "date", anchor_date, num_before: 1, num_after: 1 },
      { anchor: "date", anchor_date, num_before: 1, num_after: 1, narrow: inTopic },
    ]),
    { anchor: "date", num_before: 1, num_after: 1 },
    { anchor: "date", anchor_date: "yesterday", num_before: 1, num_after: 1 },
    { anchor: "newest", anchor_date: "2025-12-25", num_before: 1, num_after: 1 },
    { message_ids: [newest("message")] },
    { message_ids: [oldest("message"), newest("message"), middle("message")] },
    { message_ids: [newest("message"), newest("message"), nothing] },
    { message_ids: [] },
    { message_ids: [newest("message"), oldest("message")], narrow: inTopic },
    { message_ids: [newest("message")], anchor: "newest" },
    { message_ids: [newest("message")], num_before: 0 },
    { message_ids: [newest("message")], num_before: 1, num_after: 1 },
    { message_ids: [newest("message")], include_anchor: true },
    { message_ids: [newest("message")], use_first_unread_anchor: true },
    { message_ids: [newest("message"), oldest("message")], apply_markdown: false, client_gravatar: false, allow_empty_topic_name: true },
    { ...page, apply_markdown: false },
    { ...page, client_gravatar: false },
    { ...page, client_gravatar: true, allow_empty_topic_name: true },
    { ...page, num_before: 1, narrow: inTopic },
    { anchor: "newest", num_before: mostMessages, num_after: 0 },
    { anchor: "oldest", num_before: 0, num_after: mostMessages },
    { anchor: "newest", num_before: 2500, num_after: 2501 },
    { anchor: 0, num_before: 0, num_after: 1 },
    { anchor: nothing, num_before: 1, num_after: 1 },
    { anchor: 100_000_000_000_000_000, num_before: 1, num_after: 1 },
  ],
  values: {
    anchor: ["latest", "", "1_0", "+5", " 5 ", -1, "-0", "date"],
    num_before: [-1, mostMessages + 1, "one", 0],
    num_after: [-1, mostMessages + 1, "one", 1],
    message_ids: ["x", [-1], ["a"]],
    include_anchor: ["x", true],
    apply_markdown: ["x"],
    client_gravatar: ["x"],
    allow_empty_topic_name: ["x", true, false],
    use_first_unread_anchor: ["x", false],
    colour: ["blue"],
  },
};

const readers = ["alice", "bob", "gus", "robo", "dana"];

/** Fetches by each narrow. */
export const fetchNarrowed: Alphabet = {
  as: readers,
  bases: narrows.map((narrow) => ({ ...page, narrow })),
  values: {
    anchor: ["oldest", newest("message")],
    num_before: [1, 0],
    num_after: [1],
    apply_markdown: [true, false],
    allow_empty_topic_name: [true],
  },
};

const several = [oldest("message"), middle("message"), newest("message")];

export const matches: Alphabet = {
  bases: [
    { msg_ids: several, narrow: inTopic },
    { msg_ids: [newest("message")], narrow: [{ operator: "search", operand: "soup" }] },
    { msg_ids: [nothing], narrow: inTopic },
    { msg_ids: [], narrow: inTopic },
  ],
  values: { msg_ids: ["x", [-1], ["a"], newest("message")], colour: ["blue"] },
};

/** Questions which messages match each narrow. */
export const matchesNarrowed: Alphabet = { as: readers, bases: narrows.map((narrow) => ({ msg_ids: several, narrow })) };
