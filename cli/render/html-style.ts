/** The style of all pages: light or dark as the reader's system is, on paper, and on a phone. */

/** The sign of each verdict: nothing is told by its colour alone. */
export const signs = { agrees: "✓", differs: "✗", silent: "?", unsteady: "~", untestable: "…", "not-run": "·" } as const;

const basics = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5a6475; --page: #ffffff; --card: #f4f6f9; --line: #d6dbe3;
  --good: #1a7f4b; --bad: #c02434; --odd: #946200; --mark: #ffe08a; --link: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --soft: #9aa5b8; --page: #14181f; --card: #1d232d; --line: #353e4d;
  --good: #5fd39a; --bad: #ff8a94; --odd: #ecc067; --mark: #6b5410; --link: #8db8ff; } }
* { box-sizing: border-box; } html { scroll-padding-top: 4.5rem; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
h3 { display: inline; font-size: 1.05rem; } h4 { margin: .9rem 0 .2rem; font-size: .95rem; }
a { color: var(--link); } :focus-visible { outline: .15rem solid var(--link); outline-offset: .1rem; }
:target { outline: .15rem solid var(--odd); outline-offset: .1rem; }
.soft { color: var(--soft); } .agrees { color: var(--good); } .differs { color: var(--bad); } .silent, .known, .stale { color: var(--odd); }
.unsteady, .untestable, .not-run { color: var(--soft); }
${Object.entries(signs)
  .map(([kind, sign]) => `b.${kind}::before { content: "${sign} "; }`)
  .join(" ")}
.closing { font-weight: 600; padding: .75rem 1rem; border-left: .3rem solid; background: var(--card); }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .75rem 0; padding: .5rem .9rem; }
[data-section], .cause:not([open]) { content-visibility: auto; contain-intrinsic-size: auto 4.5rem; }
summary { cursor: pointer; } summary b { margin-right: .5rem; }
blockquote { margin: .4rem 0; padding-left: .8rem; border-left: .2rem solid var(--line); }
pre, code { font: .85rem/1.45 ui-monospace, monospace; } pre { margin: 0; white-space: pre-wrap; background: var(--card); padding: .5rem; border-radius: .3rem; }
mark { background: var(--mark); color: inherit; border-radius: .15rem; text-decoration: underline; }
ul { list-style: none; padding: 0; margin: .4rem 0; } li { padding: .3rem 0; border-top: 1px solid var(--line); }
.rows li { color: var(--ink); }
.counts { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; } .counts li { border: 0; padding: 0; }
`;

const controls = `
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem 0; background: var(--page); }
form.find { position: sticky; top: 0; z-index: 2; } .find label { flex: 1 1 12rem; display: flex; gap: .5rem; align-items: center; }
[hidden] { display: none !important; } label { max-width: 100%; } .find input { flex: 1; min-width: 0; }
select, input, button { max-width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .3rem; padding: .3rem; }
button { cursor: pointer; } pre button, .cut button { font-size: .8rem; padding: 0 .3rem; }
html:not(.script) button { display: none; } .script .cut:not(.whole) > .middle { display: none; }
.copied { display: flex; gap: .5rem; align-items: start; margin: .3rem 0; } .copied pre { flex: 1; min-width: 0; max-height: 12rem; overflow: auto; }
${Object.keys(signs)
  .map((one) => `body[data-verdict="${one}"] .rows > li:not([class="${one}"])`)
  .join(",\n")}
  { display: none; }
`;

const evidence = `
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin: .3rem 0 .9rem; } .sides > div { min-width: 0; }
.sides.one { grid-template-columns: 1fr; }
.places { border-collapse: collapse; width: 100%; table-layout: fixed; margin: .4rem 0; } .places :is(td, th) { border: 1px solid var(--line); padding: .2rem .4rem; text-align: left; vertical-align: top; }
.lanes { position: relative; margin: .5rem 0; padding: 2.6rem 0 .4rem; font: .8rem/1.4 ui-monospace, monospace; print-color-adjust: exact; }
.lanes .lane { position: absolute; top: 2.4rem; bottom: 0; border-left: 2px solid var(--line); }
.lanes .head { position: absolute; top: 0; font-weight: 700; white-space: nowrap; transform: translateX(-50%); } .lanes .head.low { top: 1.1rem; }
.lanes .head.first { transform: none; } .lanes .head.server { transform: translateX(-100%); }
.lanes p { position: relative; margin: 0; padding-bottom: .9rem; white-space: pre-wrap; } .lanes p > span { background: var(--page); }
.lanes p i { right: 3%; position: absolute; bottom: .35rem; border-top: 2px solid; } .lanes p i::after { content: ""; position: absolute; top: -.34rem; border: .3rem solid transparent; }
.lanes .request i::after { right: -.1rem; border-left-color: currentcolor; border-right: 0; }
.lanes :is(.answer, .event) i::after { left: -.1rem; border-right-color: currentcolor; border-left: 0; }
.lanes .answer i { border-top-style: dashed; } .lanes .event { color: var(--good); } .lanes .event i { border-top-style: dotted; }
.lanes .clock { color: var(--odd); } .lanes .wrong { color: var(--bad); font-weight: 700; }
`;

const maps = `
.map { display: flex; flex-wrap: wrap; gap: .15rem; margin: .15rem 0 .5rem; print-color-adjust: exact; }
.map :is(i, a) { width: 1rem; height: 1rem; border-radius: .15rem; background: var(--line); color: var(--page); font: 700 .7rem/1rem system-ui, sans-serif; text-align: center; text-decoration: none; }
.map .agrees { background: var(--good); } .map .differs { background: var(--bad); } .map .silent { background: var(--odd); }
.map .untestable, .map .unsteady { background: none; border: 1px solid var(--soft); color: var(--soft); line-height: .85rem; } .map .unsteady { border: 1px dashed var(--odd); }
.map .not-run { color: var(--soft); } .map.key { column-gap: .4rem; }
.wide { overflow-x: auto; } .kills { display: block; background: var(--card); font: 9px ui-monospace, monospace; print-color-adjust: exact; }
.kills text { fill: var(--ink); } .kills .agrees { fill: var(--good); } .kills .silent { fill: var(--odd); } .kills .grid { stroke: var(--line); }
.contents { columns: 18rem; } .contents li { break-inside: avoid; border: 0; padding: .1rem 0; }
@media print { body { max-width: none; } form, button { display: none; } .cut > .middle { display: inline !important; } details { break-inside: avoid; } }
@media (max-width: 40rem) { body { padding: .6rem; } .sides { grid-template-columns: 1fr; } details { padding: .5rem; } }
`;

export const style = basics + controls + evidence + maps;
