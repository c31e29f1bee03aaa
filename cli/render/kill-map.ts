import { groupedBy } from "../../conformance/client/lists.ts";
import type { MutantResult, ReverseMatrix } from "../../conformance/mutants/index.ts";
import type { Colours } from "./colours.ts";
import { attribute, element, escaped, page } from "./html-page.ts";
import { signs } from "./html-style.ts";
import { cut } from "./text-failures.ts";
import { block, columns } from "./visible.ts";

/** The outcome of a mutant. Only the first is as it is meant to be. */
type Fate = "killed" | "killed by another clause" | "survived" | "never fired";

export function fateOf({ fired, killed, cited }: MutantResult): Fate {
  if (!fired) return "never fired";
  if (!killed) return "survived";
  return cited ? "killed" : "killed by another clause";
}

const paintOf = (fate: Fate, { green, yellow, red }: Colours): ((text: string) => string) =>
  fate === "killed" ? green : fate === "killed by another clause" ? yellow : red;

/** One row for each mutant: which clause it breaks, and what noticed; then each that was not noticed as it is meant to be. */
export function killMatrix(results: readonly MutantResult[], colours: Colours): string {
  const { bold } = colours;
  const rows = results.map((result) => [
    result.name,
    result.breaks.join(" "),
    fateOf(result),
    result.kills.map(({ by }) => by).join(" ") || "-",
  ]);
  const [head = "", ...lines] = columns([["mutant", "breaks", "fate", "noticed by"], ...rows]);
  const odd = results.filter((result) => fateOf(result) !== "killed");
  const oddLines = odd.flatMap((result) => {
    const noticed = result.kills.map(({ by, clauses, reason }) => `     ${by} (${clauses.join(", ")}): ${reason.split("\n")[0]}`);
    return [`  ${bold(result.name)} ${paintOf(fateOf(result), colours)(fateOf(result))}`, `     ${result.says}`, ...noticed];
  });
  const count = (fate: Fate): number => results.filter((result) => fateOf(result) === fate).length;
  const rest = (["killed by another clause", "survived", "never fired"] as const).flatMap((fate) =>
    count(fate) > 0 ? [`${count(fate)} ${fate}`] : [],
  );
  const closing = [`${count("killed")} of ${results.length} mutants killed by the clause that they break`, ...rest].join(", ");
  const good = odd.length === 0 && results.length > 0;
  return [
    bold(head),
    ...lines,
    "",
    ...oddLines,
    ...(oddLines.length > 0 ? [""] : []),
    (good ? colours.green : colours.red)(closing),
    "",
  ].join("\n");
}

/** The matrix by property: how many mutants of its own clauses kill each; then the properties that none kills and the clauses that none breaks. */
export function reverseMatrix({ killers, idle, unbroken, crashed }: ReverseMatrix, { bold, green, red }: Colours): string {
  const rows = [...killers].map(([address, names]) => [address, String(names.length), names.slice(0, 3).join(" ") || "-"]);
  const [head = "", ...lines] = columns([["property", "mutants", "killed by"], ...rows]);
  const lists = (title: string, items: readonly string[]): string[] =>
    block(
      bold(title),
      items.map((item) => `  ${item}`),
    );
  const closing = `${killers.size - idle.length} of ${killers.size} properties killed by a mutant of their own clauses, ${unbroken.length} clauses without a mutant`;
  const isGood = idle.length + unbroken.length + crashed.length === 0;
  return [
    ...[bold(head), ...lines, ""],
    ...lists("properties that no mutant of their own clauses kills", idle),
    ...lists("clauses without a mutant", unbroken),
    ...lists("errors in the suite's own code", crashed),
    ...[(isGood ? green : red)(closing), ""],
  ].join("\n");
}

/** Lengths in pixels: the side of a cell, a letter of a label, and a label with its distance from the cells. */
const cell = 12;
const letter = 5.5;
const gap = 4;
/** So many letters of a name stand at its row or column; the whole is told when it is pointed at. */
const longestLabel = 40;

const classes = { killed: "agrees", "killed by another clause": "silent", survived: "differs", "never fired": "untestable" } as const;

/** The signs of the same: nothing is told by its colour alone. */
const marks = { ...signs, silent: "~" };

const folderOf = (address: string): string => address.split("/")[0] ?? "";

