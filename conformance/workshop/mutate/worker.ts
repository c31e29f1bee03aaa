// Judges the mutants that its parent process names. A process of its own: a mutant may run without end.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { deserialize, serialize } from "node:v8";
import { catalogueOf, compiled, type MutantCatalogue } from "./copy.ts";
import { Choice, Judge, measureReach } from "./judge.ts";
import type { MutantOutcome } from "./outcome.ts";

/** A mutant to judge. With names of units only these are tried. */
export interface Task {
  readonly id: number;
  readonly units?: readonly string[];
}

/** A message of a worker: that it goes on, or the outcome of a task. */
export interface WorkerMessage {
  readonly outcome?: MutantOutcome;
  readonly error?: string;
}

const [folder = "", seed = ""] = process.argv.slice(2);
const sources = new Map<string, string>(JSON.parse(readFileSync(`${folder}/sources.json`, "utf8")));
const catalogue: MutantCatalogue = catalogueOf(sources);
const script = (name: string) => compiled(readFileSync(`${folder}/${name}.cjs`, "utf8"), `${name}.cjs`);
const tell = (told: WorkerMessage): void => {
  process.send?.(told);
};
let last = 0;
/** Tells that it goes on, ten times a second at most. */
const goesOn = (): void => {
  const now = performance.now();
  if (now - last < 100) return;
  last = now;
  tell({});
};
const judge = new Judge(script("choosing"), goesOn);
let choice: Choice | undefined;

async function chosen(): Promise<Choice> {
  if (choice) return choice;
  const file = `${folder}/reach`;
  // The first worker measures it for all.
  if (!existsSync(file)) writeFileSync(file, serialize(await measureReach(script("noting"), catalogue.mutants.length, goesOn)));
  return (choice = new Choice(deserialize(readFileSync(file)), catalogue, Number(seed)));
}

process.on("message", async ({ id, units }: Task) => {
  const mutant = catalogue.mutants[id - 1];
  if (!mutant) throw new Error(`there is no mutant ${id}`);
  try {
    tell({ outcome: units ? await judge.tryUnits(mutant, units) : await judge.judge(mutant, await chosen()) });
  } catch (thrown) {
    tell({ error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
  }
});
process.on("disconnect", () => process.exit());
tell({});
