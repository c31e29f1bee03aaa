import type { Seen } from "../../conformance/client/seen.ts";
import type { Clause } from "../../conformance/declare/clause.ts";
import { isScenario, saidIn } from "../../conformance/results/exchanges.ts";
import { curlsHtml, exchangesHtml, pairsHtml, placesTable, valueHtml } from "./html-evidence.ts";
import { anchor, attribute, copiedHtml, element, escaped, folded, link, shortenedHtml } from "./html-page.ts";
import { signs } from "./html-style.ts";
import { untilSpoken } from "./spoken.ts";
import { cut } from "./text-failures.ts";
import { type Failure, hasGiven, type Result } from "./view.ts";
import { counted, visible, visibleLines } from "./visible.ts";
import { acceptOf, comparedPlace, type Task, waitingText } from "./work-list.ts";

/** The drawing of a counterexample: a lane for each actor and one for the server, what was said between them from top to bottom. */

/** So many of the newest exchanges are drawn; those before them prepare, and are told below the drawing. */
const most = 4;
const mostEvents = 6;
const longestName = 12;

/** The positions of the server's lane and of the first actor's, in percent of the width. */
const server = 97;
const firstLane = 3;

/** One line of a drawing. */
interface Row {
  readonly kind: "request" | "answer" | "event" | "clock";
  readonly actor: string;
  readonly text: string;
  /** The difference there. */
  readonly wrong?: string | undefined;
}

const value = (given: unknown): string => (typeof given === "string" ? given : (JSON.stringify(given) ?? ""));

interface Event {
  readonly type?: unknown;
  readonly op?: unknown;
}

/** Events that an answer carries, each as a row; of many the last. */
function eventsIn({ body }: Seen, actor: string): Row[] {
  const events = (Array.isArray(body?.events) ? body.events : []) as readonly (Event | null)[];
  return events.slice(-mostEvents).map((event) => {
    const op = typeof event?.op === "string" ? ` ${event.op}` : "";
    return { kind: "event", actor, text: visible(`event ${value(event?.type)}${op}`) };
  });
}

function answerText({ status, body = {} }: Seen): string {
  const code = typeof body.code === "string" ? ` ${body.code}` : "";
  const id = typeof body.id === "number" ? ` id ${body.id}` : "";
  return visible(`${status === 0 ? "no answer" : status}${code}${id}`);
}

/** One exchange as rows: the clock where it goes on, else request, events and answer. */
function rowsOf(seen: Seen, wrong: string | undefined): Row[] {
  const { as, method, path, fields = {} } = seen;
  const actor = visible(as ?? "nobody");
  if (fields.action === "advance") return [{ kind: "clock", actor, text: `the clock goes on by ${Number(fields.ms) / 1000} s` }];
  const asked = Object.entries(fields).map(([name, given]) => `${name}=${value(given)}`);
  return [
    { kind: "request", actor, text: visible(`${actor}: ${[method, path, ...asked].join(" ")}`) },
    ...eventsIn(seen, actor),
    { kind: "answer", actor, text: answerText(seen), wrong },
  ];
}

function rowHtml({ kind, actor, text, wrong }: Row, places: ReadonlyMap<string, number>): string {
  const from = places.get(actor) ?? firstLane;
  const arrow = kind === "clock" ? "" : `<i style="left:${from}%"></i>`;
  const told =
    wrong === undefined ? shortenedHtml(text, 120) : `✗ ${escaped(text)}${wrong === "" ? "" : `: ${escaped(visibleLines(wrong))}`}`;
  return `<p class="${kind}${wrong === undefined ? "" : " wrong"}"><span>${told}</span>${arrow}</p>`;
}

/** The names over their lanes. */
function headsHtml(places: ReadonlyMap<string, number>): string {
  const all = [...[...places].map(([name, at]) => [cut(name, longestName), at] as const), ["server", server] as const];
  const heads = all.map(([name, at], i) => {
    const [kind, left] = i === 0 ? [" first", 0] : i === all.length - 1 ? [" server", 100] : [i % 2 === 0 ? "" : " low", at];
    return `<i class="lane" style="left:${at}%"></i><span class="head${kind}" style="left:${left}%">${escaped(name)}</span>`;
  });
  return heads.join("");
}

/** The drawing of a counterexample. @param reason what differs in its last answer, which is told whole */
function lanesHtml(said: readonly Seen[], reason: string): string {
  if (said.length === 0) return "";
  const drawn = said.filter(({ prepares }) => prepares === undefined).slice(-most);
  const rows = drawn.flatMap((one, i) => rowsOf(one, i === drawn.length - 1 ? reason : undefined));
  const actors = [...new Set(rows.flatMap(({ kind, actor }) => (kind === "clock" ? [] : [actor])))];
  const step = (server - firstLane) / Math.max(1, actors.length);
  const places = new Map(actors.map((actor, i) => [actor, Math.round(firstLane + i * step)]));
  const left = said.length - drawn.length;
  const before =
    left === 0 ? "" : `<p class="soft">after ${left === 1 ? "one exchange that prepares" : `${left} exchanges that prepare`} it</p>`;
  const parts = [headsHtml(places), before, ...rows.map((row) => rowHtml(row, places))];
  return `<div class="lanes" role="group" aria-label="what was said, and where it differs">${parts.join("")}</div>`;
}

