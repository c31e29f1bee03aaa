import { wordsOf } from "./words.ts";

/** HTML in which every occurrence of the keys is wrapped; of overlapping ones the outermost. Attributes stay as they are. */
export function highlighted(html: string, keys: ReadonlySet<string>): string {
  let marked = "";
  let done = 0;
  for (const { start, end, key } of wordsOf(html)) {
    if (key === undefined || start < done || !keys.has(key)) continue;
    marked += `${html.slice(done, start)}<span class="highlight">${html.slice(start, end)}</span>`;
    done = end;
  }
  return marked + html.slice(done);
}
