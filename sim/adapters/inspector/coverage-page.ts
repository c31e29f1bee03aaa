import { endpoints } from "../../endpoints/index.ts";
import { type Coverage, type RouteCoverage, writtenRoute } from "../../journal/coverage.ts";
import type { Simulator } from "../../server/simulator.ts";
import { pageHeaders } from "./page.ts";
import { colours } from "./style.ts";

/** The page of what the tests of a client met of a server, and what they did not. */

const style = `${colours}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: .8rem 1rem 3rem; background: var(--page); color: var(--ink); font: .9375rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.15rem; } h2 { font-size: 1rem; } a { color: var(--act); } p, ul { margin: .3rem 0; } ul { padding: 0; list-style: none; }
section { margin-top: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .3rem .9rem .8rem; }
summary { cursor: pointer; padding: .3rem 0; border-top: 1px solid var(--line); } summary b { font-weight: 600; }
.soft { color: var(--soft); } dl { display: grid; grid-template-columns: min(9rem, 28%) minmax(0, 1fr); gap: .3rem .8rem; margin: .2rem 0 .8rem; } dt { color: var(--soft); } dd { margin: 0; }
.met { color: var(--good); } .unmet { color: var(--odd); } code { font-size: .8125rem; }
:focus-visible { outline: 2px solid var(--act); outline-offset: 1px; }
`;

const headers = pageHeaders(style);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const names = (all: readonly string[], kind: "met" | "unmet"): string =>
  all.length === 0 ? '<span class="soft">none</span>' : all.map((name) => `<code class="${kind}">${escaped(name)}</code>`).join(", ");

const withCounts = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));

/** The rows of a list of terms, each with what was met of it and what was not. */
const terms = (rows: readonly (readonly [term: string, html: string])[]): string =>
  `<dl>${rows.map(([term, html]) => `<dt>${term}</dt><dd>${html}</dd>`).join("")}</dl>`;

function routeHtml({ route, requests, parameters, refusals, unmet }: RouteCoverage): string {
  const all = parameters.met.length + parameters.unmet.length;
  const met = Object.keys(refusals).length;
  const about = `${requests === 1 ? "1 request" : `${requests} requests`}, ${parameters.met.length} of ${all} parameters, ${met} of ${met + unmet.length} refusals`;
  return `<details><summary><b>${escaped(route)}</b> <span class="soft">${about}</span></summary>${terms([
    ["parameters sent", names(parameters.met, "met")],
    ["never sent", names(parameters.unmet, "unmet")],
    ["refusals met", names(withCounts(refusals), "met")],
    ["not met", names(unmet, "unmet")],
  ])}</details>`;
}

function summaryHtml({ routes, unmet, events, exchanges, dropped }: Coverage): string {
  const met = Object.keys(events.met).length;
  const stated = new Set(endpoints.map(({ route }) => writtenRoute(route)));
  const asked = routes.filter(({ route }) => stated.has(route)).length;
  const lost = dropped === 0 ? "" : ` ${dropped} exchanges before them are no longer kept.`;
  return `<p>${asked} of ${asked + unmet.length} endpoints of the specification, ${met} of ${met + events.unmet.length} types of events, in ${exchanges === 1 ? "one exchange" : `${exchanges} exchanges`}.${lost}</p>`;
}

/** Returns the page of a simulator's coverage with its headers. */
export function coveragePage(simulator: Simulator): { readonly text: string; readonly headers: Readonly<Record<string, string>> } {
  const coverage = simulator.coverage();
  const { routes, unmet, events } = coverage;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>coverage – touchstone</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<h1>What the tests met</h1>
<p class="soft">Of ${escaped(simulator.server.realm)}, level ${simulator.server.level}, as of the last load. <a href="./">Inspector</a>, <a href="coverage">the same as JSON</a></p>
${summaryHtml(coverage)}
<section><h2>Routes asked</h2>${routes.map((route) => routeHtml(route)).join("\n") || '<p class="soft">No request yet.</p>'}</section>
<section><h2>Endpoints not asked</h2><p>${names(unmet, "unmet")}</p></section>
<section><h2>Types of events</h2>${terms([
    ["came", names(withCounts(events.met), "met")],
    ["did not come", names(events.unmet, "unmet")],
  ])}</section>
</body>
</html>
`;
  return { text, headers };
}
