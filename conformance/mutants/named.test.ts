import { test } from "uvu";
import * as assert from "uvu/assert";
import { citedBy } from "../engine/causes/citing.ts";
import { occasionOf } from "../engine/causes/of-scenario.ts";
import { drawn, scenariosOn } from "../engine/draw.ts";
import type { Oracle } from "../engine/oracle.ts";
import { type Played, play, upTo } from "../engine/play.ts";
import type { Scenario } from "../engine/scenario.ts";
import { replaying, shrink } from "../engine/shrink/index.ts";
import { Bench } from "./bench.ts";
import { allMutants } from "./index.ts";
import type { Mutant } from "./kit/mutant.ts";

const seed = 3;
/** How many scenarios are tried on each mutant. */
const runs = 6;
const steps = 30;

/** The scenarios for a target, drawn once for all targets that are alike. */
class Drawn {
  readonly #byKind = new Map<string, readonly Scenario[]>();

  of({ realm, level, claims }: Mutant, oracle: Oracle): readonly Scenario[] {
    const kind = `${realm} ${level} ${claims}`;
    let scenarios = this.#byKind.get(kind);
    if (!scenarios) {
      const all = scenariosOn(oracle, steps);
      this.#byKind.set(kind, (scenarios = Array.from({ length: runs }, (_, i) => drawn(all, seed, i))));
    }
    return scenarios;
  }
}

/** The first scenario that kills a mutant, made shorter; undefined where none does. */
async function killing(mutant: Mutant, scenarios: Drawn, bench: Bench): Promise<Played | undefined> {
  const [target, oracle] = [bench.broken(mutant), await bench.oracle(mutant)];
  for (const scenario of scenarios.of(mutant, oracle)) {
    const played = await play(target, scenario, { oracle, suffix: "", choices: {} });
    if (played.found.size === 0) continue;
    const first = upTo(played, Math.min(...played.found.keys()));
    return (
      await shrink(
        first,
        first.scene,
        replaying(target, first.scene, () => ""),
      )
    ).played;
  }
  return undefined;
}

test("the first clause that a scenario names is one that the mutant breaks, for nine in ten", async () => {
  const scenarios = new Drawn();
  const [right, wrong]: [string[], string[]] = [[], []];
  const bench = new Bench(1);
  for (const mutant of await allMutants()) {
    const played = await killing(mutant, scenarios, bench);
    if (!played) continue;
    const named = citedBy(occasionOf(played.turns, played.differences, played.scene));
    assert.ok(named.length <= 3);
    const [first = "no clause"] = named;
    (mutant.breaks.includes(first) ? right : wrong).push(`${mutant.name}: ${first}, not ${mutant.breaks.join(", ")}`);
  }
  assert.ok(right.length + wrong.length > 100, `${right.length + wrong.length} mutants were killed`);
  assert.ok(wrong.length * 9 <= right.length, `${wrong.length} of ${right.length + wrong.length}:\n${wrong.join("\n")}`);
});

test.run();
