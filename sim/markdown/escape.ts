// What looks like an entity stays as typed, known or not: `&copy;` and `&nope;` alike.
const bareAmpersand = /&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)/gi;

const special = /[&<>]/;

const topicEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text between tags: entities pass, quotes stay. */
export function escapeText(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(bareAmpersand, "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** An attribute value between double quotes. */
export function escapeAttribute(value: string): string {
  const text = escapeText(value);
  return text.includes('"') ? text.replaceAll('"', "&quot;") : text;
}

/** Code: every ampersand is meant, quotes stay. */
export function escapeCode(code: string): string {
  return code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** & < > " ' escaped, as in `match_subject`: `&#39;` for the apostrophe. */
export function escapeTopic(topic: string): string {
  return topic.replace(/[&<>"']/g, (character) => topicEntities[character] ?? character);
}
