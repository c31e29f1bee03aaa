import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../sim/index.ts";
import { actionsPage } from "./actions-page.test.kit.ts";
import { commandsPage } from "./page.test.kit.ts";
import { reportWords } from "./reports.ts";

const root = new URL("..", import.meta.url);
const page = (path: string): string => readFileSync(new URL(path, root), "utf8");
const run = promisify(execFile);

/** Pages whose lines are tried, in the order in which they are read. */
const [readme, serve, clients, library] = ["README.md", "sim/serve.md", "sim/clients.md", "sim/library.md"].map(page) as [
  string,
  string,
  string,
  string,
];

const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text!);

const pages = ["sim", "conformance", "cli", "fixtures", ".github"]
  .flatMap((folder) => readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
  .concat("README.md", "CHANGELOG.md")
  .filter((path) => path.endsWith(".md") && !path.includes("node_modules"));

/** Returns the anchors of a page, as they are made of its headings. */
const anchorsOf = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );

/** Returns the links of a page that lead to no file, or to no heading of one. */
function deadLinks(path: string): string[] {
  const text = page(path)
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
    if (/^[a-z]+:/.test(link!)) return [];
    const [file, anchor] = link!.split("#") as [string, string?];
    const place = new URL(file, new URL(path, root));
    const there = file === "" || existsSync(place);
    const isDead =
      !there || (anchor !== undefined && !anchorsOf(readFileSync(file === "" ? new URL(path, root) : place, "utf8")).includes(anchor));
    return isDead ? [`${path}: ${link}`] : [];
  });
}

/** Files that the pages name and that the project makes, leaves to who reads, or has in each folder of an endpoint. */
const notHere =
  /^((index|clauses|properties|mutants|step)\.ts$|dist\/|sim\/openapi\/(observed|summaries)\.ts$|touchstone\.config\.json$|api\.md$|chat\.mjs$|sbom\.cdx\.json$)/;

/** Returns the files that a page names in its sentences by path, below the project, one of its folders or that of the page, and that are not there. */
function missingFiles(path: string, text: string): string[] {
  const bases = ["", path.replace(/[^/]*$/, ""), "sim/", "conformance/", "cli/", "sim/core/"];
  const named = [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/`([\w./-]+\.(?:ts|mjs|sh|json|jsonc|md))`/g)].map(
    ([, name]) => name!,
  );
  const isThere = (name: string): boolean => bases.some((base) => existsSync(new URL(base + name, root)));
  return named.filter((name) => !notHere.test(name) && !isThere(name)).map((name) => `${path}: ${name}`);
}

test("every file that a sentence names is there", () => {
  assert.equal(missingFiles("sim/README.md", "`server/client.ts` and `core/gone.ts`, `clients.md`"), ["sim/README.md: core/gone.ts"]);
  const ours = pages.filter((path) => !/^fixtures\//.test(path) && path !== "CHANGELOG.md");
  assert.equal(
    ours.flatMap((path) => missingFiles(path, page(path))),
    [],
  );
});

test("the shell lines work as they are pasted, one after the other", async () => {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { clock: "real" });
  const script = [serve, library, clients]
    .flatMap((text) => blocks(text, "sh"))
    .join("\n")
    .replaceAll("http://127.0.0.1:9991", server.url)
    .replaceAll("curl ", "curl -sS ");
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
  assert.is(
    sim.as("alice").send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false }).body.messages?.at(-1)
      ?.content,
    "Soup at noon",
  );
});

test("the library lines print what stands behind them", async () => {
  const code = blocks(library, "js").find((block) => block.includes("sim.restore("))!;
  const sim = pathToFileURL(fileURLToPath(new URL("dist/sim/index.js", root))).href;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code.replace("team-chat-touchstone/sim", sim)]);
  const printed = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, text]) => text);
  assert.is(printed.length, 2);
  assert.equal(stdout.trim().split("\n"), printed);
});

