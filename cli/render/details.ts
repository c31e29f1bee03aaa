import { type RulingName, rulings } from "../../sim/index.ts";
import type { Colours } from "./colours.ts";
import { columns } from "./columns.ts";
import { comparedText } from "./compared.ts";
import { findingLine } from "./judge.ts";
import { causeText, failureText, indented, unsteadyText } from "./text-failures.ts";
import type { View } from "./view.ts";
import { visible } from "./visible.ts";
import { readFirst, waitingText } from "./work-list.ts";

/** A reason without the ids in its paths, so that equal ones are counted together. */
const alike = (reason: string): string => reason.replace(/\/\d+/g, "/…");

/** Why results could not be tested, with how many each reason has, the most frequent first. */
export function untestableReasons({ sections }: View): string[] {
  const reasons = new Map<string, number>();
  for (const { results } of sections)
    for (const { verdict, reason = "no reason" } of results)
      if (verdict === "untestable") reasons.set(alike(reason), (reasons.get(alike(reason)) ?? 0) + 1);
  return [...reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${count} x ${visible(reason)}`);
}

function untestableText(view: View, { bold }: Colours): string[] {
  const rows = untestableReasons(view);
  return rows.length === 0 ? [] : [bold("could not be tested"), ...rows.map((row) => `  ${row}`), ""];
}

/** The scenarios that the run was asked to show: address, verdict, and a sentence for each step. */
export function shownText({ scenarios }: View["report"], { bold, dim }: Colours): string[] {
  return scenarios.flatMap(({ address, verdict, shown }) =>
    shown === undefined
      ? []
      : [`${bold(visible(address))} ${dim(verdict)}`, ...indented(shown.map((sentence, i) => `${i + 1}. ${visible(sentence)}`)), ""],
  );
}

/** The target's profile: each choice that is not the simulator's with its question, the others by name, and the points that the run did not see. */
function choicesText({ choices }: View["report"]): string[] {
  const names = Object.keys(rulings) as RulingName[];
  const seen = names.filter((name) => Object.hasOwn(choices, name));
  const isUsual = (name: RulingName): boolean => rulings[name].choices[0] === choices[name];
  const unusual = seen
    .filter((name) => !isUsual(name))
    .map((name) => `  ${name}: ${visible(String(choices[name]))} (${rulings[name].question})`);
  const listed = (words: string, which: readonly RulingName[]): string[] => (which.length === 0 ? [] : [`  ${words}: ${which.join(", ")}`]);
  const usual = listed("decided as the simulator decides", seen.filter(isUsual));
  const unseen = listed(
    "not seen",
    names.filter((name) => !seen.includes(name)),
  );
  return seen.length === 0 ? [] : [...unusual, ...usual, ...unseen, "  touchstone list --rulings has what is open in each, and why"];
}

function table({ sections, report }: View): string[] {
  const head = ["section of the specification", "expected", "agrees", "differs", "silent", "unsteady", "untestable"];
  const row = (name: string, { expected, agrees, differs, silent, unsteady = 0, untestable }: View["report"]["summary"]): string[] => [
    visible(name),
    ...[expected, agrees, differs, silent, unsteady, untestable].map(String),
  ];
  return columns([head, ...sections.map(({ name, summary }) => row(name, summary)), row("all", report.summary)]);
}

/** A number with its thousands apart. */
const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

function countsText({ summary: { tries, exchanges, exchangesAgree }, cover }: View["report"]): string[] {
  return [
    ...(cover ? [`covering set: ${grouped(cover.allowed)} of ${grouped(cover.steps)} requests allowed by the target`] : []),
    ...(tries > 0 ? [`${tries} runs of properties`] : []),
    ...(exchanges > 0 ? [`${exchanges} exchanges of scenarios compared, of which ${exchangesAgree} agree`] : []),
  ];
}

/** What share of the known mutants a run with a budget notices, and the budget for all that its target can show. */
export function powerText({ power }: View["report"]): string[] {
  if (!power || power.mutants === 0) return [];
  const { noticed, attainable, mutants, secondsForAll } = power;
  const share = (count: number): string => `${Math.floor((1000 * count) / mutants) / 10} %`;
  const more = secondsForAll === undefined ? "" : `, with --budget ${secondsForAll}s ${attainable === mutants ? "all" : share(attainable)}`;
  const lines = [`in the time given, a run like this notices ${share(noticed)} of the ${mutants} known mutants${more}`];
  if (attainable === mutants) return lines;
  return [...lines, `${mutants - attainable} of them need another level, account or option to be seen`];
}

/** How much of a file of recorded traffic was compared. */
export const recordedCounts = ({ recorded }: View["report"]): string[] =>
  recorded ? [`${recorded.exchanges} exchanges in the file: ${recorded.compared} compared with the model, all by their form`] : [];

/** Returns what came of a file of recorded traffic beside its server's answers. */
function recordedText(report: View["report"], { bold }: Colours): string[] {
  const lines = (report.recorded?.clients ?? []).map((finding) => `  ${visible(findingLine(finding))}`);
  return [...(lines.length === 0 ? [] : [bold("what the clients did wrong"), ...lines, ""]), ...recordedCounts(report)];
}

function firstText(causes: View["causes"], { bold }: Colours): string[] {
  const first = readFirst(causes.map(({ cause }) => cause));
  return first === undefined ? [] : [bold(`read ${visible(first.id)} first: ${waitingText(first.waiting.length)}`), ""];
}

/** The parts of the run that were not finished, and why. */
function failuresText({ failures = [] }: View["report"], { red }: Colours): string[] {
  if (failures.length === 0) return [];
  const rows = failures.slice(0, 20).map(({ part, reason }) => visible(`  ${part}: ${reason.replaceAll(/\s+/g, " ")}`));
  const more = failures.length > rows.length ? [`  and ${failures.length - rows.length} more`] : [];
  return [red("not run to the end"), ...rows, ...more, ""];
}

/** All that a report has for people: each cause with its plainest example, a table by section, one closing line. */
export function details(view: View, colours: Colours): string {
  const { report, causes, causeless, heading, closing } = view;
  const { bold, red, green, yellow } = colours;
  const [head = "", ...rows] = table(view);
  const choices = choicesText(report);
  const unsteady = view.unsteady.flatMap((each) => unsteadyText(each, colours));
  const stale = (report.baseline?.stale ?? []).map(({ entry, why }) => visible(`  ${entry}: ${why}`));
  return [
    visible(heading),
    "",
    ...(report.compared ? comparedText(report.compared, colours) : []),
    ...shownText(report, colours),
    ...firstText(causes, colours),
    ...causes.flatMap((cause, i) => causeText(cause, i + 1, report, colours)),
    ...causeless.flatMap((failure, i) => failureText(failure, causes.length + i + 1, report, colours)),
    ...(report.accepted.length === 0 ? [] : [`accepted: ${visible(report.accepted.join(", "))}`, ""]),
    ...(stale.length === 0 ? [] : [yellow("stale entries of the baseline (take them out, or renew them)"), ...stale, ""]),
    ...(unsteady.length === 0 ? [] : [yellow("differed once, and not when it was tried again"), ...unsteady, ""]),
    ...untestableText(view, colours),
    ...failuresText(report, colours),
    ...(report.notes === undefined ? [] : [yellow("of the target"), ...report.notes.map((note) => visible(`  ${note}`)), ""]),
    ...(choices.length === 0 ? [] : [bold("where the specification is silent"), ...choices, ""]),
    bold(head),
    ...rows,
    "",
    ...recordedText(report, colours),
    ...powerText(report),
    ...countsText(report),
    ...view.tried,
    (view.isSuccess ? green : red)(closing),
    "",
  ].join("\n");
}
