import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../sim/index.ts";

const root = new URL("..", import.meta.url);
const readme = readFileSync(new URL("README.md", root), "utf8");
const run = promisify(execFile);

const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text!);

test("the shell lines work as they are pasted, one after the other", async () => {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { clock: "real" });
  const script = blocks("sh").join("\n").replaceAll("http://127.0.0.1:9991", server.url).replaceAll("curl ", "curl -sS ");
  const { stdout, stderr } = await run("bash", ["--norc", "-euo", "pipefail", "-c", script]);
  await server.close();
  assert.is(stderr, "");
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.is(answers.filter(({ result }) => result === "error").length, 0, stdout);
  assert.ok(answers.some(({ service_feature_level }) => service_feature_level === newestLevel));
  assert.ok(answers.some(({ messages }) => messages?.at(-1).content === "<p>Soup is <strong>ready</strong></p>"));
  assert.ok(answers.some(({ events }) => events?.[0].message.content === "Note to self"));
  assert.ok(answers.some(({ mode }) => mode === "frozen"));
});

test("the library lines print what stands behind them", async () => {
  const code = blocks("js").find((block) => block.includes("sim.restore("))!;
  const sim = pathToFileURL(fileURLToPath(new URL("dist/sim/index.js", root))).href;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code.replace("team-chat-touchstone/sim", sim)]);
  const printed = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, text]) => text);
  assert.is(printed.length, 2);
  assert.equal(stdout.trim().split("\n"), printed);
});

test("the npm client says what stands behind its line, with the login of the text", async () => {
  const sim = createSimulator({ brand: "zulip", now: Date.now() });
  const server = await listen(sim, { clock: "real" });
  const code = blocks("js").find((block) => block.includes("zulip-js"))!;
  const script = code.replace("http://127.0.0.1:9991", server.url);
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: root });
  await server.close();
  const printed = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, text]) => text);
  assert.is(printed.length, 1);
  assert.equal(stdout.trim().split("\n"), printed);
});

test("every login in the text is that of a member", () => {
  const { cast } = createSimulator();
  const logins = [...readme.matchAll(/[:= "](\w{32})(?!\w)/g)].map(([, key]) => key);
  assert.ok(logins.length >= 3);
  for (const key of logins) assert.is(key, cast.alice!.api_key);
  assert.is(cast.alice!.password, "alice-password");
});

test("the lines on faults and expectations print what stands behind them", async () => {
  const simReadme = readFileSync(new URL("sim/README.md", root), "utf8");
  const sim = pathToFileURL(fileURLToPath(new URL("dist/sim/index.js", root))).href;
  const found = [readme, simReadme].flatMap((text) => [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!));
  const ours = found.filter((code) => code.includes("sim.faults.add"));
  assert.is(ours.length, 2);
  for (const code of ours) {
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code.replace("team-chat-touchstone/sim", sim)]);
    const printed = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, text]) => text);
    assert.ok(printed.length > 1);
    assert.equal(stdout.trim().split("\n"), printed);
  }
});

test("every option of serve stands in the table", async () => {
  const { stdout } = await run(process.execPath, [fileURLToPath(new URL("dist/cli/launch.cjs", root)), "serve", "--help"]);
  for (const [flag] of stdout.matchAll(/--[a-z-]+(?= )/g)) if (flag !== "--help") assert.match(readme, `\`${flag}\``);
});

test.run();
