import fc from "fast-check";
import { declaredStep } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/present.ts";
import { atOf, indexAt, isProportional, madeOf, replaced, symbolsIn } from "../draw/symbols.ts";
import { scenariosOn } from "../generate/draw.ts";
import type { Oracle } from "../model/oracle.ts";
import { foretold, type Turn } from "../play/play.ts";
import type { ConcurrentScenario, Scenario, Step } from "../play/scenario.ts";
import { looksAt } from "./pieces.ts";
import { concurrentOf } from "./polling.ts";

/** Whether a step is a request that refers to nothing beyond so many of each kind. */
function fits({ step, counts }: Turn, made: Turn["counts"]): boolean {
  const within = symbolsIn(step.fields)
    .filter(isProportional)
    .every(({ ref, at }) => {
      const index = indexAt(at, counts[madeOf(ref)] ?? 0);
      return index === undefined || index < (made[madeOf(ref)] ?? 0);
    });
  return within && !declaredStep(step.op).action;
}

/** A step whose references mean what they meant, counted among so many of each kind. */
function counted({ step, counts }: Turn, made: Turn["counts"]): Step {
  const fields = replaced(step.fields, (symbol) => {
    if (!isProportional(symbol)) return symbol;
    const kind = madeOf(symbol.ref);
    const index = indexAt(symbol.at, counts[kind] ?? 0);
    return index === undefined ? symbol : { ...symbol, at: atOf(index, made[kind] ?? 0) };
  });
  return { ...step, fields: fields as Step["fields"] };
}

/** Deals out the second half of a scenario to so many actors, as far as it needs the first half only. */
function dealt(scenario: Scenario, count: number, oracle: Oracle): ConcurrentScenario {
  const turns = foretold(scenario, { oracle, suffix: "", choices: {} });
  const half = Math.floor(turns.length / 2);
  const made = itemAt(turns, half).counts;
  const eligible = turns.slice(half).filter((turn) => fits(turn, made));
  const most = count === 2 ? 6 : 5;
  const lists: Step[][] = Array.from({ length: count }, () => []);
  for (const [i, turn] of eligible.slice(0, most).entries()) itemAt(lists, i % count).push(counted(turn, made));
  const before = turns.slice(0, half);
  const owners = before
    .filter(({ step, expected }) => step.op === "register.post" && expected.body.result === "success")
    .map(({ step }) => step.as);
  const beginning = before.map(({ step }) => step);
  const [first = "nobody"] = oracle.ground.active;
  return concurrentOf(beginning, owners, lists, [looksAt(first, "realm_user_groups")]);
}

/** Concurrent scenarios of any kinds of steps. */
export const mixedOn = (oracle: Oracle): fc.Arbitrary<ConcurrentScenario> =>
  fc
    .record({ scenario: scenariosOn(oracle, 20), count: fc.constantFrom(2, 3) })
    .map(({ scenario, count }) => dealt(scenario, count, oracle))
    .filter(({ actors }) => actors.every(({ length }) => length > 0));
