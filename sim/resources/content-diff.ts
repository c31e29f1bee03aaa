/** A piece of HTML with the white space behind it. */
interface Token {
  readonly text: string;
  readonly space: string;
}

const tokens = (html: string): Token[] =>
  [...html.matchAll(/(<[^>]*>|[^<\s]+)(\s*)/g)].map(([, text = "", space = ""]) => ({ text, space }));
const isTag = ({ text }: Token): boolean => text.startsWith("<");

/** Lengths of the longest common subsequences of what is left of two lists from each pair of places on. */
function commonLengths(one: readonly Token[], other: readonly Token[]): Uint16Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const same = one[i]!.text === other[j]!.text;
      lengths[i]![j] = same ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
}

/** What became of the words: those that are gone stand before the word, by its place, that follows them; and which words are new. */
interface Changes {
  readonly gone: ReadonlyMap<number, readonly Token[]>;
  readonly added: ReadonlySet<number>;
}

function changesBetween(before: readonly Token[], after: readonly Token[]): Changes {
  const gone = new Map<number, Token[]>();
  const added = new Set<number>();
  let start = 0;
  while (start < before.length && start < after.length && before[start]!.text === after[start]!.text) start++;
  const [old, present] = [before.slice(start), after.slice(start)];
  const lengths = commonLengths(old, present);
  for (let [i, j] = [0, 0]; i < old.length || j < present.length; ) {
    if (i < old.length && j < present.length && old[i]!.text === present[j]!.text) [i, j] = [i + 1, j + 1];
    else if (j < present.length && (i === old.length || lengths[i]![j + 1]! >= lengths[i + 1]![j]!)) added.add(start + j++);
    else gone.set(start + j, [...(gone.get(start + j) ?? []), old[i++]!]);
  }
  return { gone, added };
}

function span(kind: "inserted" | "deleted", words: readonly Token[]): string {
  if (words.length === 0) return "";
  const text = words.map((word) => word.text + word.space).join("");
  return `<span class="highlight_text_${kind}">${text.trimEnd()}</span> `;
}

/**
 * The present HTML of a content with the words marked that are new, and behind them those that are gone. Tags are those of the present;
 * that a word is bold now, or a link leads elsewhere, is not shown.
 */
export function contentDiff(before: string, after: string): string {
  const words = tokens(after).filter((token) => !isTag(token));
  const { gone, added } = changesBetween(
    tokens(before).filter((token) => !isTag(token)),
    words,
  );
  let place = 0;
  let html = "";
  let fresh: Token[] = [];
  const close = (): void => {
    html += span("inserted", fresh);
    fresh = [];
  };
  const bury = (): void => {
    if (!gone.has(place)) return;
    close();
    html = html.replace(/[^\s>]$/, "$& ") + span("deleted", gone.get(place)!);
  };
  for (const token of tokens(after)) {
    if (isTag(token)) {
      close();
      html += token.text + token.space;
      continue;
    }
    if (place === 0) bury();
    if (added.has(place++)) fresh.push(token);
    else {
      close();
      html += token.text + token.space;
    }
    bury();
  }
  close();
  if (words.length === 0) bury();
  return `<div>${html}</div>`;
}
