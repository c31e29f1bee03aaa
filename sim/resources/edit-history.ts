import { matchingBlocks } from "../core/matching-blocks.ts";
import type { Edit, Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { shownTopic } from "./message.ts";

/** A word of HTML with the tags around it. A picture is a word, and so is the address of a link, behind its text. */
interface Word {
  /** The text that makes two words equal. */
  readonly text: string;
  readonly html: string;
  /** The white space behind it. */
  readonly space: string;
  /** Whether it is shown only where it is new or gone. */
  readonly hidden: boolean;
  readonly before: string[];
  readonly after: string[];
}

/** Tags without an end that do not hold words together. */
const voidTags: ReadonlySet<string> = new Set(["area", "br", "col", "img", "input", "link", "meta"]);
const endlessTags: ReadonlySet<string> = new Set([...voidTags, "hr"]);

const tagName = (tag: string): string => /^<\/?([^\s>]*)/.exec(tag)?.[1] ?? "";
const isTag = (piece: string): boolean => piece.startsWith("<");
const isEnd = (piece: string): boolean => piece.startsWith("</");

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** Tags and texts in turn. */
const tagsAndTexts = (html: string): string[] => html.match(/<[^>]*>|[^<]+/g) ?? [];

class Words {
  readonly list: Word[] = [];
  #tags: string[] = [];

  add(text: string, html = text, space = "", hidden = false): void {
    this.list.push({ text, html, space, hidden, before: this.#tags, after: [] });
    this.#tags = [];
  }
  /** Puts a tag before the next word, an end tag behind the one before where no other tag is between. */
  tag(tag: string): void {
    if (isEnd(tag) && this.#tags.length === 0) this.list.at(-1)?.after.push(tag);
    else this.#tags.push(tag);
  }
  close(): Word[] {
    if (this.list.length === 0) this.add("");
    this.list.at(-1)?.after.push(...this.#tags);
    return this.list;
  }
}

/** The end of an element, with a space where white space follows. */
const endOf = (name: string, next: string | undefined): string => `</${name}>${/^[ \t\n\r]/.test(next ?? "") ? " " : ""}`;

/** The words of HTML. White space at the start of an element is lost, and that behind one becomes a space; what was struck out is not. */
function wordsOf(html: string): Word[] {
  const words = new Words();
  const links: (string | undefined)[] = [];
  const pieces = tagsAndTexts(html.replaceAll(/<\/?(ins|del)>/g, ""));
  pieces.forEach((piece, at) => {
    const next = pieces[at + 1];
    if (!isTag(piece)) for (const [, word = "", space] of piece.matchAll(/(\S+)(\s*)/g)) words.add(word, word, space);
    else if (isEnd(piece)) {
      const link = tagName(piece) === "a" ? links.pop() : undefined;
      if (link) words.add(link, ` Link: ${link}`, " ", true);
      words.tag(endOf(tagName(piece), next));
    } else {
      const name = tagName(piece);
      if (name === "a") links.push(attribute(piece, "href"));
      if (name === "img") words.add(`img: ${attribute(piece, "src")}`, piece);
      else words.tag(piece);
      const hasTail = next !== undefined && !isTag(next);
      if (endlessTags.has(name) && (hasTail || !voidTags.has(name))) words.tag(endOf(name, next));
    }
  });
  return words.close();
}

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
  for (const piece of tagsAndTexts(html)) {
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
const marksInsideBlocks = (html: string): string => rewritten(rewritten(html).trim());

/** The pieces of HTML that are gone from one place of a content. */
interface Gone {
  readonly gone: readonly string[];
}

function piecesOf(words: readonly Word[], unchanged = false): string[] {
  return words.flatMap((word) => [...word.before, ...(unchanged && word.hidden ? [] : [word.html + word.space]), ...word.after]);
}

/** Pieces that are elements and text, and the tags among them that begin or end elsewhere. */
interface Balance {
  readonly starts: string[];
  readonly whole: string[];
  readonly ends: string[];
}

function balance(pieces: readonly string[]): Balance {
  const found: Balance = { starts: [], whole: [], ends: [] };
  let open: { readonly tag: string; readonly at: number }[] = [];
  const isPair = (end: string): boolean => {
    const last = open.at(-1);
    return last !== undefined && tagName(last.tag) === tagName(end);
  };
  const unpaired = new Set<number>();
  const leaveOpen = (): void => {
    for (const { tag, at } of open) {
      found.starts.push(tag);
      unpaired.add(at);
    }
    open = [];
  };
  pieces.forEach((piece, at) => {
    if (!isTag(piece) || voidTags.has(tagName(piece))) return;
    if (!isEnd(piece)) open.push({ tag: piece, at });
    else if (isPair(piece)) open.pop();
    else {
      leaveOpen();
      found.ends.push(piece);
      unpaired.add(at);
    }
  });
  leaveOpen();
  found.whole.push(...pieces.filter((_, at) => !unpaired.has(at)));
  return found;
}

/** Adds pieces in a mark of their own: with a space before it and one behind it. */
function mark(html: (string | Gone)[], name: "ins" | "del", pieces: readonly string[]): void {
  const before = html.at(-1);
  if (typeof before === "string" && !before.endsWith(" ")) html.splice(-1, 1, `${before} `);
  const last = pieces.at(-1) ?? "";
  html.push(`<${name}>`, ...pieces.slice(0, -1), last.endsWith(" ") ? last.slice(0, -1) : last, `</${name}> `);
}

/** The present content with marks around what is new, and what is gone beside it, behind what took its place. */
function changes(before: readonly Word[], after: readonly Word[]): (string | Gone)[] {
  const least = Math.min(2, after.length / 4);
  const blocks = matchingBlocks(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  );
  const result: (string | Gone)[] = [];
  let [i, j] = [0, 0];
  for (const { a, b, size } of [...blocks.filter((block) => block.size > least), { a: before.length, b: after.length, size: 0 }]) {
    if (j < b) {
      const { starts, whole, ends } = balance(piecesOf(after.slice(j, b)));
      result.push(...starts);
      mark(result, "ins", whole);
      result.push(...ends);
    }
    if (i < a) result.push({ gone: piecesOf(before.slice(i, a)) });
    result.push(...piecesOf(after.slice(b, b + size), true));
    [i, j] = [a + size, b + size];
  }
  return result;
}

/** Whether a piece begins an element of the kind that a tag begins. */
const beginsLike = (piece: string | Gone | undefined, start: string | undefined): piece is string =>
  typeof piece === "string" && start !== undefined && isTag(piece) && !isEnd(piece) && tagName(piece) === tagName(start);

/** Whether a piece ends an element of the kind that a tag ends. */
const endsLike = (piece: string | undefined, end: string | undefined): piece is string =>
  piece !== undefined && end !== undefined && isEnd(piece) && tagName(piece) === tagName(end);

/** Puts what is gone in marks, moved into the elements beside it that it began or ended in. Tags that find no such element are left out. */
function withGone(pieces: readonly (string | Gone)[]): string[] {
  const html: string[] = [];
  const rest = [...pieces];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (typeof next === "string") {
      html.push(next);
      continue;
    }
    const { starts, whole, ends } = balance(next.gone);
    for (let [ahead] = rest; beginsLike(ahead, starts[0]); [ahead] = rest) {
      starts.shift();
      rest.shift();
      html.push(ahead);
    }
    for (let behind = html.at(-1); endsLike(behind, ends.at(-1)); behind = html.at(-1)) {
      ends.pop();
      html.pop();
      rest.unshift(behind);
    }
    mark(html, "del", whole);
  }
  return html;
}

/**
 * The present HTML of a content with the words marked that are new, and behind them those that are gone. Tags are those of the present as
 * far as they can be; that a word is bold now is not shown, and of a link that leads elsewhere, the addresses.
 */
export function contentDiff(before: string, after: string): string {
  const html = withGone(changes(wordsOf(before), wordsOf(after))).join("");
  return `<div>${marksInsideBlocks(html)}</div>`;
}

/** The state of a message from some time on. */
interface State {
  readonly topic: string;
  readonly content: string;
  readonly rendered_content: string;
}

const former = (state: State, { prev_topic, prev_content, prev_rendered_content }: Edit): State => ({
  topic: prev_topic ?? state.topic,
  content: prev_content ?? state.content,
  rendered_content: prev_rendered_content ?? state.rendered_content,
});

/** Whether an edit is shown to those who are to see moves only. */
const isMove = ({ prev_content, prev_topic }: Edit): boolean => prev_content === undefined || prev_topic !== undefined;

/**
 * Returns what a message went through: how it was sent, then each edit with what came of it, oldest first. Where only moves are to be seen,
 * edits of nothing but content are left out, and of others the part that is about content.
 */
export function historyOf(realm: Realm, message: Message, emptyTopics: boolean): object[] {
  const movesOnly = realm.settings.message_edit_history_visibility_policy === "moves";
  const topicOf = (topic: string): string => (message.place.channel === undefined ? "" : shownTopic(realm, topic, emptyTopics));
  const shown = (state: State): State => ({ ...state, topic: topicOf(state.topic) });
  const entries: object[] = [];
  let state: State = { topic: message.topic, content: message.content, rendered_content: message.rendered };
  for (const edit of message.edits) {
    const { prev_content, prev_rendered_content, topic, prev_topic, ...rest } = edit;
    const diff =
      prev_rendered_content === undefined || movesOnly
        ? {}
        : { prev_content, prev_rendered_content, content_html_diff: contentDiff(prev_rendered_content, state.rendered_content) };
    const moved = prev_topic === undefined ? {} : { prev_topic: topicOf(prev_topic) };
    if (!movesOnly || isMove(edit)) entries.push({ ...rest, ...shown(state), ...moved, ...diff });
    state = former(state, edit);
  }
  entries.push({ user_id: message.sender, timestamp: Math.floor(message.sent / 1000), ...shown(state) });
  return entries.reverse();
}
