import { addressOn } from "./address.ts";
import { base } from "./ask.ts";

/** HTML of messages, shown without trusting it: only what the list below knows is copied, and nothing is loaded from elsewhere. */

const elements = new Set(
  (
    "a abbr b blockquote br code del details div em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p pre s small span strong sub summary sup " +
    "table tbody td th thead time tr u ul"
  ).split(" "),
);
const attributes = new Set(["class", "title", "datetime", "alt", "start", "colspan", "rowspan", "aria-label"]);
/** Elements that are left out with all that is in them. */
const dropped = new Set(["script", "style", "template", "iframe", "object", "embed", "svg", "math", "noscript", "annotation"]);

const isWeb = (url: URL): boolean => ["http:", "https:", "mailto:"].includes(url.protocol);

function addressIn(element: Element, name: string): URL | undefined {
  const given = element.getAttribute(name);
  const url = given === null ? undefined : addressOn(base, given);
  return url && isWeb(url) ? url : undefined;
}

/** The character of an emoji that the page has only the name of. */
function emojiIn({ className }: Element): string | undefined {
  const codes = /(?:^| )emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)(?:$| )/.exec(className)?.[1]?.split("-");
  const points = codes?.map((code) => Number.parseInt(code, 16));
  return points?.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

/** A formula as it was written: drawn ones need fonts and styles of their own. */
function formula(element: Element): Node {
  const code = document.createElement("code");
  code.textContent = element.querySelector("annotation")?.textContent ?? element.textContent;
  return code;
}

function copied(element: Element): Node {
  const name = element.localName;
  if (element.classList.contains("katex")) return formula(element);
  const emoji = emojiIn(element);
  if (emoji !== undefined)
    return Object.assign(document.createElement("span"), { title: element.getAttribute("title") ?? "", textContent: emoji });
  if (!elements.has(name)) return inside(element, document.createDocumentFragment());
  const copy = document.createElement(name);
  for (const { name, value } of element.attributes) if (attributes.has(name)) copy.setAttribute(name, value);
  if (copy instanceof HTMLAnchorElement) {
    const to = addressIn(element, "href");
    if (to) Object.assign(copy, { href: to.href, target: "_blank", rel: "noreferrer noopener" });
  }
  if (copy instanceof HTMLImageElement) {
    const from = addressIn(element, "src");
    if (from?.origin !== location.origin) return document.createTextNode(copy.alt || "(image)");
    Object.assign(copy, { src: from.href, loading: "lazy" });
  }
  return inside(element, copy);
}

function inside<T extends Node>(from: Element, into: T): T {
  for (const child of from.childNodes) {
    if (child instanceof Text) into.appendChild(document.createTextNode(child.data));
    else if (child instanceof Element && !dropped.has(child.localName)) into.appendChild(copied(child));
  }
  return into;
}

/** A copy of HTML that can do nothing. */
export function safe(html: string): DocumentFragment {
  return inside(new DOMParser().parseFromString(html, "text/html").body, document.createDocumentFragment());
}
