/** The text between the parentheses of a link; `end` is behind the closing one. */
interface Target {
  readonly href: string;
  readonly title: string | undefined;
  readonly end: number;
}

/** The work that failing attempts may still cause, so that no text takes quadratic time. */
export interface Budget {
  steps: number;
}

const inAngles = /\(\s*<([^<>]*)>\s*(?:(?:'([^']*)'|"([^"]*)")\s*)?\)/y;

/** Reads a target from its opening parenthesis. */
export function readTarget(text: string, at: number, budget: Budget): Target | undefined {
  inAngles.lastIndex = at;
  const angled = inAngles.exec(text);
  if (angled) return { href: angled[1] ?? "", title: angled[2] ?? angled[3], end: inAngles.lastIndex };
  let start = at + 1;
  while (/\s/.test(text[start] ?? "")) start++;
  return new TargetReader(text, start).read(budget);
}

interface Quote {
  readonly mark: string;
  readonly start: number;
  end: number;
}

/**
 * Parentheses nest. The first quote begins what may be a title: from there on they are not counted, and
 * the one after a closed title ends the link. Should the title stay open, the link ends where it would
 * have ended without it.
 */
class TargetReader {
  readonly #text: string;
  readonly #start: number;
  readonly #quotes: Quote[] = [];
  #depth = 1;
  #depthWithoutTitle = 1;
  #endWithoutTitle = -1;
  #last = "";

  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
  }

  read(budget: Budget): Target | undefined {
    for (let at = this.#start; at < this.#text.length; at++) {
      if (budget.steps-- <= 0) return undefined;
      const character = this.#text[at] as string;
      if (character === "(") this.#opened();
      else if (character === ")" && this.#closed(at)) return this.#target(at);
      else if (character === "'" || character === '"') this.#quoted(character, at);
      if (character !== " ") this.#last = character;
    }
    if (this.#endWithoutTitle === -1) return undefined;
    const href = this.#text.slice(this.#start, this.#endWithoutTitle);
    return { href, title: undefined, end: this.#endWithoutTitle + 1 };
  }

  #opened(): void {
    if (this.#quotes.length === 0) this.#depth += 1;
    else if (this.#depthWithoutTitle > 0) this.#depthWithoutTitle -= 1;
  }

  #closed(at: number): boolean {
    if (this.#closedTitle()) return true;
    if (this.#quotes.length === 0) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    if (this.#depthWithoutTitle > 0) {
      this.#depthWithoutTitle -= 1;
      if (this.#depthWithoutTitle === 0) this.#endWithoutTitle = at;
    }
    return false;
  }

  #closedTitle(): Quote | undefined {
    return this.#quotes.find((quote) => quote.end !== -1 && quote.mark === this.#last);
  }

  #quoted(mark: string, at: number): void {
    const same = this.#quotes.find((quote) => quote.mark === mark);
    if (same) same.end = at;
    else {
      if (this.#quotes.length === 0) this.#depthWithoutTitle = this.#depth;
      this.#quotes.push({ mark, start: at, end: -1 });
    }
  }

  #target(at: number): Target {
    const title = this.#closedTitle();
    const href = this.#text.slice(this.#start, title?.start ?? at);
    return { href, title: title && this.#text.slice(title.start + 1, title.end), end: at + 1 };
  }
}

/** Returns where each `[` of the text is closed. */
export function matchBrackets(text: string): ReadonlyMap<number, number> {
  const open: number[] = [];
  const closing = new Map<number, number>();
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "[") open.push(at);
    else if (text[at] === "]") {
      const start = open.pop();
      if (start !== undefined) closing.set(start, at);
    }
  }
  return closing;
}
