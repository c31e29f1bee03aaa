import { narrows } from "./narrows.ts";
import {
  type Alphabet,
  channel,
  channelName,
  displayName,
  email,
  fresh,
  long,
  lunch,
  mention,
  middle,
  newest,
  nothing,
  oldest,
  text,
  user,
} from "./words.ts";

const general = channelName("general");
const toChannel = { type: "channel", to: general, topic: lunch, content: "hi" };
const toPeople = { type: "direct", to: [user("bob")], content: "hi" };

const topics = [
  "",
  "(no topic)",
  displayName,
  fresh("rota"),
  text("✔ ", lunch),
  text("  ", lunch, " "),
  text(fresh("LUNCH")),
  "a\nb",
  "compost",
  long("max_topic_length"),
  long("max_topic_length", 1),
];

const contents = [
  mention("alice"),
  mention("bob"),
  mention("gus"),
  mention("robo"),
  mention("zoe"),
  mention("bob", "_"),
  "@**all** hear",
  "@**everyone** hear",
  "@**channel** hear",
  "@**stream** hear",
  "@**topic** hear",
  "@_**all** whisper",
  "@*support* look",
  "@*gardeners* look",
  "@_*support* look",
  text("@*", fresh("crew"), "* come"),
  text("@*", fresh("cooks"), "* come"),
  "@*role:members* come",
  "the compost is ready",
  "see #**general** and #**general>compost** and #**secret**",
  text("see #**", general, ">", lunch, "**"),
  "#4711 and PLOT-7 :watering_can: :tada: :no_such_emoji: :zulip:",
  "[a link](https://example.com/a) ![an image](https://example.com/a.png) https://example.com/b.jpg",
  "`code`\n```js\nlet x = 1;\n```\n> quoted\n\n* one\n* two",
  "/me waits",
  "/poll Tea?\nyes\n- no\n\n",
  "/poll",
  "/todo Garden\nweed: the beds\nwater",
  "$$x^2$$ <time:2026-01-02T10:00:00Z> || a spoiler",
  "**bold** *it* ~~gone~~ <b>tag</b> & \u{1F600} ü",
  ":) soup & bread",
  "   ",
  "\n hi \n",
  "a\u0000b",
  long("max_message_length"),
  long("max_message_length", 1),
];

export const send: Alphabet = {
  bases: [
    toChannel,
    { type: "stream", to: channel("general"), topic: lunch, content: "soup at noon" },
    { type: "stream", to: general, subject: lunch, content: "hi" },
    toPeople,
    { type: "private", to: [user("alice"), user("cara")], content: "soup" },
    { type: "direct", to: [user("bob"), user("cara")], content: "hi both" },
    { type: "direct", to: [user("cara"), user("alice"), user("gus")], content: "hi all" },
    { type: "direct", to: [user("dana"), user("owen")], content: "hi you" },
    { type: "direct", to: [email("bob")], content: "hi" },
    { type: "direct", to: [email("alice"), email("gus")], content: "hi" },
    { type: "direct", to: user("alice"), content: "hi" },
    { type: "direct", to: [user("robo")], content: "hi" },
    { type: "direct", to: [user("bob"), user("bob")], content: "twice" },
    { ...toPeople, content: mention("bob") },
    { ...toPeople, content: mention("cara") },
    { ...toPeople, content: "@**all** hear" },
    { ...toPeople, content: "@*support* look" },
    { ...toPeople, topic: lunch },
    ...[true, false].flatMap((read_by_sender) => [
      { ...toChannel, read_by_sender },
      { ...toPeople, read_by_sender },
      { ...toPeople, to: [user("alice"), user("dana")], read_by_sender },
    ]),
    { ...toChannel, queue_id: newest("queue"), local_id: "7.01" },
    { ...toChannel, queue_id: oldest("queue"), local_id: "8.01" },
    { ...toPeople, queue_id: newest("queue"), local_id: "9.01" },
    { ...toChannel, queue_id: newest("queue") },
    { ...toChannel, local_id: "7.01" },
    { ...toChannel, queue_id: "no such queue", local_id: "7.01" },
    { ...toChannel, to: channelName("crowd"), content: "@**all** hear" },
    { ...toChannel, to: channelName("crowd"), topic: "busy", content: "@**topic** hear" },
    { ...toChannel, to: channelName("crowd"), content: "hi crowd" },
    { ...toPeople, content: "/poll Tea?\nyes" },
    { ...toChannel, widget_content: '{"widget_type":"poll","extra_data":{"question":"Tea?","options":["yes"]}}' },
    { ...toChannel, widget_content: "poll" },
    { ...toChannel, widget_content: "[]" },
    { ...toChannel, widget_content: "{}" },
    { ...toChannel, widget_content: '{"widget_type":"zform","extra_data":{"type":"choices","heading":"Q","choices":[]}}' },
    { ...toChannel, sender: "x" },
    { ...toChannel, forged: "yes" },
    { ...toChannel, forged: "true" },
    { ...toChannel, time: 5 },
    { ...toPeople, sender: "x" },
    { ...toChannel, content: fresh("hello") },
    { ...toChannel, subject: fresh("rota") },
  ],
  values: {
    type: ["Channel", "stream"],
    to: [
      ...["quiet", "team", "secret", "town-square", "attic", "archive-hall"].map(channelName),
      ...["quiet", "team", "secret", "town-square", "attic"].map(channel),
      ["general"],
      ["general", "team"],
      [],
      {},
      '"general"',
      "GENERAL",
      " general ",
      fresh("no channel"),
      "no <channel> & more",
      "x".repeat(61),
      "a\nb",
      nothing,
      0,
      -1,
      7.5,
    ],
    topic: topics,
    subject: [fresh("rota"), ""],
    content: contents,
    colour: ["blue"],
  },
};

