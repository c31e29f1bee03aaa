import { isObject, parsed } from "../conformance/client/json.ts";
import { readText } from "./files.ts";
import { type ErrorClass, UsageError, usageOf } from "./io.ts";

const counterexample = "a counterexample, which touchstone replay takes";

/** The files that bear their format. */
const byFormat: ReadonlyMap<unknown, string> = new Map([
  ["touchstone-recording", "a recording, which touchstone check --from takes"],
  ["touchstone-report", "a report, which touchstone merge, check --failed and explain --with take"],
  ["touchstone-scenario", counterexample],
  ["touchstone-concurrent", counterexample],
  ["touchstone-property", counterexample],
]);

function kindOf(content: unknown): string | undefined {
  if (Array.isArray(content))
    return content.some((entry) => isObject(entry) && "reason" in entry)
      ? "a baseline, which touchstone check --baseline takes"
      : undefined;
  if (!isObject(content)) return undefined;
  if (isObject(content.log) && Array.isArray(content.log.entries)) return "a HAR file, which touchstone check --from takes";
  if (isObject(content.cast)) return "a target file, which touchstone check --target takes";
  return byFormat.get(content.format);
}

/** Returns a complaint about a file, and behind it the kind of file that it is and the command that takes it, where that is plain and another. */
export function withKind(complaint: string, file: string, taker: string): string {
  let text: string;
  try {
    text = readText(file, file);
  } catch {
    return complaint;
  }
  // A recording is a line of JSON for each exchange.
  const kind = kindOf(parsed(text) ?? parsed(text.split("\n", 1)[0] ?? ""));
  return kind === undefined || kind.includes(taker) ? complaint : `${complaint}; the file is ${kind}`;
}

interface Expected {
  readonly file: string;
  /** The option or command that takes the file, such as `--baseline`. */
  readonly taker: string;
  /** The errors of a file that is something else. */
  readonly kind: ErrorClass;
  /** Stands before their messages. */
  readonly before?: string;
}

/** Returns what `read` makes of a file. @throws UsageError: the file is wrong; where it is plainly of another kind, that is said */
export const readAs = <T>({ file, taker, kind, before = "" }: Expected, read: () => T): T =>
  usageOf(
    UsageError,
    (message) => withKind(message, file, taker),
    () => usageOf(kind, (message) => before + message, read),
  );
