import { type Recording, RecordingError } from "./exchange.ts";
import { readHar } from "./har.ts";
import { isJournal, readJournal } from "./journal.ts";
import { parsed } from "./values.ts";

/** Reads the text of a journal of `touchstone record`, or of a HAR file. @throws RecordingError, which names the place */
export function readRecording(content: string): Recording {
  const recording = isJournal(content) ? readJournal(content) : readHar(parsed(content, (line) => `line ${line}`));
  if (recording.exchanges.length === 0) throw new RecordingError("the file", "there is no exchange in it");
  return recording;
}
