import { type Remedy, remedies } from "../../conformance/report/remedies.ts";
import type { Cause, Compared } from "../../conformance/results/report.ts";
import { type RulingName, rulings } from "../../sim/index.ts";
import type { Colours } from "./colours.ts";
import { element, escaped } from "./html-page.ts";
import { findingLine } from "./judge.ts";
import { causeText, failureText, indented, unsteadyText } from "./text-failures.ts";
import { staleLine, type View } from "./view.ts";
import { block, columns, counted, firstOf, visible } from "./visible.ts";
import { readFirst, waitingText } from "./work-list.ts";

const causeLine = ({ id, signature, clauses }: Cause): string =>
  `${id}  ${signature}${clauses.length > 0 ? `  (${clauses.join(", ")})` : ""}`;

interface Group {
  readonly title: string;
  readonly lines: readonly string[];
}

const groupsOf = ({ onlyFirst, onlySecond, alike, eachItsWay }: Compared): readonly Group[] => [
  { title: "only the first differs from the model", lines: onlyFirst.map(causeLine) },
  { title: "only this one differs", lines: onlySecond.map(causeLine) },
  { title: "both differ, alike", lines: alike.map(causeLine) },
  {
    title: "both differ, each in its own way",
    lines: eachItsWay.map(({ first, second }) => `${causeLine(first)}; here ${causeLine(second)}`),
  },
];

const headOf = ({ first }: Compared): string => `compared with ${first.url}, level ${first.level}`;
const titleOf = ({ title, lines }: Group): string => `${title}: ${lines.length === 0 ? "nothing" : lines.length}`;

/** The causes of two servers by who shows them, as lines: of each group so many. */
export const comparedText = (compared: Compared, { bold, dim }: Colours, most = Number.POSITIVE_INFINITY): string[] => [
  bold(visible(headOf(compared))),
  ...groupsOf(compared).flatMap((group) => [
    (group.lines.length > 0 ? bold : dim)(titleOf(group)),
    ...group.lines.slice(0, most).map((line) => visible(`  ${line}`)),
  ]),
  "",
];

/** The same as parts of a page. */
export const comparedHtml = (compared: Compared): string[] => [
  element("h2", escaped(headOf(compared))),
  ...groupsOf(compared).map((group) => {
    const items = group.lines.map((line) => element("li", escaped(line)));
    return `${element("p", element("b", escaped(titleOf(group))))}${element("ul", items.join(""))}`;
  }),
];

/** A reason without the ids in its paths, so that equal ones are counted together. */
const alike = (reason: string): string => reason.replace(/\/\d+/g, "/…");

/** Reasons why results could not be tested, one for each of them. */
const untestable = ({ sections }: View): string[] =>
  sections.flatMap(({ results }) =>
    results.flatMap(({ verdict, reason = "no reason" }) => (verdict === "untestable" ? [alike(reason)] : [])),
  );

const reasonText = ([reason, count]: Remedy["reasons"][number]): string => `${count} x ${visible(reason)}`;

/** Why results could not be tested, with how many each reason has, the most frequent first. */
export const untestableReasons = (view: View): string[] =>
  remedies(untestable(view))
    .flatMap(({ reasons }) => reasons)
    .sort(([, a], [, b]) => b - a)
    .map(reasonText);

/** Returns what would let results be tested that could not be, that first which helps the most. */
export const remediesIn = (view: View): Remedy[] => remedies(untestable(view), view.report.recorded !== undefined);

/** Results that could not be tested, by what would help. */
function untestableText(view: View, { bold }: Colours): string[] {
  const rows = remediesIn(view).flatMap(({ remedy, count, reasons }) => [
    `  ${count}: ${remedy}`,
    ...reasons.map((each) => `    ${reasonText(each)}`),
  ]);
  return block(bold("could not be tested, and what would help"), rows);
}

/** The scenarios that the run was asked to show: address, verdict, and a sentence for each step. */
export function shownText({ scenarios }: View["report"], { bold, dim }: Colours): string[] {
  return scenarios.flatMap(({ address, verdict, shown }) =>
    shown === undefined
      ? []
      : [`${bold(visible(address))} ${dim(verdict)}`, ...indented(shown.map((sentence, i) => `${i + 1}. ${visible(sentence)}`)), ""],
  );
}

