/** Returns how many letters are to be put in, left out, changed or swapped with the next for one text to be the other. */
export function distance(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let before: number[] = [];
  let last = b.map((_, i) => i + 1);
  last.unshift(0);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, its] of b.entries()) {
      const [out = 0, added = 0, changed = 0] = [last[j + 1], row[j], last[j]];
      const swapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === its ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(out + 1, added + 1, changed + (letter === its ? 0 : 1), swapped));
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? a.length;
}

const most = 3;

/** Returns the few names that are most like another, the nearest first; none where none is like it. */
export function nearest(name: string, names: Iterable<string>): readonly string[] {
  const letters = name.toLowerCase();
  const bound = (each: string): number => Math.max(1, Math.min(each.length, name.length) / 3);
  return [...new Set(names)]
    .filter((each) => Math.abs(each.length - name.length) <= bound(each))
    .map((each) => ({ each, far: distance(letters, each.toLowerCase()) }))
    .filter(({ each, far }) => far <= bound(each))
    .sort((one, other) => one.far - other.far)
    .slice(0, most)
    .map(({ each }) => each);
}
