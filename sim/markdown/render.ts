import { MarkdownBlocks } from "./blocks/parser.ts";
import { codeBlock, takeFences } from "./fences.ts";
import type { Mentions } from "./inline/construct.ts";
import { scanTree, TextScan } from "./inline/scan.ts";
import { toLines } from "./lines.ts";
import { isPlain } from "./plain.ts";
import { addPreviews, noLinks } from "./previews.ts";
import type { Rendered, Scope } from "./scope.ts";
import { droppingPieces, fill, put, type Stash } from "./stash.ts";
import { breakLines, type Element, element, finished, serialise } from "./tree.ts";

/** Renders a message as its sender sees the realm. */
export function render(source: string, scope: Scope): Rendered {
  return isPlain(source, scope) ? plainly(source) : thoroughly(source, scope);
}

function plainly(source: string): Rendered {
  return {
    html: `<p>${source}</p>`,
    mentionedUsers: [],
    mentionedGroups: [],
    channelWildcard: false,
    topicWildcard: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    uploads: [],
    alertText: source,
  };
}

/** Renders without the short cut for plain text. */
export function thoroughly(source: string, scope: Scope): Rendered {
  const stash: Stash = [];
  const mentions: Mentions = { users: undefined, groups: undefined, channelWildcard: false, topicWildcard: false };
  const content = source.trimEnd();
  const lines = content === "" ? [] : takeFences(toLines(content), stash, scope.defaultCodeLanguage);
  const text = lines.join("\n");
  const root = element("div");
  new MarkdownBlocks().text(root, text);
  finishCode(root, stash);
  const scan = new TextScan(scope, stash, mentions, source);
  scanTree(root, scan);
  breakLines(root);
  const links = scan.keptLinks ? addPreviews(root, scope) : noLinks;
  return {
    html: serialise(root),
    mentionedUsers: ascending(mentions.users),
    mentionedGroups: ascending(mentions.groups),
    channelWildcard: mentions.channelWildcard,
    topicWildcard: mentions.topicWildcard,
    hasLink: links.hasLink,
    hasImage: links.hasImage,
    hasAttachment: links.hasAttachment,
    uploads: links.uploads,
    alertText: droppingPieces(text).trimEnd(),
  };
}

/** Indented code is complete only when all blocks are parsed. The highlighter ends it with a newline, which servers cut off fenced code only. */
function finishCode(node: Element, stash: Stash): void {
  for (let index = 0; index < node.children.length; index++) {
    const child = node.children[index] as Element;
    finishCode(child, stash);
    if (child.tag !== "pre") continue;
    const paragraph = fill(stash, element("p"), put(stash, finished(`${codeBlock(child.text, undefined)}\n`)));
    paragraph.tail = child.tail;
    node.children[index] = paragraph;
  }
}

const none: readonly never[] = [];

function ascending(ids: ReadonlySet<number> | undefined): readonly number[] {
  return ids ? [...ids].sort((a, b) => a - b) : none;
}
