import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { readTranscripts, type Transcript } from "../conformance/certificate/index.ts";

/** The folder of this file: of a bundle two below the package, of the source one. */
const root = typeof __dirname === "undefined" ? join(dirname(fileURLToPath(import.meta.url)), "..") : join(__dirname, "../..");

/** Returns the transcripts that come with the package. */
export function packagedTranscripts(): readonly Transcript[] {
  const files = ["levels", "directed", "drawn"];
  return files.flatMap((name) =>
    readTranscripts(brotliDecompressSync(readFileSync(join(root, "fixtures/transcripts", `${name}.jsonl.br`))).toString()),
  );
}
