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
  readonly expression: RE2JS;
  readonly groups: readonly string[];
  readonly expand: (values: Record<string, string>) => string;
}

/** One match: where the text that becomes a link stands, and the link. */
export interface LinkifierMatch {
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
  compileExpression(pattern);
  const expression = compileExpression(bounded(pattern));
  const variables = templateVariables(url_template);
  if (!variables) throw new LinkifierError("Invalid URL template.");
  const groups = Object.keys(expression.namedGroups()).filter((group) => group !== match && group !== after);
  const unused = groups.find((group) => !variables.includes(group));
  if (unused !== undefined) {
    throw new LinkifierError(`Group '${unused}' in linkifier pattern is not present in URL template.`);
  }
  const unknown = variables.find((variable) => !groups.includes(variable));
  if (unknown !== undefined) {
    throw new LinkifierError(`Group '${unknown}' in URL template is not present in linkifier pattern.`);
  }
  const template = parseTemplate(url_template);
  return { pattern, url_template, compiled: { expression, groups, expand: (values) => template.expand(values) } };
}

/** All matches in the text from left to right; `spell` turns the text of a group into a value for the template. */
export function matchesOf(linkifier: Linkifier, text: string, spell = (value: string) => value): LinkifierMatch[] {
  const { expression, groups, expand } = linkifier.compiled;
  const found: LinkifierMatch[] = [];
  const matcher = expression.matcher(text);
  let from = 0;
  while (from <= text.length && matcher.find(from)) {
    const matched = matcher.group(match) ?? "";
    const values: Record<string, string> = {};
    for (const group of groups) {
      const value = matcher.group(group);
      if (value !== null) values[group] = spell(value);
    }
    if (matched !== "") found.push({ start: matcher.start(match), text: matched, url: expand(values) });
    // The sign behind a match may stand in front of the next.
    from = Math.max(matcher.end(match), matcher.start() + 1);
  }
  return found;
}

function compileExpression(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new LinkifierError(`Bad regular expression: ${error instanceof Error ? error.message : pattern}`);
  }
}

/** Before a match: the start, white space or an opening sign. Behind it: the end, or no letter and no digit. */
function bounded(pattern: string): string {
  return `(?:^|\\s|\\x{85}|\\pZ|['"(,:<])(?P<${match}>${pattern})(?P<${after}>$|[^\\pL\\pN])`;
}
