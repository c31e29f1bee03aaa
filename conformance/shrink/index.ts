import type { Target } from "../client/target.ts";
import { type Played, play, type Scene } from "../play/play.ts";
import type { Scenario } from "../play/scenario.ts";
import { dropFields, simplify } from "./fields.ts";
import { type Replay, Search } from "./search.ts";
import { dropSteps } from "./steps.ts";

export { needs, reduced } from "./reduced.ts";
export type { Replay } from "./search.ts";

interface Shrunk {
  readonly scenario: Scenario;
  readonly played: Played;
  /** The number of times that the target was asked again. */
  readonly replays: number;
}

/** Shortens a scenario whose last step differs: a step may go only after a field that referred to what it made; values get simpler last. */
export async function shrink(first: Played, scene: Scene, replay: Replay, replays = 0): Promise<Shrunk> {
  const search = new Search(first, scene, replay);
  search.replays = replays;
  await dropSteps(search);
  while ((await dropFields(search)) && (await dropSteps(search)));
  await simplify(search);
  return { scenario: search.best, played: search.played, replays: search.replays };
}

/** A replay on a target of its own, under a suffix that nothing has used. */
export const replaying =
  (target: Target, scene: Scene, suffixes: () => string): Replay =>
  (scenario) =>
    play(target, scenario, { ...scene, suffix: scene.oracle.known ? "" : suffixes() });
