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

/** Links to preview, and whether a picture stands in the text already. */
interface Linked {
  /** All links of the tree, those nearer to the root first. */
  readonly places: readonly Place[];
  readonly holdsImage: boolean;
  /** Addresses of the media that stand in the text. */
  readonly mediaAddresses: readonly string[];
}

/** Looks for links and pictures in one walk. */
export function collectLinks(root: Element): Linked {
  const places: Place[] = [];
  const mediaAddresses: string[] = [];
  let holdsImage = false;
  const queue: Waiting[] = [{ node: root, parent: undefined, quoted: false }];
  for (const { node, parent, quoted } of queue) {
    const inQuote = quoted || node.tag === "blockquote";
    for (const child of node.children) {
      if (child.children.length > 0) queue.push({ node: child, parent: node, quoted: inQuote });
      if (child.tag === "img") holdsImage ||= child.attributes.class?.startsWith("inline-image") === true;
      if (child.tag === "img" || child.tag === "audio")
        mediaAddresses.push(child.attributes["data-original-src"] ?? child.attributes.src ?? "");
      if (child.tag !== "a") continue;
      const href = child.attributes.href ?? "";
      places.push({ anchor: child, parent: node, grandparent: parent, href, text: child.text, quoted: inQuote });
    }
  }
  return { places, holdsImage, mediaAddresses };
}
