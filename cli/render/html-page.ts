import { lanesStyle } from "../../sim/adapters/inspector/lanes.ts";
import { script } from "./html-script.ts";
import { visibleLines } from "./visible.ts";

/** The parts of a page that are the same for every report. */

/** Text as it stands in an element. Never in an attribute: its quotes stay, since JSON is half as long so. */
export const escaped = (text: string): string =>
  visibleLines(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Text as it stands in an attribute. */
export const attribute = (text: string): string => escaped(text).replaceAll('"', "&quot;");

export const element = (name: string, content: string, kind?: string): string =>
  `<${name}${kind === undefined ? "" : ` class="${kind}"`}>${content}</${name}>`;

/**
 * A part that opens at a click. Its content becomes part of the page when it is opened first, so that a page of many opens at once;
 * where scripts do not run, it is part of the page from the start.
 * @param attributes as they stand in the tag
 */
export const folded = (summary: string, content: string, attributes: string): string =>
  `<details ${attributes}><summary>${summary}</summary><noscript>${content}</noscript></details>`;

const style = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5a6475; --page: #ffffff; --card: #f4f6f9; --line: #d6dbe3;
  --good: #1a7f4b; --bad: #c02434; --odd: #946200; --mark: #ffe08a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --soft: #9aa5b8; --page: #14181f; --card: #1d232d; --line: #353e4d;
  --good: #5fd39a; --bad: #ff8a94; --odd: #ecc067; --mark: #6b5410; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.soft { color: var(--soft); } .agrees { color: var(--good); } .differs { color: var(--bad); } .silent, .known, .stale { color: var(--odd); }
.unsteady, .untestable, .not-run { color: var(--soft); }
.closing { font-weight: 600; padding: .75rem 1rem; border-left: .3rem solid; background: var(--card); }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .75rem 0; padding: .5rem .9rem; }
[data-section] { content-visibility: auto; contain-intrinsic-size: auto 4.5rem; }
h3 { display: inline; font-size: 1.05rem; } blockquote { margin: .4rem 0; padding-left: .8rem; border-left: .2rem solid var(--line); }
summary { cursor: pointer; } summary b { margin-right: .5rem; }
pre, code { font: .85rem/1.45 ui-monospace, monospace; } pre { margin: 0; white-space: pre-wrap; background: var(--card); padding: .5rem; border-radius: .3rem; }
mark { background: var(--mark); color: inherit; border-radius: .15rem; }
ul { list-style: none; padding: 0; margin: .4rem 0; } li { padding: .3rem 0; border-top: 1px solid var(--line); }
.rows li { color: var(--ink); }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin: .3rem 0 .9rem; } .sides > div { min-width: 0; }
.sides.one { grid-template-columns: 1fr; }
.counts { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; } .counts li { border: 0; padding: 0; }
form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem 0;
  background: var(--page); } [hidden] { display: none !important; }
label { max-width: 100%; } select { max-width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .3rem; padding: .3rem; }
${["agrees", "differs", "silent", "unsteady", "untestable", "not-run"].map((one) => `body[data-verdict="${one}"] .rows > li:not([class="${one}"])`).join(",\n")}
  { display: none; }
${lanesStyle}
.map { display: flex; flex-wrap: wrap; gap: .15rem; margin: .15rem 0 .5rem; print-color-adjust: exact; } .map i { width: .8rem; height: .8rem; border-radius: .15rem; background: var(--line); }
.map .agrees { background: var(--good); } .map .differs { background: var(--bad); } .map .silent { background: var(--odd); }
.map.key { column-gap: .4rem; } .kills { max-width: 100%; height: auto; background: var(--card); print-color-adjust: exact; } .kills .agrees { fill: var(--good); } .kills .silent { fill: var(--odd); }
.map .untestable { background: none; border: 1px solid var(--soft); } .map .unsteady { background: none; border: 1px dashed var(--odd); }
.places { border-collapse: collapse; width: 100%; table-layout: fixed; margin: .4rem 0; } .places :is(td, th) { border: 1px solid var(--line); padding: .2rem .4rem; text-align: left; vertical-align: top; }
@media print { body { max-width: none; } form { display: none; } details { break-inside: avoid; } }
@media (max-width: 40rem) { body { padding: .6rem; } .sides { grid-template-columns: 1fr; } }
`;

/** A whole page that needs nothing from elsewhere. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
