import { endlessTags, isEnd, isTag, piecesOf, tagName } from "./content-words.ts";

interface Element {
  readonly start: string;
  readonly name: string;
  children: Node[];
}
type Node = string | Element;

const blocks: ReadonlySet<string> = new Set(
  "address blockquote center dd dir div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr li menu ol p pre table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

/** Whether an element ends where another one begins in it: paragraphs and headings hold no blocks. */
const endsBefore = (open: Element, next: string): boolean => /^(?:p|h[1-6])$/.test(open.name) && blocks.has(next);

function tree(html: string): Node[] {
  const root: Element = { start: "", name: "", children: [] };
  const open = [root];
  const inmost = (): Element => open.at(-1) ?? root;
  for (const piece of piecesOf(html)) {
    if (!isTag(piece)) inmost().children.push(piece);
    else if (isEnd(piece)) {
      const at = open.findLastIndex(({ name }) => name === tagName(piece));
      if (at > 0) open.length = at;
    } else {
      const element: Element = { start: piece, name: tagName(piece), children: [] };
      if (endsBefore(inmost(), element.name)) open.pop();
      inmost().children.push(element);
      if (!endlessTags.has(element.name)) open.push(element);
    }
  }
  return root.children;
}

const hasBlock = (node: Node): boolean => typeof node !== "string" && (blocks.has(node.name) || node.children.some(hasBlock));

/** The content of an element with a mark around all of it: in one where there is no block in it, else around what is between blocks. */
function marked(children: readonly Node[], mark: Element): Node[] {
  const within = (nodes: Node[]): Element => ({ ...mark, children: nodes });
  if (!children.some(hasBlock)) return [within([...children])];
  const result: Node[] = [];
  let run: Element | undefined;
  for (const node of children) {
    if (hasBlock(node)) {
      const block = node as Element;
      result.push({ ...block, children: marked(block.children, mark) });
      run = undefined;
    } else if (typeof node === "string" && run) run.children.push(node);
    else result.push((run = within([node])));
    if (typeof node === "string") run = undefined;
  }
  return result;
}

const marks = new Map([
  ["ins", "inserted"],
  ["del", "deleted"],
]);

function written(node: Node): string {
  if (typeof node === "string") return node;
  const { start, name, children } = node;
  const kind = marks.get(name);
  if (endlessTags.has(name)) return start;
  if (kind && hasBlock(node)) return marked(children, node).map(written).join("");
  const inner = children.map(written).join("");
  return kind ? `<span class="highlight_text_${kind}">${inner}</span>` : `${start}${inner}</${name}>`;
}

const rewritten = (html: string): string => tree(html).map(written).join("");

/**
 * HTML with its marks of what is new and gone as spans, inside of blocks such as paragraphs. It is read twice: blocks that are in a
 * paragraph once the marks around them are gone end it.
 */
export const marksInsideBlocks = (html: string): string => rewritten(rewritten(html).trim());
