// Writes the outputs and the summary of the action: node summary.mjs <JSON report> <exit code>
import { appendFileSync, readFileSync } from "node:fs";

const [file = "", code = ""] = process.argv.slice(2);
const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY } = process.env;
const words = {
  0: "The server conforms.",
  1: "The server differs.",
  2: "An option or a file is wrong: the log of this step names it.",
  3: "The server could not be tested: the log of this step says why.",
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
const { causes = [], baseline = { known: [], stale: [] } } = report ?? {};
const known = new Set(baseline.known.map(({ address }) => address));
const isKnown = ({ id, shows }) => baseline.causes?.includes(id) || (shows.length > 0 && shows.every((address) => known.has(address)));
const [listed, news] = [causes.filter(isKnown), causes.filter((cause) => !isKnown(cause))];
const lines = [`### touchstone: ${words[code] ?? `exit code ${code}`}`, ""];
if (report) {
  const { summary, target, seed } = report;
  const place = `${cell(target.url)}, level ${target.level}, seed ${seed}`;
  lines.push(place, "", "| expected | run | agrees | differs | silent | untestable |", "|---|---|---|---|---|---|");
  lines.push(row(summary.expected, summary.run, summary.agrees, summary.differs, summary.silent, summary.untestable), "");
}
const table = (heading, rows) => rows.length > 0 && lines.push(heading, heading.replace(/[^|]+/g, "---"), ...rows, "");
const causeRow = ({ id, signature, clauses, shows }) => row(id, signature, clauses.join(", "), shows.length);
table("| cause | what differs | clauses | shown by |", news.map(causeRow));
table("| known cause | what differs | clauses | shown by |", listed.map(causeRow));
table(
  "| stale entry of the baseline | its reason | why |",
  baseline.stale.map(({ entry, reason = "", why }) => row(entry, reason, why)),
);
if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${lines.join("\n")}\n`);
if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `causes=${news.length}\n`);
