import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { byDay, nightly } from "../conformance/night.test.kit.ts";
import { beside, blocksOf, installed, packed, page } from "./installed.test.kit.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

/** A user's folder with the package, and msw, which the user has beside it. */
const folder = installed();
beside(folder, "msw");
const place = join(folder, "node_modules/team-chat-touchstone");
const touchstone = join(folder, "node_modules/.bin/touchstone");

/** The examples of the library on the pages. A block that does not make its simulator goes on with one that is there. */
const snippets = ["README.md", "sim/README.md", "sim/clients.md", "sim/library.md", "conformance/check.md"]
  .flatMap((path) => blocksOf(page(path)))
  .filter(({ language, name, code }) => language === "js" && !name && code.includes("team-chat-touchstone/"))
  .map(({ code }) =>
    code.includes("createSimulator()") || code.includes("createSimulator({") || code.includes("suite(")
      ? code
      : `import { createSimulator } from "team-chat-touchstone/sim";\nconst sim = createSimulator();\n${code}`,
  );

test("the package holds the library, its types, the command, pages, and nothing else", () => {
  const { paths, size } = packed();
  const known =
    /^(package\.json|LICENSE|dist\/NOTICES\.txt|([a-z]+\/)*(README|actions|check|clients|contract|library|recipes|serve)\.md|dist\/(sim|conformance)\/.+\.d\.ts|dist\/chunks\/[\w-]+\.js|dist\/(sim\/index|sim\/adapters\/(node|fetch|msw|undici)|conformance\/index)\.js|dist\/cli\/(conformance|launch|main|model|simulator|suite)\.cjs|fixtures\/text\/sentences\.json|\.ci\/examples\/\w+(\.\w+)*|\.github\/actions\/check\/\w+\.(yml|sh|mjs)|fixtures\/(start\/.+|realms\/small\.json)|sim\/core\/(levels|limits|settings)\.ts|conformance\/report\/report\.schema\.json|fixtures\/transcripts\/(directed|drawn|levels)\.jsonl\.br)$/;
  assert.equal(
    paths.filter((path) => !known.test(path)),
    [],
  );
  assert.equal(
    paths.filter((path) => /\.(test|bench)\./.test(path)),
    [],
  );
  for (const wanted of [
    "README.md",
    "cli/README.md",
    "sim/actions.md",
    "sim/recipes.md",
    "sim/serve.md",
    "sim/realm/README.md",
    "conformance/check.md",
    "conformance/contract.md",
  ])
    assert.ok(paths.includes(wanted), wanted);
  assert.ok(size < 2_700_000, `${size} bytes`);
});

/** Linked by pages for those who change the project: it stands in the repository alone. */
const ofTheRepository =
  /^(\.github\/(CONTRIBUTING|RELEASING)\.md|\.github\/images\/.+|sim\/(endpoints|rulings|support|reader|events\/types\.ts|core\/server\.ts|server\/routes\.ts|markdown\/README\.md)|conformance\/(endpoints|topics|workshop\/.+)|fixtures\/(clients|strangers\/README\.md))$/;

test("what the pages of the package link to copy or to look up comes along", () => {
  const { paths } = packed();
  const isThere = (target: string): boolean => paths.some((path) => path === target || path.startsWith(`${target}/`));
  const lost = paths
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      [...page(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = ""]) => join(dirname(path), link).replace(/\/$/, "")),
    )
    .filter((target) => !isThere(target) && !ofTheRepository.test(target));
  assert.equal([...new Set(lost)], []);
});

nightly("what npm would publish is what was tried, under a name that runs the command", () => {
  const { status, stdout, stderr } = spawnSync("npm", ["publish", "--dry-run", "--ignore-scripts", "--offline", "--json"], {
    cwd: root,
    encoding: "utf8",
  });
  assert.is(status, 0, stderr);
  assert.not.match(stderr, /auto-corrected|invalid/);
  const said = JSON.parse(stdout);
  const { name, files } = said.name ? said : Object.values<{ name: string; files: { path: string }[] }>(said)[0]!;
  assert.equal(files.map(({ path }: { path: string }) => path).sort(), [...packed().paths].sort());
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.ok(Object.hasOwn(bin, name), `npx ${name}`);
});

