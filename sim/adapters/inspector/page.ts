import { createHash } from "node:crypto";
import { allEndpoints } from "../../server/routes.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The headers of a page that runs and looks like nothing but its own script and style, and loads nothing from elsewhere. */
export const pageHeaders = (style: string, script?: string) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${digest(script)}`]),
    `style-src ${digest(style)}`,
    ...(script === undefined ? [] : ["connect-src 'self'"]),
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
});

/** Everything that stays while the page is open. Its lists are filled by the script, each in a box of its own. */

export const headers = pageHeaders(style, script);

/** A part of the page: its title with what stands beside it, then its content. */
interface Part {
  readonly id: string;
  readonly title: string;
  readonly beside?: string;
  readonly content: string;
  /** Whether it is hidden until the script shows it. */
  readonly hidden?: true;
}

/** The part that a narrow window shows first. */
const first = "journal";

const section = ({ id, title, beside = "", content, hidden }: Part): string =>
  `<section id="${id}" aria-labelledby="${id}-title"${id === first ? ' class="shown"' : ""}${hidden ? " hidden" : ""}><div class="head"><h2 id="${id}-title">${title}</h2>${beside}</div>
${content}</section>`;

const tab = ({ id, title, hidden }: Part): string =>
  `<button type="button" role="tab" id="${id}-tab" aria-controls="${id}" aria-selected="${id === first}"${hidden ? " hidden" : ""}>${title}</button>`;

const box = (id: string, title: string): string => `<ul id="${id}" class="box" aria-label="${title}"></ul>`;

const clock = `<div class="clock" role="group" aria-label="Clock">
<time id="now">&nbsp;</time><span id="mode" class="badge">&nbsp;</span>
<button id="freeze" class="main" type="button">Freeze</button>
<button type="button" data-advance="60000">+1 min</button>
<button type="button" data-advance="600000">+10 min</button>
<button type="button" data-advance="3600000">+1 h</button>
<button type="button" id="next" disabled>Nothing is due</button>
<form id="advance"><input name="by" aria-label="Duration to advance by" placeholder="90s, 2h" required autocomplete="off"><button>Advance</button></form>
<form id="set"><input name="to" aria-label="Instant to set the clock to" placeholder="2026-01-01T12:00:00Z" required autocomplete="off"><button>Set</button></form>
</div>`;

const routes = allEndpoints.map(({ route }) => `<option>${route}</option>`).join("");

const faultForm = `<form id="fault" class="form">
<label>Route<input name="route" list="routes" placeholder="every route" autocomplete="off"></label>
<label>By<select name="as"><option value="">anyone</option></select></label>
<label>Times<input name="times" type="number" min="1" max="1000000" value="1" placeholder="always"></label>
<label>What<select name="kind"><option value="status">status</option><option value="delay">delay, ms</option><option value="drop">cut</option></select></label>
<label>Value<input name="amount" type="number" min="0" max="600000" value="502" required></label>
<button class="main">Add</button>
<datalist id="routes">${routes}</datalist>
</form>`;

const sendForm = `<form id="send-form" class="form">
<label>As<select name="as"><option value="">nobody</option></select></label>
<label class="grow">Method and path<input name="route" list="routes" placeholder="POST /messages" required autocomplete="off"></label>
<button class="main">Send</button>
<label class="whole">Fields, one a line: name=value<textarea name="fields" rows="4" spellcheck="false" placeholder="type=channel"></textarea></label>
</form>
<pre id="answer" tabindex="0" aria-label="Answer" hidden></pre>`;

const main: readonly Part[] = [
  {
    id: "journal",
    title: "Journal",
    beside: `<span id="journal-count" class="soft"></span><span class="tools"><input id="journal-filter" type="search" aria-label="Filter the journal" placeholder="filter all exchanges">
<button id="newer" type="button" disabled>Newer</button><button id="older" type="button" disabled>Older</button></span>`,
    content: box("journal-list", "Exchanges, the newest first"),
  },
  {
    id: "lanes",
    title: "Lanes",
    beside: '<span class="soft">who said what to whom in what the journal shows, the newest below</span>',
    content: '<div id="lanes-drawing" class="box" tabindex="0" role="region" aria-label="Exchanges as a sequence diagram"></div>',
  },
  {
    id: "channel",
    title: "Channels",
    beside: '<span id="channel-about" class="soft"></span>',
    content: `<ul id="channels" class="chips" aria-label="Channels"></ul><ul id="topics" class="chips" aria-label="Topics"></ul>${box("messages", "Messages")}`,
  },
];

/** Parts near the top. */
const alerts: readonly Part[] = [
  {
    id: "judge",
    title: "Judge",
    beside: '<span id="finding-count" class="soft"></span>',
    content: box("finding-list", "Findings, the newest first"),
    hidden: true,
  },
  {
    id: "fault-part",
    title: "Faults",
    beside: '<button id="clear-faults" type="button" disabled>Clear all</button>',
    content: `${box("fault-list", "Faults that wait")}${faultForm}`,
  },
];

const side: readonly Part[] = [
  { id: "send", title: "Send", beside: '<span id="answer-status" role="status"></span>', content: sendForm },
  {
    id: "snapshot",
    title: "Snapshots",
    beside: '<span><button id="take" class="main" type="button">Take</button> <button id="reset" type="button">Reset</button></span>',
    content: box("snapshot-list", "Snapshots"),
  },
  { id: "queue", title: "Queues", beside: '<span id="queue-count" class="soft"></span>', content: box("queue-list", "Event queues") },
  { id: "cast", title: "Cast", content: box("cast-list", "Cast") },
];

const tabs = [...main, ...alerts, ...side].map(tab).join("");
const sections = (parts: readonly Part[]): string => parts.map(section).join("\n");

export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>touchstone</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><div><h1>touchstone</h1><p id="realm" class="soft" title="realm, feature level, brand, seed">&nbsp;</p><a id="coverage-link">Coverage</a></div>
${clock}</header>
<div id="tabs" role="tablist" aria-label="Parts of the page">${tabs}</div>
<main><div id="alerts" class="column">
${sections(alerts)}
</div><div id="main" class="column">
${sections(main)}
</div><div id="side" class="column">
${sections(side)}
</div></main>
<p id="told" role="status"></p>
<script type="module">${script}</script>
</body>
</html>
`;
