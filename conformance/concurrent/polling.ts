import type { ConcurrentScenario, Step } from "../play/scenario.ts";
import { polls } from "./pieces.ts";

/**
 * A concurrent scenario that ends with polls of every queue by its account, before other steps.
 * @param owners the accounts whose queues the beginning registers, in order; those that the actors register come after
 */
export function concurrentOf(
  beginning: readonly Step[],
  owners: readonly string[],
  actors: readonly (readonly Step[])[],
  after: readonly Step[],
): ConcurrentScenario {
  const later = actors.flat().filter(({ op }) => op === "register.post");
  const all = [...owners, ...later.map(({ as }) => as)];
  const ending = [...all.map((as, i) => polls(as, i, all.length)), ...after];
  return { format: "touchstone-concurrent", version: 1, beginning, actors, ending };
}