nightly("a release tells what it was made of", () => {
  const { jobs } = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
  const steps: string[] = jobs.publish.steps.map(({ run = "" }: { run?: string }) => run);
  const sbom = steps
    .find((step) => step.startsWith("npm sbom"))!
    .replace(/ > .*/, "")
    .split(" ")
    .slice(1);
  const { components } = JSON.parse(spawnSync("npm", [...sbom, "--offline"], { cwd: root, encoding: "utf8", maxBuffer: 1e8 }).stdout);
  const names = components.map(({ name }: { name: string }) => name);
  for (const one of [...Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies), "re2js", "commander"])
    assert.ok(names.includes(one), one);
  assert.ok(steps.includes("npm publish --provenance --access public --ignore-scripts"));
});

test("the notices of the packages in the bundles come along, each with the whole text of its licence", () => {
  const notices = readFileSync(join(place, "dist/NOTICES.txt"), "utf8");
  const [, ...each] = notices.split(/^(?=(?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\d+ \(.+\)$)/m);
  const names = each.map((notice) => notice.slice(0, notice.indexOf(" ")));
  for (const name of ["sorted-btree", "re2js", "commander", "gemoji", "json-diff", "@ewoudenberg/difflib", "colors"])
    assert.ok(names.includes(name), name);
  for (const notice of each) {
    const [head = ""] = notice.split("\n", 1);
    assert.ok(notice.length > 900, `${head}: ${notice.length} characters`);
    assert.match(notice, /copyright/i, head);
    const ends = { MIT: /THE SOFTWARE IS PROVIDED .AS IS./i, PSF: /PSF hereby grants/, "BSD-3-Clause": /Redistributions in binary form/ };
    const [, licence = ""] = /\((.+)\)$/.exec(head) ?? [];
    assert.match(notice.replaceAll(/\s+/g, " "), ends[licence as keyof typeof ends] ?? /^a licence that is known here$/, head);
  }
});

test("whatever the package exports is there, with its types", () => {
  const { exports, bin } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  const targets = Object.values(exports).flatMap((target) => (typeof target === "string" ? target : Object.values(target as object)));
  assert.is(targets.length, 15);
  for (const target of [...targets, ...Object.values<string>(bin)]) assert.ok(existsSync(join(place, target)), target);
});

test("the types name no generic form of Uint8Array, which compilers before 5.7 do not have", () => {
  const types = readdirSync(place, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".d.ts") && file.startsWith("dist"),
  );
  assert.ok(types.length > 50);
  for (const file of types) assert.not.match(readFileSync(join(place, file), "utf8"), "Uint8Array<", file);
});

test("a command that stops before it is done does not succeed", () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
  cpSync(join(place, "dist/cli/launch.cjs"), join(folder, "launch.cjs"));
  writeFileSync(join(folder, "main.cjs"), "exports.main = () => new Promise(() => {});");
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "launch.cjs"), "check"], { encoding: "utf8" });
  assert.is(status, 3);
  assert.match(stderr, /stopped before it was done/);
});

test("an error that nobody catches shows its name and message, not the code around it", () => {
  const script = `import { createSimulator } from "team-chat-touchstone/sim"; createSimulator({ realm: { users: { alice: { role: "boss" } } } });`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, encoding: "utf8" });
  assert.match(stderr, /^RealmFileError: users\.alice\.role: got "boss"/m);
  assert.ok(stderr.length < 3000, `${stderr.length} characters`);
});

test("the simulator and its adapters need no other package", async () => {
  const bare = installed([]);
  assert.equal(readdirSync(join(bare, "node_modules")), [".bin", "team-chat-touchstone"]);
  const script = `
    import { createSimulator } from "team-chat-touchstone";
    import { listen } from "team-chat-touchstone/node";
    import { fetchFor } from "team-chat-touchstone/fetch";
    import { interceptor } from "team-chat-touchstone/undici";
    const sim = createSimulator({ realm: "crowded" });
    const server = await listen(sim);
    const path = "/api/v1/server_settings";
    const answers = [await fetch(server.url + path), await fetchFor(sim)(server.url + path)];
    console.log(...answers.map(({ status }) => status), typeof interceptor(sim));
    await server.close();`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: bare });
  assert.is(stdout, "200 200 function\n");
  await run(process.execPath, ["--input-type=module", "-e", 'import "team-chat-touchstone/msw"'], { cwd: bare }).then(
    () => assert.unreachable("msw is not there"),
    ({ stderr }) => assert.match(stderr, "Cannot find package 'msw'"),
  );
});