/** The parts of the page that show results, by address. */
export type Places = ReadonlyMap<string, string>;

/** Returns where each result that differs is told with its evidence: at its cause, or by itself. */
export function evidencePlaces(tasks: readonly Task[], failures: readonly Failure[]): Places {
  const alone = failures.map(({ result: { address } }) => [address, anchor("evidence", address)] as const);
  const causes = tasks.flatMap(({ example, name }) => (example ? [[example.result.address, anchor("cause", name)] as const] : []));
  return new Map([...alone, ...causes.toReversed()]);
}

/** The id of a clause, which leads to its cell in the map. */
export const clauseLink = (id: string): string => link(anchor("clause", id), escaped(id));

/** A clause with its statement. */
export const clauseHtml = ({ id, section, statement }: Clause): string =>
  element("blockquote", `${escaped(statement)}<br>${clauseLink(id)} ${element("span", escaped(section), "soft")}`);

/** So many addresses stand in one line; more are folded. */
const mostAddresses = 6;

function addressesHtml(words: string, addresses: readonly string[], places: Places): string {
  if (addresses.length === 0) return "";
  const links = addresses.map((address) => link(places.get(address) ?? anchor("result", address), escaped(address))).join(", ");
  if (addresses.length <= mostAddresses) return element("p", `${words}: ${links}`);
  return `<details><summary>${words}: ${addresses.length}</summary>${links}</details>`;
}

const replayHtml = ([command = "", ...notes]: readonly string[]): string =>
  command === ""
    ? ""
    : `${element("h4", "replay")}${copiedHtml(command)}${notes.map((note) => element("p", escaped(note), "soft")).join("")}`;

/** Returns the difference in the last answer of a property, where the check did not name a field. */
const signatureOf = (result: Result) => (isScenario(result) ? undefined : result.causes?.find(({ path }) => path !== ""));

/** Returns the evidence of a difference: the drawing, the last exchange whole, and the requests to paste. */
export function evidenceHtml({ result, replay }: Failure, url: string): string {
  const { said } = untilSpoken(result, saidIn(result));
  const reason = result.reason ?? "";
  const signature = signatureOf(result);
  const isLast = signature?.at === `${said.at(-1)?.method} ${said.at(-1)?.path}`;
  return [
    said.length > 0 ? lanesHtml(said, reason) : element("pre", shortenedHtml(reason)),
    hasGiven(result) ? element("p", "the plainest values that show it") + valueHtml(result.given) : "",
    signature ? placesTable([comparedPlace(signature, reason)]) : "",
    isScenario(result) ? pairsHtml(result.pairs ?? [], result.places) : exchangesHtml(said, isLast ? signature?.path : undefined),
    curlsHtml(said, url),
    replayHtml(replay),
  ].join("\n");
}

const summaryText = ({ cause, clauses, known }: Task): string =>
  [
    ...(cause ? [cause.id] : []),
    ...(clauses[0] ? [clauses[0].id] : []),
    ...(cause && cause.shows.length > 1 ? [`${cause.shows.length} results show it`] : []),
    ...(cause && cause.waiting.length > 0 ? [waitingText(cause.waiting.length)] : []),
    ...(known === undefined ? [] : ["known"]),
  ].join(" · ");

/** A thing to mend: its sentence, and folded its clauses, evidence and results. */
function taskHtml(task: Task, number: number, places: Places, url: string): string {
  const { cause, clauses, example, known, name, wrong } = task;
  const accept = acceptOf(cause);
  const sign = known === undefined ? element("span", signs.differs, "differs") : element("span", signs.silent, "known");
  const title = `${sign} ${number}. <h3>${escaped(cut(wrong, 300))}</h3><br>${element("span", escaped(summaryText(task)), "soft")}`;
  const content = [
    cause ? element("p", `${element("b", escaped(cause.id))} ${escaped(cause.signature)}`) : element("p", escaped(name)),
    known === undefined ? "" : element("p", `In the baseline: ${escaped(known)}`),
    ...clauses.map(clauseHtml),
    clauses.length === 0 ? element("p", "no clause is about it", "soft") : "",
    accept === undefined ? "" : element("p", `running servers do this too (accept with ${escaped(accept)})`),
    example ? evidenceHtml(example, url) : replayHtml(task.replay),
    addressesHtml("results that show it", cause?.shows ?? [name], places),
    addressesHtml("results that wait for it", cause?.waiting ?? [], places),
  ];
  const words = [name, ...clauses.map(({ id }) => id), ...(cause?.shows ?? []), ...(cause?.waiting ?? [])].join(" ");
  return folded(title, content.join("\n"), `class="cause" id="${anchor("cause", name)}" data-find="${attribute(words)}"`);
}

/** The work list, and the button that shows more of it where a script runs. */
export function causesHtml(tasks: readonly Task[], places: Places, url: string): string {
  if (tasks.length === 0) return "";
  const parts = tasks.map((task, i) => taskHtml(task, i + 1, places, url));
  const more = '<p><button type="button" class="more" hidden>show ten more</button></p>';
  return [`<h2 id="causes">${counted(tasks.length, "cause")}, worst first</h2>`, ...parts, more].join("\n");
}
