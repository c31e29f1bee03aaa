// The bundles hold other packages, whose licences ask that their notices come with them.
import { readdirSync, readFileSync } from "node:fs";

/** Packages whose data stands in generated files of ours. */
const generatedFrom = ["gemoji", "tlds"];

/** The text of the MIT licence without its line of copyright. */
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/** The section of a page on the licence, where it is long enough to be its text. */
function sectionOf(page) {
  const [, section = ""] = /^(?:#+ *)?Licen[cs]e\n(?:[-=]+\n)?(.*)/ims.exec(page) ?? [];
  return section.length > 500 ? section.trim() : undefined;
}

const nameOf = (author) =>
  typeof author === "string" ? author : [author.name, author.email && `<${author.email}>`].filter(Boolean).join(" ");

/**
 * The whole text of a package's licence: its file, else what its page says, else the text that its package.json names, with its author.
 * @throws Error: there is none of these
 */
function licenceText(folder, { name, author }, named) {
  const files = readdirSync(folder);
  const file = files.find((each) => /^(licen[cs]e|copying)([.-]|$)/i.test(each));
  if (file !== undefined) return readFileSync(folder + file, "utf8").trim();
  const page = files.find((each) => /^readme(\.|$)/i.test(each));
  const section = page && sectionOf(readFileSync(folder + page, "utf8"));
  if (section) return section;
  if (named === "MIT" && author) return `MIT License\n\nCopyright (c) ${nameOf(author)}\n\n${mit}`;
  throw new Error(`${name} comes without the text of its licence, ${named}`);
}

/** The licence texts of the packages in bundles, by name. `metafiles` are those of esbuild, their paths relative to `root`. */
export function notices(root, metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const bundled = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set([...bundled, ...generatedFrom])].sort().map((name) => {
    const folder = `${root}node_modules/${name}/`;
    const described = JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
    const { version, license, licenses = [] } = described;
    const named = license ?? licenses.map(({ type }) => type).join(", ");
    return { name, version, license: named, text: licenceText(folder, described, named) };
  });
}
