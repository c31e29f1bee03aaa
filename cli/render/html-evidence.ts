import type { Seen } from "../../conformance/client/seen.ts";
import { isEqual } from "../../conformance/expect.ts";
import { curl, curlHeading, curlNote } from "../../conformance/report/curl.ts";
import type { DifferingPlace, Paired } from "../../conformance/results/report.ts";
import { type Bound, brief, jsonBounds } from "./brief.ts";
import { isParent, pathWithin, places } from "./diff.ts";
import { copiedHtml, element, escaped, shortenedHtml } from "./html-page.ts";
import { cut, senderText } from "./text-failures.ts";

/** Renders a run: request and answer beside each other, or both answers with the differences marked. */

/** So many characters of a value are whole in the page; a longer one loses most of its lists and texts for good. */
const mostCharacters = 20_000;
/** The same for a value of an exchange that comes before the one that differs. */
const mostBefore = 2_000;
/** Of a long text so many characters are shown, of a long list so many items. */
const longestText = 2_000;
const mostItems = 50;
const mostExchanges = 30;

const written = (value: unknown): string => JSON.stringify(value, null, 2) ?? "absent";

/** A value within another as indented JSON, its middle folded where it is long. */
const inside = (value: unknown, indent: string): string =>
  shortenedHtml(cut(written(value), mostCharacters).replaceAll("\n", `\n${indent}`));

/** Returns the number of characters that two texts share at their beginning, never half of one. */
function alike(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return /[\ud800-\udbff]$/.test(a.slice(0, at)) ? at - 1 : at;
}

/** A long text as JSON, marked from where the other one begins to differ. */
function markedText(text: string, other: unknown): string {
  const whole = written(text);
  if (whole.length <= longestText) return element("mark", escaped(whole));
  const same = alike(whole, written(other));
  return shortenedHtml(whole.slice(0, same), 100) + element("mark", shortenedHtml(whole.slice(same), longestText / 2));
}

/**
 * A list or an object as indented JSON, a row for each part.
 * @param row gets what stands before the part, its name and its indent
 * @param names the parts that are shown; of the others their number is told
 */
function parentHtml(
  value: object,
  indent: string,
  row: (key: string, name: string, inner: string) => string,
  names: readonly string[] = Object.keys(value),
): string {
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const left = Object.keys(value).length - names.length;
  const rows = [
    ...names.map((name) => inner + row(isList ? "" : `${escaped(JSON.stringify(name))}: `, name, inner)),
    ...(left > 0 ? [`${inner}… ${left} more …`] : []),
  ];
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return rows.length === 0 ? `${open}${close}` : `${open}\n${rows.join(",\n")}\n${indent}${close}`;
}

/** A value as indented JSON, marked wherever the other side has something else. */
export function marked(value: unknown, other: unknown, indent = ""): string {
  if (isEqual(value, other)) return inside(value, indent);
  if (typeof value === "string") return markedText(value, other);
  if (!isParent(value) || !isParent(other) || Array.isArray(value) !== Array.isArray(other)) return element("mark", inside(value, indent));
  const all = parentHtml(value, indent, (key, name, inner) => {
    const ownKey = key === "" || Object.hasOwn(other, name) ? key : element("mark", key);
    return ownKey + marked(value[name], other[name], inner);
  });
  return Object.keys(value).length === 0 ? element("mark", all) : all;
}

/** The places that are marked, as paths such as `body.messages[0].subject`, and the bound of what is not marked. */
interface Marking {
  readonly paths: ReadonlySet<string>;
  readonly bound?: Bound;
}

/** A value as indented JSON, marked at some paths. With a bound only the first of its parts are there, and those on the way to a mark. */
function markedAt(value: unknown, marking: Marking, path = "", indent = ""): string {
  const { paths, bound } = marking;
  if (paths.has(path)) return element("mark", inside(bound && isParent(value) ? brief(value, bound) : value, indent));
  const isAbove = (above: string): boolean => [...paths].some((one) => one.startsWith(above));
  if (!isParent(value) || !isAbove(path)) return inside(bound ? brief(value, bound) : value, indent);
  const most = bound ? (Array.isArray(value) ? 1 : 4) * bound.entries : Number.POSITIVE_INFINITY;
  const names = Object.keys(value).filter((name, i) => i < most || isAbove(pathWithin(value, path, name)));
  return parentHtml(value, indent, (key, name, inner) => key + markedAt(value[name], marking, pathWithin(value, path, name), inner), names);
}

