import { createHash } from "node:crypto";
import { endpoints } from "../../endpoints/index.ts";
import { support } from "../../server/routes.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

/** Everything that stays while the page is open. Its lists are filled by the script, each in a box of its own. */

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = [
  "default-src 'none'",
  `script-src ${digest(script)}`,
  `style-src ${digest(style)}`,
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": policy,
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** A part of the page: its title with what stands beside it, then its content. */
const part = (id: string, title: string, beside: string, content: string, attribute = ""): string =>
  `<section id="${id}" aria-labelledby="${id}-title"${attribute}><div class="head"><h2 id="${id}-title">${title}</h2>${beside}</div>
${content}</section>`;

const box = (id: string, title: string): string => `<ul id="${id}" class="box" tabindex="0" aria-label="${title}"></ul>`;

const clock = `<div class="clock" role="group" aria-label="Clock">
<time id="now">&nbsp;</time><span id="mode" class="badge">&nbsp;</span>
<button id="freeze" class="main" type="button">Freeze</button>
<button type="button" data-advance="60000">+1 min</button>
<button type="button" data-advance="600000">+10 min</button>
<button type="button" data-advance="3600000">+1 h</button>
<form id="advance"><input name="by" aria-label="Duration to advance by" placeholder="90s, 2h" required autocomplete="off"><button>Advance</button></form>
<form id="set"><input name="to" aria-label="Instant to set the clock to" placeholder="2026-01-01T12:00:00Z" required autocomplete="off"><button>Set</button></form>
</div>`;

const routes = [...endpoints, ...support].map(({ route }) => `<option>${route}</option>`).join("");

const faultForm = `<form id="fault">
<label>Route<input name="route" list="routes" placeholder="every route" autocomplete="off"></label>
<label>By<select name="as"><option value="">anyone</option></select></label>
<label>Times<input name="times" type="number" min="1" max="1000000" value="1" placeholder="always"></label>
<label>What<select name="kind"><option value="status">status</option><option value="delay">delay, ms</option><option value="drop">cut</option></select></label>
<label>Value<input name="amount" type="number" min="0" max="600000" value="502" required></label>
<button class="main">Add</button>
<datalist id="routes">${routes}</datalist>
</form>`;

const wide = [
  part(
    "journal",
    "Journal",
    '<span id="journal-count" class="soft"></span><input id="journal-filter" type="search" aria-label="Filter the journal" placeholder="filter">',
    box("journal-list", "Exchanges, the newest first"),
  ),
  part(
    "lanes",
    "Lanes",
    '<span class="soft">who said what to whom, the newest below</span>',
    '<div id="lanes-drawing" class="box" tabindex="0" role="region" aria-label="The newest exchanges as a sequence diagram"></div>',
  ),
  part(
    "channel",
    "Channels",
    '<span id="channel-about" class="soft"></span>',
    `<ul id="channels" class="chips" aria-label="Channels"></ul><ul id="topics" class="chips" aria-label="Topics"></ul>${box("messages", "Messages")}`,
  ),
];

const judge = part(
  "judge",
  "Judge",
  '<span id="finding-count" class="soft"></span>',
  box("finding-list", "Findings, the newest first"),
  " hidden",
);

const narrow = [
  part(
    "snapshot",
    "Snapshots",
    '<span><button id="take" class="main" type="button">Take</button> <button id="reset" type="button">Reset</button></span>',
    box("snapshot-list", "Snapshots"),
  ),
  part(
    "fault-part",
    "Faults",
    '<button id="clear-faults" type="button" disabled>Clear all</button>',
    `${box("fault-list", "Faults that wait")}${faultForm}`,
  ),
  part("queue", "Event queues", '<span id="queue-count" class="soft"></span>', box("queue-list", "Event queues")),
  part("cast", "Cast", "", box("cast-list", "Cast")),
];

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
<header><div><h1>touchstone</h1><p id="realm" class="soft" title="realm, feature level, brand, seed">&nbsp;</p></div>
${clock}</header>
<main><div class="column">
${wide.join("\n")}
${judge}
</div><div class="column">
${narrow.join("\n")}
</div></main>
<p id="told" role="status"></p>
<script type="module">${script}</script>
</body>
</html>
`;
