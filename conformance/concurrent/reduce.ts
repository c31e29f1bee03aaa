import { declaredStep } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/present.ts";
import { atOf, indexAt, isProportional, madeOf, replaced, symbolsIn } from "../draw/symbols.ts";
import type { ConcurrentScenario, Step } from "../play/scenario.ts";
import type { Recording } from "./recording.ts";

/** A step with its place: in the beginning, in the list of an actor, or in the ending. */
export interface Spot {
  readonly part: "beginning" | "ending" | number;
  readonly step: Step;
  readonly read: boolean;
  readonly succeeded: boolean;
}

const isRead = ({ op }: Step): boolean => declaredStep(op).route.startsWith("GET ");

/** Every step of a run that was sent, those of the beginning first, then those of the actors one after the other, then the ending. */
export function spotsOf({ beginning, actors, ending }: Recording): Spot[] {
  const spot =
    (part: Spot["part"]) =>
    ({ step, actual }: Recording["beginning"][number] | Recording["ending"][number]): Spot => ({
      ...{ part, step, read: isRead(step), succeeded: actual.body.result === "success" },
    });
  return [...beginning.map(spot("beginning")), ...actors.flatMap((list, i) => list.map(spot(i))), ...ending.map(spot("ending"))];
}

/** The indices of the steps that made what a step counts when it refers to something of a kind. */
function makersFor(spots: readonly Spot[], i: number, kind: string): number[] {
  const { part } = itemAt(spots, i);
  const before = typeof part === "number" ? spots.filter((spot) => spot.part === "beginning").length : i;
  return spots.flatMap(({ step, succeeded }, j) => (j < before && succeeded && declaredStep(step.op).makes?.kind === kind ? [j] : []));
}

/** The scenario of some of the steps. References mean what they meant before; those to what is gone take what is needed with them. */
export function reduced(spots: readonly Spot[], wanted: ReadonlySet<number>): ConcurrentScenario {
  const kept = new Set(wanted);
  const meant = (i: number, kind: string, at: number): number | undefined => {
    const makers = makersFor(spots, i, kind);
    const index = indexAt(at, makers.length);
    return index === undefined ? undefined : makers[index];
  };
  for (let i = spots.length - 1; i >= 0; i--) {
    if (!kept.has(i)) continue;
    for (const { ref, at } of symbolsIn(itemAt(spots, i).step.fields).filter(isProportional)) {
      const maker = meant(i, madeOf(ref), at);
      if (maker !== undefined) kept.add(maker);
    }
  }
  const pointed = (i: number): Step => {
    const { step } = itemAt(spots, i);
    const fields = replaced(step.fields, (symbol) => {
      if (!isProportional(symbol)) return symbol;
      const kind = madeOf(symbol.ref);
      const maker = meant(i, kind, symbol.at);
      const left = makersFor(spots, i, kind).filter((each) => kept.has(each));
      return maker === undefined ? symbol : { ...symbol, at: atOf(left.indexOf(maker), left.length) };
    });
    return { ...step, fields: fields as Step["fields"] };
  };
  const of = (part: Spot["part"]): Step[] => [...kept].sort((a, b) => a - b).flatMap((i) => (spots[i]?.part === part ? [pointed(i)] : []));
  const actors = [...new Set(spots.map(({ part }) => part))].filter((part) => typeof part === "number").map(of);
  return {
    format: "touchstone-concurrent",
    version: 1,
    beginning: of("beginning"),
    actors: actors.filter(({ length }) => length > 0),
    ending: of("ending"),
  };
}
