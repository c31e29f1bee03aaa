// The bundles hold other packages, whose licences ask that their notices come with them.
import { readdirSync, readFileSync } from "node:fs";

/** Packages whose data stands in generated files of ours. */
const generatedFrom = ["gemoji", "tlds"];

/** The licence texts of the packages in bundles, by name. `metafiles` are those of esbuild, their paths relative to `root`. */
export function notices(root, metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const bundled = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set([...bundled, ...generatedFrom])].sort().map((name) => {
    const folder = `${root}node_modules/${name}/`;
    const { version, license, licenses = [] } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|$)/i.test(each));
    const named = license ?? (licenses.map(({ type }) => type).join(", ") || "unnamed licence");
    return { name, version, license: named, text: file === undefined ? undefined : readFileSync(folder + file, "utf8").trim() };
  });
}
