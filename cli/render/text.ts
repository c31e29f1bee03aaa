import { untraced } from "../../conformance/causes/citing.ts";
import { isObject } from "../../conformance/client/json.ts";
import type { Seen } from "../../conformance/client/seen.ts";
import type { Body } from "../../conformance/expect.ts";
import { otherHalf } from "../../conformance/results/choices.ts";
import { askedIn, isScenario, makerOfRead, refusedBefore } from "../../conformance/results/exchanges.ts";
import { isRefusedKeyNote } from "../../conformance/results/refused-keys.ts";
import type { Place } from "../../conformance/run/failing-check.ts";
import { briefJson, shortened } from "./brief.ts";
import { type Colours, plain } from "./colours.ts";
import {
  comparedText,
  decidedOtherwise,
  powerText,
  recordedCounts,
  remediesIn,
  requestsText,
  shownText,
  untestableReasons,
} from "./details.ts";
import { findingLine } from "./judge.ts";
import { partOf, untilSpoken } from "./spoken.ts";
import { allTelling } from "./telling.ts";
import { answerOf, requestText } from "./text-failures.ts";
import { staleLine, type View } from "./view.ts";
import { counted, visible } from "./visible.ts";
import { acceptOf, moreText, signatureIn, type Task, tasksOf, waitingText, wholeIn } from "./work-list.ts";

/** Characters of a line, and lines of the whole, at most. */
const width = 160;
const mostLines = 40;
const mostTasks = 10;

const indent = "   ";

const fitted = (line: string, most = width): string => shortened(visible(line), most);

/** The share of a line that a request may have where its answer is long. */
const requestShare = 0.6;

/** An event in two words: its type, and what it does. */
const eventWords = (event: unknown): unknown =>
  isObject(event) && typeof event.type === "string" ? [event.type, event.op].filter((word) => typeof word === "string").join(" ") : event;

/** An answer without what its status and its other fields say. @param areCounted whether of its events no more matters than which they are */
function told({ status, body = {} }: Seen, areCounted: boolean): Body {
  const { result, msg, ...others } = body;
  const isPlain = Object.keys(others).length > 0 && result === (status < 400 ? "success" : "error");
  if (isPlain && areCounted && Array.isArray(others.events)) return { events: others.events.map(eventWords) };
  return isPlain ? { ...(msg !== "" && { msg }), ...others } : body;
}

/** The most letters of a request that is shown before the one that reads what comes of it. */
const mostOfMaker = 60;

/** Returns the refused request of which the last of some exchanges shows a trace, where that is what is wrong. */
const refusedIn = ({ clauses }: Task, seen: readonly Seen[]): Seen | undefined =>
  clauses.slice(0, 1).some(({ id }) => id === untraced || id.endsWith("/no-trace")) ? refusedBefore(seen.slice(0, -1)) : undefined;

/** A part of an exchange that is told beside it. */
interface Beside {
  /** The field that differs. */
  readonly difference?: string;
  /** The request before it of which it reads what came. */
  readonly maker?: Seen | undefined;
  readonly areCounted?: boolean;
  /** The place in the answer of what is wrong: of a long answer that is shown. */
  readonly place?: Place;
}

/** A request and its answer on one line. */
function exchangeLine(seen: Seen, { difference = "", maker, areCounted = false, place = [] }: Beside = {}): string {
  const outcome = maker && maker.status >= 400 ? ` -> ${maker.status}` : "";
  const before = maker ? `${fitted(requestText(maker), mostOfMaker)}${outcome}, then ` : "";
  const arrow = `  ->  ${seen.status} `;
  const room = width - indent.length - arrow.length - difference.length - [...before].length;
  const answer = partOf(told(seen, areCounted), place, room / 2);
  const whole = visible(JSON.stringify(answer));
  const request = fitted(requestText(seen), Math.max(Math.floor(requestShare * room), room - whole.length));
  const left = room - [...request].length;
  return `${before}${request}${arrow}${fitted(briefJson(answer, left), left)}${difference}`;
}

