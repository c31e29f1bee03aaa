import type { Command } from "commander";
import {
  type ChangedSentence,
  type Changes,
  type CitedText,
  type ComparedSection,
  changesIn,
  comparedText,
  type SentenceState,
} from "../../conformance/catalogue/sentences-compared.ts";
import { clauseMap, type ListedClause, list as listed } from "../../conformance/check/list.ts";
import { groupedBy, mostFrequent } from "../../conformance/client/lists.ts";
import { coveringSet } from "../../conformance/cover/set.ts";
import type { Scenario } from "../../conformance/play/scenario.ts";
import { coverAddress } from "../../conformance/run/scenarios.ts";
import { judgeRules, type Ruling, rulings } from "../../sim/index.ts";
import { readText, writeText } from "../files.ts";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { repeated } from "../options.ts";
import { packaged } from "../packaged.ts";
import { plugged } from "../plugin.ts";
import { clauseMapPage } from "../render/clause-map.ts";
import { type Colours, print } from "../render/colours.ts";
import { kindWords } from "../render/explain.ts";
import { ruleList } from "../render/judge.ts";
import { textPage } from "../render/text-page.ts";
import { visible } from "../render/visible.ts";
import { reportIn } from "../report-file.ts";

function clauseText({ id, statement, since, silent, untestable, properties }: ListedClause, { bold, dim, yellow }: Colours): string[] {
  return [
    `  ${bold(id)}${since > 0 ? dim(` (since level ${since})`) : ""}`,
    `      ${statement}`,
    ...(silent === undefined ? [] : [`      ${yellow(kindWords(rulings[silent].kind))}: ruling ${silent}`]),
    ...(untestable === undefined ? [] : [`      ${yellow("untestable")}: ${untestable}`]),
    ...(properties.length === 0 ? [] : [dim(`      proven by ${properties.join(", ")}`)]),
  ];
}

/** All clauses under the headings of their sections. */
export function clauseList(clauses: readonly ListedClause[], colours: Colours): string {
  const sections = groupedBy(clauses, ({ section }) => section);
  const lines = [...sections].flatMap(([section, own]) => [colours.bold(section), ...own.flatMap((one) => clauseText(one, colours)), ""]);
  const untestable = clauses.filter((clause) => clause.untestable !== undefined).length;
  const proofs = new Set(clauses.flatMap(({ properties }) => properties)).size;
  return [...lines, `${clauses.length} clauses in ${sections.size} sections, ${proofs} properties, ${untestable} untestable`, ""].join(
    "\n",
  );
}

/** All rulings: what is open or contradicted, how it can be decided, and why the default is what it is. */
export function rulingList(rulings: Readonly<Record<string, Ruling>>, { bold, dim }: Colours): string {
  const entries = Object.entries(rulings);
  const lines = entries.flatMap(([name, { kind, section, question, choices, reason }]) => [
    `${bold(name)}  ${kindWords(kind)}  ${dim(section)}`,
    `  ${question}`,
    `  choices: ${choices.map((choice, i) => (i === 0 ? `${choice} (default)` : choice)).join(", ")}`,
    `  ${reason}`,
    "",
  ]);
  return [...lines, `${entries.length} rulings`, ""].join("\n");
}

/** Returns how often each operation stands in a scenario, the most frequent first. */
const operationsIn = ({ steps }: Scenario): string =>
  mostFrequent(steps.map(({ op }) => op))
    .map(([op, count]) => `${count} ${op}`)
    .join(", ");

/** The scenarios of the covering set by their addresses: how many requests of which operation each has. */
export function coverList(scenarios: ReadonlyMap<string, Scenario>, { bold }: Colours): string {
  const lines = [...scenarios].map(([address, scenario]) => `${bold(address)}  ${operationsIn(scenario)}`);
  const requests = [...scenarios.values()].reduce((sum, { steps }) => sum + steps.length, 0);
  return [...lines, "", `${scenarios.size} scenarios, ${requests} requests`, ""].join("\n");
}

function changeText({ standing, position, text, clauses }: ChangedSentence, { bold, dim }: Colours): string[] {
  return [
    `  ${position} ${bold(standing)}${text === undefined ? "" : `: ${visible(text)}`}`,
    ...(clauses.length === 0 ? [] : [dim(`      read again ${clauses.join(", ")}`)]),
  ];
}

