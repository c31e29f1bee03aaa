import { itemAt } from "./json.ts";

/**
 * HTML as it is compared: by its elements, its words and the facts that its attributes state. The specification says that content is
 * HTML and nothing of how a server renders it.
 */

interface Token {
  /** A whole element is one that is compared as it stands. */
  readonly kind: "text" | "open" | "close" | "whole";
  /** As it stands in the source. */
  readonly raw: string;
  /** The name of the element in lower case; empty for text and for a whole element. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const tag = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/g;
const attribute = /([^\s=/"'<>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g;

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Text without its character references: the five of XML, no-break spaces, and numbers. */
export const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, hex?: string, number?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Returns text as it stands in HTML: & < > and double quotes escaped. */
export const encoded = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const none: ReadonlyMap<string, string> = new Map();
const tokenOf = (kind: "text" | "whole", raw: string): Token => ({ kind, raw, name: "", attributes: none });

function attributesIn(text: string): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(attribute))
    all.set(name.toLowerCase(), decoded(value.replace(/^(["'])(.*)\1$/s, "$2")));
  return all;
}

/** The tags and texts of HTML. What looks like no tag is text. */
function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const found of html.matchAll(tag)) {
    if (found.index > end) tokens.push(tokenOf("text", html.slice(end, found.index)));
    end = found.index + found[0].length;
    const [raw, slash, name, rest = ""] = found;
    if (name === undefined) continue;
    tokens.push({ kind: slash === "/" ? "close" : "open", raw, name: name.toLowerCase(), attributes: attributesIn(rest) });
  }
  if (end < html.length) tokens.push(tokenOf("text", html.slice(end)));
  return tokens;
}

const classesOf = ({ attributes }: Token): string[] => (attributes.get("class") ?? "").split(/\s+/).filter((one) => one !== "");

/** Returns the place of the tag that closes the element which opens at a place; the end where none does. */
function closing(tokens: readonly Token[], at: number): number {
  const { name } = itemAt(tokens, at);
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    const token = itemAt(tokens, i);
    if (token.name !== name) continue;
    depth += token.kind === "open" ? 1 : -1;
    if (depth === 0) return i;
  }
  return tokens.length;
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ kind, raw }) => (kind === "text" ? decoded(raw) : "")).join("");

/** The source of a formula: its annotation, or what stands in place of a formula that has an error. */
function formulaIn(tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ kind, name }) => kind === "open" && name === "annotation");
  return textOf(at === -1 ? tokens : tokens.slice(at, closing(tokens, at))).trim();
}

const formulas = ["katex-display", "katex", "tex-error"];

/**
 * Formulas as their source, and code without the elements that highlight it: how both look depends on a version of the program that
 * makes them.
 */
function withoutTypesetting(tokens: readonly Token[]): Token[] {
  const all: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = itemAt(tokens, i);
    const classes = token.kind === "open" ? classesOf(token) : [];
    if (token.name === "span" && formulas.some((one) => classes.includes(one))) {
      const end = closing(tokens, i);
      all.push(tokenOf("whole", `<tex>${encoded(formulaIn(tokens.slice(i, end)))}</tex>`));
      i = end;
    } else if (token.name === "div" && classes.includes("codehilite")) {
      const end = closing(tokens, i);
      all.push(token, tokenOf("whole", `<code>${encoded(textOf(tokens.slice(i, end)))}</code>`));
      i = end - 1;
    } else all.push(token);
  }
  return all;
}

/** Returns HTML to the letter, but for the inside of formulas and of blocks of code. */
export const withoutTypesettingIn = (html: string): string =>
  withoutTypesetting(tokensOf(html))
    .map(({ raw }) => raw)
    .join("");

/** Elements around which white space says nothing. */
const blocks = new Set("p ul ol li blockquote div br hr table thead tbody tr th td pre img h1 h2 h3 h4 h5 h6".split(" "));

/** Attributes that state what no style sheet decides. */
const facts = ["href", "datetime", "data-user-id", "data-user-group-id", "data-stream-id"];

function plainTag(token: Token): string {
  if (token.kind === "close") return `</${token.name}>`;
  // The class of a mention, of an emoji and of a match says which it is.
  const classes = token.name === "span" ? classesOf(token).sort().join(" ") : "";
  const stated = facts.map((name) => [name, token.attributes.get(name)] as const);
  const all = [["class", classes || undefined] as const, ...stated];
  return `<${[token.name, ...all.flatMap(([name, value]) => (value === undefined ? [] : `${name}="${encoded(value)}"`))].join(" ")}>`;
}

const isBlock = (token: Token | undefined): boolean => token === undefined || blocks.has(token.name);

/**
 * Returns HTML in the one form that all HTML has with the same elements, words and facts: attributes in one order, without those
 * that only say how a page looks or behaves, without white space that says nothing, and with formulas and code as their source.
 */
export function htmlStructure(html: string): string {
  const tokens = withoutTypesetting(tokensOf(html));
  let preformatted = 0;
  return tokens
    .map((token, i) => {
      if (token.name === "pre") preformatted += token.kind === "open" ? 1 : -1;
      if (token.kind === "whole") return token.raw;
      if (token.kind !== "text") return plainTag(token);
      // Browsers take it for a tag, whatever becomes of that.
      if (/<[a-z/!?]/i.test(token.raw)) return `<broken>${encoded(token.raw)}</broken>`;
      if (preformatted > 0) return encoded(decoded(token.raw));
      const words = encoded(decoded(token.raw).replace(/[ \t\r\n]+/g, " "));
      const begun = isBlock(tokens[i - 1]) ? words.replace(/^ /, "") : words;
      return isBlock(tokens[i + 1]) ? begun.replace(/ $/, "") : begun;
    })
    .join("");
}

/** Returns a value with the structure of the HTML in place of it, where it is a text. */
export const structureOf = (value: unknown): unknown => (typeof value === "string" ? htmlStructure(value) : value);
