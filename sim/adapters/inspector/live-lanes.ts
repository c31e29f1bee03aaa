import type { Overview } from "../control/overview.ts";
import { ask } from "./ask.ts";
import { the } from "./dom.ts";
import { type LaneRow, lanes } from "./lanes.ts";

type Line = Overview["journal"]["newest"][number];

/** So many of the newest exchanges are drawn. */
const most = 15;
/** A step of the clock is drawn from here on, in milliseconds. */
const leap = 30_000;

interface Whole {
  readonly response: {
    readonly body: { readonly code?: unknown; readonly events?: readonly { readonly type?: unknown; readonly op?: unknown }[] } | string;
  };
}

/** Answers by the number and instant of their exchange: those in the journal do not change. */
const known = new Map<string, Whole["response"]["body"]>();
const mostKnown = 500;

async function bodyOf({ number, at }: Line): Promise<Whole["response"]["body"]> {
  const key = `${number} ${at}`;
  const body = known.get(key) ?? (await ask<Whole>(`GET /journal/${number}`).catch(() => undefined))?.response.body ?? {};
  if (known.size > mostKnown) known.clear();
  known.set(key, body);
  return body;
}

/** Returns the word for an answer that did not come: a fault cut the connection, or the client went away. */
export const lackWord = (fault: Line["fault"]): string => (fault === undefined ? "gone" : "cut");

function rowsOf({ as, method, path, fields, status, fault }: Line, body: Whole["response"]["body"]): LaneRow[] {
  const actor = as ?? "nobody";
  const { code, events = [] } = typeof body === "string" ? {} : body;
  const asked = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  return [
    { kind: "request", actor, text: [method, path.replace("/api/v1", ""), ...asked].join(" ").slice(0, 300) },
    ...events
      .slice(-5)
      .map(({ type, op }): LaneRow => ({ kind: "event", actor, text: `event ${type}${op === undefined ? "" : ` ${op}`}` })),
    {
      kind: "answer",
      actor,
      text: `${status === 0 ? lackWord(fault) : status}${typeof code === "string" ? ` ${code}` : ""}`,
      isWrong: status >= 500 || (status === 0 && fault !== undefined),
    },
  ];
}

const clockRow = (from: string, to: string): LaneRow[] => {
  const passed = Date.parse(to) - Date.parse(from);
  return passed < leap ? [] : [{ kind: "clock", actor: "", text: `the clock goes on by ${Math.round(passed / 1000)} s` }];
};

let drawn = "";

/**
 * Draws the newest of the exchanges that the journal shows.
 * @param now the clock's instant where nothing newer was left out; undefined on older pages
 */
export async function showLanes(exchanges: readonly Line[], now: string | undefined): Promise<void> {
  const shown = exchanges.slice(-most);
  const newest = shown.at(-1)?.at;
  const last = now === undefined ? [] : clockRow(newest ?? now, now);
  const looks = [...shown.map(({ number, at }) => `${number} ${at}`), ...last.map(({ text }) => text)].join();
  if (looks === drawn) return;
  drawn = looks;
  const bodies = await Promise.all(shown.map(async (line) => [line, await bodyOf(line)] as const));
  if (looks !== drawn) return;
  const rows = bodies.flatMap(([line, body], i) => [...clockRow(shown[i - 1]?.at ?? line.at, line.at), ...rowsOf(line, body)]);
  const box = the("lanes-drawing");
  const aside = box.scrollLeft;
  box.replaceChildren(...(rows.length === 0 ? [] : [lanes([...rows, ...last])]));
  box.scrollTo(aside, box.scrollHeight);
}
