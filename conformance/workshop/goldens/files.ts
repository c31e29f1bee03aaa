import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { type Boundary, loadedBoundaries } from "../../../sim/core/levels/boundary.test.kit.ts";
import { levelFacts } from "../../../sim/core/levels.ts";
import { createSimulator, type SimulatorOptions } from "../../../sim/index.ts";
import { readTranscripts, type Transcript, type TranscriptRequest, transcriptsText } from "../../certificate/transcript.ts";
import { ofObservedChanges } from "./directed.ts";
import { logOf } from "./recorder.ts";
import type { ChoiceWitness } from "./stories.ts";

/** The files of transcripts: drawn at several levels, from the tests of the simulator, both sides of each level, written for what these do not show. */
export const transcriptFiles = ["drawn", "stories", "levels", "directed"] as const;

export type TranscriptFile = (typeof transcriptFiles)[number];

const placeOf = (name: string): URL => new URL(`../../../fixtures/transcripts/${name}`, import.meta.url);

/** Returns the transcripts of a file. */
export const readTranscriptFile = (file: TranscriptFile): Transcript[] =>
  readTranscripts(
    brotliDecompressSync(readFileSync(placeOf(`${file}.jsonl.br`)), {
      params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
    }).toString(),
  );

export function writeTranscriptFile(file: TranscriptFile, transcripts: readonly Transcript[]): void {
  const text = transcriptsText(transcripts);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    // What one server answers stands again, much alike, where the next is asked: further back than the usual window reaches.
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 28,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  writeFileSync(placeOf(`${file}.jsonl.br`), brotliCompressSync(text, { params }));
}

/** Returns the scenarios that guard the choices of rulings. */
export const readGuards = (): ChoiceWitness[] => JSON.parse(readFileSync(placeOf("guards.json"), "utf8")) as ChoiceWitness[];

export const writeGuards = (guards: readonly ChoiceWitness[]): void =>
  writeFileSync(placeOf("guards.json"), `[\n${guards.map((guard) => JSON.stringify(guard)).join(",\n")}\n]\n`);

const nothing = { requests: [], answers: [] };

/** Returns what a look asks of a server. What it makes of answers that an older server does not give is of no matter here. */
function askedBy([look]: Boundary, options: SimulatorOptions): readonly TranscriptRequest[] {
  const simulator = createSimulator(options).fork();
  try {
    look(simulator);
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
  }
  return logOf(simulator).requests;
}

/** A request that shows a change that only a registration tells of. */
const registration: Boundary = [
  (sim) => sim.as("owen").send("POST /register", { client_capabilities: { notification_settings_null: true, user_settings_object: true } }),
  undefined,
  undefined,
];

/** Returns two runs for each entry of the levels table: the server of the level before it and that of its own, asked the same. */
export function changeRuns(): Transcript[] {
  return Object.entries(levelFacts).flatMap(([change, { since }]) => {
    // Shown by a server that decides as running ones do: see directed.ts.
    if (change in ofObservedChanges) return [];
    const boundary = loadedBoundaries.get(change as keyof typeof levelFacts) ?? registration;
    const realm = boundary[3] ?? "small";
    const levels = { before: { realm, level: since - 1 }, from: { realm, level: since } };
    const scenarios = [levels.from, levels.before].map((options, i) => ({
      name: i === 0 ? "as asked from it on" : "as asked before it",
      requests: askedBy(boundary, options),
      answers: [],
    }));
    return Object.entries(levels).map(([when, options]) => ({ run: `${change}: ${when}`, options, opening: nothing, scenarios }));
  });
}
