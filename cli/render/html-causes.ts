import type { Clause } from "../../conformance/declare/clause.ts";
import { curlsHtml, exchangesHtml, pairsHtml, placesTable, valueHtml } from "./html-evidence.ts";
import { lanesHtml } from "./html-lanes.ts";
import { anchor, attribute, copiedHtml, element, escaped, folded, link, shortenedHtml } from "./html-page.ts";
import { signs } from "./html-style.ts";
import { cut } from "./text-failures.ts";
import { counted, type Failure, hasGiven, isScenario, type Result, seenOf, type View } from "./view.ts";
import { acceptOf, type Task, tasksOf, waitingText } from "./work-list.ts";

/** The work list of a page: the causes and the differences without one, in the order in which to mend them, those of a baseline last. */

/** A thing to mend, with all of its clauses. */
export interface Item {
  readonly task: Task;
  readonly clauses: readonly Clause[];
  /** The reason of the baseline entry that lists it. */
  readonly known: string | undefined;
}

/** Returns the things to mend, worst first; then those that a baseline lists. */
export function itemsOf({ causes, causeless }: View): Item[] {
  const clausesOf = new Map(causes.map(({ cause, clauses }) => [cause.id, clauses]));
  const reasons = new Map([
    ...causes.map(({ cause, known }) => [cause.id, known] as const),
    ...causeless.map(({ result, known }) => [result.address, known] as const),
  ]);
  const unlisted = { known: undefined };
  const listed = {
    causes: causes.flatMap((each) => (each.known === undefined ? [] : [{ ...each, ...unlisted }])),
    causeless: causeless.flatMap((each) => (each.known === undefined ? [] : [{ ...each, ...unlisted }])),
  };
  return [...tasksOf({ causes, causeless }), ...tasksOf(listed)].map((task) => ({
    task,
    clauses: (task.cause ? clausesOf.get(task.name) : task.example?.clauses) ?? [],
    known: reasons.get(task.name),
  }));
}

/** The parts of the page that show results, by address. */
export type Places = ReadonlyMap<string, string>;

/** Returns where each result that differs is told with its evidence: at its cause, or by itself. */
export function evidencePlaces(items: readonly Item[], failures: readonly Failure[]): Places {
  const alone = failures.map(({ result: { address } }) => [address, anchor("evidence", address)] as const);
  const causes = items.flatMap(({ task: { example, name } }) =>
    example ? [[example.result.address, anchor("cause", name)] as const] : [],
  );
  return new Map([...alone, ...causes.toReversed()]);
}

/** A clause with its statement, which leads to its cell in the map. */
const clauseHtml = ({ id, section, statement }: Clause): string =>
  element("blockquote", `${escaped(statement)}<br>${link(anchor("clause", id), escaped(id))} ${element("span", escaped(section), "soft")}`);

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
  const seen = seenOf(result);
  const reason = result.reason ?? "";
  const signature = signatureOf(result);
  const isLast = signature?.at === `${seen.at(-1)?.method} ${seen.at(-1)?.path}`;
  return [
    seen.length > 0 ? lanesHtml(seen, reason) : element("pre", shortenedHtml(reason)),
    hasGiven(result) ? element("p", "the plainest values that show it") + valueHtml(result.given) : "",
    signature ? placesTable([{ path: signature.path, expected: signature.expected, actual: signature.actual }]) : "",
    isScenario(result) ? pairsHtml(result.pairs ?? [], result.places) : exchangesHtml(seen, isLast ? signature?.path : undefined),
    curlsHtml(seen, url),
    replayHtml(replay),
  ].join("\n");
}

const summaryText = ({ task: { cause }, clauses, known }: Item): string =>
  [
    ...(cause ? [cause.id] : []),
    ...(clauses[0] ? [clauses[0].id] : []),
    ...(cause && cause.shows.length > 1 ? [`${cause.shows.length} results show it`] : []),
    ...(cause && cause.waiting.length > 0 ? [waitingText(cause.waiting.length)] : []),
    ...(known === undefined ? [] : ["known"]),
  ].join(" · ");

/** A thing to mend: its sentence, and folded its clauses, evidence and results. */
function itemHtml(item: Item, number: number, places: Places, url: string): string {
  const { task, clauses, known } = item;
  const { cause, example, name, wrong } = task;
  const accept = acceptOf(cause);
  const sign = known === undefined ? element("span", signs.differs, "differs") : element("span", signs.silent, "known");
  const title = `${sign} ${number}. <h3>${escaped(cut(wrong, 300))}</h3><br>${element("span", escaped(summaryText(item)), "soft")}`;
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
export function causesHtml(items: readonly Item[], places: Places, url: string): string {
  if (items.length === 0) return "";
  const parts = items.map((item, i) => itemHtml(item, i + 1, places, url));
  const more = '<p><button type="button" class="more" hidden>show ten more</button></p>';
  return [`<h2 id="causes">${counted(items.length, "cause")}, worst first</h2>`, ...parts, more].join("\n");
}
