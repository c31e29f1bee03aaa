/** An element in the manner of ElementTree: its text precedes its children, its tail follows its end tag. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  children: Element[];
  tail: string;
  /** The text is final: no inline markup is looked for in it. */
  literal: boolean;
  /** Finished HTML that stands in the element's place. */
  readonly html?: string;
}

/** The attributes of an element without any. */
export const noAttributes: Readonly<Record<string, string>> = {};

/** A new element; its text is still to be scanned for inline markup. */
export function element(tag: string, attributes = noAttributes): Element {
  return { tag, attributes, text: "", children: [], tail: "", literal: false };
}

/** A new element with text in which nothing more is looked for. */
export function literal(tag: string, attributes: Readonly<Record<string, string>>, text: string): Element {
  return { tag, attributes, text, children: [], tail: "", literal: true };
}

/** Finished HTML as a leaf of the tree, and the same as plain text. */
export function finished(html: string, text = ""): Element {
  return { tag: "", attributes: noAttributes, text, children: [], tail: "", literal: true, html };
}

/** A new element, added as the parent's last child. */
export function append(parent: Element, tag: string, attributes = noAttributes): Element {
  const child = element(tag, attributes);
  parent.children.push(child);
  return child;
}

/** All text inside the element, without markup; of a picture or a player what is said of it. */
export function textOf(node: Element): string {
  if (node.tag === "img") return node.attributes.alt ?? "";
  if (node.tag === "audio") return node.attributes.title ?? "";
  return node.text + node.children.map((child) => textOf(child) + child.tail).join("");
}

const blockTags = new Set("div p h1 h2 h3 h4 h5 h6 hr ul ol li blockquote pre table thead tbody tr th td".split(" "));

/** Is it an element that gets lines of its own in the output? */
export function isBlock(node: Element): boolean {
  return blockTags.has(node.tag);
}
