import {
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
export const narrows: readonly unknown[] = [...single.map((one) => [one]), ...negated.map((one) => [one]), ...combined, ...wrong];
