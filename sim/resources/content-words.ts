/** A word of HTML with the tags around it. A picture is a word, and so is the address of a link, behind its text. */
export interface Word {
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
export const voidTags: ReadonlySet<string> = new Set(["area", "br", "col", "img", "input", "link", "meta"]);
export const endlessTags: ReadonlySet<string> = new Set([...voidTags, "hr"]);

export const tagName = (tag: string): string => /^<\/?([^\s>]*)/.exec(tag)?.[1] ?? "";
export const isTag = (piece: string): boolean => piece.startsWith("<");
export const isEnd = (piece: string): boolean => piece.startsWith("</");

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** Tags and texts in turn. */
export const piecesOf = (html: string): string[] => html.match(/<[^>]*>|[^<]+/g) ?? [];

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
export function wordsOf(html: string): Word[] {
  const words = new Words();
  const links: (string | undefined)[] = [];
  const pieces = piecesOf(html.replaceAll(/<\/?(ins|del)>/g, ""));
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
