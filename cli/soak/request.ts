/** Draws whole numbers below a bound. */
export type Draw = (below: number) => number;

export const one = <T>(draw: Draw, items: readonly T[]): T => items[draw(items.length)] as T;

export const some = <T>(draw: Draw, items: readonly T[], most: number): T[] =>
  Array.from({ length: draw(most + 1) }, () => one(draw, items));

/** Values that parsers trip over: in fields, and inside of contents. */
export const hostile = [
  ...["", " ", "null", "true", "-1", "1.5", "1e400", "99999999999999999999", "NaN", "[", "[[]]", "{}", '{"__proto__":1}', '"\\ud800"'],
  ...["\0", "\u202e", "🌱", "✔ ", "' OR 1=1 --", "../../etc/passwd", "<script>", "%", "%zz", "\r\nX: y", "constructor", "__proto__"],
];

const words =
  "soup garden lunch plans well-known naïve 日本語 https://example.com/a?b=c example.org x@y.example T-12 #12 42 :tada: 👍".split(" ");

/** Pieces of Markdown, each of which opens something that the next may close or not. */
const marks = [
  ...["**", "*", "~~", "`", "```\n", "~~~ quote\n", "> ", "- ", "1. ", "# ", "|a|b|\n|-|-|\n", "$$", "[", "](", "![", "](x)", "\n\n", "\n"],
  ...[
    "@**alice**",
    "@**all**",
    "@_**bob|12**",
    "@*support*",
    "#**general**",
    "#**general>lunch**",
    "<time:2026-01-01T12:00Z>",
    "/poll a\nb",
  ],
  ...["||spoiler||", "http://a/(", ":smile:", "&lt;", "\\", "_", "/me "],
];

/** A content: mostly short, now and then as long as a message may be, and made to take long. */
export function content(draw: Draw): string {
  const kind = draw(100);
  if (kind < 60) return some(draw, words, 12).join(" ") || "hi";
  if (kind < 96) return some(draw, [...words, ...marks, ...hostile], 40).join(draw(2) ? " " : "");
  const unit = one(draw, [...marks, ...hostile.filter((text) => text !== ""), ...words, "a", "a+", "a.", "ab", ":a:", "> a\n", "- - "]);
  return unit.repeat(Math.ceil(9_990 / unit.length)).slice(0, 9_990);
}

export const topic = (draw: Draw): string =>
  one(draw, ["lunch", "", "✔ lunch", `topic ${draw(500)}`, one(draw, hostile), content(draw).slice(0, 61)]);

const operators = [
  "sender",
  "channel",
  "channels",
  "topic",
  "is",
  "has",
  "dm",
  "dm-including",
  "id",
  "near",
  "with",
  "search",
  "nope",
  "streams",
];
const operands = [
  "unread",
  "starred",
  "mentioned",
  "followed",
  "dm",
  "public",
  "link",
  "image",
  "general",
  "lunch",
  "alice@example.com",
  41,
  12,
  [11, 12],
];

/** A narrow as a client spells it: some terms, very many now and then, or what is none. */
export function narrow(draw: Draw): string {
  if (draw(20) === 0) return one(draw, hostile);
  const term = () => ({
    operator: one(draw, operators),
    operand: draw(6) === 0 ? content(draw).slice(0, 500) : one<unknown>(draw, operands),
    ...(draw(4) === 0 && { negated: true }),
  });
  return JSON.stringify(Array.from({ length: draw(50) === 0 ? 300 : draw(4) }, term));
}

export const searched = (draw: Draw): string =>
  JSON.stringify([{ operator: "search", operand: draw(10) === 0 ? content(draw) : some(draw, words, 4).join(" ") }]);

/** JSON that is deep, broken or long. */
export function json(draw: Draw): string {
  const unit = one(draw, ["[", '{"a":', "[1,", '"\\u0041', "[[],", "-", "1e"]);
  return unit.repeat(one(draw, [10, 1000, 20_000]));
}

/** A request as it goes over the wire. */
export interface SoakRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** After how many milliseconds the client goes away; undefined where it waits for the answer. */
  readonly patience?: number;
}

/** Facts that requests are made of: the server's description, and what the answers so far have told. */
export interface Known {
  readonly cast: Readonly<Record<string, { readonly user_id: number; readonly email: string; readonly api_key: string }>>;
  readonly channels: Readonly<Record<string, { readonly stream_id: number }>>;
  /** The newest message id that an answer named. */
  newest: number;
  /** The message id from which on none was cleared away yet. */
  oldest: number;
  /** Queues with their owners, the newest last. */
  readonly queues: (readonly [string, string])[];
  /** Routes such as `POST /messages` with the names of their fields. */
  readonly routes: readonly (readonly [string, readonly string[]])[];
}

export type Fields = Readonly<Record<string, unknown>>;
export type Make = (draw: Draw, known: Known) => SoakRequest;

export const text = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

const encoded = (fields: Fields): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, text(value)] as [string, string])).toString();

export function authorization({ cast }: Known, who: string): Record<string, string> {
  const member = cast[who];
  return member ? { authorization: `Basic ${Buffer.from(`${member.email}:${member.api_key}`).toString("base64")}` } : {};
}

export function api(known: Known, who: string, route: string, fields: Fields): SoakRequest {
  const [method = "", bare = ""] = route.split(" ");
  const path = `/api/v1${bare}`;
  const headers = authorization(known, who);
  if (method === "GET") return { method, path: `${path}?${encoded(fields)}`, headers, body: null };
  return { method, path, headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: encoded(fields) };
}

export const anyone = (draw: Draw, { cast }: Known): string => one(draw, Object.keys(cast));

export const userIds = ({ cast }: Known): number[] => Object.values(cast).map(({ user_id }) => user_id);
