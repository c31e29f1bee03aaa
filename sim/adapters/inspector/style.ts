import { lanesStyle } from "./lanes.ts";

/** The colours of pages, light or dark as the system is. */
export const colours = `:root { color-scheme: light dark; --ink: #1c2330; --soft: #586273; --page: #f3f5f8; --card: #ffffff; --line: #d9dee6; --tint: #eef1f6;
  --good: #17734a; --bad: #b92132; --odd: #8a5a00; --cold: #1f5fbf; --act: #1f5fbf; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --soft: #9aa5b8; --page: #11151b; --card: #191f28; --line: #313a48;
  --tint: #222a36; --good: #5fd39a; --bad: #ff8a94; --odd: #ecc067; --cold: #86b5ff; --act: #86b5ff; } }`;

/** The style of the page: one column on a phone, two from 60rem on; light or dark as the system is. Boxes that fill up have fixed heights. */
export const style = `
${colours}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 96rem; padding: 0 1rem 3.5rem; background: var(--page); color: var(--ink);
  font: .9375rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, p, ul { margin: 0; padding: 0; } ul { list-style: none; }
h1 { font-size: 1.15rem; } h2 { font-size: 1rem; }
code, pre, time { font-family: ui-monospace, monospace; font-size: .8125rem; font-variant-numeric: tabular-nums; }
pre { margin: .4rem 0 0; padding: .6rem; max-height: 20rem; overflow: auto; white-space: pre-wrap; background: var(--tint); border-radius: .35rem; }
.soft, .none, .brief { color: var(--soft); } .none { padding: .6rem 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .odd { color: var(--odd); } .cold { color: var(--cold); }
.badge { display: inline-block; padding: 0 .45rem; border: 1px solid; border-radius: 1rem; font-size: .75rem; line-height: 1.25rem; white-space: nowrap; }
button, input, select, textarea { font: inherit; color: inherit; min-height: 2rem; padding: .15rem .6rem; border: 1px solid var(--line); border-radius: .35rem; background: var(--card); max-width: 100%; }
button { cursor: pointer; background: var(--tint); font-weight: 500; white-space: nowrap; } button:hover:enabled { border-color: var(--act); }
button:disabled, input:disabled { opacity: .5; cursor: default; }
button.main { background: var(--act); border-color: var(--act); color: var(--card); }
:focus-visible { outline: 2px solid var(--act); outline-offset: 1px; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1.5rem; margin: 0 -1rem; padding: .6rem 1rem;
  background: var(--card); border-bottom: 1px solid var(--line); }
header > div:first-child { flex: 1 1 14rem; }
.clock, .clock form { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; }
#now { font-size: 1.05rem; font-weight: 600; min-width: 12.5rem; } #mode { min-width: 4.4rem; text-align: center; } #freeze { min-width: 4.6rem; }
#realm { font-size: .8125rem; } [name=by] { width: 5.5rem; } [name=to] { width: 13rem; font-family: ui-monospace, monospace; font-size: .8125rem; }
main { display: grid; gap: 1rem; margin-top: 1rem; grid-template-columns: minmax(0, 1fr); }
#tabs { display: none; } header a { color: var(--act); font-size: .8125rem; } h1, #realm { display: inline-block; margin-right: .7rem; }
.column { display: grid; gap: 1rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem .8rem; min-width: 0; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .7rem; min-height: 2rem; margin-bottom: .5rem; }
.head > :last-child:not(h2) { margin-left: auto; } .head .soft { font-size: .8125rem; }
.box { overflow-y: auto; scrollbar-gutter: stable; border-top: 1px solid var(--line); }
.box > li { border-bottom: 1px solid var(--line); padding: .35rem 0; }
#journal-list { height: 24rem; } #messages { height: 28rem; } #queue-list { height: 13rem; } #snapshot-list { height: 8rem; }
#fault-list { height: 7rem; } #cast-list { height: 19rem; } #finding-list { height: 9rem; }
summary { cursor: pointer; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6rem; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary .brief { flex: 1 0 100%; font-size: .8125rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details[open] > summary .brief { white-space: normal; }
.brief .badge { margin-right: .4rem; }
.who { min-width: 3.6rem; } .route { flex: 1 1 8rem; } .status { font-weight: 600; }
.queue code { color: var(--soft); flex: 1 0 100%; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .5rem; } .line > .grow { flex: 1 1 11rem; min-width: 0; }
.line code { display: block; color: var(--soft); } .line .soft { font-size: .8125rem; white-space: pre-wrap; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; margin-bottom: .5rem; } .chips .none { padding: .3rem 0; }
#channels { min-height: 2rem; } #topics { height: 2.4rem; overflow-x: auto; flex-wrap: nowrap; } #topics > li { flex: none; }
#topics .chip { max-width: min(24rem, 70vw); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chips > li { max-width: 100%; }
.chip { border-radius: 1rem; font-weight: 400; white-space: normal; text-align: left; } .chip[aria-pressed=true] { border-color: var(--act); color: var(--act); font-weight: 600; }
.byline { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6rem; } .byline > :not(b, .badge) { color: var(--soft); font-size: .8125rem; }
.content > :is(p, ul, ol, blockquote, pre, div, table) { margin: .15rem 0; } .content :is(ul, ol) { padding-left: 1.4rem; list-style: revert; }
.content blockquote { padding-left: .7rem; border-left: .2rem solid var(--line); } .content { overflow-x: auto; } .content img { max-height: 8rem; }
.content .user-mention, .content .topic-mention, .content .user-group-mention { background: var(--tint); border-radius: .2rem; padding: 0 .2rem; }
.content a, .byline a { color: var(--act); } .content td, .content th { border: 1px solid var(--line); padding: .1rem .4rem; }
.form { display: flex; flex-wrap: wrap; align-items: end; gap: .4rem .5rem; margin-top: .6rem; } .form label { font-size: .8125rem; color: var(--soft); }
.form label > * { display: block; color: var(--ink); font-size: .9375rem; } [name=route] { width: 15rem; } [name=times], [name=amount] { width: 5.5rem; }
.form .grow { flex: 1 1 9rem; } .form .grow > *, .form .whole > * { width: 100%; } .form .whole { flex: 1 0 100%; } textarea { font-family: ui-monospace, monospace; resize: vertical; }
#send-form { margin-top: 0; } #answer { max-height: 14rem; } #next { min-width: 15rem; }
.tools { display: flex; gap: .4rem; } #journal-filter { width: 11rem; } #lanes-drawing { height: 24rem; overflow: auto; }
details .line { margin-top: .4rem; } .wire { flex: 0 1 auto; } .wire[open] { flex: 1 0 100%; } .wire summary { color: var(--act); text-decoration: underline; }
${lanesStyle}
#told { position: fixed; left: 0; right: 0; bottom: 0; z-index: 1; padding: .45rem 1rem; min-height: 2.3rem; background: var(--card); border-top: 1px solid var(--line); }
#told:empty { display: none; }
@media (min-width: 60rem) { #messages { height: 33rem; } main { grid: "main alerts" auto "main side" 1fr / minmax(0, 1fr) 27rem; }
  #alerts { grid-area: alerts; } #main { grid-area: main; } #side { grid-area: side; } }
@media (max-width: 40rem) { body { padding: 0 .6rem 3.5rem; } header { position: static; margin: 0 -.6rem; padding: .6rem; } section { padding: .6rem; }
  .tools { flex: 1 0 100%; } #journal-filter { flex: 1; width: 8rem; } main, .column { gap: 0; margin-top: 0; } section:not(.shown) { display: none; }
  #tabs { display: flex; gap: .2rem; position: sticky; top: 0; z-index: 2; margin: 0 -.6rem .6rem; padding: .3rem .6rem; overflow-x: auto; background: var(--page); }
  [role=tab] { flex: none; border-radius: 1rem; } [role=tab][aria-selected=true] { background: var(--act); color: var(--card); }
  [data-count]::after { content: " " attr(data-count); font-weight: 700; } .box:is(#journal-list, #lanes-drawing, #messages, #queue-list, #cast-list) { height: calc(100dvh - 10rem); min-height: 18rem; }
  #next { flex: 1 1 100%; } #advance, #set { flex: 1 0 100%; } #advance input, #set input { flex: 1; min-width: 0; } [name=route] { width: 100%; } #fault label:first-child { flex: 1 0 100%; } }
`;