const allRulings = Object.keys(rulings) as RulingName[];
const isUsual = (choices: View["report"]["choices"], name: RulingName): boolean => rulings[name].choices[0] === choices[name];

/** The points on which the specification is silent and that the target decides otherwise than the simulator. */
export const decidedOtherwise = ({ choices }: View["report"]): readonly RulingName[] =>
  allRulings.filter((name) => rulings[name].kind === "silent" && Object.hasOwn(choices, name) && !isUsual(choices, name));

const mostUnseen = 10;

/** The target's choices at points of one kind: each that is not the simulator's with its question, the others by name, and what the run did not see. */
function choicesText({ choices, causes }: View["report"], kind: (typeof rulings)[RulingName]["kind"], usualWords: string): string[] {
  // What differs stands among the causes, also where the first that was seen of it is as it should be.
  const names = allRulings.filter((name) => rulings[name].kind === kind && !causes.some(({ id }) => id === name));
  const seen = names.filter((name) => Object.hasOwn(choices, name));
  const unseen = names.filter((name) => !seen.includes(name));
  const unusual = seen
    .filter((name) => !isUsual(choices, name))
    .map((name) => `  ${name}: ${visible(String(choices[name]))} (${rulings[name].question})`);
  const listed = (words: string, which: readonly RulingName[], most: number): string[] =>
    which.length === 0 ? [] : [`  ${words}: ${firstOf(which, most, ", and")}`];
  const usual = listed(
    usualWords,
    seen.filter((name) => isUsual(choices, name)),
    names.length,
  );
  return seen.length === 0 ? [] : [...unusual, ...usual, ...listed("not seen", unseen, mostUnseen)];
}

