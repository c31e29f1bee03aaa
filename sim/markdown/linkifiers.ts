import { RE2JS } from "re2js";
import { parseTemplate } from "url-template";
import { templateVariables } from "./url-templates.ts";

/** A pattern of the realm with what its matches link to. */
export interface Linkifier {
  readonly pattern: string;
  readonly url_template: string;
  /** Made from the two by `compileLinkifier`. */
  readonly compiled: CompiledLinkifier;
}

interface CompiledLinkifier {
  /** Text that every match begins with; empty where there is none for certain. */
  readonly literal: string;
  /** The expression with its bounds, for the letters that the text has. */
  readonly expressionFor: (text: string) => RE2JS;
  readonly groups: readonly string[];
  readonly expand: (values: Record<string, string>) => string;
}

/** One match: where the text that becomes a link stands, and the link. */
interface LinkifierMatch {
  readonly start: number;
  readonly text: string;
  readonly url: string;
}

/** The pattern or the template cannot be used. */
export class LinkifierError extends Error {
  override name = "LinkifierError";
}

const match = "touchstone_match";
const after = "touchstone_after";

/**
 * Prepares a linkifier. Throws `LinkifierError` for a pattern that is not RE2, a template that is not
 * RFC 6570, or if the named groups of the one are not the variables of the other.
 */
export function compileLinkifier(pattern: string, url_template: string): Linkifier {
  const expression = compileExpression(pattern);
  const variables = templateVariables(url_template);
  if (!variables) throw new LinkifierError("Invalid URL template.");
  const groups = Object.keys(expression.namedGroups());
  const [unknown] = variables.filter((variable) => !groups.includes(variable)).sort();
  if (unknown !== undefined) {
    throw new LinkifierError(`Group '${unknown}' in URL template is not present in linkifier pattern.`);
  }
  const [unused] = groups.filter((group) => !variables.includes(group)).sort();
  if (unused !== undefined) {
    throw new LinkifierError(`Group '${unused}' in linkifier pattern is not present in URL template.`);
  }
  const template = parseTemplate(url_template);
  const compiled = {
    literal: literalOf(pattern),
    expressionFor: boundedFor(pattern),
    groups,
    expand: (values: Record<string, string>) => template.expand(values),
  };
  return { pattern, url_template, compiled };
}

/** All matches in the text from left to right; `spell` turns the text of a group into a value for the template. */
export function matchesOf(linkifier: Linkifier, text: string, spell = (value: string) => value): LinkifierMatch[] {
  const { literal, expressionFor, groups, expand } = linkifier.compiled;
  const found: LinkifierMatch[] = [];
  let begun = text.indexOf(literal);
  if (begun === -1) return found;
  const matcher = expressionFor(text).matcher(text);
  let from = 0;
  // Plain text is found far sooner than the matcher gets there, which begins with the sign in front.
  while (begun !== -1 && from <= text.length && matcher.find(Math.max(begun - 1, from))) {
    const matched = matcher.group(match) ?? "";
    const values: Record<string, string> = {};
    for (const group of groups) {
      const value = matcher.group(group);
      if (value !== null) values[group] = spell(value);
    }
    if (matched !== "") found.push({ start: matcher.start(match), text: matched, url: expand(values) });
    // The sign behind a match may stand in front of the next.
    from = Math.max(matcher.end(match), matcher.start() + 1);
    begun = text.indexOf(literal, from);
  }
  return found;
}

function compileExpression(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new LinkifierError(`Bad regular expression: ${faultOf(pattern, error)}`);
  }
}

/** What servers call faults of patterns for which re2js has other words. */
const serverWords: Readonly<Record<string, string>> = {
  "missing closing ]": "missing ]",
  "missing closing )": "missing )",
  "trailing backslash at end of expression": "trailing \\",
  "missing argument to repetition operator": "no argument for repetition operator",
  "invalid nested repetition operator": "bad repetition operator",
  "invalid repeat count": "invalid repetition size",
  "invalid named capture": "invalid named capture group",
  "duplicate capture group name": "invalid named capture group",
  "invalid or unsupported Perl syntax": "invalid perl operator",
};

/** The fault of a pattern and where it is, as servers tell it: of parentheses, which belong together, they show the whole pattern. */
function faultOf(pattern: string, error: unknown): string {
  const [, words = "", place] = /^error parsing regexp: ([^`]*?)(?:: `(.*)`)?$/s.exec(error instanceof Error ? error.message : "") ?? [];
  if (words === "") return pattern;
  const fault = serverWords[words] ?? words;
  return place === undefined ? fault : `${fault}: ${/\)$/.test(fault) ? pattern : place}`;
}

const ascii = /^[\0-\x7f]*$/;

/**
 * The pattern with its bounds. Before a match: the start, white space or an opening sign; behind it: the end, or no letter and no
 * digit. Most texts are ASCII, and classes of ASCII compile in a fraction of the time, so both forms are made when first needed.
 */
function boundedFor(pattern: string): (text: string) => RE2JS {
  const around = (before: string, behind: string) => `(?:^|${before})(?P<${match}>${pattern})(?P<${after}>$|${behind})`;
  let plain: RE2JS | undefined;
  let full: RE2JS | undefined;
  return (text) =>
    ascii.test(text)
      ? (plain ??= compileExpression(around("[\\s'\"(,:<]", "[^A-Za-z0-9]")))
      : (full ??= compileExpression(around("\\s|\\x{85}|\\pZ|['\"(,:<]", "[^\\pL\\pN]")));
}

/** The letters that a pattern begins with: those before its first sign of syntax, less one that the sign may make optional. */
function literalOf(pattern: string): string {
  if (pattern.includes("|")) return "";
  const [start = ""] = /^[^\\^$.?*+()[\]{}]*/.exec(pattern) ?? [];
  return /^[?*{]/.test(pattern.slice(start.length)) ? Array.from(start).slice(0, -1).join("") : start;
}
