import { routed } from "../../conformance/catalogue/route.ts";
import { idOf } from "../../conformance/causes/signature.ts";
import type { Explained, ExplainedClause, ExplainedEndpoint, ExplainedRuling } from "../../conformance/check/explain.ts";
import type { Seen } from "../../conformance/client/seen.ts";
import type { Clause } from "../../conformance/declare/clause.ts";
import { askedIn, isScenario } from "../../conformance/results/exchanges.ts";
import type { DifferingPlace } from "../../conformance/results/report.ts";
import type { Place } from "../../conformance/run/failing-check.ts";
import { contradicted } from "../../sim/index.ts";
import { briefJson } from "./brief.ts";
import type { Colours } from "./colours.ts";
import { partOf, spokenIn } from "./spoken.ts";
import { cut, requestText } from "./text-failures.ts";
import type { CauseView } from "./view.ts";
import { columns, counted, firstOf, visible } from "./visible.ts";

/** A cause of a report with the plainest example of it. */
export interface ExplainedCause {
  readonly kind: "cause";
  readonly id: string;
  /** The difference, as a phrase. */
  readonly signature: string;
  readonly clauses: readonly Clause[];
  readonly shows: readonly string[];
  readonly waiting: readonly string[];
  /** Undefined where results only wait for it. */
  readonly example: CauseExample | undefined;
  /** The command that runs the example again, or the first result that waits for it, and what to know of it. */
  readonly replay: readonly string[];
}

interface CauseExample {
  readonly address: string;
  readonly reason: string | undefined;
  /** The number of exchanges in the run. */
  readonly exchanges: number;
  /** The exchange that shows it. */
  readonly exchange: Seen | undefined;
  /** The place in its answer of the value that is wrong; empty where the check does not say. */
  readonly place: Place;
  /** The places at which a scenario's answer differs from that of the model. */
  readonly places: readonly DifferingPlace[];
}

/** Returns a cause of a report as data. */
export function explainedCause({ cause, clauses, example, replay }: CauseView): ExplainedCause {
  const { id, alike = [], signature, shows, waiting } = cause;
  return { kind: "cause", id, signature, clauses, shows, waiting, example: example && exampleOf(example, [id, ...alike]), replay };
}

function exampleOf({ result }: NonNullable<CauseView["example"]>, ids: readonly string[]): CauseExample {
  const seen = askedIn(result);
  const at = result.causes?.find((signature) => ids.includes(idOf(signature)))?.at;
  const ofRoute = seen.findLast(({ method, path }) => !isScenario(result) && routed(method, path).route === at);
  const { index, place = [] } = spokenIn(result, seen) ?? { index: ofRoute ? seen.indexOf(ofRoute) : seen.length - 1 };
  return {
    address: result.address,
    reason: result.reason,
    exchanges: seen.length,
    exchange: seen[index],
    place,
    places: (isScenario(result) ? result.places : undefined) ?? [],
  };
}

const width = 160;
/** The number of lines that fit on one screen. */
const mostLines = 45;

/** The pieces of a text between which a line may end: words, or the parts of JSON. */
type Breaks = " " | ",";

/** A text as lines that are no wider than the screen; a piece that is too long for a line is broken. */
function wrapped(text: string, indent = 2, most = 6, breaks: Breaks = " "): string[] {
  const room = width - indent;
  const end = breaks === " " ? "(?:\\s+|$)" : "(?:(?<=,)|$)";
  const lines = visible(text).match(new RegExp(`.{1,${room}}${end}|.{1,${room}}`, "gu")) ?? [];
  const kept = lines.slice(0, most).map((line) => " ".repeat(indent) + line.trimEnd());
  return lines.length > most ? [...kept.slice(0, -1), cut(`${kept.at(-1)}…`, width - 1)] : kept;
}

const oneLine = (text: string): string => cut(visible(text), width - 1);

const longestAnswer = 600;

/**
 * An exchange: the request, and the answer below it. An exchange from a file may lack its body.
 * @param place what of a long answer is shown
 */
function exchangeLines(seen: Seen, place: Place = []): string[] {
  const { status, body = {} } = seen;
  const answer = briefJson(partOf(body, place, longestAnswer), longestAnswer);
  return [...wrapped(requestText(seen), 4, 3), ...wrapped(`-> ${status} ${answer}`, 4, 5, ",")];
}

/** The first few of a list, and how many more there are. */
const some = (words: string, all: readonly string[], most: number): string[] =>
  all.length === 0 ? [] : wrapped(`${words} ${firstOf(all, most)}`, 2, 3);

/** A level as it follows a name; nothing for what always was. */
const sinceText = (since: number): string => (since > 0 ? `, since level ${since}` : "");

/** Returns in which way a point is decided otherwise than the text alone says. */
export const kindWords = (kind: ExplainedRuling["ruling"]["kind"]): string =>
  kind === "contradicted" ? "stated, and running servers do otherwise" : "the text leaves it open";

