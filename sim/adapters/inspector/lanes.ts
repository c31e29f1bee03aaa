/** A sequence diagram as SVG: a lane for each actor and one for the server, what was said between them from top to bottom. */

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

/** All lengths in units of the drawing: 360 of them are the width, which is that of a narrow phone. */
const width = 360;
const server = width - 22;
const rowHeight = 30;
const top = 44;
/** So many characters fit in a line. */
const longest = 52;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function cut(text: string, length: number): string {
  const points = Array.from(text);
  return points.length > length ? `${points.slice(0, length - 1).join("")}…` : text;
}

/** Returns the places of the actors' lanes. */
function placesOf(actors: readonly string[]): ReadonlyMap<string, number> {
  const step = (server - 30) / Math.max(1, actors.length);
  return new Map(actors.map((actor, i) => [actor, Math.round(24 + i * step)]));
}

const head = (name: string, x: number, i: number): string =>
  `<text x="${x}" y="${i % 2 === 0 ? 14 : 27}" text-anchor="middle" class="head">${escaped(cut(name, 12))}</text>`;

const lane = (x: number, bottom: number): string => `<line x1="${x}" y1="${top - 12}" x2="${x}" y2="${bottom}" class="lane"/>`;

/** An arrow with its head, drawn without markers: their ids would have to differ on one page. */
function arrow(from: number, to: number, y: number): string {
  const back = to > from ? -6 : 6;
  return `<line x1="${from}" y1="${y}" x2="${to}" y2="${y}"/><path d="M${to} ${y}l${back} -4v8z"/>`;
}

function rowOf({ kind, actor, text: plain, isWrong }: LaneRow, place: number, places: ReadonlyMap<string, number>): string {
  const y = top + place * rowHeight;
  // The heads may be out of sight: a request says whose it is.
  const text = kind === "request" ? `${actor}: ${plain}` : plain;
  const told = `<title>${escaped(text)}</title><text x="6" y="${y + 11}">${escaped(cut(`${isWrong ? "✗ " : ""}${text}`, longest))}</text>`;
  const name = `${kind}${isWrong ? " wrong" : ""}`;
  if (kind === "clock") return `<g class="${name}">${told}<line x1="6" y1="${y + 18}" x2="${width - 6}" y2="${y + 18}"/></g>`;
  const x = places.get(actor) ?? 24;
  return `<g class="${name}">${told}${kind === "request" ? arrow(x, server, y + 18) : arrow(server, x, y + 18)}</g>`;
}

/** Returns the drawing of what was said, first to last. @param title what it shows, for who cannot see it */
export function lanes(rows: readonly LaneRow[], title: string): string {
  const actors = [...new Set(rows.filter(({ kind }) => kind !== "clock").map(({ actor }) => actor))];
  const places = placesOf(actors);
  const height = top + rows.length * rowHeight + 6;
  const parts = [
    ...[...places].flatMap(([name, x], i) => [lane(x, height), head(name, x, i)]),
    lane(server, height),
    head("server", server, 0),
    ...rows.map((row, i) => rowOf(row, i, places)),
  ];
  return `<svg class="lanes" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">${parts.join("")}</svg>`;
}

/** The style of drawings on a page that has the colours `--ink`, `--soft`, `--line`, `--bad`, `--odd` and `--good`. */
export const lanesStyle = `
svg.lanes { display: block; width: 100%; max-width: 32rem; margin: .5rem 0; font: 11px ui-monospace, monospace; print-color-adjust: exact; }
.lanes text { fill: var(--ink); stroke: var(--card); stroke-width: 3; paint-order: stroke; } .lanes .head { font-weight: 700; font-size: 12px; }
.lanes line { stroke: var(--ink); stroke-width: 1.2; } .lanes path { fill: var(--ink); }
.lanes line.lane { stroke: var(--line); stroke-width: 2; }
.lanes .answer line { stroke-dasharray: 5 3; } .lanes .event line { stroke: var(--good); stroke-dasharray: 1 3; stroke-width: 2; }
.lanes .event path { fill: var(--good); } .lanes .clock line { stroke: var(--odd); stroke-width: 2; } .lanes .clock text { fill: var(--odd); }
.lanes .wrong line { stroke: var(--bad); stroke-width: 2.4; } .lanes .wrong path { fill: var(--bad); } .lanes .wrong text { fill: var(--bad); font-weight: 700; }
`;
