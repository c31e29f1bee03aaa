// Writes the outputs and the summary of the action: node summary.mjs <JSON report> <exit code>
import { appendFileSync, readFileSync } from "node:fs";

const [file = "", code = ""] = process.argv.slice(2);
const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY } = process.env;
const words = {
  0: "The server conforms.",
  1: "The server differs.",
  2: "An option or a file is wrong.",
  3: "The server could not be tested.",
  4: "The baseline is stale.",
};

/** The report; undefined where the run ended before it had one. */
function read() {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Text in a cell of a table. */
const cell = (text) =>
  String(text)
    .replace(/[&<>|`]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\s+/g, " ");
const row = (...cells) => `| ${cells.map(cell).join(" | ")} |`;

const report = read();
const causes = report?.causes ?? [];
const lines = [`### touchstone: ${words[code] ?? `exit code ${code}`}`, ""];
if (report) {
  const { summary, target, seed } = report;
  const place = `${cell(target.url)}, level ${target.level}, seed ${seed}`;
  lines.push(place, "", "| expected | run | agrees | differs | silent | untestable |", "|---|---|---|---|---|---|");
  lines.push(row(summary.expected, summary.run, summary.agrees, summary.differs, summary.silent, summary.untestable), "");
}
if (causes.length > 0) {
  lines.push("| cause | what differs | clauses | shown by |", "|---|---|---|---|");
  lines.push(...causes.map(({ id, signature, clauses, shows }) => row(id, signature, clauses.join(", "), shows.length)), "");
}
if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${lines.join("\n")}\n`);
if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `causes=${causes.length}\n`);