const choiceNotes = ({ ruling, running }: ExplainedRuling, choice: string): string =>
  [
    ...(choice === ruling.choices[0] ? [ruling.kind === "contradicted" ? "default, what the text says" : "default"] : []),
    ...(choice === running ? ["what running servers do"] : []),
  ].join("; ");

const choiceLines = (explained: ExplainedRuling): string[] =>
  columns(explained.ruling.choices.map((choice) => [`    ${choice}`, choiceNotes(explained, choice)]));

/** The ruling of a clause: what is open, and what running servers do. */
function rulingLines(
  { name, kind, question, choices, reason }: NonNullable<ExplainedClause["ruling"]>,
  { bold, yellow }: Colours,
): string[] {
  const [says, accept] =
    kind === "contradicted" ? ["running servers do otherwise", ` (check accepts it with --accept ${name})`] : ["the text leaves open", ""];
  return [
    `  ${yellow(says)}: ruling ${bold(name)}${accept}, ${choices.map((choice, i) => (i === 0 ? `${choice} (default)` : choice)).join(", ")}`,
    ...wrapped(question, 4),
    ...wrapped(reason, 4),
  ];
}

const mostProofs = 6;
const mostMutants = 4;

function clauseLines(clause: ExplainedClause, colours: Colours): string[] {
  const { id, section, statement, since, untestable, properties, mutants, ruling, observed, example, check } = clause;
  const { bold, dim, yellow, cyan } = colours;
  const command = ["npx touchstone check --only", check?.only, ...(check?.level === undefined ? [] : ["--level", check.level])].join(" ");
  return [
    `${bold(id)}  clause  ${dim(`${section}${sinceText(since)}`)}`,
    ...wrapped(statement),
    ...(untestable === undefined ? [] : wrapped(`untestable: ${untestable}`)),
    ...some("proven by", properties, mostProofs),
    ...some(
      "broken by",
      mutants.map(({ name, says }) => `${name} (${says.replace(/\.$/, "")})`),
      mostMutants,
    ),
    ...(ruling ? rulingLines(ruling, colours) : []),
    ...Object.entries(observed)
      .slice(0, mostProofs)
      .map(([address, what]) => oneLine(`  ${yellow("only seen on running servers")}: ${what} (${address})`)),
    ...(example ? [`  ${bold("example")}  ${example.property} on the embedded simulator`, ...exchangeLines(example)] : []),
    ...(check ? [`  ${bold("check")}  ${cyan(command)}`] : []),
  ];
}

function explainedRulingLines(explained: ExplainedRuling, { bold, dim, cyan }: Colours): string[] {
  const { ruling, clauses } = explained;
  const { name, kind, section, question, choices, reason } = ruling;
  const other = choices[1];
  const held = kind === "contradicted" ? [`--accept ${name}`] : [`--rulings ${name}=${other}`, `--strict ${name}`];
  const meaning =
    kind === "contradicted"
      ? ["lets a server do as running servers do"]
      : ["holds a server to that choice", "holds a server to the default"];
  return [
    `${bold(name)}  ruling, ${kindWords(kind)}  ${dim(section)}`,
    ...wrapped(question),
    `  ${bold("choices")}`,
    ...choiceLines(explained),
    ...wrapped(reason),
    `  ${bold("clauses")}`,
    ...(clauses.length === 0 ? ["    none is about it"] : clauses.flatMap(({ id, statement }) => wrapped(`${id}: ${statement}`, 4, 2))),
    `  ${bold("commands")}`,
    ...columns([
      [`    ${cyan(`npx touchstone serve --rulings ${name}=${other}`)}`, "the simulator with that choice"],
      ...held.map((option, i) => [`    ${cyan(`npx touchstone check <url> ${option}`)}`, meaning[i] ?? ""]),
    ]),
  ];
}

/** Returns the statements about a parameter, in words. */
function boundsText({ where, nonEmpty, bound, values, malformed, unknown }: ExplainedEndpoint["parameters"][number]): string {
  const beside = Object.entries(where ?? {}).map(
    ([name, those]) => `where ${name} is ${those.map((value) => value ?? "absent").join(" or ")}`,
  );
  return [
    ...beside,
    ...(nonEmpty ? [nonEmpty.blank ? "not blank" : "not empty"] : []),
    ...(bound ? [`at most ${bound.limit} characters`] : []),
    ...(values ? [`${values.accepted.join(", ")}${values.orIntegers ? " or an integer" : ""}`] : []),
    ...(malformed?.items ? [`of ${malformed.items}s`] : []),
    ...(unknown ? ["of what is there"] : []),
  ].join("; ");
}

/** The level of a parameter or return value, where it is later than that of its endpoint. */
const laterText = (since: number | undefined, of: number): string => (since !== undefined && since > of ? `since level ${since}` : "");

function parameterLines({ route, parameters, since }: ExplainedEndpoint): string[] {
  if (parameters.length === 0) return [route.includes("{") ? "    none but the id in the path" : "    none"];
  const rows = parameters.map((parameter) => {
    const { name, type = "", required } = parameter;
    const level =
      laterText(parameter.since, since) || (required ? laterText(required.since, since).replace("since", "required since") : "");
    return [`    ${name}`, type, required ? "required" : "", [boundsText(parameter), level].filter((words) => words !== "").join("; ")];
  });
  return columns(rows).map(oneLine);
}

