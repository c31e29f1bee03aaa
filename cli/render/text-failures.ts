import type { Seen } from "../../conformance/client/seen.ts";
import { curl, curlHeading, curlNote, pathWithQuery } from "../../conformance/report/curl.ts";
import { isScenario, saidIn } from "../../conformance/results/exchanges.ts";
import type { DifferingPlace } from "../../conformance/results/report.ts";
import { rulings } from "../../sim/index.ts";
import type { Colours } from "./colours.ts";
import { structuralDiff } from "./diff.ts";
import { allTelling } from "./telling.ts";
import { type CauseView, type Failure, hasGiven, type View } from "./view.ts";
import { firstOf, showAround, visible } from "./visible.ts";

const longestValue = 160;
const longestPlace = 600;
/** So many of the newest exchanges are told; beside them those that prepare the server for the run. */
const mostExchanges = 6;
const mostCurls = 30;
const mostFields = 40;

/** A text cut to what a line has room for, never within a character. */
export const cut = (text: string, length = longestValue): string =>
  text.length > length ? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…` : text;
/** Lines that stand below a heading. */
export const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === "" ? "" : `     ${line}`));

const value = (given: unknown): string => (typeof given === "string" ? given : (JSON.stringify(given) ?? "nothing"));

/** Returns a phrase for the credentials that were sent in place of somebody's own; it follows the name. */
function sentWith(credentials: Seen["credentials"]): string {
  if (credentials === undefined) return "";
  if ("header" in credentials) return ` with the header ${JSON.stringify(credentials.header)}`;
  const { email, key } = credentials;
  return ` as ${email} with ${key === "none" ? "no key" : `a ${key} key`}`;
}

/** Returns who sends a request, and what for: the run itself, or to prepare the server for it. */
export function senderText({ as, credentials, prepares, after }: Pick<Seen, "as" | "credentials" | "prepares" | "after">): string {
  const who = prepares === "control API" ? "the control API" : `${as ?? "nobody"}${sentWith(credentials)}`;
  const role = prepares === undefined || prepares === "control API" ? "" : ` (${prepares}, to prepare it)`;
  return `${after === undefined ? "" : `${after / 1000} s later `}${who}${role}`;
}

/** A request as a line: who asked what. One from a file may lack its fields. */
export function requestText(seen: Seen): string {
  const { method, fields = {}, query = [] } = seen;
  const names = Object.keys(fields).filter((name) => !query.includes(name));
  const asked = names.slice(0, mostFields).map((name) => `${cut(name)}=${cut(value(fields[name]))}`);
  const more = names.length > mostFields ? [`(and ${names.length - mostFields} more fields)`] : [];
  return visible([senderText(seen), method, pathWithQuery(seen), ...asked, ...more].join(" "));
}

/** One exchange as a line: who asked what, and the answer. An exchange from a file may lack its body. */
export function exchangeLine(seen: Seen): string {
  const { status, body = {} } = seen;
  return `${requestText(seen)}  ->  ${status} ${visible(cut(JSON.stringify(body)))}`;
}

const earlier = (count: number, one: string, many: string): string[] =>
  count > 0 ? [`(${count} earlier ${count === 1 ? one : many} in --report json)`] : [];

/** The exchanges that prepare the server for a run, and the last few of the run, in their order, as lines. */
function exchangeLines(all: readonly Seen[]): string[] {
  const said = allTelling(all);
  const own = said.filter(({ prepares }) => prepares === undefined);
  const told = new Set(own.slice(-mostExchanges));
  const skipped = own.length - told.size;
  const lines = said.filter((each) => each.prepares !== undefined || told.has(each)).map(exchangeLine);
  return [...earlier(skipped, "exchange is", "exchanges are"), ...lines];
}

/** All requests as lines to paste, as far as there is room for the first of very many. */
function curlLines(said: readonly Seen[], url: string, { bold }: Colours): string[] {
  const last = said.slice(-mostCurls);
  const skipped = earlier(said.length - last.length, "request is", "requests are");
  const note = curlNote(last);
  return [
    bold(curlHeading(last)),
    ...indented([...skipped, ...last.map((each) => curl(each, url)), ...(note === undefined ? [] : [note])]),
  ];
}

/** The lines of a difference, whose colours are those of this program. */
const diffLines = (diff: string): string[] => diff.split("\n").map((line) => showAround(line, visible));

/** A place at which answers differ, as the lines of a difference. */
function placeLines({ path, expected, actual }: DifferingPlace, { red, green }: Colours): string[] {
  const sideText = (side: unknown): string => cut(JSON.stringify(side), longestPlace);
  return [
    ` ${path}`,
    ...(expected === undefined ? [] : [red(`-  ${sideText(expected)}`)]),
    ...(actual === undefined ? [] : [green(`+  ${sideText(actual)}`)]),
  ];
}

function evidence({ result }: Failure, url: string, colours: Colours): string[] {
  const { bold } = colours;
  const said = saidIn(result);
  const curls = curlLines(said, url, colours);
  if (!isScenario(result)) return said.length === 0 ? [] : [bold("what was said"), ...indented(exchangeLines(said)), ...curls];
  const pairs = result.pairs ?? [];
  const newest = pairs.at(-1);
  if (!newest) return [];
  const sentences = pairs.map(({ told }, i) => `${i + 1}. ${visible(told)}`);
  const { expected, actual } = newest;
  const whole = (): string =>
    structuralDiff({ status: expected.status, ...expected.body }, { status: actual.status, ...actual.body }, colours.on);
  const diff = result.places ? result.places.flatMap((place) => placeLines(place, colours)).join("\n") : whole();
  const legend = "what differs in the answer to the last step (- expected, + came)";
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

const citedText = (clauses: Failure["clauses"], { bold, dim }: Colours): string[] =>
  clauses.flatMap(({ id, section, statement }) => [`${bold(visible(id))}  ${dim(visible(section))}`, `"${visible(statement)}"`]);

/** A text as lines, those after the first indented. @param before stands before the first */
const linesOf = (text: string, before: string): string[] =>
  text.split("\n").map((line, i) => `${i === 0 ? before : "    "}${visible(line)}`);

const commandLines = ([command = "", ...notes]: Failure["replay"], { bold, cyan, dim }: Colours): string[] => [
  `${bold("replay")}  ${cyan(visible(command))}`,
  ...notes.map(dim),
];

/** Returns what a failing result says beside its clauses. */
function detailsText(failure: Failure, { target: { url }, seed }: View["report"], colours: Colours): string[] {
  const { red } = colours;
  const { result, known, replay } = failure;
  return [
    ...(result.reason === undefined ? [] : linesOf(result.reason, "but ").map(red)),
    ...givenText(result, seed),
    ...(known === undefined ? [] : [`listed in the baseline: ${visible(known)}`]),
    ...(known === undefined ? evidence(failure, url, colours) : []),
    ...commandLines(replay, colours),
  ];
}

const markOf = (known: string | undefined, { red, yellow }: Colours): string =>
  known === undefined ? red("differs") : yellow("differs, as known");

/** Renders a result that differed once and not again: the answers then and later, and how to ask once more. */
export function unsteadyText({ result, replay }: Failure, colours: Colours): string[] {
  const [first = ""] = (result.reason ?? "").split("\n");
  const lines = [`once ${visible(cut(first))}`, `then ${visible(cut(result.again ?? ""))}`, ...commandLines(replay, colours)];
  return [colours.bold(visible(result.address)), ...indented(lines)];
}

/** A failure without a cause: its clauses, and what it says. */
export function failureText(failure: Failure, number: number, report: View["report"], colours: Colours): string[] {
  const { bold, dim } = colours;
  const { result, clauses, moreClauses, known } = failure;
  const lines = [
    ...citedText(clauses, colours),
    ...(moreClauses === 0 ? [] : [dim(`and ${moreClauses} more clauses of the same request`)]),
    ...detailsText(failure, report, colours),
  ];
  return [`${number}) ${bold(visible(result.address))} ${markOf(known, colours)}`, ...indented(lines), ""];
}

const mostAddresses = 6;

/** Returns how many results a list of addresses has, and the first few of them. */
const listedText = (words: string, addresses: readonly string[]): string[] =>
  addresses.length === 0 ? [] : [visible(`${words} ${addresses.length}: ${firstOf(addresses, mostAddresses)}`)];

/** The answer that a cause is in, such as `the answer of POST /typing`, or the object. */
export function answerOf(signature: string): string {
  const [, request] = /^((?:GET|POST|PATCH|DELETE) \S+)/.exec(signature) ?? [];
  return request === undefined ? signature.replace(/[ :].*/s, "") : `the answer of ${request.replace(/:$/, "")}`;
}

/** One mistake: the clauses that it breaks, how much shows it, and the plainest example. */
export function causeText(
  { cause, clauses, example, known }: CauseView,
  number: number,
  report: View["report"],
  colours: Colours,
): string[] {
  const { bold, dim } = colours;
  const accept = Object.hasOwn(rulings, cause.id) ? [`running servers do this too (accept with --accept ${cause.id})`] : [];
  const lines = [
    ...(clauses.length === 0 ? [dim(`${visible(answerOf(cause.signature))}, no clause is about this field`)] : citedText(clauses, colours)),
    ...accept,
    ...listedText("results that show it:", cause.shows),
    ...listedText("results that wait for it:", cause.waiting),
    ...(example ? [`${bold("the plainest")}  ${visible(example.result.address)}`, ...detailsText(example, report, colours)] : []),
  ];
  const mark = example ? ` ${markOf(known, colours)}` : "";
  return [`${number}) ${bold(cause.id)}${mark}  ${visible(cause.signature)}`, ...indented(lines), ""];
}
