// The bundles of the command line, built one upon the other as the house stands: what a lower room has, an upper one takes from its
// bundle, so that each module is in the package once.
import { createRequire } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { build } from "esbuild";

/** The bundles of the rooms from which others take modules, the lowest first. */
const bundles = { sim: "model", conformance: "conformance" };

const ranks = [...Object.keys(bundles), "cli"];

/** Has each import that leads down to one of some rooms answered by a function of the path of what is imported. */
const crossing = (root, rooms, answer) => ({
  name: "crossing",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir, importer }) => {
      const [from, to] = [importer, join(resolveDir, path)].map((file) =>
        ranks.indexOf(relative(root, resolve(root, file)).split(sep, 1)[0]),
      );
      return to < from && rooms.includes(ranks[to]) ? answer(relative(root, join(resolveDir, path)), ranks[to]) : undefined;
    }),
});

/**
 * Builds the bundles of the rooms, and those of the entries, which are scripts of the command line.
 * @param entries by their paths, the rooms whose bundles each takes modules from: of the others it has what it needs itself
 * @param library a module of the suite that others are to import from its bundle, too
 * @returns what esbuild tells of each bundle, and the names that the library exports
 */
export async function buildRooms({ plugins, ...common }, entries, library) {
  const { absWorkingDir: root, outdir } = common;
  const requires = createRequire(join(root, "package.json"));
  const asked = { sim: new Set(), conformance: new Set([library]) };
  const all = Object.keys(bundles);
  const noted = (rooms) => crossing(root, rooms, (path, room) => void asked[room].add(path));
  for (const [entry, rooms] of [...Object.entries(entries), [library, all]])
    await build({ ...common, entryPoints: [entry], plugins: [noted(rooms), ...plugins], write: false });

  const exported = new Map();
  /** In the place of a module of another room stands one that takes what it exports from the bundle there. */
  const taken = {
    name: "taken",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /./, namespace: "taken" }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /./, namespace: "taken" }, ({ path, pluginData: room }) => ({
        contents: `export const { ${exported.get(path).join(", ")} } = require("./${bundles[room]}.cjs")[${JSON.stringify(path)}];`,
      }));
    },
  };
  const above = (rooms) => [crossing(root, rooms, (path, room) => ({ path, namespace: "taken", pluginData: room })), taken, ...plugins];
  const metafiles = [];
  for (const [room, bundle] of Object.entries(bundles)) {
    const paths = [...asked[room]].sort();
    const getters = paths.map((path) => `get ${JSON.stringify(path)}() { return require(${JSON.stringify(`./${path}`)}); }`);
    const stdin = { contents: `module.exports = {\n${getters.join(",\n")}\n};`, resolveDir: root };
    const outfile = join(outdir, `cli/${bundle}.cjs`);
    const { outdir: _, outbase: __, outExtension: ___, ...single } = common;
    metafiles.push((await build({ ...single, stdin, outfile, plugins: above(all) })).metafile);
    const modules = requires(join(root, outfile));
    for (const path of paths) exported.set(path, Object.keys(modules[path]));
  }
  for (const [entry, rooms] of Object.entries(entries))
    metafiles.push((await build({ ...common, entryPoints: [entry], plugins: above(rooms) })).metafile);
  return { metafiles, names: exported.get(library) };
}
