import type { Choices } from "./oracle.ts";
import { agreesUnder, type Played, play, type Scene } from "./play.ts";
import type { Scenario } from "./scenario.ts";
import type { Target } from "./target.ts";

/** The choices under which a difference is none: those so far, and one silent point decided otherwise. */
function explained({ turns, scene }: Played): Choices | undefined {
  const others = scene.oracle.others(scene.choices);
  const found = others.find((choice) => agreesUnder(turns, { ...scene, choices: { ...scene.choices, ...choice } }));
  return found && { ...scene.choices, ...found };
}

/**
 * Plays a scenario, again under another choice on a silent point where that explains a difference, until it agrees or differs for good.
 * @param sceneUnder a scene whose names nothing has yet
 */
export async function playExplained(
  target: Target,
  scenario: Scenario,
  choices: Choices,
  sceneUnder: (choices: Choices) => Scene,
): Promise<Played> {
  const played = await play(target.isolated(), scenario, sceneUnder(choices));
  const other = played.differences.length === 0 ? undefined : explained(played);
  return other ? playExplained(target, scenario, other, sceneUnder) : played;
}
