import type { MutantResult } from "../../conformance/mutants/index.ts";
import { attribute, element, escaped, page } from "./html-page.ts";
import { fateOf } from "./kill-matrix.ts";

/** Side of a cell, in units of the drawing. */
const cell = 4;
/** Side of a cell in pixels, where there is room for it. */
const widest = 12;

const classes = { killed: "agrees", "killed by another clause": "silent", survived: "differs", "never fired": "untestable" } as const;

const folderOf = (address: string): string => address.split("/")[0] ?? "";

/** What a kill is told by, without the numbers of scenarios: they differ from run to run. */
const columnOf = (by: string): string => (/^(scenario|cover)\//.test(by) ? by.replace(/\/.*/s, "") : by);

function drawing(results: readonly MutantResult[]): string {
  const columns = [...new Set(results.flatMap(({ kills }) => kills.map(({ by }) => columnOf(by))))].sort();
  const places = new Map(columns.map((column, x) => [column, x]));
  const cells = results.flatMap((result, y) =>
    [...new Set(result.kills.map(({ by }) => columnOf(by)))].map((by) => {
      const title = `<title>${attribute(`${result.name}, noticed by ${by}`)}</title>`;
      const at = `x="${(places.get(by) ?? 0) * cell}" y="${y * cell}" width="${cell}" height="${cell}"`;
      return `<rect class="${classes[fateOf(result)]}" ${at}>${title}</rect>`;
    }),
  );
  const label = `${results.length} mutants from top to bottom, ${columns.length} that notice them from left to right`;
  const box = `0 0 ${Math.max(1, columns.length) * cell} ${Math.max(1, results.length) * cell}`;
  return `${element("p", escaped(label), "soft")}<svg class="kills" width="${Math.max(1, columns.length) * widest}" viewBox="${box}" role="img" aria-label="${attribute(label)}">${cells.join("")}</svg>`;
}

/** The mutants of one folder as cells, coloured by what came of them, and those that were not noticed as they are meant to be in words. */
function folderPart(name: string, results: readonly MutantResult[]): string {
  const cells = results.map((result) => {
    const by = result.kills.map((kill) => kill.by).join(", ");
    return `<i class="${classes[fateOf(result)]}" title="${attribute(`${result.name}: ${result.says} ${fateOf(result)} ${by}`)}"></i>`;
  });
  const odd = results.filter((result) => fateOf(result) !== "killed");
  const oddItems = odd.map((result) =>
    element(
      "li",
      `${element("b", fateOf(result), classes[fateOf(result)])} ${element("code", escaped(result.name))} ${escaped(result.says)}`,
    ),
  );
  const title = element(
    "span",
    escaped(`${name}: ${results.length - odd.length} of ${results.length} killed by the clause that they break`),
    "soft",
  );
  return `${title}<div class="map">${cells.join("")}</div>${oddItems.length === 0 ? "" : element("ul", oddItems.join(""))}`;
}

/** The kill matrix as a page: a row for each mutant, a column for each property that notices some; then the mutants by the folders of their clauses. */
export function killMapPage(results: readonly MutantResult[]): string {
  const folders = new Map<string, MutantResult[]>();
  for (const result of results) {
    const name = folderOf(result.breaks[0] ?? "");
    folders.set(name, [...(folders.get(name) ?? []), result]);
  }
  const sorted = [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
  const killed = results.filter((result) => fateOf(result) === "killed").length;
  const key = Object.entries(classes).map(([fate, kind]) => `<i class="${kind}"></i> ${fate}`);
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
