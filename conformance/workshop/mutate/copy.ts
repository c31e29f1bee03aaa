import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { build } from "esbuild";
import type * as Simulation from "../../../sim/index.ts";
import { type MutableFile, mutableFile, type SourceMutant, type Switching } from "./mutator.ts";

/** The folder of this project, with a slash at its end. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The folders of `sim` whose code is broken. */
export const folders = ["endpoints", "rules", "resources", "effects", "events", "requests"] as const;

const isProduct = (file: string): boolean => file.endsWith(".ts") && !/\.(test|bench|kit|d)\.ts$/.test(file);

/** Returns the files whose code is broken, from the root of the project, in order. */
const sourceFiles = (): string[] =>
  folders
    .flatMap((folder) => readdirSync(`${root}sim/${folder}`, { recursive: true, encoding: "utf8" }).map((file) => `sim/${folder}/${file}`))
    .map((file) => file.replaceAll("\\", "/"))
    .filter(isProduct)
    .sort();

/** A mutant with the number that switches it on. */
export interface Numbered extends SourceMutant {
  readonly id: number;
}

/** All that can be broken, numbered from 1. */
export interface MutantCatalogue {
  readonly files: ReadonlyMap<string, MutableFile>;
  /** The number of a file's first mutant. */
  readonly first: ReadonlyMap<string, number>;
  readonly mutants: readonly Numbered[];
}

export function catalogueOf(sources: ReadonlyMap<string, string>): MutantCatalogue {
  const files = new Map([...sources].map(([file, text]) => [file, mutableFile(file, text)]));
  const first = new Map<string, number>();
  const mutants: Numbered[] = [];
  for (const [file, { mutants: own }] of files) {
    first.set(file, mutants.length + 1);
    for (const mutant of own) mutants.push({ ...mutant, id: mutants.length + 1 });
  }
  return { files, first, mutants };
}

export const readSources = (): ReadonlyMap<string, string> =>
  new Map(sourceFiles().map((file) => [file, readFileSync(root + file, "utf8")]));

/** Bundles the simulator as a script for CommonJS. @param changed the code that stands in the place of a file's, which is from the root of the project */
export async function bundledWith(changed: (file: string) => string | undefined): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["sim/index.ts"],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "node20",
    logLevel: "error",
    plugins: [
      {
        name: "changed",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = changed(path.replaceAll("\\", "/").slice(root.length));
            return contents === undefined ? undefined : { contents, loader: "ts" };
          }),
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}

/** Bundles the simulator with switches in its code. Returns a script that is the body of a function of `$m`, `module` and `exports`. */
export const bundled = ({ files, first }: MutantCatalogue, how: Switching): Promise<string> =>
  bundledWith((file) => files.get(file)?.switched(first.get(file) ?? 0, how));

/** The switches in a copy. */
export interface Switches {
  /** The number of the mutant that is on; 0 for none. */
  chosen: number;
  /** Notes that some mutants are reached. */
  reached(first: number, count: number): void;
}

export type Copy = Pick<typeof Simulation, "createSimulator" | "ActionError">;

/** Compiles a bundle. Each call of what it returns makes a copy of the simulator with state of its own. */
export function compiled(text: string, filename: string): (switches?: Switches) => Copy {
  const load = new Script(`(function ($m, module, exports) {${text}\n})`, { filename }).runInThisContext();
  return (switches = { chosen: 0, reached: () => {} }) => {
    const module = { exports: {} };
    load(switches, module, module.exports);
    return module.exports as Copy;
  };
}
