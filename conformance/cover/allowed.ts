import { declaredStep } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/json.ts";
import { isProportional, nobody, type Symbolic, symbolsIn } from "../draw/symbols.ts";
import type { TargetFacts } from "../draw/target-facts.ts";
import { playedOnModel, type RunSettings } from "../play/play.ts";
import type { Scenario, Step } from "../play/scenario.ts";
import { needs, reduced } from "../shrink/index.ts";

/** A scenario of the covering set. */
export interface Covering extends Scenario {
  /** The places of steps that only a model of the whole history foretells. */
  readonly historical: ReadonlySet<number>;
}

/** As much of a covering scenario as a target allows. */
export interface Allowed {
  readonly scenario: Scenario;
  /** The places in the covering scenario that its steps have. */
  readonly kept: readonly number[];
  /** Why steps were left out: how many for each reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

const people = new Set(["user", "email", "login", "full name"]);

/** Returns what a value refers to that a ground does not have; undefined where all is there. */
function lacking(symbol: Symbolic, { cast, channels, withPassword, profileFields, known }: TargetFacts): string | undefined {
  if (!("of" in symbol) || typeof symbol.of !== "string") return undefined;
  const { ref, of } = symbol;
  if (people.has(ref) && !cast.includes(of)) return "an account that is missing";
  if (ref === "password" && !withPassword.includes(of)) return "a password that is not known";
  if ((ref === "channel" || ref === "channel name") && !channels.includes(of)) return "a channel that is missing";
  if (ref === "profile field" && !Object.hasOwn(profileFields, of)) return "a profile field that is missing";
  return ref === "device" && !known ? "a device" : undefined;
}

/** Whether a poll acknowledges an event by a number, or one of another queue: whether its own has so many depends on what others do. */
function acknowledgesAnother({ op, fields: { queue_id, last_event_id } }: Step): boolean {
  if (op !== "events.get" || !isProportional(queue_id)) return false;
  return isProportional(last_event_id) ? queue_id.at !== last_event_id.at : /^\d+$/.test(String(last_event_id));
}

/** Returns what a step needs that a ground does not have; undefined where it can be taken. */
export function unmet(step: Step, facts: TargetFacts): string | undefined {
  const { as, op, fields } = step;
  if (as !== nobody && !facts.cast.includes(as)) return "an account that is missing";
  const { action, route, weight } = declaredStep(op);
  if (facts.missing.has(route)) return `${route}, which is not there`;
  if (action && !facts.steered) return "a control API";
  if (weight(facts) === undefined || (!facts.known && acknowledgesAnother(step))) return "a server that nobody else uses";
  return symbolsIn(fields)
    .map((symbol) => lacking(symbol, facts))
    .find((reason) => reason !== undefined);
}

/** Leaves out of a covering scenario what a target does not allow, and what refers to what those steps make. */
export function allowedOn(covering: Covering, settings: RunSettings): Allowed {
  const { facts } = settings.oracle;
  const reasons = covering.steps.map(
    (step, i) => unmet(step, facts) ?? (covering.historical.has(i) && !facts.known ? "the whole history" : undefined),
  );
  if (reasons.every((reason) => reason === undefined)) return { scenario: covering, kept: [...covering.steps.keys()], leftOut: new Map() };
  const turns = playedOnModel(covering, settings);
  const needed = needs(turns);
  const leftOut = new Map<string, number>();
  const kept: number[] = [];
  for (const i of covering.steps.keys()) {
    const reason = reasons[i] ?? ([...itemAt(needed, i)].every((maker) => kept.includes(maker)) ? undefined : "what such steps make");
    if (reason === undefined) kept.push(i);
    else leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  }
  return { scenario: reduced(turns, kept), kept, leftOut };
}
