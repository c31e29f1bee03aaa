import type { Seen } from "../../conformance/client/seen.ts";
import { type LaneRow, lanes } from "../../sim/adapters/inspector/lanes.ts";
import { visible } from "./visible.ts";

/** So many of the newest exchanges are drawn. */
const most = 12;
/** So many events of one answer are drawn. */
const mostEvents = 6;

const value = (given: unknown): string => (typeof given === "string" ? given : (JSON.stringify(given) ?? ""));

interface Event {
  readonly type?: unknown;
  readonly op?: unknown;
}

/** Events that an answer carries, each as a row; of many the last. */
function eventsIn({ body }: Seen, actor: string): LaneRow[] {
  const events = (Array.isArray(body?.events) ? body.events : []) as readonly (Event | null)[];
  return events.slice(-mostEvents).map((event) => {
    const op = typeof event?.op === "string" ? ` ${event.op}` : "";
    return { kind: "event", actor, text: visible(`event ${value(event?.type)}${op}`) };
  });
}

function answerText({ status, body = {} }: Seen): string {
  const code = typeof body.code === "string" ? ` ${body.code}` : "";
  const id = typeof body.id === "number" ? ` id ${body.id}` : "";
  return `${status === 0 ? "no answer" : status}${code}${id}`;
}

/** One exchange as rows: the clock where it goes on, else request, events and answer. */
function rowsOf(seen: Seen, wrong: string | undefined): LaneRow[] {
  const { as, method, path, fields = {} } = seen;
  const actor = visible(as ?? "nobody");
  if (fields.action === "advance") return [{ kind: "clock", actor, text: `the clock goes on by ${Number(fields.ms) / 1000} s` }];
  const asked = Object.entries(fields).map(([name, given]) => `${name}=${value(given)}`);
  const isWrong = wrong !== undefined;
  return [
    { kind: "request", actor, text: visible([method, path, ...asked].join(" ").slice(0, 300)) },
    ...eventsIn(seen, actor),
    { kind: "answer", actor, text: visible(`${answerText(seen)}${wrong ? `: ${wrong}` : ""}`.slice(0, 300)), isWrong },
  ];
}

/** The drawing of a counterexample. @param reason what differs in its last answer */
export function lanesHtml(seen: readonly Seen[], reason: string): string {
  if (seen.length === 0) return "";
  const shown = seen.slice(-most);
  const rows = shown.flatMap((one, i) => rowsOf(one, i === shown.length - 1 ? reason : undefined));
  return lanes(rows, "what was said, and where it differs");
}