test("what the pages show of the library runs, and prints what stands behind its lines", async () => {
  // A service worker is there in a browser alone: sim/adapters/page.browser.test.ts has one.
  const ofNode = snippets.filter((code) => !code.includes("msw/browser"));
  assert.ok(ofNode.length >= 7, `${ofNode.length} blocks`);
  const runs = ofNode.map(async (code) => {
    const { stdout } = await run(
      process.execPath,
      ["--input-type=module", "-e", code.includes("node:test") ? code : `${code}\nprocess.exit();`],
      { cwd: folder },
    );
    const printed = [...code.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, text]) => `${text}\n`);
    if (code.includes("node:test")) assert.match(stdout, /^# fail 0$/m);
    else assert.is(stdout, printed.join(""), code);
  });
  await Promise.all(runs);
});

/** Returns the compiler's messages about files of the folder, for one way of resolving modules. */
function compiled(resolution: "nodenext" | "bundler", files: readonly string[]): string {
  const module = resolution === "bundler" ? "preserve" : resolution;
  const settings = ["--noEmit", "--strict", "--target", "es2023", "--types", "node", "--module", module, "--moduleResolution", resolution];
  return spawnSync(process.execPath, [tsc, ...settings, ...files], { cwd: folder, encoding: "utf8" }).stdout;
}

test("what the pages show of the library compiles, and what is wrong does not, whichever way modules are resolved", () => {
  const write = (name: string, code: string): string => {
    writeFileSync(join(folder, name), `${code}\nexport {};\n`);
    return name;
  };
  const files = snippets.map((code, i) => write(`page-${i}.mts`, code));
  const wrong = write("wrong.mts", `import { createSimulator } from "team-chat-touchstone/sim";\ncreateSimulator({ seed: "7" });`);
  const entries = ["sim", "node", "fetch", "msw", "undici", "conformance"];
  const all = write(
    "all.mts",
    entries
      .map((entry) => `import * as ${entry} from "team-chat-touchstone/${entry}";\nvoid ${entry};`)
      .join("\n")
      .concat('\nimport { createSimulator } from "team-chat-touchstone";\nvoid (createSimulator satisfies typeof sim.createSimulator);'),
  );
  beside(folder, "@types/node", "undici-types", "@types/statuses", "@types/set-cookie-parser");
  for (const resolution of byDay(["nodenext"] as const, ["nodenext", "bundler"] as const))
    assert.match(compiled(resolution, [...files, wrong, all]), /^wrong\.mts\(2,\d+\): error TS2322: [^\n]*\n$/, resolution);
});

test("the plugin that the page shows is tried beside the suite", async () => {
  const { name, code } = blocksOf(page("conformance/check.md")).find(({ code }) => code.includes("declare("))!;
  writeFileSync(join(folder, name!), code);
  const { stdout } = await run(touchstone, ["check", "--plugin", name!, "--only", "house/*"], { cwd: folder });
  assert.match(stdout, /The target conforms in the clause asked for: 1 agree/);
});

test("the command helps, checks and serves", async () => {
  const help = await run(touchstone, ["--help"], { cwd: folder });
  assert.match(help.stdout, "Usage: touchstone");
  const check = await run(touchstone, ["check", "--runs", "1", "--only", "typing.post/*"], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1" },
  });
  assert.match(check.stdout, /The target conforms in (all \d+|\d+ of \d+) clauses asked for.*: \d+ agree/);

  const server = spawn(touchstone, ["serve", "--port", "0", "--json"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  const { url } = JSON.parse(line);
  assert.is((await fetch(`${url}/api/v1/server_settings`)).status, 200);
  assert.is((await fetch(`${url}/_control/`)).status, 200);
  server.kill();
  assert.equal(await once(server, "exit"), [0, null]);
});

test.run();