test("a longer topic is cut as the page of the library says", () => {
  const [, told, kept] = /`max_topic_length` (\d+)\. The longer\s+topic of a message is cut to (\d+) characters and three dots/.exec(
    library,
  )!;
  const alice = createSimulator().as("alice");
  const { max_topic_length } = alice.send("POST /register", { fetch_event_types: ["realm"] }).body;
  assert.is(max_topic_length, Number(told));
  const { id } = alice.send("POST /messages", { type: "stream", to: "general", topic: "x".repeat(Number(told) + 1), content: "hi" }).body;
  assert.match(alice.send(`GET /messages/${id}` as string).text, `"${"x".repeat(Number(kept))}..."`);
});

test("the npm client says what stands behind its line, with the login of the text", async () => {
  const sim = createSimulator({ brand: "zulip", now: Date.now() });
  const server = await listen(sim, { clock: "real" });
  const code = blocks(clients, "js").find((block) => block.includes("zulip-js"))!;
  const script = code.replace("http://127.0.0.1:9991", server.url);
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: root });
  await server.close();
  const printed = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, text]) => text);
  assert.is(printed.length, 1);
  assert.equal(stdout.trim().split("\n"), printed);
});

test("every login in the text is that of a member", () => {
  const { cast } = createSimulator();
  const logins = [...`${readme}${serve}${clients}`.matchAll(/[:= "](\w{32})(?!\w)/g)].map(([, key]) => key);
  assert.ok(logins.length >= 3);
  for (const key of logins) assert.is(key, cast.alice!.api_key);
  assert.is(cast.alice!.password, "alice-password");
});

test("the lines on faults and expectations print what stands behind them", async () => {
  const sim = pathToFileURL(fileURLToPath(new URL("dist/sim/index.js", root))).href;
  const found = [library, page("sim/README.md")].flatMap((text) => [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!));
  const ours = found.filter((code) => code.includes("sim.faults.add"));
  assert.is(ours.length, 2);
  for (const code of ours) {
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code.replace("team-chat-touchstone/sim", sim)]);
    const printed = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, text]) => text);
    assert.ok(printed.length > 1);
    assert.equal(stdout.trim().split("\n"), printed);
  }
});

test("the lines of the first page work as they are pasted", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const script = blocks(readme, "sh").join("\n").replaceAll("http://127.0.0.1:9991", server.url).replaceAll("curl ", "curl -sS ");
  const { stdout, stderr } = await run("bash", ["--norc", "-euo", "pipefail", "-c", script]);
  await server.close();
  assert.is(stderr, "");
  const [said, clock] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.is(said.result, "success");
  assert.is(clock.now, new Date(sim.now()).toISOString());
});

test("the first page is read in ten minutes, and what it points at is there", () => {
  assert.ok(readme.split(/\s+/).length <= 1200);
  assert.equal(pages.flatMap(deadLinks), []);
});

test("the page of the commands says what they say: npm run pages", async () => {
  assert.is(page("cli/README.md"), await commandsPage());
});

test("the page of the actions has each with its fields, and all that they set: npm run pages", () => {
  assert.is(page("sim/actions.md"), actionsPage());
});

test("every format of reports has a row, and the first page says how many there are", () => {
  const [, rows = ""] = /^\| format \| \|\n((?:\|.*\n)+)/m.exec(page("conformance/check.md"))!;
  const told = [...rows.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  const formats = reportWords.replace(/ .repeatable.$/, "").split(", ");
  assert.equal(told.sort(), formats.toSorted());
  const words = ["seven", "eight", "nine", "ten", "eleven", "twelve"];
  assert.match(readme, `[Reports](conformance/check.md#reports) have ${words[formats.length - 7]} formats.`);
});

test("every option of serve stands in the table", async () => {
  const { stdout } = await run(process.execPath, [fileURLToPath(new URL("dist/cli/launch.cjs", root)), "serve", "--help"]);
  for (const [flag] of stdout.matchAll(/--[a-z-]+(?= )/g)) if (flag !== "--help") assert.match(serve, `\`${flag}\``);
});

test.run();
