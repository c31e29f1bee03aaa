import type { DecidedBy } from "../control/decided-by.ts";
import type { Overview } from "../control/overview.ts";
import { ask } from "./ask.ts";
import { counted, h, List, the, timeOf } from "./dom.ts";

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

async function open(details: HTMLDetailsElement, number: number): Promise<void> {
  if (!details.open || details.querySelector("pre")) return;
  const whole = await ask<{ readonly decidedBy?: DecidedBy }>(`GET /journal/${number}`).catch((problem: Error) => problem.message);
  if (typeof whole !== "string" && whole.decidedBy) details.append(h("p", { className: "decided" }, decision(whole.decidedBy)));
  details.append(h("pre", { tabIndex: 0 }, typeof whole === "string" ? whole : JSON.stringify(whole, null, 2)));
}

const statusClass = (status: number): string => (status === 0 || status >= 500 ? "bad" : status >= 400 ? "odd" : "good");

function row({ number, at, as, method, path, fields, status, fault }: Line): HTMLElement {
  const summary = h(
    "summary",
    {},
    h("time", { dateTime: at, title: at }, timeOf(at)),
    h("span", { className: "who" }, as ?? "–"),
    h("span", { className: "route" }, h("b", {}, method), ` ${shortPath(path)}`),
    h("span", { className: `status ${statusClass(status)}` }, status === 0 ? "cut" : String(status)),
    h("span", { className: "brief" }, fault !== undefined && h("span", { className: "badge odd" }, "fault"), brief(fields)),
  );
  const details = h("details", {}, summary);
  details.ontoggle = () => void open(details, number);
  return h("li", {}, details);
}

const list = new List<Line>("journal-list", {
  key: ({ number }) => String(number),
  make: row,
  none: "No request yet. Send one to the API, and it stands here at once.",
});

const unfit = h("li", { className: "none" }, "No exchange among these fits.");

let lines: readonly Line[] = [];

function show(): void {
  const wanted = the<HTMLInputElement>("journal-filter").value.trim().toLowerCase();
  const fits = ({ method, path, as, status, fields }: Line) =>
    `${as ?? ""} ${method} ${shortPath(path)} ${status} ${brief(fields)}`.toLowerCase().includes(wanted);
  const shown = lines.filter(fits).reverse();
  list.show(shown);
  if (shown.length === 0 && lines.length > 0) the("journal-list").replaceChildren(unfit);
}

export function showJournal({ count, newest }: Overview["journal"]): void {
  lines = newest;
  the("journal-count").textContent = count > newest.length ? `${newest.length} newest of ${count}` : counted(count, "exchange");
  show();
}

export function wireJournal(): void {
  the("journal-filter").oninput = show;
}