/** Points that the target decides where the specification is silent, and where running servers are known to do otherwise than it states. */
function profileText(report: View["report"], { bold }: Colours): string[] {
  const silent = choicesText(report, "silent", "decided as the simulator decides");
  const stated = choicesText(report, "contradicted", "decided as the specification states");
  if (silent.length + stated.length === 0) return [];
  return [
    ...(silent.length === 0 ? [] : [bold("where the specification is silent"), ...silent]),
    ...(stated.length === 0 ? [] : [bold("where running servers are known to do otherwise than the specification states"), ...stated]),
    "  touchstone list --rulings has what is open in each, and why",
    "",
  ];
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

/** Returns how many requests a live server was sent, and what they were for. */
export function requestsText({ requests }: View["report"]): string[] {
  if (!requests) return [];
  const { properties, scenarios, staging, probe, cleanUp } = requests;
  const parts = [
    ...[`${grouped(properties)} by properties`, `${grouped(scenarios)} by scenarios`, `${grouped(staging)} to stage it`],
    ...[`${grouped(probe)} to look at it first`, `${grouped(cleanUp)} to leave it as it was`],
  ];
  const all = properties + scenarios + staging + probe + cleanUp;
  return [`${grouped(all)} requests: ${parts.join(", ")}`];
}

/** The budgets that are advised, in seconds. */
const roundSeconds = [5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800];

const budgetText = (seconds: number): string => {
  const round = roundSeconds.find((each) => each >= seconds) ?? 3600 * Math.ceil(seconds / 3600);
  return round < 60 ? `${round}s` : `${round / 60}m`;
};

/**
 * Returns how many of the suite's mutants, which are servers with one mistake each, a run with a budget notices, and the budget for all that its target can
 * show. Of a part of the suite the share says nothing: what it leaves out is left out on purpose.
 */
export function powerText({ power, partial }: View["report"]): string[] {
  if (!power || partial || power.mutants === 0) return [];
  const { noticed, attainable, mutants, secondsForAll, changes } = power;
  const share = (count: number): string => `${Math.floor((1000 * count) / mutants) / 10} %`;
  const longer = secondsForAll === undefined ? "a longer --budget" : `--budget ${budgetText(secondsForAll)}`;
  const more = noticed === attainable ? "" : `, one with ${longer} up to ${share(attainable)}`;
  const left = mutants - attainable;
  const atLeast = noticed === attainable ? "" : "at least ";
  return [
    `of ${mutants} servers with a mistake each, a run as short as this notices ${share(noticed)}${more}`,
    ...(changes ? [`of ${changes.of} others, by which nobody chose what is run first, it notices ${changes.noticed}`] : []),
    ...(left > 0 ? [`${atLeast}${left} of the ${mutants} show only at another level, to another account or with another option`] : []),
  ];
}

/** Returns how much of a file of recorded traffic was compared, and why the rest was not. */
export function recordedCounts({ recorded }: View["report"]): string[] {
  if (!recorded) return [];
  const { exchanges, compared, unjudged = {} } = recorded;
  const left = Object.entries(unjudged).map(([why, count]) => `  ${count} not compared: ${visible(why)}`);
  return [`${counted(exchanges, "exchange")} in the file: ${compared} compared with the model, all by their form`, ...left];
}

/** Returns what came of a file of recorded traffic beside its server's answers. */
function recordedText(report: View["report"], { bold }: Colours): string[] {
  const lines = (report.recorded?.clients ?? []).map((finding) => `  ${visible(findingLine(finding))}`);
  return [...block(bold("what the clients did wrong"), lines), ...recordedCounts(report)];
}

function firstText(causes: View["causes"], { bold }: Colours): string[] {
  const first = readFirst(causes.map(({ cause }) => cause));
  return first === undefined ? [] : [bold(`read ${visible(first.id)} first: ${waitingText(first.waiting.length)}`), ""];
}

/** The parts of the run that were not finished, and why. */
function failuresText({ failures = [] }: View["report"], { red }: Colours): string[] {
  const rows = failures.slice(0, 20).map(({ part, reason }) => visible(`  ${part}: ${reason.replaceAll(/\s+/g, " ")}`));
  const more = failures.length > rows.length ? [`  and ${failures.length - rows.length} more`] : [];
  return block(red("not run to the end"), [...rows, ...more]);
}

/** All that a report has for people: each cause with its plainest example, a table by section, one closing line. */
export function details(view: View, colours: Colours): string {
  const { report, causes, causeless, heading, closing } = view;
  const { bold, red, green, yellow } = colours;
  const [head = "", ...rows] = table(view);
  const unsteady = view.unsteady.flatMap((each) => unsteadyText(each, colours));
  const stale = (report.baseline?.stale ?? []).map((each) => visible(`  ${staleLine(each)}`));
  // Entries whose properties could not be tested.
  const unjudged = (report.baseline?.unjudged ?? []).map((entry) => visible(`  ${entry}`));
  const beyond = (report.baseline?.beyond ?? []).map((address) => visible(`  ${address}`));
  return [
    visible(heading),
    "",
    ...(report.compared ? comparedText(report.compared, colours) : []),
    ...shownText(report, colours),
    ...firstText(causes, colours),
    ...causes.flatMap((cause, i) => causeText(cause, i + 1, report, colours)),
    ...causeless.flatMap((failure, i) => failureText(failure, causes.length + i + 1, report, colours)),
    ...(report.accepted.length === 0 ? [] : [`accepted: ${visible(report.accepted.join(", "))}`, ""]),
    ...block(yellow("stale entries of the baseline (take them out, or renew them)"), stale),
    ...block(yellow("entries of the baseline that could not be judged"), unjudged),
    ...block(yellow("showing a listed cause that they did not show when it was listed: perhaps another mistake"), beyond),
    ...block(yellow("differed once, and not when it was tried again"), unsteady),
    ...untestableText(view, colours),
    ...failuresText(report, colours),
    ...(report.notes === undefined ? [] : [yellow("of the target"), ...report.notes.map((note) => visible(`  ${note}`)), ""]),
    ...profileText(report, colours),
    bold(head),
    ...rows,
    "",
    ...recordedText(report, colours),
    ...powerText(report),
    ...countsText(report),
    ...requestsText(report),
    ...view.tried,
    (view.isSuccess ? green : red)(closing),
    "",
  ].join("\n");
}
