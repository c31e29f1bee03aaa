// What looks like an entity stays as typed, known or not: `&copy;` and `&nope;` alike.
const bareAmpersand = /&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)/gi;

const withoutAngles = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Text between tags: entities pass, quotes stay. */
export const escapeText = (text: string): string => withoutAngles(text.replace(bareAmpersand, "&amp;"));

/** An attribute value between double quotes. */
export const escapeAttribute = (value: string): string => escapeText(value).replaceAll('"', "&quot;");

/** Code: every ampersand is meant, quotes stay. */
export const escapeCode = (code: string): string => withoutAngles(code.replaceAll("&", "&amp;"));

/** Text with & < > " ' escaped. Servers spell the apostrophe in two ways. */
export const escapeAll = (text: string, apostrophe: "&#39;" | "&#x27;" = "&#39;"): string =>
  escapeCode(text).replaceAll('"', "&quot;").replaceAll("'", apostrophe);
