// Checks the servers of fixtures/strangers, with and without their mistakes, and prints how many differences are right and how many mistakes are named.
import { Command } from "commander";
import { named as those } from "../conformance/workshop/named.ts";
import { type Effort, judged, mistakesOf, strangers } from "../conformance/workshop/strangers/stranger.ts";

interface Options {
  readonly tries: string;
  readonly runs: string;
  readonly seed: string;
  readonly asTheyAre?: true;
}

const command = new Command("npm run strangers --")
  .argument("[names...]", "the servers to check, default all")
  .option("--seed <number>", "seed of what is drawn", "1")
  .option("--tries <number>", "runs of each property that draws", "1")
  .option("--runs <number>", "generated scenarios", "10")
  .option("--as-they-are", "switch no mistakes on")
  .parse();
const { seed, tries, runs, asTheyAre } = command.opts<Options>();
const effort: Effort = { seed: Number(seed), tries: Number(tries), runs: Number(runs) };

let [right, wrong, named, all] = [0, 0, 0, 0];
const servers = those(
  strangers.map((name) => ({ name })),
  command,
);
for (const { name } of servers) {
  const plain = await judged(name, [], effort);
  const differing = plain.report.summary.differs;
  right += differing - plain.accusations.length;
  wrong += plain.accusations.length;
  const played = plain.report.scenarios.filter(({ verdict }) => verdict !== "untestable").length;
  const scenarios = `${played} of ${plain.report.scenarios.length} scenarios played`;
  console.log(
    `${name}: ${plain.report.summary.agrees} agree, ${differing} differ, ${plain.accusations.length} of them falsely; ${scenarios}`,
  );
  for (const accusation of plain.accusations) console.log(`  falsely accused: ${accusation}`);
  for (const { route, does } of plain.missed.filter(({ clauses }) => clauses.length > 0)) console.log(`  not named: ${route}: ${does}`);
  named += plain.named.length;
  all += plain.named.length + plain.missed.length;
  for (const mistake of mistakesOf(name)) {
    if (mistake.name === undefined || mistake.always || asTheyAre) continue;
    const found = await judged(name, [mistake.name], effort);
    const isNamed = found.named.some((one) => one.name === mistake.name);
    named += isNamed ? 1 : 0;
    all++;
    if (!isNamed) console.log(`  not named: ${mistake.name} (${mistake.route}): ${mistake.does}`);
  }
}
const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);
console.log(
  `${percent(right, right + wrong)} of ${right + wrong} differences on servers as they are is right; ${percent(named, all)} of ${all} mistakes are named`,
);
process.exit(wrong > 0 ? 1 : 0);
