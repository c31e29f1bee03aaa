import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { nightly } from "../conformance/night.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../sim/index.ts";
import { touchstone } from "./captured.test.kit.ts";
import { shardOf } from "./shard.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = (path: string): string => readFileSync(join(root, path), "utf8");
const folder = mkdtempSync(join(tmpdir(), "touchstone-"));

/** The command line as it is built. */
const command = `${process.execPath} ${join(root, "dist/cli/launch.cjs")}`;

const run = (file: string, args: readonly string[], env: Record<string, string>): Promise<{ code: number; output: string }> =>
  new Promise((resolve) =>
    execFile(file, args, { cwd: folder, env: { ...process.env, ...env } }, (problem, out, err) =>
      resolve({ code: problem ? Number(problem.code) : 0, output: `${out}${err}` }),
    ),
  );

/** The values of the expressions in the action. */
const evaluated = (value: string, inputs: Record<string, string>): string =>
  value.replace(/\$\{\{ (inputs|github)\.(\w+) \}\}/g, (_, of: string, name: string) =>
    of === "github" ? join(root, ".github/actions/check") : (inputs[name] ?? `no input ${name}`),
  );

async function action(given: Record<string, string>) {
  const { inputs, runs, outputs } = parse(text(".github/actions/check/action.yml"));
  for (const name of Object.keys(given)) assert.ok(Object.hasOwn(inputs, name), name);
  const all = Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [name, given[name] ?? (input as { default: string }).default]),
  );
  const [step] = runs.steps;
  assert.is(outputs.causes.value, `\${{ steps.${step.id}.outputs.causes }}`);
  const env = Object.fromEntries(Object.entries(step.env as Record<string, string>).map(([name, value]) => [name, evaluated(value, all)]));
  const [output, summary] = ["output", "summary"].map((name) => join(folder, `${name}-${Math.random()}`)) as [string, string];
  for (const file of [output, summary]) writeFileSync(file, "");
  const ended = await run("bash", ["-e", "-c", step.run], { ...env, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary });
  return { ...ended, outputs: readFileSync(output, "utf8"), summary: readFileSync(summary, "utf8") };
}

const only = "--only typing.post/op --runs 0 --seed 5";

test("the action checks a server, counts its causes and shows them on the job's page", async () => {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { clock: "real" });
  const target = join(folder, "target.json");
  const { url, cast } = await fetch(`${server.url}/_control/realm`).then((answer) => answer.json());
  const names = Object.entries(cast as Record<string, { email: string; api_key: string }>);
  writeFileSync(
    target,
    JSON.stringify({ url, cast: Object.fromEntries(names.map(([name, { email, api_key }]) => [name, { email, api_key }])) }),
  );
  const right = await action({ command, target, arguments: only, report: join(folder, "right.json"), budget: "5m", shard: "1/1" });
  assert.is(right.code, 0, right.output);
  assert.is(right.outputs, "causes=0\n");
  assert.match(
    right.summary,
    new RegExp(`^### touchstone: The server conforms\\.\n\nhttp://127\\.0\\.0\\.1:\\d+, level ${newestLevel}, seed 5\n`),
  );
  sim.faults.add(JSON.parse('{"match": {"route": "POST /typing"}, "then": {"status": 200, "body": {"result": "success", "msg": ""}}}'));
  const wrong = await action({ command, target, arguments: only, report: join(folder, "wrong.json") });
  await server.close();
  assert.is(wrong.code, 1, wrong.output);
  assert.match(wrong.outputs, /^causes=[1-9]\n$/);
  assert.match(wrong.summary, /^\| c-[0-9a-f]+ \| POST \/typing .* \| .+ \| 1 \|$/m, wrong.summary);
  assert.match(wrong.output, /^::error title=c-/m);
});

test("without a command the action runs the version that it is of", async () => {
  const { code, output } = await action({ arguments: only, report: join(folder, "own.json") });
  assert.is(code, 0, output);
  assert.match(output, "The target conforms");
});

test("nothing is fetched by a name that somebody else could register", () => {
  for (const path of [
    ".github/actions/check/action.yml",
    ".github/actions/check/check.sh",
    ".ci/examples/gitlab.yml",
    ".ci/examples/kubernetes.yml",
  ])
    assert.not.match(text(path), /npx (--yes|-y) /, path);
});

test("the action says so where nothing could be tested, or an input is wrong", async () => {
  const nowhere = await action({ command, url: "http://127.0.0.1:9", report: join(folder, "nowhere.json") });
  assert.is(nowhere.code, 3, nowhere.output);
  assert.is(nowhere.outputs, "causes=0\n");
  assert.match(nowhere.summary, "The server could not be tested.");
  const wrong = await action({ command, shard: "5/4", report: join(folder, "none.json") });
  assert.is(wrong.code, 2, wrong.output);
});

test("the job for GitLab runs a command that there is, in parts, and keeps what it writes", async () => {
  const job = parse(text(".ci/examples/gitlab.yml"))[".touchstone"];
  const variables = {
    ...job.variables,
    TOUCHSTONE_COMMAND: command,
    TOUCHSTONE_TARGET: join(folder, "none.json"),
    CI_NODE_INDEX: "2",
    CI_NODE_TOTAL: "4",
  };
  assert.is(job.script.length, 1);
  const { code, output } = await run("bash", ["-e", "-c", job.script[0]], variables);
  assert.is(code, 2, output);
  assert.match(output, "none.json");
  const embedded = job.script[0].replace('--target "$TOUCHSTONE_TARGET"', "");
  const ran = await run("bash", ["-e", "-c", embedded], {
    ...variables,
    TOUCHSTONE_TARGET: "",
    TOUCHSTONE_ARGUMENTS: "--only typing.post* --runs 0",
  });
  assert.is(ran.code, 0, ran.output);
  for (const ending of ["json", "xml"]) assert.ok(readFileSync(join(folder, `shard-2.${ending}`), "utf8").length > 100);
  assert.is(job.artifacts.reports.junit, "shard-*.xml");
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

test("the job for Kubernetes gives each part its place", () => {
  const { apiVersion, kind, spec } = parse(text(".ci/examples/kubernetes.yml"));
  assert.equal([apiVersion, kind, spec.completionMode, spec.template.spec.restartPolicy], ["batch/v1", "Job", "Indexed", "Never"]);
  const [container] = spec.template.spec.containers;
  const env = Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value]));
  assert.is(env.JOB_COMPLETIONS, String(spec.completions));
  const shards = Array.from({ length: spec.completions }, (_, i) => shardOf({ ...env, JOB_COMPLETION_INDEX: String(i) })!);
  assert.equal(
    shards.map(({ index, count }) => `${index}/${count}`),
    ["1/4", "2/4", "3/4", "4/4"],
  );
  assert.equal(container.args.slice(0, 3), ["check", "--target", `${container.volumeMounts[0].mountPath}/target.json`]);
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
