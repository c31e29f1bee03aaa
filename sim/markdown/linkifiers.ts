import { type Matcher, RE2JS } from "re2js";
import { parseTemplate } from "url-template";
import { templateVariables } from "./urls.ts";

/** A pattern of the realm and what its matches link to, as `compileLinkifier` prepares them. */
export interface LinkifierRule {
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
export function compileLinkifier(pattern: string, url_template: string): LinkifierRule {
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
  return { literal: literalOf(pattern), expressionFor: boundedFor(pattern), groups, expand: (values) => template.expand(values) };
}

/** The parts of a linkifier by which pasted addresses become text again. */
interface Reverse {
  readonly pattern: string;
  readonly example_input?: string | null | undefined;
  readonly reverse_template?: string | null | undefined;
}

/**
 * Checks an example and a reverse template against the pattern that they stand beside. Throws `LinkifierError` where the example does not match it,
 * where a reverse template has no example, or a variable that the pattern has not.
 * @spec Resources and their fields > Linkifier
 */
export function checkReverse({ pattern, example_input, reverse_template }: Reverse): void {
  const expression = compileExpression(pattern);
  if (typeof example_input === "string" && !expression.matcher(example_input).find())
    throw new LinkifierError("Example input does not match the linkifier pattern.");
  if (typeof reverse_template !== "string") return;
  if (typeof example_input !== "string") throw new LinkifierError("Reverse linkifiers need an example input.");
  const names = [...reverse_template.replaceAll(/\{\{|\}\}/g, "").matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !Object.hasOwn(expression.namedGroups(), name));
  if (unknown !== undefined) throw new LinkifierError(`Group '${unknown}' in reverse template is not present in linkifier pattern.`);
}

/** The work that may be spent on the matches in one text, in instructions of expressions times characters. */
export class MatchWork {
  /** A pattern of 25 instructions takes half of it on the longest message that is nothing but its matches. */
  static readonly most = 5_000_000;
  #left = MatchWork.most;

  /** Takes a part of it. Returns whether it was still there. */
  take(work: number): boolean {
    this.#left -= work;
    return this.#left >= 0;
  }
}

/** So many characters from its beginning on a match is looked for first. */
const near = 32;

/**
 * Finds the next match from a place on. The text is looked at as far as needed: a pattern that could go on to the end of the text, and does
 * not, would otherwise take as long for each of its short matches as for the whole text.
 */
function findFrom(matcher: Matcher, text: string, from: number, work: MatchWork): boolean {
  for (let length = near; ; length *= 8) {
    const end = Math.min(from + length, text.length);
    if (!work.take(matcher.programSize() * (end - from))) return false;
    matcher.resetMatcherInput(text.slice(0, end));
    const isFound = matcher.find(from);
    if (end === text.length) return isFound;
    // At the end of a part a match may stand that goes on, or is none, in the text.
    if (isFound && matcher.end() < end) return true;
  }
}

/**
 * All matches in the text from left to right, as long as there is work left for them; `spell` turns the text of a group into a value for
 * the template.
 */
export function matchesOf(linkifier: LinkifierRule, text: string, work: MatchWork, spell = (value: string) => value): LinkifierMatch[] {
  const { literal, expressionFor, groups, expand } = linkifier;
  const found: LinkifierMatch[] = [];
  let begun = text.indexOf(literal);
  if (begun === -1 || !work.take(text.length)) return found;
  const expression = expressionFor(text);
  if (text.length > near && !expression.test(text)) return found;
  const matcher = expression.matcher("");
  let from = 0;
  // Plain text is found far sooner than the matcher gets there, which begins with the sign in front.
  while (begun !== -1 && from <= text.length && findFrom(matcher, text, Math.max(begun - 1, from), work)) {
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

/** So many instructions an expression may have; servers refuse what compiles to more than 8 MiB. */
const mostInstructions = 10_000;

/** @throws LinkifierError */
function compileExpression(pattern: string): RE2JS {
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(pattern);
  } catch (error) {
    throw new LinkifierError(`Bad regular expression: ${faultOf(pattern, error)}`);
  }
  if (expression.programSize() > mostInstructions) throw new LinkifierError("Bad regular expression: pattern too large - compile failed");
  return expression;
}

/** Servers' words for faults of patterns for which re2js has others. */
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

/** Quoted text, an escape, a class, or an opening parenthesis that begins a group without a name, which alone is captured. */
const openings = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]|(\()(?!\?)/gs;

/** A pattern that matches the same. Nobody asks for what stands in groups without a name, of which every step of the matcher would keep all places. */
const withoutUnnamedGroups = (pattern: string): string => pattern.replace(openings, (part, opening?: string) => (opening ? "(?:" : part));

const ascii = /^[\0-\x7f]*$/;

/**
 * The pattern with its bounds. Before a match: the start, white space or an opening sign; behind it: the end, or no letter and no
 * digit. Most texts are ASCII, and classes of ASCII compile in a fraction of the time, so both forms are made when first needed.
 */
function boundedFor(pattern: string): (text: string) => RE2JS {
  const inner = withoutUnnamedGroups(pattern);
  const around = (before: string, behind: string) => `(?:^|${before})(?P<${match}>${inner})(?P<${after}>$|${behind})`;
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
