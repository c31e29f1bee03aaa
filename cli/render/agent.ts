import { isScenario, saidIn } from "../../conformance/results/exchanges.ts";
import { type Bound, brief, shortened } from "./brief.ts";
import { remediesIn } from "./details.ts";
import { toldWithin } from "./sentence.ts";
import { partOf, untilSpoken } from "./spoken.ts";
import { allTelling } from "./telling.ts";
import { exchangeLine } from "./text-failures.ts";
import type { View } from "./view.ts";
import { acceptOf, comparedPlace, signatureIn, type Task, tasksOf } from "./work-list.ts";

const mostBytes = 2_048;

/** Bounds of a message: the length of values, and the number of earlier exchanges. */
interface Amount extends Bound {
  readonly earlier: number;
}

/** Of a longer answer the part is told that is wrong, where the check says which. */
const mostOfAnswer = 400;
/** In so many characters a sentence says what is wrong. */
const fewestOfWrong = 160;

const amounts: readonly Amount[] = [
  { text: 400, entries: 20, earlier: 6 },
  { text: 300, entries: 10, earlier: 4 },
  { text: 200, entries: 5, earlier: 3 },
  { text: 160, entries: 3, earlier: 2 },
  { text: 120, entries: 2, earlier: 1 },
  { text: 80, entries: 2, earlier: 0 },
  { text: 40, entries: 1, earlier: 0 },
];

/** The end of a sentence that quotes an answer: the result that it is to have. */
const wantedResult = /, not a (?:(refusal)|(success))\b/;

/** Returns the expected values by the paths of the fields; null where only the statement says it. */
function expectedOf(task: Task): Readonly<Record<string, unknown>> | null {
  if (!task.example) return null;
  const { result } = task.example;
  const places = isScenario(result) ? (result.places ?? []) : [];
  if (places.length > 0) return Object.fromEntries(places.map(({ path, expected = "nothing" }) => [path, expected]));
  const signature = signatureIn(task);
  if (!signature?.path) {
    const [, refusal, success] = wantedResult.exec(result.reason ?? "") ?? [];
    return refusal ? { result: "error" } : success ? { result: "success" } : null;
  }
  const { path, expected = "nothing" } = comparedPlace(signature, result.reason ?? "");
  return { [path]: expected };
}

/** The exchange that shows it, and lines for those before. */
function evidence({ example }: Task, bound: Amount) {
  const shown = example && untilSpoken(example.result, saidIn(example.result));
  const said = allTelling(shown?.said ?? []);
  const last = said.findLast(({ prepares }) => prepares === undefined);
  if (!last) return { before: [], request: null, answer: null };
  const { as, credentials, method, path, fields = {}, status, body = {} } = last;
  const before = said.slice(0, said.lastIndexOf(last));
  const lines = before
    .slice(before.length - Math.min(bound.earlier, before.length))
    .map((each) => shortened(exchangeLine(each), bound.text));
  return {
    before: lines,
    request: { as, ...(credentials && { credentials }), method, path, fields: brief(fields, bound) },
    answer: { status, body: brief(partOf(body, shown?.place ?? [], mostOfAnswer), bound) },
  };
}

/** One thing to mend, as an object. */
function taskObject(task: Task, bound: Amount) {
  const { name, wrong, clauses, cause, replay } = task;
  const [clause] = clauses;
  return {
    cause: name,
    clause: clause?.id ?? null,
    statement: clause ? shortened(clause.statement, 2 * bound.text) : null,
    section: clause?.section ?? null,
    wrong: toldWithin(wrong, Math.max(bound.text, fewestOfWrong)),
    expected: brief(expectedOf(task), bound),
    ...evidence(task, bound),
    replay: replay[0] ?? null,
    accept: acceptOf(cause) ?? null,
    shows: cause?.shows.length ?? 1,
    waiting: cause?.waiting.length ?? 0,
  };
}

/** So many reasons are told why results could not be tested. */
const mostReasons = 4;

/** Returns what would let the most results be tested that could not be, with the commonest reason of each. */
const untested = (view: View) =>
  remediesIn(view)
    .slice(0, mostReasons)
    .map(({ remedy, count, reasons: [[reason] = [""]] }) => ({ count, reason: shortened(reason, 160), remedy: shortened(remedy, 160) }));

/** A report for a program that mends a server: what to mend next, with all that it takes, as one line of JSON of at most 2,048 bytes. */
export function agent(view: View): string {
  const [task, ...others] = tasksOf(view);
  const head = { format: "touchstone-agent", version: 1, conforms: view.conforms, outcome: view.closing };
  if (!task) return `${JSON.stringify({ ...head, causesLeft: 0, untested: untested(view) })}\n`;
  const left = { causesLeft: others.length };
  for (const amount of amounts) {
    const text = `${JSON.stringify({ ...head, ...taskObject(task, amount), ...left })}\n`;
    if (Buffer.byteLength(text) <= mostBytes) return text;
  }
  // Names of fields, paths and commands are as long as the server and the user make them.
  const least = { cause: shortened(task.name, 60), wrong: shortened(task.wrong, 60), replay: null };
  return `${JSON.stringify({ ...head, ...least, ...left })}\n`;
}
