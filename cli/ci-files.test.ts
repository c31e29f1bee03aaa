import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { parse, parseAllDocuments } from "yaml";
import { nightly } from "../conformance/night.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../sim/index.ts";
import { touchstone } from "./captured.test.kit.ts";
import { blocksOf, installed, page, section } from "./installed.test.kit.ts";
import { shardOf } from "./shard.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (path: string): string => readFileSync(join(root, path), "utf8");
const folder = installed();

/** The command line as it is built. */
const command = `${process.execPath} ${join(root, "dist/cli/launch.cjs")}`;

/** Puts a stand-in for npx, whose start takes as long as a check, beside what is installed. The action by its default tries the real one. */
const quickly = join(folder, "quickly");
mkdirSync(quickly);
writeFileSync(join(quickly, "npx"), `#!/bin/sh\n[ "$1 $2" = "--no touchstone" ] && shift 2 && exec ${command} "$@"\n`, { mode: 0o755 });

type Kill = (signal: NodeJS.Signals) => void;

/** Runs a program. @param meanwhile gets what signals it, once it has said something */
const run = (file: string, args: readonly string[], env: Record<string, string>, meanwhile: (kill: Kill) => void = () => {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(file, args, { cwd: folder, env: { ...process.env, ...env } }, (problem, out, err) =>
      resolve({ code: problem ? Number(problem.code) : 0, output: `${out}${err}` }),
    );
    child.stderr?.once("data", () => meanwhile((signal) => child.kill(signal)));
  });

const shell = (script: string, env: Record<string, string> = {}, meanwhile?: (kill: Kill) => void) =>
  run("bash", ["-e", "-c", script], env, meanwhile);
const quick = { PATH: `${quickly}:${process.env.PATH}` };

/** The folders of the action in a checkout, and in what a user has installed. */
const checkoutAction = join(root, ".github/actions/check");
const installedAction = join(folder, "node_modules/team-chat-touchstone/.github/actions/check");

/** The values of the expressions in the action. */
const evaluated = (value: string, inputs: Record<string, string>, place: string): string =>
  value.replace(/\$\{\{ (inputs|github)\.(\w+) \}\}/g, (_, of: string, name: string) =>
    of === "github" ? place : (inputs[name] ?? `no input ${name}`),
  );

async function action(given: Record<string, string>, place = checkoutAction, meanwhile?: (kill: Kill) => void) {
  const { inputs, runs, outputs } = parse(readFileSync(join(place, "action.yml"), "utf8"));
  for (const name of Object.keys(given)) assert.ok(Object.hasOwn(inputs, name), name);
  const all = Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [name, given[name] ?? (input as { default: string }).default]),
  );
  const [step] = runs.steps;
  assert.is(outputs.causes.value, `\${{ steps.${step.id}.outputs.causes }}`);
  const env = Object.fromEntries(
    Object.entries(step.env as Record<string, string>).map(([name, value]) => [name, evaluated(value, all, place)]),
  );
  const [output, summary] = ["output", "summary"].map((name) => join(folder, `${name}-${Math.random()}`)) as [string, string];
  for (const file of [output, summary]) writeFileSync(file, "");
  const ended = await shell(step.run, { ...env, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary }, meanwhile);
  return { ...ended, outputs: readFileSync(output, "utf8"), summary: readFileSync(summary, "utf8") };
}

/** Serves a simulator, and writes its target file. */
async function served(file: string) {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { clock: "real" });
  const { url, cast, channels } = await fetch(`${server.url}/_control/realm`).then((answer) => answer.json());
  const names = Object.entries(cast as Record<string, { email: string; api_key: string }>);
  const target = join(folder, file);
  writeFileSync(
    target,
    JSON.stringify({ url, channels, cast: Object.fromEntries(names.map(([name, { email, api_key }]) => [name, { email, api_key }])) }),
  );
  return { sim, server, target };
}

