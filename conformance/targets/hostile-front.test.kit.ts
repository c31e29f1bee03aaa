import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { fnv1a } from "../../sim/index.ts";
import { listening, numbersFrom } from "./front.test.kit.ts";

interface Passed {
  readonly status: number;
  readonly text: string;
}

/** A draw of a number below a bound, from a seed. */
type Below = (bound: number) => number;

const belowFrom = (seed: number): Below => numbersFrom((seed * 2654435761) >>> 0);

const among = <T>(below: Below, all: readonly T[]): T => all[below(all.length)] as T;

/** Values that are put in place of others, as JSON text. */
const values: readonly (() => string)[] = [
  () => "null",
  () => "null",
  () => "true",
  () => '"seven"',
  () => '""',
  () => '"(x[*"',
  () => "[]",
  () => "[null]",
  () => "[[null]]",
  () => "{}",
  () => '{"id":null,"type":null,"name":null}',
  () => '{"toString":null,"valueOf":1,"__proto__":{"a":1},"constructor":2}',
  () => "1e400",
  () => "-0",
  () => "9223372036854775808",
  () => "-7.5",
  () => "1e20",
  () => JSON.stringify("x".repeat(2 ** 20)),
  () => `[${"0,".repeat(200_000)}0]`,
  () => `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  () => `${'{"a":'.repeat(150)}null${"}".repeat(150)}`,
  () => String.raw`"\ud83d\u0000\u202e\ud800%zz \udfff"`,
  () => JSON.stringify("😀🏳️‍🌈 \u0001\u001b[2J\r\nX: y"),
];

const mark = "mark-of-the-hostile-front";

type Place = readonly [holder: Record<string, unknown>, name: string];

/** Draws a place in a JSON value: field by field down into it, half of the time to the first item of a list. */
function placeIn(below: Below, value: unknown): Place | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const holder = value as Record<string, unknown>;
  const names = Object.keys(holder).filter((name) => name !== "result");
  if (names.length === 0) return undefined;
  const name = Array.isArray(value) && below(2) > 0 ? "0" : among(below, names);
  return (below(4) > 0 ? placeIn(below, holder[name]) : undefined) ?? [holder, name];
}

/** Changes of one place of an answer's JSON. */
const ofPlaces: readonly ((below: Below, place: Place) => string)[] = [
  (below) => among(below, values)(),
  (below) => among(below, values)(),
  (below) => among(below, values)(),
  (_, [holder, name]) => {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
    return "";
  },
  (below, [holder, name]) => {
    const own = JSON.stringify(holder[name]);
    const other = among(below, values)();
    return Array.isArray(holder) ? `${own},${own}` : `${own},${JSON.stringify(name)}:${other}`;
  },
];

function changedText(below: Below, text: string): string {
  const body: unknown = JSON.parse(text);
  const place = placeIn(below, body);
  if (!place) return "null";
  const put = among(below, ofPlaces)(below, place);
  if (put === "") return JSON.stringify(body);
  place[0][place[1]] = mark;
  return JSON.stringify(body).replace(`"${mark}"`, () => put);
}

const json = "Content-Type: application/json\r\n";
const whole = (status: number, heads: string, text: string): string =>
  `HTTP/1.1 ${status} Any\r\n${heads}Connection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

/** Other ways to write an answer, as bytes of the connection, which is closed behind them. */
const ofBytes: Readonly<Record<string, (below: Below, answer: Passed) => string>> = {
  "cut in the middle": (below, { status, text }) => whole(status, json, text.slice(0, below(text.length))),
  "another type": (_, { status, text }) => whole(status, "Content-Type: text/html; charset=utf-16\r\n", text),
  "a length too great": (_, { status, text }) => `HTTP/1.1 ${status} Any\r\n${json}Content-Length: ${text.length + 500}\r\n\r\n${text}`,
  "a length too small": (_, { status, text }) => `HTTP/1.1 ${status} Any\r\n${json}Content-Length: ${text.length >> 1}\r\n\r\n${text}`,
  "no length": (_, { status, text }) => `HTTP/1.1 ${status} Any\r\n${json}Content-Length: many\r\n\r\n${text}`,
  "gzip that is none": (_, { status, text }) => whole(status, `${json}Content-Encoding: gzip\r\n`, text),
  "100 before": (_, { status, text }) => `HTTP/1.1 100 Continue\r\n\r\n${whole(status, json, text)}`,
  "103 before": (_, { status, text }) => `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${whole(status, json, text)}`,
  trailers: (_, { status, text }) =>
    `HTTP/1.1 ${status} Any\r\n${json}Transfer-Encoding: chunked\r\nTrailer: X\r\n\r\n${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\nX: y\r\n\r\n`,
  "chunks that are none": (_, { status, text }) => `HTTP/1.1 ${status} Any\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n${text}`,
  empty: (_, { status }) => whole(status, json, ""),
  "204 with a body": (_, { text }) => whole(204, json, text),
  "a redirection": () => whole(307, "Location: https://elsewhere.example/\r\n", ""),
  "another status": (below, { text }) => whole(among(below, [200, 400, 404, 405, 429, 500, 503, 599]), json, text),
  "a wait that is none": (below, { text }) => whole(429, `${json}Retry-After: ${among(below, ["soon", "-1", "NaN", "0"])}\r\n`, text),
  "no HTTP": () => "SSH-2.0-OpenSSH_9.6\r\n",
  "a head of 20 kB": (_, { status, text }) => whole(status, `X: ${"x".repeat(20_000)}\r\n`, text),
  "a date that is none": (_, { status, text }) => whole(status, `${json}Date: yesterday\r\n`, text),
  "bytes that are no UTF-8": (_, { status }) => whole(status, json, '{"result":"success","msg":"\u00ff\ufffd"}'),
};

/** A server in front of another one on this machine that changes answers. */
export interface HostileFront {
  readonly url: string;
  /** Number of answers that were changed. */
  readonly changed: () => number;
  /** From now on one answer in so many is changed; 0 for none. */
  turn(oneIn: number): void;
  close(): Promise<void>;
}

/**
 * Puts a front before a server. Answers of the control API pass unchanged.
 * @param isSteady whether it changes all answers of one route in so many, always in the same way
 */
export async function hostileFront(server: string, seed: number, isSteady = false): Promise<HostileFront> {
  const { hostname: host, port } = new URL(server);
  const agent = new Agent({ keepAlive: true });
  const any = belowFrom(seed);
  const belowFor = ({ method, url = "" }: IncomingMessage): Below =>
    isSteady ? belowFrom(seed + fnv1a(`${method} ${url.replace(/\?.*|\d+/gs, "")}`)) : any;
  let [oneIn, changed] = [0, 0];
  const pass = (from: IncomingMessage, to: ServerResponse, answer: Passed): void => {
    const below = belowFor(from);
    if (oneIn === 0 || from.url?.startsWith("/_control") || below(oneIn) > 0) {
      to.writeHead(answer.status, { "content-type": "application/json" }).end(answer.text);
      return;
    }
    changed++;
    if (below(4) > 0) to.writeHead(answer.status, { "content-type": "application/json" }).end(changedText(below, answer.text));
    else from.socket.end(among(below, Object.values(ofBytes))(below, answer));
  };
  const front = createServer(async (from, to) => {
    const { method, url: path, headers } = from;
    const sent = await buffer(from).catch(() => undefined);
    const onward = request({ host, port, agent, method, path, headers }, async (answer) => {
      const text = await buffer(answer).catch(() => undefined);
      if (text) pass(from, to, { status: answer.statusCode ?? 0, text: text.toString() });
    });
    // A client that waits no longer ends its poll.
    to.on("close", () => to.writableFinished || onward.destroy());
    onward.on("error", () => to.destroy());
    onward.end(sent);
  });
  return { ...(await listening(front, agent)), changed: () => changed, turn: (to) => void (oneIn = to) };
}
