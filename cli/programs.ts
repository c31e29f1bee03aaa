import type { Target } from "../conformance/client/target.ts";
import { properties } from "../conformance/engine/catalogue.ts";
import { type Counterexample, propertyRun, type SavedRun, scenarioRun } from "../conformance/engine/counterexample.ts";
import type { Scenario } from "../conformance/engine/scenario.ts";
import { type Language, languages, NoProgram, programOf } from "../conformance/report/program/index.ts";
import { embedded } from "../conformance/targets/embedded.ts";
import { UsageError } from "./io.ts";

/** The address at which `touchstone serve` listens. */
const served = "http://127.0.0.1:9991";

type Saved = Scenario | (SavedRun & { readonly format: "touchstone-property" });

const titleOf = (saved: Saved, { acts }: Counterexample): string =>
  saved.format === "touchstone-property" ? `${saved.property}, seed ${saved.seed}` : (acts.at(-1)?.told ?? "a scenario");

/** Returns a saved counterexample as a program, as far as it goes on a target up to the first difference. @throws UsageError: there is none */
export async function programText(target: Target, saved: Saved, language: Language): Promise<string> {
  if (saved.format === "touchstone-property" && !properties.has(saved.property))
    throw new UsageError(`there is no property ${saved.property} any more; touchstone list names them`);
  // Part of every name that the run makes up: as long as in the programs.
  const mark = Date.now().toString(36).slice(-6);
  const runOn = (one: Target) => (saved.format === "touchstone-property" ? propertyRun(one, saved) : scenarioRun(one, saved, mark));
  const shown = await runOn(target);
  const isHere = target.kind === "embedded";
  const here = language === "uvu" && !isHere ? embedded({ realm: "crowded", level: target.level, brand: target.brand }) : target;
  try {
    const run = here === target ? shown : await runOn(here);
    return languages[language](programOf(here, run, { title: titleOf(saved, shown), url: isHere ? served : target.url, shown }));
  } catch (problem) {
    if (problem instanceof NoProgram) throw new UsageError(`--as ${language}: ${problem.message}`);
    throw problem;
  }
}
