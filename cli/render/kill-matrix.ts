import type { MutantResult, ReverseMatrix } from "../../conformance/mutants/index.ts";
import type { Colours } from "./colours.ts";
import { columns } from "./columns.ts";

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
    items.length === 0 ? [] : [bold(title), ...items.map((item) => `  ${item}`), ""];
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
