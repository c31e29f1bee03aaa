import type { DecidedBy } from "../../judge/decided-by.ts";
import type { Overview } from "../control/overview.ts";
import { ask, base, fillWhenOpened, preformatted, step } from "./ask.ts";
import { cast } from "./cast.ts";
import { curlOf, type Repeatable } from "./curl.ts";
import { counted, h, PageList, the, timeOf } from "./dom.ts";
import { lackWord, showLanes } from "./live-lanes.ts";
import { editRequest } from "./send.ts";

type Line = Overview["journal"]["newest"][number];

const shortPath = (path: string): string => path.replace("/api/v1", "");

/** Fields in one line. */
const brief = (fields: Line["fields"]): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join("  ");

/** Returns the ground of a refusal in one line. */
const decision = ({ section, parameter, rule, ignored = {} }: DecidedBy): string =>
  [
    `refused: ${parameter === undefined ? "" : `${parameter}: `}${rule}${section === undefined ? "" : ` (${section})`}`,
    ...Object.entries(ignored).map(([name, reason]) => `${name} was passed over: ${reason}`),
  ].join("; ");

type Whole = Repeatable & { readonly decidedBy?: DecidedBy };

/** Buttons for what can be done with an exchange. */
function deeds(whole: Whole): HTMLElement {
  const copy = h("button", { type: "button" }, "Copy as curl");
  copy.onclick = () => step("Copied a curl line.", () => navigator.clipboard.writeText(curlOf(whole, base, cast)));
  const again = h("button", { type: "button" }, "Edit and send");
  again.onclick = () => editRequest(whole);
  return h("div", { className: "line" }, copy, again);
}

const statusClass = ({ status, fault }: Line): string => {
  if (status === 0) return fault === undefined ? "odd" : "bad";
  return status >= 500 ? "bad" : status >= 400 ? "odd" : "good";
};

function row(line: Line): HTMLElement {
  const { number, at, as, method, path, fields, status, fault } = line;
  const summary = h(
    "summary",
    {},
    h("time", { dateTime: at, title: at }, timeOf(at)),
    h("span", { className: "who" }, as ?? "–"),
    h("span", { className: "route" }, h("b", {}, method), ` ${shortPath(path)}`),
    h("span", { className: `status ${statusClass(line)}` }, status === 0 ? lackWord(fault) : String(status)),
    h("span", { className: "brief" }, fault !== undefined && h("span", { className: "badge odd" }, "fault"), brief(fields)),
  );
  const details = h("details", {}, summary);
  fillWhenOpened(details, async () => {
    const whole = await ask<Whole>(`GET /journal/${number}`);
    const decided = whole.decidedBy ? [h("p", { className: "decided" }, decision(whole.decidedBy))] : [];
    return [...decided, deeds(whole), preformatted(JSON.stringify(whole, null, 2))];
  });
  return h("li", {}, details);
}

const list = new PageList<Line>("journal-list", {
  key: ({ number }) => String(number),
  make: row,
  none: "No request yet. Send one to the API, and it stands here at once.",
});

/** A part of the journal, oldest first. */
interface JournalPage {
  readonly exchanges: readonly Line[];
  readonly isMore: boolean;
}

let journal: Overview["journal"] = { count: 0, newest: [] };
let now = "";
/** Of each page between the newest and the one shown, the number that it ends before; the one shown stands last. */
let ends: number[] = [];
let asked = 0;

const wanted = (): string => the<HTMLInputElement>("journal-filter").value.trim();

async function pageShown(): Promise<JournalPage> {
  const [find, before] = [wanted(), ends.at(-1)];
  if (find === "" && before === undefined) return { exchanges: journal.newest, isMore: journal.count > journal.newest.length };
  const query = new URLSearchParams({ find, ...(before !== undefined && { before: String(before) }) });
  return ask<JournalPage>(`GET /journal?${query}`);
}

function aboutPage({ exchanges, isMore }: JournalPage): string {
  if (wanted() !== "") return `${exchanges.length}${isMore ? " and older ones" : ""} of ${journal.count} fit`;
  const [first, last] = [exchanges[0], exchanges.at(-1)];
  return first && last && journal.count > exchanges.length
    ? `${first.number} to ${last.number} of ${journal.count}`
    : counted(journal.count, "exchange");
}

/** Says why the list is empty, where there are exchanges. */
const emptyWords = (): string => (wanted() === "" ? "Older exchanges are no longer kept." : "No exchange fits.");

async function show(): Promise<void> {
  const turn = ++asked;
  const page = await pageShown();
  if (turn !== asked) return;
  const { exchanges, isMore } = page;
  list.show([...exchanges].reverse());
  if (exchanges.length === 0 && journal.count > 0) the("journal-list").replaceChildren(h("li", { className: "none" }, emptyWords()));
  the("journal-count").textContent = aboutPage(page);
  const [newer, older] = [the<HTMLButtonElement>("newer"), the<HTMLButtonElement>("older")];
  newer.disabled = ends.length === 0;
  older.disabled = !isMore;
  older.onclick = () => turnTo([...ends, exchanges[0]?.number ?? 0]);
  await showLanes(exchanges, ends.length === 0 && wanted() === "" ? now : undefined);
}

function turnTo(pages: number[]): void {
  ends = pages;
  void step("", async () => {
    await show();
    the("journal-list").scrollTop = 0;
  });
}

/** Shows the journal, and the lanes of what it shows. */
export function showJournal(told: Overview["journal"], instant: string): Promise<void> {
  journal = told;
  now = instant;
  // The journal began anew.
  if (told.count < (ends[0] ?? 0)) ends = [];
  return show();
}

export function wireJournal(): void {
  the("journal-filter").oninput = () => turnTo([]);
  the("newer").onclick = () => turnTo(ends.slice(0, -1));
}
