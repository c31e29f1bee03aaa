import { wordsOf } from "./words.ts";

/**
 * HTML in which every occurrence of the keys is wrapped; of overlapping ones the outermost, but the parts of a hyphenated word rather than
 * the whole. Attributes stay as they are.
 */
export function highlighted(html: string, keys: ReadonlySet<string>): string {
  let marked = "";
  let done = 0;
  const isFound = ({ key }: { readonly key: string | undefined }) => key !== undefined && keys.has(key);
  for (const word of wordsOf(html)) {
    const { start, end, parts = [] } = word;
    if (start < done || !isFound(word) || parts.some(isFound)) continue;
    marked += `${html.slice(done, start)}<span class="highlight">${html.slice(start, end)}</span>`;
    done = end;
  }
  return marked + html.slice(done);
}
