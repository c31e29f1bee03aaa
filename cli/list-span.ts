/** The places of a list's items in a JSON file, in bytes from its start. */
export interface ListSpan {
  /** Of the first byte behind the opening bracket. */
  readonly start: number;
  /** Of the closing bracket. */
  readonly end: number;
  /** Of some of the commas between items: they cut the list into runs of about equal size. */
  readonly cuts: readonly number[];
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds the list under a key of the outermost object of a JSON text, of which it reads no more than it needs. Undefined where there
 * is none. That the text is JSON is not checked: with the span of a text that is not, one of its parts will not be either.
 */
export function listSpan(chunks: Iterable<Uint8Array>, key: string, runBytes: number): ListSpan | undefined {
  const cuts: number[] = [];
  let [depth, before, start, cut] = [0, 0, 0, 0];
  let [isText, isEscaped, word] = [false, false, ""];
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk[i] ?? 0;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (code === quote) isText = false;
        else if (code === backslash) isEscaped = true;
        else if (depth === 1 && word.length <= key.length) word += String.fromCharCode(code);
      } else if (code === quote) {
        isText = true;
        if (depth === 1) word = "";
      } else if (code === openList || code === openObject) {
        depth++;
        if (depth === 2 && code === openList && word === key) cut = start = before + i + 1;
      } else if (code === closeList || code === closeObject) {
        depth--;
        if (start > 0 && depth === 1) return { start, end: before + i, cuts };
      } else if (code === comma && start > 0 && depth === 2 && before + i - cut >= runBytes) {
        cut = before + i;
        cuts.push(cut);
      }
    }
    before += chunk.length;
  }
  return undefined;
}
