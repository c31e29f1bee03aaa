import { readFileSync } from "node:fs";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the parsed text; undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

/** Returns a complaint about a file, and behind it the kind of file that it is and the command that takes it, where that is plain. */
export function withKind(complaint: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return complaint;
  }
  // A recording is a line of JSON for each exchange.
  const kind = kindOf(parsed(text) ?? parsed(text.split("\n", 1)[0] ?? ""));
  return kind === undefined ? complaint : `${complaint}; the file is ${kind}`;
}