/** The request that shows what is wrong, its answer, and the field that differs where the reason does not name it; of a contradiction both. */
function exchangeText(task: Task): string[] {
  const { example } = task;
  if (!example) return [];
  const { said, place } = untilSpoken(example.result, askedIn(example.result));
  const seen = allTelling(said);
  const last = seen.at(-1);
  if (!last) return [];
  const isOfBoth = otherHalf(example.result.reason ?? "") !== undefined || ("source" in example.result && seen.length > 1);
  if (isOfBoth) return seen.slice(-2).map((each) => exchangeLine(each));
  const signature = signatureIn(task);
  const { path = "", expected = "", actual = "" } = signature ?? {};
  const isNamed = last.status === 0 || isScenario(example.result) || path === "" || expected === actual;
  const difference = isNamed ? "" : fitted(` (${path}: expected ${expected}, got ${actual})`, width / 2);
  const areCounted = signature !== undefined && /^(events(\[\w*\])?)?$/.test(path);
  return [
    exchangeLine(last, {
      difference,
      maker: refusedIn(task, seen) ?? makerOfRead(seen, example.result.clauses),
      areCounted,
      place,
    }),
  ];
}

/** The words of a command line: those in quotes may have spaces in them. */
const word = /(?:'[^']*'|\\.|[^\s'\\])+/g;

/** A command as lines that a shell takes as one. A word that is too long for a line stands in the long form alone. */
function commandLines(command: string, whole: string): string[] {
  const most = width - "   replay   \\".length;
  const lines: string[] = [];
  for (const each of visible(command).match(word) ?? []) {
    const former = lines.at(-1);
    if (former !== undefined && former.length + each.length < most) lines[lines.length - 1] = `${former} ${each}`;
    else lines.push(each);
  }
  if (lines.some((line) => line.length > most)) return [`(too long for a line: see ${whole})`];
  return lines.map((line, i) => `${i === 0 ? "replay  " : "    "}${line}${i < lines.length - 1 ? " \\" : ""}`);
}

/** A sentence on one line, or on two: what is left between their ends is cut. */
function wrapped(sentence: string): string[] {
  const most = width - indent.length;
  const whole = [...fitted(sentence, 2 * most - 20)];
  if (whole.length <= most) return [whole.join("")];
  const cut = whole.lastIndexOf(" ", most);
  const at = cut > most / 2 ? cut : most;
  return [whole.slice(0, at).join(""), `    ${whole.slice(at).join("").trimStart()}`];
}

/** One thing to mend, in about four lines: the clause, what is wrong, the request with its answer, and how to ask again. */
function taskLines(task: Task, number: number, whole: string, { bold, red, cyan }: Colours): string[] {
  const { name, wrong, clauses, cause, replay } = task;
  const [clause] = clauses;
  const accept = acceptOf(cause);
  const known = cause && cause.waiting.length > 0 ? ` (${waitingText(cause.waiting.length)})` : "";
  const none = cause ? `${answerOf(cause.signature)}, no clause is about this field` : "no clause is about it";
  const shown = `${number}) ${fitted(name, 60)}`;
  // The id is what `explain` and `--only` take: what it says may be cut.
  const beside = clause ? `${known}  ${clause.id}` : known;
  const room = width - [...shown, ...beside].length;
  const stated = clause ? ` "${fitted(clause.statement, Math.max(room - 3, 0))}"` : `  ${fitted(none, Math.max(room - 2, 0))}`;
  return [
    `${bold(shown)}${fitted(beside, width - [...shown].length)}${room > 20 ? stated : ""}`,
    ...wrapped(`but ${accept === undefined ? wrong : `${wrong}; running servers do this too: ${accept}`}`).map(
      (line) => `${indent}${red(line)}`,
    ),
    ...exchangeText(task).map((line) => `${indent}${line}`),
    ...commandLines(replay[0] ?? "", whole).map((line) => `${indent}${cyan(line)}`),
  ];
}

/** A heading with the first of its lines, and how many there are. @param whole where all are told */
function few(title: string, lines: readonly string[], whole: string, paint: (text: string) => string, most = 2): string[] {
  if (lines.length === 0) return [];
  const count = lines.length > most ? ` (${most} of ${lines.length}: ${whole} has all)` : "";
  return [paint(`${title}${count}`), ...lines.slice(0, most).map((line) => fitted(`  ${line.replaceAll(/\s+/g, " ")}`))];
}

/** As many of some texts as one line has room for, and how many are left. @param whole where all are told */
function listed(words: string, texts: readonly string[], whole: string): string[] {
  if (texts.length === 0) return [];
  const line = (count: number): string => {
    const left = texts.length - count;
    const more = left === 0 ? "" : ` (and ${left} more: ${whole})`;
    return `${words}: ${texts.slice(0, count).map(visible).join(", ")}${more}`;
  };
  const counts = texts.map((_, i) => texts.length - i);
  return [fitted(line(counts.find((count) => line(count).length <= width) ?? 1))];
}

