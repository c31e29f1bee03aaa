import { rungs } from "../../conformance/ladder/ladder.ts";
import { reachedLevel } from "../../conformance/ladder/standing.ts";
import type { Report } from "../../conformance/results/report.ts";

/** The colour for each third of the levels, the lowest first; that of a server which has reached none, and that of a part of a run, which shows no level. */
const colours = ["#c05600", "#8a6d00", "#2e7d32"] as const;
const none = "#b3261e";
const neutral = "#666";

/** The width of a character and the space beside a text, in pixels: `textLength` makes every font as wide. */
const [character, space] = [7, 6];

const colourOf = (level: number): string => (level < 0 ? none : (colours[Math.floor((level * colours.length) / rungs.length)] ?? none));

const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);

/** Returns the words of a report's level, and their colour. */
function standingOf(report: Report): readonly [words: string, colour: string] {
  if (report.shard !== null || report.partial) return ["part", neutral];
  const level = reachedLevel(report);
  return [level < 0 ? "no level" : `level ${level}`, colourOf(level)];
}

/**
 * An SVG image with the highest level that a report shows to be reached, such as `touchstone | level 3`; `part` of a part of a run. It loads nothing from elsewhere.
 * @param label stands on the left
 */
export function badge(report: Report, label = "touchstone"): string {
  const [value, colour] = standingOf(report);
  const [left, right] = [label, value].map((text) => [...text].length * character + 2 * space) as [number, number];
  const text = (words: string, x: number, width: number): string =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 2 * space}" lengthAdjust="spacingAndGlyphs">${escaped(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(`${label}: ${value}`)}">`,
    `<title>${escaped(`${label}: ${value}`)}</title>`,
    `<rect width="${left + right}" height="20" rx="3" fill="${colour}"/>`,
    `<path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444"/>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    text(label, 0, left),
    text(value, left, right),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}
