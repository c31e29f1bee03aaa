import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { touchstoneWith } from "./captured.test.kit.ts";
import { configure } from "./configured.ts";
import * as options from "./options.ts";

const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
const file = join(folder, "touchstone.config.json");
test.before.each(() => process.chdir(folder));
test.after.each(() => {
  process.chdir(home);
  rmSync(file, { force: true });
});
test.after(() => rmSync(folder, { recursive: true }));

const config = (content: unknown): void => writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));

/** The options with which a command of each kind of option runs. */
async function taken(env: Record<string, string>, ...args: string[]): Promise<Record<string, unknown>> {
  const program = new Command();
  program.command("other");
  let seen = {};
  const command = program
    .command("serve")
    .addOption(new Option("--port <number>", "port").argParser(options.port).default(9991))
    .addOption(new Option("--only <pattern>", "what is run (repeatable)").argParser(options.repeated))
    .option("--json", "JSON", false)
    .option("--no-control", "no control")
    .option("--judge [file]", "judge")
    .addOption(new Option("--smoke", "little").conflicts("budget"))
    .option("--budget <duration>", "time")
    .action((given) => (seen = given));
  configure(command, { env } as unknown as Parameters<typeof configure>[1]);
  await program.parseAsync(["serve", ...args], { from: "user" });
  return seen;
}

test("the command line is before the environment, the environment before the file, the file before the default", async () => {
  assert.is((await taken({})).port, 9991);
  config({ serve: { port: 1 }, other: { any: 1 } });
  assert.is((await taken({})).port, 1);
  assert.is((await taken({ TOUCHSTONE_PORT: "2" })).port, 2);
  assert.is((await taken({ TOUCHSTONE_PORT: "2" }, "--port", "3")).port, 3);
  for (const none of ["", "tcp://10.0.0.1:9991"]) assert.is((await taken({ TOUCHSTONE_PORT: none })).port, 1);
});

test("each kind of option has its values", async () => {
  const given = async (env: Record<string, string>) => {
    const { port, ...rest } = await taken(env);
    return rest;
  };
  const plain = { json: false, control: true };
  assert.equal(await given({ TOUCHSTONE_JSON: "1", TOUCHSTONE_NO_CONTROL: "true" }), { json: true, control: false });
  assert.equal(await given({ TOUCHSTONE_JSON: "0", TOUCHSTONE_NO_CONTROL: "false" }), plain);
  assert.equal(await given({ TOUCHSTONE_JUDGE: "true" }), { ...plain, judge: true });
  assert.equal(await given({ TOUCHSTONE_JUDGE: "false" }), plain);
  assert.equal(await given({ TOUCHSTONE_JUDGE: "a.json", TOUCHSTONE_ONLY: "a,b*" }), { ...plain, judge: "a.json", only: ["a", "b*"] });
  config({ serve: { json: true, "no-control": true, judge: true, only: ["a", "b"], port: "7" } });
  assert.equal(await taken({}), { port: 7, json: true, control: false, judge: true, only: ["a", "b"] });
  assert.equal((await taken({}, "--only", "c")).only, ["c"]);
});

test("what the command line excludes is left out, and variables of others are not looked at", async () => {
  config({ serve: { smoke: true } });
  assert.is((await taken({}, "--budget", "3s")).smoke, undefined);
  assert.is((await taken({ TOUCHSTONE_BUDGET: "3s" })).smoke, undefined);
  assert.is((await taken({ TOUCHSTONE_ALICE_KEY: "secret", TOUCHSTONE_SERVE: "npx" })).smoke, true);
});

test("what is wrong is one line that names the variable or the file, and what is accepted", async () => {
  const refused = async (env: Record<string, string>, ...args: string[]) => {
    const { code, err } = await touchstoneWith({ env }, ...(args.length === 0 ? ["serve"] : args));
    assert.is(code, 2, err);
    return err.replace(/^touchstone \w+: /, "");
  };
  const range = "an integer from 0 to 65535 is accepted.";
  assert.is(await refused({ TOUCHSTONE_PORT: "x" }), `TOUCHSTONE_PORT: "x" is invalid. ${range}\n`);
  assert.is(await refused({ TOUCHSTONE_PROT: "1" }), "TOUCHSTONE_PROT: no such variable; near is TOUCHSTONE_PORT\n");
  assert.is(await refused({ TOUCHSTONE_LOG: "yes" }), 'TOUCHSTONE_LOG: "yes" is invalid. 1, true, 0 or false is accepted.\n');
  const place = "touchstone.config.json";
  const rows: [content: unknown, line: RegExp][] = [
    ["{", /^touchstone.config.json: not valid JSON, at line 1, column 2\n$/],
    [[], /^touchstone.config.json: \[\] is invalid. an object is accepted.\n$/],
    [{ srve: {} }, /^touchstone.config.json: no such key 'srve'; did you mean serve\? accepted are serve, doctor, check, /],
    [{ serve: { prt: 1 } }, /^touchstone.config.json: serve: no such key 'prt'; did you mean port\? accepted are host, port, allow-host, /],
    [{ serve: { frobnicate: 1 } }, /^touchstone.config.json: serve: no such key 'frobnicate'; accepted are host, port, allow-host, /],
    [{ serve: { port: 99_999 } }, new RegExp(`^${place}: serve.port: 99999 is invalid. ${range}\n$`)],
    [{ serve: { port: [1] } }, /^touchstone.config.json: serve.port: \[1\] is invalid. one value is accepted, no list.\n$/],
    [{ serve: { port: null } }, /serve.port: null is invalid. a text or a number is accepted.\n$/],
    [{ serve: { log: "1" } }, /serve.log: "1" is invalid. true or false is accepted.\n$/],
  ];
  for (const [content, line] of rows) {
    config(content);
    assert.match(await refused({}), line);
  }
  config({ realm: { target: "target.json" } });
  assert.match(
    await refused({}, "realm", "--schema"),
    /without --from and --target: .* \(--target is from touchstone.config.json: realm.target\)\n$/,
  );
});

test("a server is served as the environment says", async () => {
  const env = { TOUCHSTONE_PORT: "0", TOUCHSTONE_JSON: "1", TOUCHSTONE_LEVEL: "400", TOUCHSTONE_NO_CONTROL: "1" };
  const { code, out } = await touchstoneWith({ env, interrupted: () => Promise.resolve() }, "serve");
  const { level, control } = JSON.parse(out);
  assert.equal([code, level, control], [0, 400, false]);
});

test.run();