/** Number of points at which the target decides otherwise what the specification leaves open, which is nothing to mend. */
function silentText(view: View): string[] {
  const count = decidedOtherwise(view.report).length;
  const points = count === 1 ? "1 point" : `${count} points`;
  return count === 0
    ? []
    : [
        `${points} that the specification leaves open: decided otherwise than in the simulator, which is nothing to mend (${wholeIn(view, "details")})`,
      ];
}

/** So many stale entries of a baseline are shown: who mends the file needs all of them. */
const mostStale = 20;

function staleText(view: View, { yellow }: Colours): string[] {
  const stale = (view.report.baseline?.stale ?? []).map(staleLine);
  return few("stale entries of the baseline (take them out, or renew them)", stale, wholeIn(view, "details"), yellow, mostStale);
}

/** So many things to do are told where there is nothing to mend. */
const mostRemedies = 8;

/** Returns why results could not be tested: in a line where there is something to mend, else with what would help. */
function untestedText(view: View, isToMend: boolean, whole: string, paint: Colours["bold"]): string[] {
  if (isToMend) return listed("could not be tested", untestableReasons(view), whole);
  const rows = remediesIn(view).map(({ remedy, count, reasons: [[reason] = [""]] }) => `${count}: ${remedy} (such as: ${reason})`);
  return few("could not be tested, and what would help", rows, whole, paint, mostRemedies);
}

/** Returns the lines below the causes and the stale entries. */
function restText(view: View, isToMend: boolean, colours: Colours): string[] {
  const { report, unsteady } = view;
  const { bold, red, yellow } = colours;
  const { baseline, failures = [], notes = [], recorded } = report;
  const { unjudged = [], beyond = [] } = baseline ?? {};
  const whole = wholeIn(view, "details");
  return [
    ...listed(`${counted(unjudged.length, "entry", "entries")} of the baseline could not be judged`, unjudged, whole),
    ...listed("showing a listed cause that they did not show when it was listed: perhaps another mistake", beyond, whole),
    ...few(
      "not run to the end",
      failures.map(({ part, reason }) => `${part}: ${reason}`),
      whole,
      red,
    ),
    ...few("what the clients did wrong", (recorded?.clients ?? []).map(findingLine), whole, bold),
    ...listed(
      "of the target",
      notes.filter((note) => !isRefusedKeyNote(note)),
      whole,
    ),
    ...listed("accepted", report.accepted, whole),
    ...listed(
      "differed once, and not when it was tried again",
      unsteady.map(({ result }) => result.address),
      whole,
    ),
    ...silentText(view),
    ...untestedText(view, isToMend, whole, bold),
    ...recordedCounts(report),
    ...powerText(report),
    ...requestsText(report),
    ...notes.filter(isRefusedKeyNote).map((note) => yellow(fitted(note))),
    ...view.tried,
  ];
}

/** The causes that there is room for, and what is left of them. */
function tasksText(view: View, tasks: readonly Task[], room: number, colours: Colours): string[] {
  const known = view.causes.length + view.causeless.length - tasks.length;
  const first = tasks
    .slice(0, mostTasks)
    .map((task, i) => ({ own: taskLines(task, i + 1, wholeIn(view, "details"), colours), note: task.replay[1] }));
  const note = first.find((each) => each.note !== undefined)?.note;
  const reserved = 1 + (note === undefined ? 0 : 1);
  const lines: string[] = [];
  let count = 0;
  for (const { own } of first) {
    if (count > 0 && lines.length + own.length > room - reserved) break;
    lines.push(...own);
    count += 1;
  }
  const more = moreText({ left: tasks.length - count, known }, wholeIn(view, "html")).map(colours.bold);
  const rest = [...(note === undefined ? [] : [colours.dim(fitted(note))]), ...more];
  return lines.length + rest.length === 0 ? [] : [...lines, ...rest, ""];
}

/** A report for people, as a list of what to do: the first causes in a few lines each, how much was tried, and one closing line. */
export function text(view: View, colours: Colours): string {
  const { report, heading, closing, isSuccess } = view;
  const compared = report.compared ? comparedText(report.compared, plain, 1).map((line) => fitted(line)) : [];
  const tasks = tasksOf(view);
  const [stale, rest] = [staleText(view, colours), restText(view, tasks.length > 0, colours)];
  // The heading, the closing line, and an empty one behind the heading and the causes. A long list of stale entries takes no room from the causes.
  const room = mostLines - 4 - compared.length - rest.length - Math.min(stale.length, 3);
  return [
    fitted(heading),
    "",
    ...compared,
    ...shownText(report, colours),
    ...tasksText(view, tasks, room, colours),
    ...stale,
    ...rest,
    (isSuccess ? colours.green : colours.red)(closing),
    "",
  ].join("\n");
}