const nothing: ReadonlySet<string> = new Set();

/** A value as indented JSON, marked at some paths: as it is up to so many characters, and of a longer one a fifth of them or less. */
function bounded(value: unknown, most: number, paths = nothing): string {
  if (written(value).length <= most) return markedAt(value, { paths });
  const shorter = jsonBounds.map((bound) => markedAt(value, { paths, bound }));
  return shorter.find((one) => one.length <= most / 5) ?? shorter.at(-1) ?? "";
}

/** A long text from a little before the place at which the other one differs. */
function around(text: string, other: unknown): string {
  const at = alike(text, typeof other === "string" ? other : "");
  const from = at < longestText ? 0 : at - 100;
  return `${from > 0 ? "…" : ""}${cut(text.slice(from), longestText)}`;
}

/** A value without what the other side has too, and without most of what is long. */
function differingParts(value: unknown, other: unknown): unknown {
  if (isEqual(value, other)) return written(value).length > 200 ? "…" : value;
  if (typeof value === "string") return around(value, other);
  if (!isParent(value)) return value;
  const others = isParent(other) ? other : {};
  const entries = Object.entries(value).map(([name, part]): [string, unknown] => [name, differingParts(part, others[name])]);
  const differing = entries.filter(([name]) => !isEqual(value[name], others[name]));
  const shown = (entries.length <= mostItems ? entries : differing).slice(0, mostItems);
  const left = entries.length - shown.length;
  if (Array.isArray(value)) return [...shown.map(([, part]) => part), ...(left > 0 ? [`… and ${left} more`] : [])];
  return { ...Object.fromEntries(shown), ...(left > 0 && { "…": `and ${left} more` }) };
}

/** One side of an exchange, with what the other has otherwise marked. */
function sideOf(value: unknown, other: unknown): string {
  if (written(value).length + written(other).length <= 2 * mostCharacters) return marked(value, other);
  const [here, there] = [differingParts(value, other), differingParts(other, value)];
  if (written(here).length <= mostCharacters) return marked(here, there);
  const all = places(value, other);
  return escaped([...all.slice(0, mostItems), ...(all.length > mostItems ? [`and ${all.length - mostItems} more places`] : [])].join("\n"));
}

/** A value as it is, as far as it is not too long. */
export const valueHtml = (value: unknown, most = mostCharacters): string => element("pre", bounded(value, most));

const answer = ({ status, body }: Seen): unknown => ({ status, body });
const side = (title: string, content: string): string => element("div", element("span", title, "soft") + content);

const bothHtml = (ours: string, theirs: string): string =>
  element("div", [side("expected", element("pre", ours)), side("came", element("pre", theirs))].join(""), "sides unequal");

/** A place as a row: its path, what was expected there and what came. */
function placeRow({ path, expected, actual }: DifferingPlace): string {
  const cell = (value: unknown, other: unknown): string => {
    const shown = typeof value === "string" ? around(value, other) : value;
    return element("td", element("mark", shown === undefined ? "nothing" : escaped(cut(written(shown), longestText))));
  };
  return `<tr><th scope="row">${element("code", escaped(path))}</th>${cell(expected, actual)}${cell(actual, expected)}</tr>`;
}

/** The places that differ as a table. */
export function placesTable(differing: readonly DifferingPlace[]): string {
  const head = "<tr><th>place</th><th>expected</th><th>came</th></tr>";
  return `<table class="places">${head}${differing.map(placeRow).join("")}</table>`;
}

