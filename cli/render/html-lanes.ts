import type { Seen } from "../../conformance/client/seen.ts";
import { escaped, shortenedHtml } from "./html-page.ts";
import { cut } from "./text-failures.ts";
import { visible, visibleLines } from "./visible.ts";

/** The drawing of a counterexample: a lane for each actor and one for the server, what was said between them from top to bottom. */

/** So many of the newest exchanges are drawn; those before them prepare, and are told below the drawing. */
const most = 4;
/** So many events of one answer are drawn. */
const mostEvents = 6;
/** So many characters of a name stand above a lane. */
const longestName = 12;

/** The positions of the server's lane and of the first actor's, in percent of the width. */
const server = 97;
const firstLane = 3;

/** One line of a drawing. */
interface Row {
  readonly kind: "request" | "answer" | "event" | "clock";
  readonly actor: string;
  readonly text: string;
  /** The difference there. */
  readonly wrong?: string | undefined;
}

const value = (given: unknown): string => (typeof given === "string" ? given : (JSON.stringify(given) ?? ""));

interface Event {
  readonly type?: unknown;
  readonly op?: unknown;
}

/** Events that an answer carries, each as a row; of many the last. */
function eventsIn({ body }: Seen, actor: string): Row[] {
  const events = (Array.isArray(body?.events) ? body.events : []) as readonly (Event | null)[];
  return events.slice(-mostEvents).map((event) => {
    const op = typeof event?.op === "string" ? ` ${event.op}` : "";
    return { kind: "event", actor, text: visible(`event ${value(event?.type)}${op}`) };
  });
}

function answerText({ status, body = {} }: Seen): string {
  const code = typeof body.code === "string" ? ` ${body.code}` : "";
  const id = typeof body.id === "number" ? ` id ${body.id}` : "";
  return visible(`${status === 0 ? "no answer" : status}${code}${id}`);
}

/** One exchange as rows: the clock where it goes on, else request, events and answer. */
function rowsOf(seen: Seen, wrong: string | undefined): Row[] {
  const { as, method, path, fields = {} } = seen;
  const actor = visible(as ?? "nobody");
  if (fields.action === "advance") return [{ kind: "clock", actor, text: `the clock goes on by ${Number(fields.ms) / 1000} s` }];
  const asked = Object.entries(fields).map(([name, given]) => `${name}=${value(given)}`);
  return [
    { kind: "request", actor, text: visible(`${actor}: ${[method, path, ...asked].join(" ")}`) },
    ...eventsIn(seen, actor),
    { kind: "answer", actor, text: answerText(seen), wrong },
  ];
}

function rowHtml({ kind, actor, text, wrong }: Row, places: ReadonlyMap<string, number>): string {
  const from = places.get(actor) ?? firstLane;
  const arrow = kind === "clock" ? "" : `<i style="left:${from}%"></i>`;
  const told =
    wrong === undefined ? shortenedHtml(text, 120) : `✗ ${escaped(text)}${wrong === "" ? "" : `: ${escaped(visibleLines(wrong))}`}`;
  return `<p class="${kind}${wrong === undefined ? "" : " wrong"}"><span>${told}</span>${arrow}</p>`;
}

/** The names over their lanes. */
function headsHtml(places: ReadonlyMap<string, number>): string {
  const all = [...[...places].map(([name, at]) => [cut(name, longestName), at] as const), ["server", server] as const];
  const heads = all.map(([name, at], i) => {
    const [kind, left] = i === 0 ? [" first", 0] : i === all.length - 1 ? [" server", 100] : [i % 2 === 0 ? "" : " low", at];
    return `<i class="lane" style="left:${at}%"></i><span class="head${kind}" style="left:${left}%">${escaped(name)}</span>`;
  });
  return heads.join("");
}

/** The drawing of a counterexample. @param reason what differs in its last answer, which is told whole */
export function lanesHtml(seen: readonly Seen[], reason: string): string {
  if (seen.length === 0) return "";
  const drawn = seen.slice(-most);
  const rows = drawn.flatMap((one, i) => rowsOf(one, i === drawn.length - 1 ? reason : undefined));
  const actors = [...new Set(rows.flatMap(({ kind, actor }) => (kind === "clock" ? [] : [actor])))];
  const step = (server - firstLane) / Math.max(1, actors.length);
  const places = new Map(actors.map((actor, i) => [actor, Math.round(firstLane + i * step)]));
  const left = seen.length - drawn.length;
  const before =
    left === 0 ? "" : `<p class="soft">after ${left === 1 ? "one exchange that prepares" : `${left} exchanges that prepare`} it</p>`;
  const parts = [headsHtml(places), before, ...rows.map((row) => rowHtml(row, places))];
  return `<div class="lanes" role="group" aria-label="what was said, and where it differs">${parts.join("")}</div>`;
}
