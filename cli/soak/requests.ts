// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import type { Shot } from "../http/cases.ts";
import { apiRequest, authorization, type Served } from "../http/servers.ts";

/** Draws whole numbers below a bound. */
type Draw = (below: number) => number;

const one = <T>(draw: Draw, items: readonly T[]): T => items[draw(items.length)] as T;

const some = <T>(draw: Draw, items: readonly T[], most: number): T[] => Array.from({ length: draw(most + 1) }, () => one(draw, items));

/** Values that parsers trip over: in fields, and inside of contents. */
const hostile = [
  ...["", " ", "null", "true", "-1", "1.5", "1e400", "99999999999999999999", "NaN", "[", "[[]]", "{}", '{"__proto__":1}', '"\\ud800"'],
  ...["\0", "\u202e", "🌱", "✔ ", "' OR 1=1 --", "../../etc/passwd", "<script>", "%", "%zz", "\r\nX: y", "constructor", "__proto__"],
];

const words =
  "soup garden lunch plans well-known naïve 日本語 https://example.com/a?b=c example.org x@y.example T-12 #12 42 :tada: 👍".split(" ");

/** Pieces of Markdown, each of which opens something that the next may close or not. */
const marks = [
  ...["**", "*", "~~", "`", "```\n", "~~~ quote\n", "> ", "- ", "1. ", "# ", "|a|b|\n|-|-|\n", "$$", "[", "](", "![", "](x)", "\n\n", "\n"],
  ...["@**alice**", "@**all**", "@_**bob|12**", "@*support*", "#**general**", "#**general>lunch**"],
  ...["<time:2026-01-01T12:00Z>", "/poll a\nb"],
  ...["||spoiler||", "http://a/(", ":smile:", "&lt;", "\\", "_", "/me "],
];

/** A content: mostly short, now and then as long as a message may be, and made to take long. */
function content(draw: Draw): string {
  const kind = draw(100);
  if (kind < 60) return some(draw, words, 12).join(" ") || "hi";
  if (kind < 96) return some(draw, [...words, ...marks, ...hostile], 40).join(draw(2) ? " " : "");
  const unit = one(draw, [...marks, ...hostile.filter((text) => text !== ""), ...words, "a", "a+", "a.", "ab", ":a:", "> a\n", "- - "]);
  return unit.repeat(Math.ceil(9_990 / unit.length)).slice(0, 9_990);
}

const topic = (draw: Draw): string =>
  one(draw, ["lunch", "", "✔ lunch", `topic ${draw(500)}`, one(draw, hostile), content(draw).slice(0, 61)]);

const operators = "sender channel channels topic is has dm dm-including id near with search nope streams".split(" ");
const operands = [
  ..."unread starred mentioned followed dm public link image general lunch alice@example.com".split(" "),
  ...[41, 12, [11, 12]],
];

/** A narrow as a client spells it: some terms, very many now and then, or what is none. */
function narrow(draw: Draw): string {
  if (draw(20) === 0) return one(draw, hostile);
  const term = () => ({
    operator: one(draw, operators),
    operand: draw(6) === 0 ? content(draw).slice(0, 500) : one<unknown>(draw, operands),
    ...(draw(4) === 0 && { negated: true }),
  });
  return JSON.stringify(Array.from({ length: draw(50) === 0 ? 300 : draw(4) }, term));
}

const searched = (draw: Draw): string =>
  JSON.stringify([{ operator: "search", operand: draw(10) === 0 ? content(draw) : some(draw, words, 4).join(" ") }]);

/** JSON that is deep, broken or long. */
function json(draw: Draw): string {
  const unit = one(draw, ["[", '{"a":', "[1,", '"\\u0041', "[[],", "-", "1e"]);
  return unit.repeat(one(draw, [10, 1000, 20_000]));
}

/** A request of the load. */
export interface SoakRequest extends Shot {
  /** After how many milliseconds the client goes away; undefined where it waits for the answer. */
  readonly patience?: number;
}

/** Facts that requests are made of: the server's description, and what the answers so far have told. */
export interface Known extends Pick<Served, "cast" | "channels"> {
  /** The newest message id that an answer named. */
  newest: number;
  /** The message id from which on none was cleared away yet. */
  oldest: number;
  /** Queues with their owners, the newest last. */
  readonly queues: (readonly [string, string])[];
  /** Routes such as `POST /messages` with the names of their fields. */
  readonly routes: readonly (readonly [string, readonly string[]])[];
}

type Fields = Readonly<Record<string, unknown>>;
type Make = (draw: Draw, known: Known) => SoakRequest;

const text = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

const api = (known: Known, who: string, route: string, fields: Fields): SoakRequest =>
  apiRequest(known, who, route, Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, text(value)])));