const typingTaken = JSON.parse('{"match": {"route": "POST /typing"}, "then": {"status": 200, "body": {"result": "success", "msg": ""}}}');

const only = "--only typing.post/op --runs 0 --seed 5";

test("the action checks a server, counts its causes and shows them on the job's page", async () => {
  const { sim, server, target } = await served("target.json");
  const right = await action({ command, target, arguments: only, report: join(folder, "right.json"), budget: "5m", shard: "1/1" });
  assert.is(right.code, 0, right.output);
  assert.is(right.outputs, "causes=0\n");
  assert.match(
    right.summary,
    new RegExp(`^### touchstone: The server conforms\\.\n\nhttp://127\\.0\\.0\\.1:\\d+, level ${newestLevel}, seed 5\n`),
  );
  sim.faults.add(typingTaken);
  const wrong = await action({ command, target, arguments: only, report: join(folder, "wrong.json") });
  const part = await action({ command, target, arguments: only, report: join(folder, "part.json"), shard: "1/1" });
  await server.close();
  assert.is(part.code, 0, part.output);
  assert.match(part.outputs, /^causes=[1-9]\n$/);
  assert.is(wrong.code, 1, wrong.output);
  assert.match(wrong.outputs, /^causes=[1-9]\n$/);
  assert.match(wrong.summary, /^\| c-[0-9a-f]+ \| POST \/typing .* \| .+ \| 1 \|$/m, wrong.summary);
  assert.match(wrong.output, /^::error title=c-/m);
});

test("the job's page tells what a baseline lists apart, and its stale entries; arguments in quotes have spaces", async () => {
  const { sim, server, target } = await served("listed.json");
  sim.faults.add(typingTaken);
  const listed = join(folder, "the baseline.json");
  const quoted = (file: string): string => `${only}\n--report 'baseline=${file}'`;
  const first = await action({ command, target, arguments: quoted(listed), report: join(folder, "first.json") });
  const entries = JSON.parse(readFileSync(listed, "utf8"));
  writeFileSync(listed, JSON.stringify([...entries, { clause: "typing.post/nope", reason: "ticket 7" }]));
  const again = await action({ command, target, arguments: only, baseline: listed, report: join(folder, "again.json") });
  await server.close();
  assert.equal([first.code, again.code, again.outputs], [1, 4, "causes=0\n"], again.output);
  assert.match(again.summary, /^\| known cause \| what differs .*\n(\|---)+\|\n\| c-[0-9a-f]+ \| POST \/typing /m);
  assert.match(again.summary, "\n| typing.post/nope | ticket 7 | there is no such clause |\n");
  assert.not.match(again.summary, "\n| cause |");
});

test("without a command the action runs the version that it is of, in a checkout and in an installed package", async () => {
  for (const place of [checkoutAction, installedAction]) {
    const { code, output, summary } = await action({ arguments: only, report: join(folder, "own.json") }, place);
    assert.is(code, 0, output);
    assert.match(output, "The target conforms");
    assert.match(summary, "The server conforms.");
  }
});

