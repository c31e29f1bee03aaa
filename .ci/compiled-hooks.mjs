// How Node finds and loads modules in a process that imports compiled.mjs.
import { readFileSync } from "node:fs";

let [root, folder] = ["", ""];

export function initialize(data) {
  ({ root, folder } = data);
}

const isOwn = (url) => url?.startsWith(root) && !url.includes("/node_modules/");

export function resolve(specifier, context, next) {
  // What Node would find too, with more questions to the disk.
  if (!/^\.\.?\/.*\.(ts|json)$/.test(specifier) || !isOwn(context.parentURL)) return next(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
}

export function load(url, context, next) {
  if (!isOwn(url)) return next(url, context);
  const found = /^([^?#]+)\.(ts|json)(?:[?#]|$)/.exec(url);
  if (!found) return next(url, context);
  const [, path, ending] = found;
  if (ending === "json") return { format: "module", shortCircuit: true, source: `export default ${readFileSync(new URL(url), "utf8")}` };
  const { href, pathname } = new URL(`${folder}${path.slice(root.length)}.js`);
  // Of the addresses of files, Node reads a map from a path alone.
  const source = `${readFileSync(new URL(href), "utf8")}\n//# sourceMappingURL=${pathname}.map`;
  return { format: "module", shortCircuit: true, source };
}