/** The answers that differ: the places that differ when ids and times are matched, then both answers with these places marked. */
function placesHtml(expected: Seen, actual: Seen, differing: readonly DifferingPlace[]): string {
  const table = placesTable(differing);
  const paths = new Set(differing.map(({ path }) => (path === "status" ? path : `body.${path}`)));
  return table + bothHtml(bounded(answer(expected), mostCharacters, paths), bounded(answer(actual), mostCharacters, paths));
}

/**
 * The answer to a step of a scenario. Of the step that differs both answers; of those before, which agree when ids and times are matched,
 * what came.
 */
function pairHtml({ told, expected, actual }: Paired, i: number, differing?: readonly DifferingPlace[]): string {
  const sentence = element("p", `${i + 1}. ${escaped(told)}`);
  const [ours, theirs] = [answer(expected), answer(actual)];
  if (differing && differing.length > 0) return sentence + placesHtml(expected, actual, differing);
  if (differing || isEqual(ours, theirs))
    return sentence + element("div", side("expected and came", valueHtml(theirs, differing ? mostBefore : mostCharacters)), "sides one");
  return sentence + bothHtml(sideOf(ours, theirs), sideOf(theirs, ours));
}

/** A request and its answer, with some places of it marked. @param most the bound of what is whole */
function exchangeHtml(seen: Seen, most: number, paths?: ReadonlySet<string>): string {
  const { method, path, fields = {}, status, body = {} } = seen;
  const request = side(escaped(`${senderText(seen)} ${method} ${path}`), valueHtml(fields, most));
  return element("div", request + side(String(status), element("pre", bounded(body, most, paths))), "sides");
}

/** Requests or exchanges before the last of a run, folded. @param left how many are left out @param what their name, in words */
function beforeHtml(title: string, before: readonly string[], left: number, what: string): string {
  const others = left > 0 ? element("p", `${left} earlier ${what} are left out`, "soft") : "";
  return before.length === 0 ? "" : `<details><summary>${title}</summary>${others}${before.join("")}</details>`;
}

/** The last of some exchanges; those before it, which prepare it, are folded. */
function lastOf<T>(all: readonly T[], htmlOf: (one: T, i: number) => string): string {
  const left = Math.max(0, all.length - mostExchanges);
  const [before, last] = [all.slice(left, -1).map((one, i) => htmlOf(one, left + i)), all.slice(-1)];
  const words = before.length === 1 ? "the exchange before it" : `the ${before.length} exchanges before it`;
  return beforeHtml(`${words}, whole`, before, left, "exchanges") + last.map((one) => htmlOf(one, all.length - 1)).join("");
}

/** The exchanges of a scenario. @param differing where the last answers differ, ids and times matched; undefined where that is not known */
export const pairsHtml = (pairs: readonly Paired[], differing?: readonly DifferingPlace[]): string =>
  lastOf(pairs, (pair, i) => pairHtml(pair, i, differing && (i === pairs.length - 1 ? differing : [])));

/** The exchanges of a property. @param mark the place in the last answer that differs, where it is known */
export const exchangesHtml = (seen: readonly Seen[], mark?: string): string =>
  lastOf(seen, (one, i) => {
    const isLast = i === seen.length - 1;
    return exchangeHtml(one, isLast ? mostCharacters : mostBefore, isLast && mark !== undefined ? new Set([mark]) : undefined);
  });

/** A longer line is no line to paste. */
const longestCurl = 20_000;

/** The last request as a line to paste, and those before it folded. */
export function curlsHtml(said: readonly Seen[], url: string): string {
  const shown = said.slice(-mostExchanges);
  const lines = shown.map((one) => curl(one, url));
  const told = lines.map((line) => (line.length > longestCurl ? element("p", "(too long for a line)", "soft") : copiedHtml(line)));
  const before = beforeHtml("the requests before it as curl", told.slice(0, -1), said.length - shown.length, "requests");
  const note = curlNote(shown);
  const noted = note === undefined ? "" : element("p", escaped(note), "soft");
  return told.length === 0 ? "" : `${element("h4", curlHeading(shown))}${told.at(-1)}${noted}${before}`;
}
