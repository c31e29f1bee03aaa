import { own } from "../core/lookup.ts";

const known: Readonly<Record<string, readonly string[]>> = {
  a: ["class", "data-id", "data-stream-id", "href", "title"],
  annotation: ["encoding"],
  audio: ["controls", "preload", "src", "title"],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ["aria-hidden", "class", "data-code-language"],
  em: [],
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6", "hr"].map((tag) => [tag, []])),
  img: ["alt", "class", "data-original-content-type", "data-original-src", "src", "title"],
  li: [],
  math: ["display", "xmlns"],
  ol: ["start"],
  p: [],
  pre: [],
  semantics: [],
  span: ["aria-label", "class", "data-user-group-id", "data-user-id", "role", "title"],
  strong: [],
  ...Object.fromEntries(["table", "tbody", "thead", "tr"].map((tag) => [tag, []])),
  td: ["style"],
  th: ["style"],
  time: ["datetime"],
  ul: [],
  video: ["preload", "src"],
};
const voidTags = new Set(["br", "hr", "img"]);
// Written by hand in an order of their own.
const ordered = new Set(["div", "math"]);
const token = /<(\/?)([a-z0-9]+)((?: [a-z-]+(?:="[^"<>]*")?)*)>|[<>]/g;
const link = /^(?:[#/]|user_uploads\/|$)|^(?:https?|ftp|file|mailto|tel|bitcoin|obsidian|news|geo|sms|urn|xmpp|irc|ssh|sip):/;

/** Returns what is wrong with the HTML of a message, or undefined: for the tests. */
export function flaw(html: string): string | undefined {
  const open: string[] = [];
  for (const [whole, slash, tag = "", attributes = ""] of html.matchAll(token)) {
    if (tag === "") return `a bare ${whole}`;
    const allowed = own(known, tag);
    if (!allowed) return `the tag ${whole}`;
    if (slash === "/" && open.pop() !== tag) return `${whole} closes nothing`;
    if (slash === "" && !voidTags.has(tag)) open.push(tag);
    const wrong = attributeFlaw(tag, allowed, attributes);
    if (wrong) return `${wrong} in ${whole}`;
  }
  if (/[\u0002\u0003]/.test(html)) return "a mark is left";
  return open.length > 0 ? `${open.at(-1)} is never closed` : undefined;
}

function attributeFlaw(tag: string, allowed: readonly string[], attributes: string): string | undefined {
  const pairs = [...attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)];
  const names = pairs.map(([, name = ""]) => name);
  const strange = names.find((name) => !allowed.includes(name));
  if (strange !== undefined) return `the attribute ${strange}`;
  if (!ordered.has(tag) && names.join() !== [...names].sort().join()) return "the order of attributes";
  const unsafe = pairs.find(([, name, value = ""]) => (name === "href" || name === "src") && !link.test(value));
  return unsafe ? `the address ${unsafe[2]}` : undefined;
}