const anyone = (draw: Draw, { cast }: Known): string => one(draw, Object.keys(cast));

const userIds = ({ cast }: Known): number[] => Object.values(cast).map(({ user_id }) => user_id);

const upload: Make = (draw, known) => {
  const boundary = "soaking";
  const bytes = "x".repeat(one(draw, [10, 1000, draw(100) === 0 ? 2_000_000 : 5000]));
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`;
  const body = draw(3) === 0 ? file.slice(0, draw(file.length)) : file;
  const headers = { ...authorization(known, anyone(draw, known)), "content-type": `multipart/form-data; boundary=${boundary}` };
  return { method: "POST", path: "/api/v1/user_uploads", headers, body };
};

/** Requests that are wrong before any endpoint sees them. */
const broken: Make = (draw, known) => {
  const usual = api(known, "alice", "POST /messages", { type: "channel", to: "general", topic: "x", content: "x" });
  const form = (body: string | Uint8Array): SoakRequest => ({ ...usual, body });
  const get = (path: string): SoakRequest => ({ ...usual, method: "GET", body: null, path });
  const headed = (headers: Record<string, string>): SoakRequest => ({ ...usual, headers: { ...usual.headers, ...headers } });
  return one<() => SoakRequest>(draw, [
    () => form(`${usual.body}&${"%C3".repeat(draw(1000))}`),
    () => form("a=%C3&".repeat(one(draw, [1, 100, draw(20) === 0 ? 100_000 : 10]))),
    () => form(`${usual.body}&junk=${"x".repeat(draw(20) === 0 ? 1_000_000 : 1000)}`),
    () => form(json(draw)),
    () => form(Uint8Array.from({ length: 200 }, () => draw(256))),
    () => form(`content=${"x".repeat(1_100_000)}`),
    () => headed({ authorization: `Basic ${"A".repeat(one(draw, [10, 10_000, 200_000]))}` }),
    () => headed({ "user-agent": `${"a ".repeat(draw(1000))}/1` }),
    () => headed({ "content-type": one(draw, ["text/plain", "multipart/form-data", "", "application/json"]) }),
    () => ({ ...usual, method: one(draw, ["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]), body: null }),
    () => get(`/${"%2e%2e/".repeat(draw(50))}api/v1/${"a/".repeat(draw(2000))}`),
    () => get(`/api/v1/messages?${"narrow=[&".repeat(draw(2000))}`),
    () => get(one(draw, ["/", "/user_uploads/2/none", "/static/x", "/json/messages", "/_controller"])),
  ])();
};

const steer: Make = (draw) => {
  const [path, body] = one<readonly [string, object | null]>(draw, [
    ["clock", { advance_ms: draw(120_000) }],
    ["clock", null],
    ["queues/none", null],
    ["faults", { match: { route: "POST /typing" }, times: 1, then: { status: 429 } }],
    ["actions", { action: "react", as: "bob", message_id: 1 + draw(40), emoji_name: "tada" }],
    ["snapshots", draw(1000) === 0 ? {} : null],
  ]);
  return { method: body ? "POST" : "GET", path: `/_control/${path}`, headers: {}, body: body && JSON.stringify(body) };
};

const recent = (draw: Draw, { newest }: Known): number => Math.max(1, newest - draw(300));
const channelName = (draw: Draw, { channels }: Known): string => one(draw, Object.keys(channels));

const send: Make = (draw, known) => {
  const place =
    draw(4) === 0
      ? { type: "direct", to: some(draw, userIds(known), 4) }
      : { type: "channel", to: channelName(draw, known), topic: topic(draw) };
  return api(known, anyone(draw, known), "POST /messages", { ...place, content: content(draw) });
};

const page: Make = (draw, known) =>
  api(known, anyone(draw, known), "GET /messages", {
    anchor: one<unknown>(draw, ["newest", "oldest", "first_unread", recent(draw, known)]),
    num_before: one(draw, [0, 10, 50, 100]),
    num_after: one(draw, [0, 1, draw(500) === 0 ? 4900 : 50]),
    narrow: draw(3) === 0 ? searched(draw) : narrow(draw),
    apply_markdown: draw(2) === 0,
    client_gravatar: draw(2) === 0,
  });

const getOne: Make = (draw, known) => api(known, anyone(draw, known), `GET /messages/${recent(draw, known)}`, {});

/** The number of the newest messages that stay: pages and searches are to meet some, and not ever more. */
const keptMessages = 3000;

/** An owner clears away what is old; of others' direct messages this is refused. */
const remove: Make = (draw, known) =>
  known.newest - known.oldest > keptMessages ? api(known, "owen", `DELETE /messages/${known.oldest++}`, {}) : getOne(draw, known);

const change: Make = (draw, known) => {
  const fields = one<Fields>(draw, [
    { content: content(draw) },
    { topic: topic(draw), propagate_mode: one(draw, ["change_one", "change_later", "change_all"]) },
  ]);
  return api(known, anyone(draw, known), `PATCH /messages/${recent(draw, known)}`, fields);
};

const mark: Make = (draw, known) => {
  const most = draw(50) === 0 ? 5000 : 20;
  const messages = Array.from({ length: most }, () => recent(draw, known));
  return api(known, anyone(draw, known), "POST /messages/flags", {
    messages,
    op: one(draw, ["add", "remove"]),
    flag: one(draw, ["read", "starred"]),
  });
};

const register: Make = (draw, known) =>
  api(known, anyone(draw, known), "POST /register", {
    ...(draw(8) !== 0 && { fetch_event_types: [] }),
    ...(draw(2) === 0 && { event_types: ["message"] }),
    apply_markdown: draw(2) === 0,
    client_gravatar: draw(2) === 0,
    all_public_streams: draw(4) === 0,
  });

const poll: Make = (draw, known) => {
  const [who, queue_id] = known.queues.length === 0 ? ["alice", "none"] : one(draw, known.queues.slice(-200));
  if (draw(20) === 0) return api(known, who, "DELETE /events", { queue_id });
  const isHeld = draw(30) === 0;
  const asked = api(known, who, "GET /events", {
    queue_id,
    last_event_id: one(draw, [-1, draw(50)]),
    ...(!isHeld && { dont_block: true }),
  });
  return isHeld ? { ...asked, patience: 30 } : asked;
};

/** Values for fields by their names, so that requests get further than the first check. */
const plausible: readonly (readonly [RegExp, (draw: Draw, known: Known) => unknown])[] = [
  [/^narrow$/, narrow],
  [/content|description|status_text|note/, (draw) => content(draw)],
  [/topic/, (draw) => topic(draw)],
  [/^(messages|message_ids|msg_ids)$/, (draw, known) => Array.from({ length: draw(30) }, () => recent(draw, known))],
  [/message_id|anchor/, recent],
  [/^(to|principals|members|user_ids|add|delete|users)$/, (draw, known) => some(draw, userIds(known), 5)],
  [/stream_id|channel_id/, (draw, { channels }) => one(draw, Object.values(channels)).stream_id],
  [/user_id/, (draw, known) => one(draw, userIds(known))],
  [/group/, (draw) => one<unknown>(draw, [1 + draw(20), { direct_members: [12], direct_subgroups: [] }])],
  [/_id$|_seconds$|_timestamp$|order|policy|role|type/, (draw) => one(draw, [0, 1, 2, 100, 1_767_300_000, "stream", "direct"])],
  [/emoji/, (draw) => one(draw, ["tada", "smile", "nope"])],
  [
    /name|title|domain|words|email|keys|fragment|subscriptions|streams/,
    (draw) => one<unknown>(draw, [`n${draw(50)}`, [`n${draw(50)}`], [{ name: `made ${draw(50)}` }]]),
  ],
];

/** Actions that are left out: they take the cast its keys or its channels, or make accounts without end. */
const spared =
  /api_key|^DELETE \/users|deactivate|^(DELETE|PATCH) \/streams\/|subscriptions$|^POST \/users$|^POST \/bots$|^POST \/invites|^PATCH \/(realm|settings|users|bots)|\/json\//;

const anyRoute: Make = (draw, known) => {
  const [route, names] = one(
    draw,
    known.routes.filter(([route]) => !spared.test(route)),
  );
  const path = route.replaceAll(/\{(\w+)[^}]*\}/g, (_, name: string) => {
    const make = plausible.find(([pattern]) => pattern.test(name))?.[1];
    return draw(10) === 0 || !make ? encodeURIComponent(one(draw, hostile)) : encodeURIComponent(text(make(draw, known)));
  });
  const value = (name: string): unknown =>
    draw(6) === 0
      ? one(draw, [...hostile, ...(draw(20) === 0 ? [json(draw)] : [])])
      : (plausible.find(([pattern]) => pattern.test(name))?.[1](draw, known) ?? draw(2) === 1);
  return api(known, anyone(draw, known), path, Object.fromEntries(names.filter(() => draw(3) > 0).map((name) => [name, value(name)])));
};

/** The frequency of each kind of request, of a thousand. */
const mix: readonly (readonly [number, Make])[] = [
  [120, send],
  [200, page],
  [130, getOne],
  [110, remove],
  [20, change],
  [60, mark],
  [40, register],
  [120, poll],
  [120, anyRoute],
  [15, upload],
  [60, broken],
  [5, steer],
];
const all = mix.flatMap(([times, make]) => Array.from({ length: times }, () => make));

/** The next request of a client. */
export const nextRequest: Make = (draw, known) => one(draw, all)(draw, known);