/** Direct messages to the wrong people: values that the bases to channels would swallow. */
export const sendWrongly: Alphabet = {
  bases: [toPeople],
  values: {
    to: [
      [user("zoe")],
      [user("zoe"), user("bob")],
      [0],
      ["x@y"],
      [user("bob"), "x@y"],
      [email("bob"), 3],
      [true],
      [],
      ["", " "],
      {},
      "",
      " , ",
      text(email("bob"), ", ", email("cara")),
      text(email("bob"), ","),
      null,
      "nobody@example.com",
      nothing,
    ],
    content: ["", "  ", "a\u0000b", long("max_message_length", 1), "@**topic** hear"],
  },
};

const message = [newest("message"), middle("message"), oldest("message")];

export const fetchOne: Alphabet = {
  bases: [
    ...message.map((message_id) => ({ message_id })),
    { message_id: newest("message"), apply_markdown: false },
    { message_id: oldest("message"), apply_markdown: false, allow_empty_topic_name: true },
    { message_id: middle("message"), allow_empty_topic_name: true },
    { message_id: middle("message"), allow_empty_topic_name: false },
  ],
  values: { message_id: [0, nothing, -1, "x", 10_000_000_000], apply_markdown: [true, "maybe"], allow_empty_topic_name: ["x"], colour: ["blue"] },
};

export const remove: Alphabet = {
  bases: message.map((message_id) => ({ message_id })),
  values: { message_id: [0, nothing, "x"], colour: ["blue"] },
};

const page = { anchor: "newest", num_before: 20, num_after: 0 };
const inTopic = [
  { operator: "channel", operand: general },
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
    { anchor: "newest", num_before: 5000, num_after: 0 },
    { anchor: "oldest", num_before: 0, num_after: 5000 },
    { anchor: "newest", num_before: 2500, num_after: 2501 },
    { anchor: 0, num_before: 0, num_after: 1 },
    { anchor: nothing, num_before: 1, num_after: 1 },
    { anchor: 100_000_000_000_000_000, num_before: 1, num_after: 1 },
  ],
  values: {
    anchor: ["latest", "", "1_0", "+5", " 5 ", -1, "-0", "date"],
    num_before: [-1, 5001, "one", 0],
    num_after: [-1, 5001, "one", 1],
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
  values: { anchor: ["oldest", newest("message")], num_before: [1, 0], num_after: [1], apply_markdown: [true, false], allow_empty_topic_name: [true] },
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

export const calls: Alphabet = { bases: [{}], values: { colour: ["blue"] } };