/** Returns the changes in a text, section by section: a sentence that is gone by its former place, others by their place now. */
function changeList({ sentences, changed, clauses }: Changes, colours: Colours): string {
  if (changed.length === 0) return `${sentences} sentences, all as they were\n`;
  const lines = [...new Set(changed.map(({ section }) => section))].flatMap((name) => [
    colours.bold(visible(name)),
    ...changed.filter(({ section }) => section === name).flatMap((one) => changeText(one, colours)),
    "",
  ]);
  const counted = (["new", "gone", "different", "moved"] as const satisfies readonly SentenceState[])
    .map((name) => [name, changed.filter(({ standing }) => standing === name).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return [...lines, `${sentences} sentences: ${counted.join(", ")}; ${clauses.length} clauses to read again`, ""].join("\n");
}

export interface ListOptions {
  readonly json: boolean;
  readonly rulings: boolean;
  readonly judge: boolean;
  readonly cover: boolean;
  /** The file for the map, or for the text with its clauses, as a page. */
  readonly html?: string;
  /** The file of the specification. */
  readonly text?: string;
  /** The file of a report that stands on the page of the text. */
  readonly with?: string;
  /** Whether to print what differs from the text that the clauses were written from. */
  readonly changed: boolean;
  /** Files of modules with properties and clauses beside those of the suite. */
  readonly plugin?: readonly string[];
}

/** Returns the digests that come with the package. */
const packagedText = (): CitedText => JSON.parse(packaged("fixtures/text/sentences.json").toString()) as CitedText;

/** @throws UsageError: options of the text that do not go together */
function checkTextOptions({ text, html, with: report, changed, ...others }: ListOptions): void {
  if (text === undefined) {
    const alone = changed ? "--changed" : report !== undefined ? "--with" : undefined;
    if (alone) throw new UsageError(`${alone} goes with --text <file>, the specification`);
    return;
  }
  const other = (["rulings", "judge", "cover"] as const).find((name) => others[name]);
  if (other) throw new UsageError(`--${other} does not go with --text, which goes with --html <file> or --changed`);
  if (changed === (html !== undefined)) throw new UsageError("--text goes with --html <file> or with --changed: one of them");
  if (changed && report !== undefined) throw new UsageError("--with goes with --html <file>, not with --changed");
  if (html !== undefined && others.json) throw new UsageError("--json goes with --changed, not with --html");
}

/** @throws UsageError: the file cannot be read, or nothing of the specification stands in it */
function textIn(file: string, cited: CitedText): readonly ComparedSection[] {
  const option = `--text ${file}`;
  const sections = comparedText(cited, readText(file, option));
  if (sections.some(({ sentences }) => sentences.some(({ standing }) => standing === "same" || standing === "moved"))) return sections;
  throw new UsageError(`${option}: it has no sentence of the specification; accepted is its Markdown text, also where parts of it changed`);
}

/** Writes a text with the clauses of each sentence as a page, or prints what changed in it. */
async function listText(file: string, given: ListOptions, cited: CitedText, io: Io): Promise<number> {
  const report = given.with === undefined ? undefined : reportIn(given.with, `--with ${given.with}`);
  const sections = textIn(file, cited);
  if (given.html === undefined) {
    const changes = changesIn(sections);
    print(io, given.json, changes, (colours) => changeList(changes, colours));
    return changes.changed.length === 0 ? exitCodes.ok : exitCodes.differs;
  }
  const clauses = (await clauseMap()).flatMap((section) => section.clauses);
  writeText(given.html, textPage({ sections, clauses, beside: cited.beside, report }), `--html ${given.html}`);
  return exitCodes.ok;
}

/**
 * `touchstone list`: every clause with its proofs, every ruling with its choices, every rule of the judge, the covering set, or the text
 * with its clauses.
 * @param cited returns what is known of the text
 */
export async function list(given: ListOptions, io: Io, cited: () => CitedText = packagedText): Promise<number> {
  checkTextOptions(given);
  await plugged(given.plugin, io);
  if (given.text !== undefined) return listText(given.text, given, cited(), io);
  const cover = new Map(coveringSet.map(({ historical: _, ...scenario }, i) => [coverAddress(i), scenario]));
  if (given.html !== undefined) writeText(given.html, clauseMapPage(await clauseMap()), `--html ${given.html}`);
  else if (given.cover) print(io, given.json, Object.fromEntries(cover), (colours) => coverList(cover, colours));
  else if (given.judge) print(io, given.json, judgeRules, (colours) => ruleList(judgeRules, colours));
  else if (given.rulings) print(io, given.json, rulings, (colours) => rulingList(rulings, colours));
  else {
    const all = listed();
    print(io, given.json, all, (colours) => clauseList(all, colours));
  }
  return exitCodes.ok;
}

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option(
      "--rulings",
      "points that the specification leaves open, or that running servers decide otherwise, with their choices and reasons",
      false,
    )
    .option("--judge", "what `serve --judge` asks of clients", false)
    .option("--cover", "the scenarios that every check plays first", false)
    .option("--json", "print JSON", false)
    .option("--html <file>", "write the clauses as a page: what proves each, what breaks it, and what the text leaves open")
    .option("--text <file>", "the specification as Markdown: --html writes it with the clauses beside each sentence")
    .option("--with <report>", "on that page, also what a report found: a file of `check --report json=<file>`")
    .option("--plugin <file>", "list also what a module declares (repeatable)", repeated)
    .option("--changed", "print which sentences of --text are new, gone or different, and which clauses to read again", false)
    .addHelpText(
      "after",
      `
Example:
  $ touchstone list --json
  $ touchstone list --html=map.html
  $ touchstone list --text api.md --html=text.html --with report.json
  $ touchstone list --text api.md --changed

Exit codes of --changed: 0 where no sentence changed, 1 where one did.`,
    )
    .action(async (given: ListOptions) => done(await list(given, io)));
}
