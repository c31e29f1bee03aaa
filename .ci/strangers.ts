// Checks the servers of fixtures/strangers, with and without their mistakes, and prints how many differences are right and how many mistakes are named.
import { Command } from "commander";
import { named as those } from "../conformance/workshop/named.ts";
import { type Effort, judged, mistakesOf, strangers } from "../conformance/workshop/strangers/stranger.ts";

interface Options {
  readonly tries: string;
  readonly runs: string;
  readonly seed: string;
  readonly asTheyAre?: true;
  readonly atOnce?: true;
}

const command = new Command("npm run strangers --")
  .argument("[names...]", "the servers to check, default all")
  .option("--seed <number>", "seed of what is drawn", "1")
  .option("--tries <number>", "runs of each property that draws", "1")
  .option("--runs <number>", "generated scenarios", "10")
  .option("--as-they-are", "switch no mistakes on")
  .option("--at-once", "switch all mistakes on that something shows, and count causes")
  .parse();
const { seed, tries, runs, asTheyAre, atOnce } = command.opts<Options>();
const effort: Effort = { seed: Number(seed), tries: Number(tries), runs: Number(runs) };

const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);

/** Prints how many causes are told of a server with all mistakes that something shows, and those whose first clause none of them breaks. */
async function atOnceOn(name: string): Promise<void> {
  const shown = mistakesOf(name).filter(({ clauses }) => clauses.length > 0);
  const switched = shown.flatMap((mistake) => (mistake.name === undefined || mistake.always ? [] : [mistake.name]));
  const { report } = await judged(name, switched, effort);
  const isBroken = (clause: string | undefined): boolean => shown.some(({ clauses }) => clauses.includes(clause ?? ""));
  const strange = report.causes.filter(({ clauses: [first] }) => !isBroken(first));
  const told = shown.filter(({ clauses }) => report.causes.some((cause) => clauses.includes(cause.clauses[0] ?? "")));
  const { length } = report.causes;
  console.log(
    `${name}: ${shown.length} mistakes at once: ${length} causes, first clause right ${percent(length - strange.length, length)}, ${told.length} mistakes told first`,
  );
  for (const { clauses, signature } of strange) console.log(`  ${clauses[0]}: ${signature}`);
  for (const one of shown) if (!told.includes(one)) console.log(`  not told first: ${one.name ?? "always"} (${one.clauses[0]})`);
}

let [right, wrong, named, all] = [0, 0, 0, 0];
const servers = those(
  strangers.map((name) => ({ name })),
  command,
);
if (atOnce) {
  for (const { name } of servers) await atOnceOn(name);
  process.exit();
}
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
console.log(
  `${percent(right, right + wrong)} of ${right + wrong} differences on servers as they are is right; ${percent(named, all)} of ${all} mistakes are named`,
);
process.exit(wrong > 0 ? 1 : 0);
