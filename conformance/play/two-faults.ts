import type { Op } from "../declare/step.ts";
import { nobody } from "../draw/symbols.ts";
import { askModel } from "./ask-model.ts";
import { requestOf } from "./request.ts";
import type { Step } from "./scenario.ts";
import type { Scene, Sides } from "./sides.ts";

/** Values that mend many a field: left out, or the plainest of each type. */
const plain: readonly unknown[] = [
  undefined,
  "a",
  "newest",
  "start",
  "direct",
  "stream",
  0,
  1,
  true,
  [],
  { ref: "channel", of: "general" },
];

/** Returns what the model would answer to a step at this point. */
type WouldAnswer = (step: Step) => { readonly result: unknown; readonly code: unknown };

/** The model's answers to other requests than the one that was sent, each as if it had come in its place. */
function answers({ simulator, ours }: Sides, op: Op): WouldAnswer {
  const { cast } = simulator;
  return (step) => {
    const { body } = askModel(simulator.fork(), cast, op, requestOf(op, step, ours));
    return { result: body.result, code: body.code };
  };
}

/** A step with each of its fields mended in each plain way, but for one field. */
const mended = ({ fields, ...step }: Step, but?: string): (readonly [name: string, mended: Step])[] =>
  Object.keys(fields)
    .filter((name) => name !== but)
    .flatMap((name) =>
      plain.map((value) => {
        const { [name]: _, ...rest } = fields;
        return [name, { ...step, fields: value === undefined ? rest : { ...rest, [name]: value } }] as const;
      }),
    );

/**
 * Whether a request that both sides refuse has a fault for which the target's code stands, beside the one that the model tells: the
 * specification does not say which of two faults is told. It has where the model, with one fault mended, tells the other, and takes the
 * request with both mended; or where somebody who may do more is told the other.
 */
export function hasFaultOf(code: unknown, step: Step, op: Op, sides: Sides, { oracle }: Scene): boolean {
  return hasOtherFault(code, step, answers(sides, op), oracle);
}

/** The same for any model that can be asked. */
export function hasOtherFault(code: unknown, step: Step, answer: WouldAnswer, { ground }: Scene["oracle"]): boolean {
  const isOther = (other: Step): boolean => {
    const body = answer(other);
    return body.result === "error" && body.code === code;
  };
  const abler = step.as === nobody ? ground.active : [...ground.administrators, ...ground.owners];
  if (abler.some((as) => isOther({ ...step, as }))) return true;
  return mended(step).some(([name, once]) => isOther(once) && mended(once, name).some(([, twice]) => answer(twice).result === "success"));
}
