import { brotliDecompressSync } from "node:zlib";
import { readTranscripts, type Transcript } from "../conformance/certificate/index.ts";
import { packaged } from "./packaged.ts";

/** Returns the transcripts that come with the package. */
export function packagedTranscripts(): readonly Transcript[] {
  const files = ["levels", "directed", "drawn"];
  return files.flatMap((name) => readTranscripts(brotliDecompressSync(packaged(`fixtures/transcripts/${name}.jsonl.br`)).toString()));
}