test("the first page names the action by the tag of this version", () => {
  const [, tag] = /\.github\/actions\/check@(\S+?)`/.exec(page("README.md")) ?? [];
  assert.is(tag, `v${JSON.parse(text("package.json")).version}`);
});

test("the action fails where less is tried than it requires", async () => {
  const { code, output } = await action({ command, arguments: only, require: "level=3", report: join(folder, "share.json") });
  assert.is(code, 3, output);
});

test("nothing is fetched by a name that somebody else could register", () => {
  for (const path of [
    ".github/actions/check/action.yml",
    ".github/actions/check/check.sh",
    ".ci/examples/gitlab.yml",
    ".ci/examples/kubernetes.yml",
    ".ci/examples/kubernetes.shards.yml",
  ])
    assert.not.match(text(path), /npx (?!--no )/, path);
  for (const { code } of [...blocksOf(section(page("README.md"), "In CI")), partsBlock]) assert.not.match(code, /npx (?!--no )/);
});

test("the action says so where nothing could be tested, or an input is wrong", async () => {
  const nowhere = await action({ command, url: "http://127.0.0.1:9", report: join(folder, "nowhere.json") });
  assert.is(nowhere.code, 3, nowhere.output);
  assert.is(nowhere.outputs, "causes=0\n");
  assert.match(nowhere.summary, "The server could not be tested: the log of this step says why.");
  const wrong = await action({ command, shard: "5/4", report: join(folder, "none.json") });
  assert.is(wrong.code, 2, wrong.output);
});

test("the action of a job that is cancelled ends the suite, and tells what it found until then", async () => {
  const report = join(folder, "cancelled.json");
  const { code, summary } = await action({ command, arguments: "--seed 5", report }, checkoutAction, (kill) => kill("SIGINT"));
  assert.is(code, 3);
  assert.match(summary, "### touchstone:");
  assert.ok(JSON.parse(readFileSync(report, "utf8")).notRun.length > 0);
});

/** A script of a job, with its variables. */
interface Job {
  readonly script: string;
  readonly env: Record<string, string>;
}

/** Runs what checks a server that differs in two parts, then what merges them. @param merge of the two, once without a baseline and once with one */
async function requireParts(part: (index: number, target: string) => Job, merge: (baseline: string) => Job): Promise<void> {
  const { sim, server, target } = await served("parts.json");
  sim.faults.add(typingTaken);
  const differing = [];
  for (const index of [1, 2]) {
    const { script, env } = part(index, target);
    const { code, output } = await shell(script, env);
    assert.is(code, 0, output);
    differing.push(JSON.parse(readFileSync(join(folder, `shard-${index}.json`), "utf8")).summary.differs);
  }
  await server.close();
  assert.ok(Math.max(...differing) > 0, "a part differs");
  const whole = merge("");
  const broken = await shell(whole.script, whole.env);
  assert.is(broken.code, 1, broken.output);
  await shell(`${command} merge shard-1.json shard-2.json --report baseline=baseline.json || true`);
  const known = merge("--baseline baseline.json");
  const { code, output } = await shell(known.script, known.env);
  assert.is(code, 0, output);
  for (const index of [1, 2]) rmSync(join(folder, `shard-${index}.json`));
  const lost = part(1, join(folder, "none.json"));
  assert.is((await shell(lost.script, lost.env)).code, 1);
}

const typing = "--only typing.post/op --only typing.post/outsiders --only typing.post/repeated --runs 0 --racing 0 --seed 5";

const gitlab = parse(text(".ci/examples/gitlab.yml"));

/** Returns a job for GitLab, with more variables. */
function gitlabJob(name: string, more: Record<string, string>): Job {
  const { TOUCHSTONE_COMMAND } = gitlab[".touchstone-job"].variables;
  assert.is(gitlab[name].extends, ".touchstone-job");
  return { script: gitlab[name].script.join("\n"), env: { TOUCHSTONE_COMMAND, ...gitlab[name].variables, ...more } };
}

// By day those that the page shows for GitHub are tried.
nightly("the job for GitLab checks a server and keeps what it writes", async () => {
  const { sim, server, target } = await served("one.json");
  for (const code of [0, 1]) {
    if (code === 1) sim.faults.add(typingTaken);
    const { script, env } = gitlabJob(".touchstone", { TOUCHSTONE_TARGET: target, TOUCHSTONE_ARGUMENTS: typing });
    const ended = await shell(script, env);
    assert.is(ended.code, code, ended.output);
    for (const ending of ["json", "xml"]) assert.ok(readFileSync(join(folder, `touchstone.${ending}`), "utf8").length > 100);
  }
  await server.close();
  assert.is(gitlab[".touchstone"].artifacts.reports.junit, "touchstone.xml");
});

nightly("of parts for GitLab the merge decides", async () => {
  writeFileSync(join(folder, "start-server.sh"), "#!/bin/sh\n", { mode: 0o755 });
  await requireParts(
    (index, target) => {
      const parallel = { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: "2" };
      return gitlabJob(".touchstone-part", { ...parallel, TOUCHSTONE_TARGET: target, TOUCHSTONE_ARGUMENTS: typing });
    },
    (baseline) => gitlabJob(".touchstone-merge", { TOUCHSTONE_ARGUMENTS: baseline }),
  );
});

const partsBlock = blocksOf(section(page("conformance/README.md"), "Parts of a run")).find(({ language }) => language === "yaml")!;

test("of the parts that the page shows for GitHub each has its server, and the merge decides", async () => {
  const { check, report } = parse(partsBlock.code).jobs;
  const scriptOf = (job: { steps: { run?: string }[] }, words: RegExp): string => job.steps.find(({ run = "" }) => words.test(run))!.run!;
  const steps: string[] = check.steps.map(({ run = "" }: { run?: string }) => run);
  assert.ok(steps.findIndex((one) => /start-server/.test(one)) < steps.findIndex((one) => /touchstone check/.test(one)));
  assert.equal([check.strategy.matrix.shard.length, check.strategy["fail-fast"]], [4, false]);
  const [checks, merges] = [scriptOf(check, /touchstone check/), scriptOf(report, /touchstone merge/)];
  assert.match(merges, /--baseline baseline\.json .*--require \d+%/);
  await requireParts(
    (index, target) => ({
      script: checks
        .replace(/\$\{\{ matrix.shard \}\}\/4/, `${index}/2 ${typing}`)
        .replaceAll(/\$\{\{ matrix.shard \}\}/g, String(index))
        .replace("target.json", target),
      env: quick,
    }),
    (baseline) => ({ script: merges.replace("--baseline baseline.json", baseline), env: quick }),
  );
});

test("the container runs as nobody special, and its health check asks the server", async () => {
  const lines = text(".ci/examples/Containerfile")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const words = lines.map((line) => line.split(" ")[0]);
  const [building, running] = [words.slice(0, 4), words.slice(4)];
  assert.equal(building, ["FROM", "WORKDIR", "COPY", "RUN"]);
  assert.equal(running, ["FROM", "COPY", "RUN", "WORKDIR", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"]);
  assert.is(
    lines.find((line) => line.startsWith("USER ")),
    "USER node",
  );
  const [name] = JSON.parse(text("package.json")).name.split("@");
  assert.is(lines[5], `COPY --from=build /tmp/${name}-*.tgz /tmp/`);
  const [node, ...check] = JSON.parse(lines.find((line) => line.startsWith("HEALTHCHECK "))!.replace(/^.* CMD /, ""));
  assert.is(node, "node");
  const server = await listen(createSimulator(), {});
  const asked = (url: string) => spawnCheck(check.map((part: string) => part.replace("http://127.0.0.1:9991", url)));
  assert.is(await asked(server.url), 0);
  await server.close();
  assert.is(await asked(server.url), 1);
  const served = JSON.parse(lines.at(-1)!.replace("CMD ", ""));
  assert.is((await touchstone(served[0], "--help")).err, "");
});

nightly("what the container is built by makes a package of a checkout, which runs", () => {
  const [install, ...steps] = text(".ci/examples/Containerfile")
    .match(/^RUN (npm ci .*)$/m)![1]!
    .split(" && ");
  assert.match(text(".ci/run"), install!);
  const checkout = mkdtempSync(join(tmpdir(), "checkout-"));
  const done = (command: string, cwd: string): string => {
    const { status, stdout, stderr } = spawnSync("bash", ["-ec", command], { cwd, encoding: "utf8" });
    assert.is(status, 0, `${command}: ${stderr}`);
    return stdout;
  };
  try {
    const ignored = text(".dockerignore").trim().split("\n");
    assert.ok(ignored.includes("node_modules") && ignored.includes("dist"));
    done(`git ls-files -z | grep -zvxE '${ignored.join("|").replaceAll("*", ".*")}' | xargs -0 cp --parents -t ${checkout}`, root);
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"), "dir");
    for (const step of steps) done(step.replace("/tmp", folder), checkout);
    done(`tar -xzf team-chat-touchstone-*.tgz`, folder);
    assert.match(done(`${process.execPath} package/dist/cli/launch.cjs --help`, folder), "Usage: touchstone");
  } finally {
    rmSync(checkout, { recursive: true, force: true });
  }
});

const spawnCheck = async (args: string[]): Promise<number> => (await run(process.execPath, args, {})).code;

const kubernetes = (file: string) => parseAllDocuments(text(`.ci/examples/${file}`)).map((each) => each.toJS());

test("the job for Kubernetes checks one server, and writes its reports", async () => {
  const [{ apiVersion, kind, spec }] = kubernetes("kubernetes.yml");
  assert.equal([apiVersion, kind, spec.completionMode, spec.template.spec.restartPolicy], ["batch/v1", "Job", undefined, "Never"]);
  const [{ args, volumeMounts }] = spec.template.spec.containers;
  assert.equal(args.slice(0, 3), ["check", "--target", `${volumeMounts[0].mountPath}/target.json`]);
  const inFolder = args.map((word: string) => word.replace("/reports/", "")).filter((_: string, i: number) => i !== 1 && i !== 2);
  const { code, output } = await run("node_modules/.bin/touchstone", [...inFolder, ...typing.split(" ")], {});
  assert.is(code, 0, output);
});

const [{ spec }, merge] = kubernetes("kubernetes.shards.yml");
const [container] = spec.template.spec.containers;

test("each part of the job for Kubernetes has its place and its server", () => {
  assert.equal([spec.completionMode, spec.completions, spec.template.spec.initContainers[0].restartPolicy], ["Indexed", 4, "Always"]);
  const env = Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value]));
  assert.is(env.JOB_COMPLETIONS, String(spec.completions));
  const shards = Array.from({ length: spec.completions }, (_, i) => shardOf({ ...env, JOB_COMPLETION_INDEX: String(i) })!);
  assert.equal(
    shards.map(({ index, count }) => `${index}/${count}`),
    ["1/4", "2/4", "3/4", "4/4"],
  );
});

nightly("of parts for Kubernetes the merge decides", async () => {
  const PATH = `${join(folder, "node_modules/.bin")}:${process.env.PATH}`;
  const here = (script: string): string => script.replaceAll("/reports/", "");
  await requireParts(
    (index, target) => ({
      script: `${here(container.args[0])
        .replace("/target/target.json", target)
        .replace("--seed 1", typing)
        .replaceAll("$JOB_COMPLETION_INDEX", String(index))}`,
      env: { PATH, JOB_COMPLETION_INDEX: String(index - 1), JOB_COMPLETIONS: "2" },
    }),
    (baseline) => ({ script: `${here(merge.spec.template.spec.containers[0].args[0])} ${baseline}`, env: { PATH } }),
  );
});

test("each step of the workflows uses an action or runs shell as bash reads it", () => {
  const folder = ".github/workflows";
  for (const file of readdirSync(join(root, folder))) {
    const { jobs } = parse(text(`${folder}/${file}`)) as {
      readonly jobs: Record<string, { readonly steps: readonly Record<string, unknown>[] }>;
    };
    for (const { uses, run } of Object.values(jobs).flatMap(({ steps }) => steps)) {
      assert.is([uses, run].filter((one) => typeof one === "string").length, 1, file);
      if (typeof run === "string") assert.is(spawnSync("bash", ["-n"], { input: run, encoding: "utf8" }).stderr, "", run);
    }
  }
});

test("the scripts are shell as bash reads it", () => {
  for (const path of [".github/actions/check/check.sh", ".ci/nodes.sh", ".ci/schemathesis.sh", ".ci/run"])
    assert.is(spawnSync("bash", ["-n", join(root, path)], { encoding: "utf8" }).stderr, "", path);
});

test.run();
