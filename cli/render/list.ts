import type { ListedClause } from "../../conformance/engine/list.ts";
import type { Scenario } from "../../conformance/engine/scenario.ts";
import type { Change, Changes, Standing } from "../../conformance/engine/sentences-compared.ts";
import type { Ruling } from "../../sim/index.ts";
import type { Colours } from "./colours.ts";
import { visible } from "./visible.ts";

function clauseText({ id, statement, since, silent, untestable, properties }: ListedClause, { bold, dim, yellow }: Colours): string[] {
  return [
    `  ${bold(id)}${since > 0 ? dim(` (since level ${since})`) : ""}`,
    `      ${statement}`,
    ...(silent === undefined ? [] : [`      ${yellow("silent")}: ruling ${silent}`]),
    ...(untestable === undefined ? [] : [`      ${yellow("untestable")}: ${untestable}`]),
    ...(properties.length === 0 ? [] : [dim(`      proven by ${properties.join(", ")}`)]),
  ];
}

/** All clauses under the headings of their sections. */
export function clauseList(clauses: readonly ListedClause[], colours: Colours): string {
  const sections = new Map<string, ListedClause[]>();
  for (const clause of clauses) sections.set(clause.section, [...(sections.get(clause.section) ?? []), clause]);
  const lines = [...sections].flatMap(([section, own]) => [colours.bold(section), ...own.flatMap((one) => clauseText(one, colours)), ""]);
  const untestable = clauses.filter((clause) => clause.untestable !== undefined).length;
  const proofs = new Set(clauses.flatMap(({ properties }) => properties)).size;
  return [...lines, `${clauses.length} clauses in ${sections.size} sections, ${proofs} properties, ${untestable} untestable`, ""].join(
    "\n",
  );
}

/** All rulings: what is open or contradicted, how it can be decided, and why the default is what it is. */
export function rulingList(rulings: Readonly<Record<string, Ruling>>, { bold, dim }: Colours): string {
  const entries = Object.entries(rulings);
  const lines = entries.flatMap(([name, { kind, section, question, choices, reason }]) => [
    `${bold(name)}  ${kind}  ${dim(section)}`,
    `  ${question}`,
    `  choices: ${choices.map((choice, i) => (i === 0 ? `${choice} (default)` : choice)).join(", ")}`,
    `  ${reason}`,
    "",
  ]);
  return [...lines, `${entries.length} rulings`, ""].join("\n");
}

/** Returns how often each operation stands in a scenario, the most frequent first. */
function operationsIn({ steps }: Scenario): string {
  const counts = new Map<string, number>();
  for (const { op } of steps) counts.set(op, (counts.get(op) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([op, count]) => `${count} ${op}`)
    .join(", ");
}

/** The scenarios of the covering set by their addresses: how many requests of which operation each has. */
export function coverList(scenarios: ReadonlyMap<string, Scenario>, { bold }: Colours): string {
  const lines = [...scenarios].map(([address, scenario]) => `${bold(address)}  ${operationsIn(scenario)}`);
  const requests = [...scenarios.values()].reduce((sum, { steps }) => sum + steps.length, 0);
  return [...lines, "", `${scenarios.size} scenarios, ${requests} requests`, ""].join("\n");
}

function changeText({ standing, position, text, clauses }: Change, { bold, dim }: Colours): string[] {
  return [
    `  ${position} ${bold(standing)}${text === undefined ? "" : `: ${visible(text)}`}`,
    ...(clauses.length === 0 ? [] : [dim(`      read again ${clauses.join(", ")}`)]),
  ];
}

/** Returns the changes in a text, section by section: a sentence that is gone by its former place, others by their place now. */
export function changeList({ sentences, changed, clauses }: Changes, colours: Colours): string {
  if (changed.length === 0) return `${sentences} sentences, all as they were\n`;
  const lines = [...new Set(changed.map(({ section }) => section))].flatMap((name) => [
    colours.bold(visible(name)),
    ...changed.filter(({ section }) => section === name).flatMap((one) => changeText(one, colours)),
    "",
  ]);
  const counted = (["new", "gone", "different", "moved"] as const satisfies readonly Standing[])
    .map((name) => [name, changed.filter(({ standing }) => standing === name).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return [...lines, `${sentences} sentences: ${counted.join(", ")}; ${clauses.length} clauses to read again`, ""].join("\n");
}
