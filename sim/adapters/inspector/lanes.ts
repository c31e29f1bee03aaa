import { h } from "./dom.ts";

/** A sequence diagram: a lane for each actor and one for the server, what was said between them from top to bottom. */

/** One line of a diagram. */
export interface LaneRow {
  /** The kind of line: a request and its answer, an event that an answer carried, or that the clock went on. */
  readonly kind: "request" | "answer" | "event" | "clock";
  /** Whose lane it begins or ends in; of no meaning for the clock. */
  readonly actor: string;
  readonly text: string;
  /** Whether this is where the difference is. */
  readonly isWrong?: boolean;
}

/** The least width of an actor's lane, and the width of the server's, in rem. */
const leastRem = 7.5;
const serverRem = 4;

/** Puts an element into columns of the grid: the policy of the page forbids styles as text. */
function inColumns<T extends HTMLElement>(element: T, columns: string): T {
  element.style.gridColumn = columns;
  return element;
}

function rowOf({ kind, actor, text, isWrong }: LaneRow, actors: readonly string[]): HTMLElement {
  const name = `${kind}${isWrong ? " wrong" : ""}`;
  const row = h("p", { className: name, title: text }, h("span", {}, `${isWrong ? "✗ " : ""}${text}`));
  return inColumns(row, kind === "clock" ? "1 / -1" : `${actors.indexOf(actor) + 1} / -2`);
}

/** Returns the drawing of what was said, first to last: each label stands in the lane of its actor, under names that stay in sight. */
export function lanes(rows: readonly LaneRow[]): HTMLElement {
  const actors = [...new Set(rows.filter(({ kind }) => kind !== "clock").map(({ actor }) => actor))];
  const columns = [...actors, "server"];
  const drawing = h(
    "div",
    { className: "lanes" },
    ...columns.map((_, i) => inColumns(h("i", { className: "lane" }), `${i + 1} / ${i + 2}`)),
    ...columns.map((name, i) => inColumns(h("b", { className: "name", title: name }, name), `${i + 1}`)),
    ...rows.map((row) => rowOf(row, actors)),
  );
  if (actors.length > 0) drawing.style.gridTemplateColumns = `repeat(${actors.length}, minmax(0, 1fr)) ${serverRem}rem`;
  drawing.style.minWidth = `${actors.length * leastRem + serverRem}rem`;
  return drawing;
}

/** The style of drawings on a page that has the colours `--ink`, `--card`, `--line`, `--bad`, `--odd` and `--good`. */
export const lanesStyle = `
.lanes { position: relative; display: grid; font: .75rem/1.35 ui-monospace, monospace; }
.lanes .name { position: sticky; top: 0; z-index: 1; grid-row: 1; padding: .3rem .2rem; background: var(--card); border-bottom: 1px solid var(--line);
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.lanes .lane { position: absolute; top: 0; bottom: 0; border-left: 2px solid var(--line); }
.lanes p { position: relative; min-width: 0; padding: .2rem .6rem .6rem .5rem; }
.lanes p > span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; width: fit-content; background: var(--card); }
.lanes p::before { content: ""; position: absolute; left: 0; right: 0; bottom: .35rem; border-top: 2px solid; }
.lanes p::after { content: ""; position: absolute; bottom: .12rem; border: .3rem solid transparent; }
.lanes .request::after { right: 0; border-right: 0; border-left: .45rem solid; }
.lanes :is(.answer, .event)::after { left: 0; border-left: 0; border-right: .45rem solid; }
.lanes .answer::before { border-top-style: dashed; } .lanes .event { color: var(--good); } .lanes .event::before { border-top-style: dotted; }
.lanes .clock { color: var(--odd); } .lanes .clock::after { display: none; } .lanes .wrong { color: var(--bad); font-weight: 700; }
`;
