// What looks like an entity stays as typed, known or not: `&copy;` and `&nope;` alike.
const bareAmpersand = /&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)/gi;

const hasSpecial = (text: string): boolean => text.includes("&") || text.includes("<") || text.includes(">");

/** Text between tags: entities pass, quotes stay. */
export function escapeText(text: string): string {
  if (!hasSpecial(text)) return text;
  return text.replace(bareAmpersand, "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** An attribute value between double quotes. */
export function escapeAttribute(value: string): string {
  const text = escapeText(value);
  return text.includes('"') ? text.replaceAll('"', "&quot;") : text;
}

/** Code: every ampersand is meant, quotes stay. */
export function escapeCode(code: string): string {
  if (!hasSpecial(code)) return code;
  return code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Text with & < > " ' escaped. Servers spell the apostrophe in two ways. */
export function escapeAll(text: string, apostrophe: "&#39;" | "&#x27;" = "&#39;"): string {
  return escapeCode(text).replaceAll('"', "&quot;").replaceAll("'", apostrophe);
}
