import type { Element } from "./tree.ts";

/** A link and where it stands. */
export interface Place {
  readonly anchor: Element;
  readonly parent: Element;
  readonly grandparent: Element | undefined;
  readonly href: string;
  /** The text up to the first element in the link. */
  readonly text: string;
  readonly quoted: boolean;
}

interface Waiting {
  readonly node: Element;
  readonly parent: Element | undefined;
  readonly quoted: boolean;
}

/** All links of the tree, those nearer to the root first. */
export function collectLinks(root: Element): Place[] {
  const places: Place[] = [];
  const queue: Waiting[] = [{ node: root, parent: undefined, quoted: false }];
  for (const { node, parent, quoted } of queue) {
    const inQuote = quoted || node.tag === "blockquote";
    for (const child of node.children) {
      if (child.children.length > 0) queue.push({ node: child, parent: node, quoted: inQuote });
      if (child.tag !== "a") continue;
      const href = child.attributes.href ?? "";
      places.push({ anchor: child, parent: node, grandparent: parent, href, text: child.text, quoted: inQuote });
    }
  }
  return places;
}
