import { itemAt, present } from "../client/json.ts";
import { groupedBy } from "../client/lists.ts";
import type { Difference } from "../compare/values.ts";
import type { Turn } from "../play/play.ts";
import { tell } from "../play/tell.ts";
import { reasonOf } from "../results/sentences.ts";
import type { PlayedTogether } from "./play.ts";
import type { Misfit } from "./search.ts";

/** The most ways to fail that a reason tells of, and places of each. */
const most = { ways: 4, places: 3 };

const indented = (text: string, by: string): string => text.replaceAll(/^/gm, by);

/** The steps that were sent at the same time, one line for each actor. */
function listsOf({ recording: { actors }, misfits: [first] }: PlayedTogether): string[] {
  const { before, turn } = present(first, "step that does not fit");
  const { counts } = before[0] ?? turn;
  return actors.map((list) => `  ${list.map(({ step }) => tell(step, counts)).join("; then ")}`);
}

/** The step whose answer does not fit, and how. */
const failureOf = ({ turn, differences }: Misfit): string =>
  `${tell(turn.step, turn.counts)}\n${indented(reasonOf(differences.slice(0, most.places)), "  ")}`;

/** Returns where orders fail in one way: the steps before in the first of them, then the one whose answer does not fit, and how. */
function misfitOf(misfits: readonly Misfit[]): string {
  const [first, others] = [itemAt(misfits, 0), misfits.slice(1)];
  const { before, turn } = first;
  const sent = before.filter(({ actor }) => actor !== undefined).map(({ step, counts }) => tell(step, counts));
  const order = sent.length === 0 ? "if this came first" : `if ${sent.join(", then ")}`;
  const more = others.length === 0 ? "" : ` (or in ${others.length === 1 ? "another order" : `${others.length} other orders`})`;
  return `${order}${more}${turn.actor === undefined ? ", and after all of that " : ": "}${failureOf(first)}`;
}

/** Returns why no order of the steps fits the answers, by the orders that come furthest. */
export function whyNone(played: PlayedTogether): string {
  const failures = [...groupedBy(played.misfits, failureOf).values()].map(misfitOf);
  const more = failures.length > most.ways ? [`and ${failures.length - most.ways} more ways in which an order fails`] : [];
  return [
    "no order of what was sent at the same time gives these answers:",
    ...listsOf(played),
    ...failures.slice(0, most.ways),
    ...more,
  ].join("\n");
}

/** Returns what was sent and answered one after the other, in the order that fits, or up to where the order that comes furthest fails. */
export function turnsOf({ recording, order, misfits: [first], sequential }: PlayedTogether): readonly Turn[] {
  if (sequential) return sequential.turns;
  return [...recording.beginning, ...(order ?? (first ? [...first.before, first.turn] : []))];
}

/** Returns what a difference is, whatever ids and values stand in it: kinds of steps and the first place of each. */
export function signatures({ misfits, sequential }: PlayedTogether): ReadonlySet<string> {
  const of = (op: string, [first]: readonly Difference[]): string => `${op} ${first?.path.replace(/\[[^\]]*\]|\.\d+/g, "")}`;
  if (sequential) return new Set(["the beginning"]);
  return new Set(misfits.map(({ turn, differences }) => of(turn.step.op, differences)));
}
