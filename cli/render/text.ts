import type { Seen } from "../../conformance/client/seen.ts";
import { curl } from "../../conformance/report/curl.ts";
import { type RulingName, rulings } from "../../sim/index.ts";
import type { Colours } from "./colours.ts";
import { columns } from "./columns.ts";
import { structuralDiff } from "./diff.ts";
import { type Failure, hasGiven, isScenario, seenOf, type View } from "./view.ts";
import { visible } from "./visible.ts";

const longestValue = 160;
const mostExchanges = 6;
const mostFields = 40;

/** A text cut to what a line has room for, never within a character. */
export const cut = (text: string, length = longestValue): string =>
  text.length > length ? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…` : text;
const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === "" ? "" : `     ${line}`));

const value = (given: unknown): string => (typeof given === "string" ? given : (JSON.stringify(given) ?? "nothing"));

/** One exchange as a line: who asked what, and the answer. An exchange from a file may lack its fields or its body. */
export function exchangeLine({ as, method, path, fields = {}, status, body = {} }: Seen): string {
  const names = Object.keys(fields);
  const asked = names.slice(0, mostFields).map((name) => `${cut(name)}=${cut(value(fields[name]))}`);
  const more = names.length > mostFields ? [`(and ${names.length - mostFields} more fields)`] : [];
  return visible(`${[as ?? "nobody", method, path, ...asked, ...more].join(" ")}  ->  ${status} ${cut(JSON.stringify(body))}`);
}

const earlier = (count: number): string[] =>
  count > 0 ? [`(${count} earlier ${count === 1 ? "exchange is" : "exchanges are"} in --report json)`] : [];

/** The lines of a difference, whose colours are those of this program. */
const diffLines = (diff: string): string[] =>
  diff
    .split("\n")
    .map((line) => line.replace(/^(\u001b\[\d+m)?(.*?)(\u001b\[39m)?$/s, (_, on = "", told, off = "") => on + visible(told) + off));

function evidence({ result }: Failure, url: string, colours: Colours): string[] {
  const { bold } = colours;
  const seen = seenOf(result);
  const last = seen.slice(-mostExchanges);
  const skipped = earlier(seen.length - last.length);
  const curls = [bold("as curl"), ...indented(last.map((each) => curl(each, url)))];
  if (!isScenario(result)) {
    return seen.length === 0 ? [] : [bold("what was said"), ...indented([...skipped, ...last.map(exchangeLine)]), ...curls];
  }
  const pairs = result.pairs ?? [];
  if (pairs.length === 0) return [];
  const sentences = pairs.map(({ told }, i) => `${i + 1}. ${visible(told)}`);
  const { expected, actual } = pairs.at(-1)!;
  const diff = structuralDiff({ status: expected.status, ...expected.body }, { status: actual.status, ...actual.body }, colours.on);
  const legend = "the answer to the last step (- expected, + came)";
  return [
    bold(`the shortest scenario${result.replays === undefined ? "" : ` (found with ${result.replays} live replays)`}`),
    ...indented(sentences),
    ...curls,
    ...(diff === "" ? [] : [bold(legend), ...indented(diffLines(diff))]),
  ];
}

/** The drawn values that show a difference. */
function givenText(result: Failure["result"], seed: number): string[] {
  if (!hasGiven(result)) return [];
  return [visible(`with ${cut(JSON.stringify(result.given))} (seed ${seed}${result.path === undefined ? "" : `, path ${result.path}`})`)];
}

function failureText(failure: Failure, number: number, { target: { url }, seed }: View["report"], colours: Colours): string[] {
  const { bold, dim, red, yellow, cyan } = colours;
  const { result, clauses, moreClauses, known, replay } = failure;
  const mark = known === undefined ? red("differs") : yellow("differs, as known");
  const cited = clauses.flatMap(({ id, section, statement }) => [
    `${bold(visible(id))}  ${dim(visible(section))}`,
    `"${visible(statement)}"`,
  ]);
  const lines = [
    ...cited,
    ...(moreClauses === 0 ? [] : [dim(`and ${moreClauses} more clauses of the same request`)]),
    ...(result.reason === undefined ? [] : result.reason.split("\n").map((line, i) => red(`${i === 0 ? "but " : "    "}${visible(line)}`))),
    ...("flaky" in result && result.flaky !== undefined ? [yellow(`flaky: it did not show again: ${visible(result.flaky)}`)] : []),
    ...givenText(result, seed),
    ...(known === undefined ? [] : [`listed in the baseline: ${visible(known)}`]),
    ...(known === undefined ? evidence(failure, url, colours) : []),
    `${bold("replay")}  ${cyan(visible(replay))}`,
  ];
  return [`${number}) ${bold(visible(result.address))} ${mark}`, ...indented(lines), ""];
}

/** A reason without the ids in its paths, so that equal ones are counted together. */
const alike = (reason: string): string => reason.replace(/\/\d+/g, "/…");

function untestableText({ sections }: View, { bold }: Colours): string[] {
  const reasons = new Map<string, number>();
  for (const { results } of sections)
    for (const { verdict, reason = "no reason" } of results)
      if (verdict === "untestable") reasons.set(alike(reason), (reasons.get(alike(reason)) ?? 0) + 1);
  if (reasons.size === 0) return [];
  const rows = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => `  ${count} x ${visible(reason)}`);
  return [bold("could not be tested"), ...rows, ""];
}

/** The scenarios that the run was asked to show: address, verdict, and a sentence for each step. */
function shownText({ scenarios }: View["report"], { bold, dim }: Colours): string[] {
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
  const told = seen
    .filter((name) => !isUsual(name))
    .map((name) => `  ${name}: ${visible(String(choices[name]))} (${rulings[name].question})`);
  const listed = (words: string, which: readonly RulingName[]): string[] => (which.length === 0 ? [] : [`  ${words}: ${which.join(", ")}`]);
  const usual = listed("decided as the simulator decides", seen.filter(isUsual));
  const unseen = listed(
    "not seen",
    names.filter((name) => !seen.includes(name)),
  );
  return seen.length === 0 ? [] : [...told, ...usual, ...unseen, "  touchstone list --rulings has what is open in each, and why"];
}

function table({ sections, report }: View): string[] {
  const head = ["section of the specification", "expected", "agrees", "differs", "silent", "untestable"];
  const row = (name: string, { expected, agrees, differs, silent, untestable }: View["report"]["summary"]): string[] => [
    visible(name),
    ...[expected, agrees, differs, silent, untestable].map(String),
  ];
  return columns([head, ...sections.map(({ name, summary }) => row(name, summary)), row("all", report.summary)]);
}

function countsText({ tries, exchanges, exchangesAgree }: View["report"]["summary"]): string[] {
  return [
    ...(tries > 0 ? [`${tries} runs of properties`] : []),
    ...(exchanges > 0 ? [`${exchanges} exchanges of scenarios compared, of which ${exchangesAgree} agree`] : []),
  ];
}

/** A report for people: each failure with its evidence, a table by section, one closing line. */
export function text(view: View, colours: Colours): string {
  const { report, failures, surprises, heading, closing } = view;
  const { bold, red, green, yellow } = colours;
  const [head = "", ...rows] = table(view);
  const choices = choicesText(report);
  const stale = (report.baseline?.stale ?? []).map(({ entry, why }) => visible(`  ${entry}: ${why}`));
  const good = surprises.length === 0 && stale.length === 0 && report.summary.run > 0;
  return [
    visible(heading),
    "",
    ...shownText(report, colours),
    ...failures.flatMap((failure, i) => failureText(failure, i + 1, report, colours)),
    ...(stale.length === 0 ? [] : [yellow("stale entries of the baseline (take them out, or renew them)"), ...stale, ""]),
    ...untestableText(view, colours),
    ...(report.notes === undefined ? [] : [yellow("of the target"), ...report.notes.map((note) => visible(`  ${note}`)), ""]),
    ...(choices.length === 0 ? [] : [bold("where the specification is silent"), ...choices, ""]),
    bold(head),
    ...rows,
    "",
    ...countsText(report.summary),
    (good ? green : red)(closing),
    "",
  ].join("\n");
}
