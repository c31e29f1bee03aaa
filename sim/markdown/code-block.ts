import { languageName } from "./data/languages.ts";
import { escapeAttribute, escapeCode } from "./escape.ts";

/** A block of code as HTML. Real servers also mark its tokens with `<span>`s; here the code stays whole. */
export function codeBlock(code: string, language: string | undefined): string {
  const text = `${code.replace(/^\n+/, "").replace(/(?<!\n)\n+$/, "")}\n`;
  const name = language === undefined ? "" : ` data-code-language="${escapeAttribute(languageName(language))}"`;
  return `<div class="codehilite"${name}><pre><span></span><code>${escaped(text, language)}</code></pre></div>`;
}

/** Quotes are escaped only in code of no language. */
function escaped(code: string, language: string | undefined): string {
  const text = escapeCode(code);
  return language === undefined ? text.replaceAll('"', "&quot;").replaceAll("'", "&#39;") : text;
}
