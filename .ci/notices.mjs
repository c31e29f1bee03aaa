// The bundles hold other packages, whose licences ask that their notices come with them.
import { readdirSync, readFileSync } from "node:fs";

/** Packages whose data stands in generated files of ours. */
const generatedFrom = ["gemoji", "tlds"];

/** Packages without the text of their licence, and others of the same author that have it. */
const textOf = { "@nodable/entities": "fast-xml-parser" };

/**
 * The licence texts of the packages in bundles, by name. `metafiles` are those of esbuild, their paths relative to `root`.
 * @throws Error: a package comes without the text of its licence, and may not be passed on
 */
export function notices(root, metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const bundled = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set([...bundled, ...generatedFrom])].sort().map((name) => {
    const folder = `${root}node_modules/${name}/`;
    const { version, license, licenses = [] } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
    const texts = textOf[name] ? `${root}node_modules/${textOf[name]}/` : folder;
    const file = readdirSync(texts).find((each) => /^(licen[cs]e|copying)(\.|$)/i.test(each));
    const named = license ?? (licenses.map(({ type }) => type).join(", ") || "unnamed licence");
    if (file === undefined) throw new Error(`${name} ${version} (${named}) comes without the text of its licence`);
    return { name, version, license: named, text: readFileSync(texts + file, "utf8").trim() };
  });
}