function returnText({ returns, envelope, since: of }: ExplainedEndpoint): string {
  const all = Object.entries(returns).map(([name, { type, since }]) => {
    const later = laterText(since, of);
    return `${name} (${type}${later && `, ${later}`})`;
  });
  if (all.length > 0) return all.join(", ");
  return envelope ? "nothing beside the envelope" : "what its clauses say";
}

function endpointLines(endpoint: ExplainedEndpoint, { bold, dim }: Colours): string[] {
  const { route, section, since, callers, mayRefuse, clauses, example } = endpoint;
  const head = [
    `${bold(route)}  endpoint  ${dim(`${section}${sinceText(since)}`)}`,
    ...wrapped(callers.join(" ")),
    ...(mayRefuse === undefined ? [] : wrapped(`A correct server may refuse it: ${mayRefuse}.`)),
    `  ${bold("parameters")}`,
    ...parameterLines(endpoint),
    ...wrapped(`returns ${returnText(endpoint)}`),
  ];
  const tail = example ? [`  ${bold("example")}`, ...exchangeLines(example)] : [];
  // The heading of the clauses and the line on the others have to fit, too.
  const room = Math.max(5, mostLines - head.length - tail.length - 2);
  const shown = clauses.slice(0, clauses.length > room ? room : clauses.length);
  const level = (own: number): string => (own > since ? ` (since level ${own})` : "");
  return [
    ...head,
    `  ${bold(counted(clauses.length, "clause"))}`,
    ...shown.map(({ id, statement, since: own }) => oneLine(`    ${id}: ${statement}${level(own)}`)),
    ...(shown.length < clauses.length ? [dim(`    and ${clauses.length - shown.length} more: --json has all`)] : []),
    ...tail,
  ];
}

const mostPlaces = 6;

function placeLines({ path, expected, actual }: DifferingPlace, { red, green }: Colours): string[] {
  const side = (mark: string, value: unknown): string => oneLine(`      ${mark} ${briefJson(value, width - 10)}`);
  return [
    oneLine(`    ${path}`),
    ...(expected === undefined ? [] : [red(side("-", expected))]),
    ...(actual === undefined ? [] : [green(side("+", actual))]),
  ];
}

function causeExampleLines({ address, reason, exchanges, exchange, place, places }: CauseExample, colours: Colours): string[] {
  const { bold, red, dim } = colours;
  const reasons = (reason ?? "").split("\n").flatMap((line, i) => wrapped(i === 0 ? `but ${line}` : line, i === 0 ? 2 : 4, 2));
  return [
    `  ${bold("the plainest")}  ${visible(address)}`,
    ...(reason === undefined ? [] : reasons.slice(0, 8).map(red)),
    ...(exchange ? [`  ${bold("exchange")}${exchanges > 1 ? dim(`  one of ${exchanges}`) : ""}`, ...exchangeLines(exchange, place)] : []),
    ...(places.length === 0 ? [] : [`  ${bold("difference")} (- expected, + came)`]),
    ...places.slice(0, mostPlaces).flatMap((place) => placeLines(place, colours)),
  ];
}

function causeLines({ id, signature, clauses, shows, waiting, example, replay }: ExplainedCause, colours: Colours): string[] {
  const { bold, dim, cyan } = colours;
  const [command, ...notes] = replay;
  const accept = contradicted.some((name) => name === id) ? [`  running servers do this too (accept with --accept ${id})`] : [];
  return [
    `${bold(visible(id))}  cause`,
    ...wrapped(signature),
    ...clauses.flatMap((clause) => [oneLine(`  ${clause.id}  ${clause.section}`), ...wrapped(`"${clause.statement}"`, 4, 2)]),
    ...(clauses.length === 0 ? [dim("  no clause is about this")] : []),
    ...accept,
    ...some(`${counted(shows.length, "result")} ${shows.length === 1 ? "shows" : "show"} it:`, shows, mostProofs),
    ...some(`${counted(waiting.length, "result")} ${waiting.length === 1 ? "waits" : "wait"} for it:`, waiting, mostProofs),
    ...(example ? causeExampleLines(example, colours) : []),
    // A command is to be copied: it is never cut.
    ...(command === undefined ? [] : [`  ${bold("replay")}  ${cyan(visible(command))}`]),
    ...notes.map((note) => dim(oneLine(`  ${note}`))),
  ];
}

function linesOf(explained: Explained | ExplainedCause, colours: Colours): string[] {
  if (explained.kind === "clause") return clauseLines(explained, colours);
  if (explained.kind === "ruling") return explainedRulingLines(explained, colours);
  return explained.kind === "endpoint" ? endpointLines(explained, colours) : causeLines(explained, colours);
}

/** An explanation on one screen. */
export const explanationText = (explained: Explained | ExplainedCause, colours: Colours): string =>
  `${linesOf(explained, colours).join("\n")}\n`;