/** Returns the column of a kill, without the numbers of scenarios: they differ from run to run. */
const columnOf = (by: string): string => (/^(scenario|cover)\//.test(by) ? by.replace(/\/.*/s, "") : by);

/** The name of a row or column. @param at its place, as attributes */
const labelHtml = (name: string, at: string): string =>
  `<text ${at} text-anchor="end"><title>${attribute(name)}</title>${escaped(cut(name, longestLabel))}</text>`;

const roomFor = (names: readonly string[]): number =>
  Math.ceil(Math.max(0, ...names.map((name) => cut(name, longestLabel).length)) * letter) + 2 * gap;

/** The cells of a mutant. @param xOf gives the place of a column, in pixels */
function cellsHtml(result: MutantResult, y: number, xOf: (column: string) => number): string {
  const fate = fateOf(result);
  // What another clause noticed is also told by a smaller cell.
  const inset = fate === "killed" ? 1 : 3;
  const columns = [...new Set(result.kills.map(({ by }) => columnOf(by)))];
  const cells = columns.map((by) => {
    const title = `<title>${attribute(`${result.name}, noticed by ${by}: ${fate}`)}</title>`;
    const side = cell - 2 * inset;
    const at = `x="${xOf(by) + inset}" y="${y + inset}" width="${side}" height="${side}"`;
    return `<rect class="${classes[fate]}" ${at}>${title}</rect>`;
  });
  return cells.join("");
}

/** The matrix with a name at each row and column. It is as large as its names need, and scrolls within the page. */
function drawing(results: readonly MutantResult[]): string {
  const columns = [...new Set(results.flatMap(({ kills }) => kills.map(({ by }) => columnOf(by))))].sort();
  const [left, top] = [roomFor(results.map(({ name }) => name)), roomFor(columns)];
  const [width, height] = [left + columns.length * cell + gap, top + results.length * cell + gap];
  const rows = results.map((result, i) => {
    const y = top + i * cell;
    const line = `<line class="grid" x1="${left}" x2="${width}" y1="${y + cell}" y2="${y + cell}"/>`;
    const label = labelHtml(result.name, `x="${left - gap}" y="${y + 9}"`);
    return line + label + cellsHtml(result, y, (column) => left + columns.indexOf(column) * cell);
  });
  const heads = columns.map((name, i) => {
    const [x, y] = [left + i * cell + 9, top - gap];
    return labelHtml(name, `transform="translate(${x} ${y}) rotate(90)"`);
  });
  const label = `${results.length} mutants from top to bottom, ${columns.length} that notice them from left to right`;
  const svg = `<svg class="kills" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${attribute(label)}">${heads.join("")}${rows.join("")}</svg>`;
  return `${element("p", escaped(label), "soft")}<div class="wide" tabindex="0">${svg}</div>`;
}

/** The mutants of one folder as cells, coloured by what came of them, and those that were not noticed as they are meant to be in words. */
function folderPart(name: string, results: readonly MutantResult[]): string {
  const told = results.map((result) => ({ ...result, fate: fateOf(result), kind: classes[fateOf(result)] }));
  const cells = told.map(({ name, says, kills, fate, kind }) => {
    const by = kills.map((kill) => kill.by).join(", ");
    return `<i class="${kind}" title="${attribute(`${name}: ${says} ${fate} ${by}`)}">${marks[kind]}</i>`;
  });
  const odd = told.filter(({ fate }) => fate !== "killed");
  const oddItems = odd.map(({ name, says, fate, kind }) => {
    const mark = element("span", `${marks[kind]} ${fate}`, kind);
    return element("li", `${mark} ${element("code", escaped(name))} ${escaped(says)}`);
  });
  const words = `${name}: ${results.length - odd.length} of ${results.length} killed by the clause that they break`;
  const title = element("span", escaped(words), "soft");
  return `${title}<div class="map">${cells.join("")}</div>${oddItems.length === 0 ? "" : element("ul", oddItems.join(""))}`;
}

/** The kill matrix as a page: a row for each mutant, a column for each property that notices some; then the mutants by the folders of their clauses. */
export function killMapPage(results: readonly MutantResult[]): string {
  const sorted = [...groupedBy(results, ({ breaks }) => folderOf(breaks[0] ?? ""))].sort(([a], [b]) => (a < b ? -1 : 1));
  const killed = results.filter((result) => fateOf(result) === "killed").length;
  const key = Object.entries(classes).map(([fate, kind]) => `<i class="${kind}">${marks[kind]}</i> ${fate}`);
  return page(
    "The kill matrix",
    [
      element("h1", "The kill matrix"),
      element(
        "p",
        `${killed} of ${results.length} mutants killed by the clause that they break`,
        `closing ${killed === results.length ? "agrees" : "differs"}`,
      ),
      `<p class="map key">${key.join(" ")}</p>`,
      drawing(sorted.flatMap(([, own]) => own)),
      element("h2", "By the folder of the clause"),
      ...sorted.map(([name, own]) => folderPart(name, own)),
    ].join("\n"),
  );
}
