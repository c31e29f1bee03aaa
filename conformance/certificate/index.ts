import { sha256Hex } from "../../sim/index.ts";
import { changedAnswers, changeLines, replayed, type Transcript } from "./transcript.ts";

export { readTranscripts, type Transcript } from "./transcript.ts";

/** The outcome of replaying a run. */
export interface Certified {
  readonly name: string;
  readonly exchanges: number;
  /** SHA-256 of all answers. */
  readonly digest: string;
  /** The number of answers that differ from the transcript. */
  readonly differing: number;
  /** The first of them, without keys: the request, and its fields before and now. */
  readonly first?: string;
}

/** Replays transcripts of the simulator, and holds what it answers here against what they say, byte for byte. */
export function certify(transcripts: readonly Transcript[]): readonly Certified[] {
  if (!Array.isArray(transcripts) || transcripts.some((one) => !Array.isArray(one?.scenarios)))
    throw new TypeError("transcripts: expected a list of transcripts, such as readTranscripts(text) returns");
  return transcripts.map((transcript) => {
    const again = replayed(transcript);
    const answers = [again.opening, ...again.scenarios].flatMap((part) => part.answers);
    const changes = changedAnswers(transcript, again);
    const [first] = changes;
    return {
      name: transcript.run,
      exchanges: answers.length,
      digest: sha256Hex(answers.join("\n")),
      differing: changes.length,
      ...(first && { first: changeLines(first).join("\n") }),
    };
  });
}
