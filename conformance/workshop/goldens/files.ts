import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { readTranscripts, type Transcript, transcriptsText } from "../../certificate/transcript.ts";
import type { ChoiceWitness } from "./guards.ts";

/** The files of transcripts: drawn at several levels, from the tests of the simulator, both sides of each level, written for what these do not show. */
export const transcriptFiles = ["drawn", "stories", "levels", "directed"] as const;

export type TranscriptFile = (typeof transcriptFiles)[number];

const placeOf = (name: string): URL => new URL(`../../../fixtures/transcripts/${name}`, import.meta.url);

/** Returns the transcripts of a file. */
export const readTranscriptFile = (file: TranscriptFile): Transcript[] =>
  readTranscripts(brotliDecompressSync(readFileSync(placeOf(`${file}.jsonl.br`))).toString());

export function writeTranscriptFile(file: TranscriptFile, transcripts: readonly Transcript[]): void {
  const { BROTLI_MAX_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const text = transcriptsText(transcripts);
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(placeOf(`${file}.jsonl.br`), brotliCompressSync(text, { params }));
}

/** Returns the scenarios that guard the choices of rulings. */
export const readGuards = (): ChoiceWitness[] => JSON.parse(readFileSync(placeOf("guards.json"), "utf8")) as ChoiceWitness[];

export const writeGuards = (guards: readonly ChoiceWitness[]): void =>
  writeFileSync(placeOf("guards.json"), `[\n${guards.map((guard) => JSON.stringify(guard)).join(",\n")}\n]\n`);
