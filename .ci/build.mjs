// Builds dist/: the types of answers are made from the declarations of endpoints; tsc checks types and writes declarations; beside it
// esbuild puts the modules behind each entry into a few files, since loading hundreds costs more than running them; and the command line
// is run once to keep its machine code.
import { isAscii } from "node:buffer";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { Command } from "commander";
import { build } from "esbuild";
import { keepReached } from "./declarations.mjs";
import { notices } from "./notices.mjs";
import { buildRooms } from "./rooms.mjs";

new Command("npm run build --").description("build dist/").parse();

const root = fileURLToPath(new URL("..", import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, ["--import", "tsx", ".ci/answers.ts"], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

/** Ends with the compiler's exit code. It takes as long as all else, which goes on beside it. */
const typed = new Promise((resolve) => {
  const compiler = ["node_modules/typescript/bin/tsc", "-p", ".", "--emitDeclarationOnly"];
  spawn(process.execPath, compiler, { cwd: root, stdio: "inherit" }).on("exit", (code) => resolve(code));
});

const common = {
  absWorkingDir: root,
  outbase: ".",
  outdir: "dist",
  bundle: true,
  minify: true,
  // Node shows the line that threw: of one that is 300 KB long nobody reads the message.
  lineLimit: 160,
  metafile: true,
  target: "node20",
  mainFields: ["module", "main"],
  external: ["undici", "msw", "fast-check", "selfsigned"],
  logLevel: "warning",
  allowOverwrite: true,
};

/** The script of the inspector: one text, in the place of the module that makes it in a checkout. */
const { outputFiles } = await build({
  ...common,
  entryPoints: ["sim/adapters/inspector/main.ts"],
  format: "iife",
  target: "es2022",
  write: false,
});
const inspectorScript = {
  name: "inspector-script",
  setup: ({ onLoad }) =>
    onLoad({ filter: /inspector[\\/]script\.ts$/ }, () => ({ contents: `export const script = ${JSON.stringify(outputFiles[0].text)};` })),
};

const library = ["sim/index", "sim/adapters/node", "sim/adapters/fetch", "sim/adapters/msw", "sim/adapters/undici"];

/** The library of the simulator: modules that also run in a browser, except for the Node adapter. */
const modules = await build({
  ...common,
  // Names stay: they stand in what Node shows of an error.
  minify: false,
  minifySyntax: true,
  minifyWhitespace: true,
  entryPoints: library.map((entry) => `${entry}.ts`),
  plugins: [inspectorScript],
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
  format: "esm",
  platform: "neutral",
  external: [...common.external, "node:*"],
});

/** The commands of the simulator and those of the suite are bundles of their own: loading both would slow down every start. */
const commandsApart = {
  name: "commands-apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/(simulator|suite)\.ts$/ }, ({ path, importer }) =>
      importer.endsWith("cli/main.ts") ? { path: path.replace(".ts", ".cjs"), external: true } : undefined,
    ),
};

/** A letter beyond ASCII would double the memory of the text that it stands in. esbuild escapes those of texts, but not those of patterns. */
const asciiPatterns = {
  name: "ascii-patterns",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]wink-porter2-stemmer[\\/].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("\\’", "\\u2019"),
    })),
};

/** Letters of JSON beyond which a bundle holds it compressed, in a tenth of its size. It is read as fast as a literal. */
const mostPlain = 40_000;

/** Puts large JSON into a bundle compressed. */
const packedJson = {
  name: "packed-json",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, "utf8")));
      if (text.length < mostPlain) return undefined;
      const packed = JSON.stringify(brotliCompressSync(text).toString("base64"));
      const contents = `module.exports = JSON.parse(require("node:zlib").brotliDecompressSync(Buffer.from(${packed}, "base64")).toString());`;
      return { contents, loader: "js" };
    }),
};

/** The command line: its bundles and the entry that loads the first. */
const commandOptions = {
  ...common,
  plugins: [commandsApart, inspectorScript, asciiPatterns, packedJson],
  // From outside, fast-check would be compiled anew at each start, and its names copied for each of 180 modules.
  external: common.external.filter((name) => name !== "fast-check"),
  format: "cjs",
  platform: "node",
  outExtension: { ".js": ".cjs" },
  // Packages that stay outside are required when a command needs them: import() in a script costs a warning on Node 20.
  supported: { "dynamic-import": false },
  // Which of import.meta.url and __dirname there is, is looked at where it is used.
  logOverride: { "empty-import-meta": "silent" },
};
const entries = { "cli/launch.ts": [], "cli/main.ts": [], "cli/simulator.ts": ["sim"], "cli/suite.ts": ["sim", "conformance"] };
const { metafiles, names } = await buildRooms(commandOptions, entries, "conformance/index.ts");

/** The library of the suite is the bundle that the command line runs: there is one copy of it. */
mkdirSync(`${root}dist/conformance`, { recursive: true });
writeFileSync(
  `${root}dist/conformance/index.js`,
  `import { createRequire } from "node:module";

export const { ${names.join(", ")} } = createRequire(import.meta.url)("../cli/conformance.cjs")["conformance/index.ts"];
`,
);

for (const file of metafiles.flatMap(({ outputs }) => Object.keys(outputs)).filter((name) => name.endsWith(".cjs")))
  if (!isAscii(readFileSync(`${root}${file}`)))
    throw new Error(`${file} is not ASCII: a letter beyond it stands in a pattern, where \\u must`);

const told = notices(root, [modules.metafile, ...metafiles]).map(
  ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
);
writeFileSync(
  `${root}dist/NOTICES.txt`,
  `Packages that are in the files of this folder, or in data made from them.\n\n${told.join(`\n${"-".repeat(79)}\n\n`)}`,
);

const { load, loaded } = createRequire(import.meta.url)(`${root}dist/cli/launch.cjs`);
const run = (...args) => load(`${root}dist/cli/main.cjs`).main(...args);

/** Keeps the machine code of the bundles that were loaded so far. It is used under the flags of now alone: those under which a command loads its bundles. */
function keepMachineCode() {
  for (const { cache, script } of loaded.values()) {
    if (!existsSync(cache)) writeFileSync(cache, script.createCachedData());
  }
  loaded.clear();
}

let served;
const ended = new Promise((resolve) => {
  served = resolve;
});
/** Serves until one request is answered, so that what a start needs is compiled. */
await run(["serve", "--port", "0", "--json"], {
  out: (text) => {
    const { url, cast } = JSON.parse(text);
    const Authorization = `Basic ${btoa(`${cast.alice.email}:${cast.alice.api_key}`)}`;
    fetch(`${url}/api/v1/messages?anchor=newest&num_before=1&num_after=0`, { headers: { Authorization } })
      .then((answer) => answer.text())
      .then(served);
  },
  err: (text) => console.error(text),
  interrupted: () => ended,
});
keepMachineCode();
/** Comes to most of what a whole check does: what it would compile otherwise takes a twentieth of its processor time. */
await run(["check", "--tries", "0", "--runs", "10", "--seed", "1"], {
  out: () => {},
  err: () => {},
  interrupted: () => new Promise(() => {}),
  env: {},
});
keepMachineCode();

const code = await typed;
keepReached(
  `${root}dist`,
  [...library, "conformance/index"].map((entry) => `${entry}.d.ts`),
);
process.exitCode = code ?? 1;
