import { type Recording, RecordingError } from "./exchange.ts";
import { readHar } from "./har.ts";
import { isJournal, readJournal } from "./journal.ts";
import { parsedFile } from "./values.ts";

/**
 * Reads the text of a journal of `touchstone record`, or of a HAR file.
 * @param account address of the account that sent all requests of a HAR file without credentials
 * @throws RecordingError, which names the place
 */
export function readRecording(content: string, account?: string): Recording {
  const isOwn = isJournal(content);
  if (isOwn && account !== undefined) throw new RecordingError("--account", "a journal names its accounts");
  const recording = isOwn ? readJournal(content) : readHar(parsedFile(content), account);
  if (recording.exchanges.length === 0) throw new RecordingError("the file", "there is no exchange in it");
  return recording;
}
