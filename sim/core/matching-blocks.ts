import { groupBy, itemAt } from "./lookup.ts";

/** A run of equal items: where it begins in each of two lists, and how long it is. */
interface Block {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

/** From this length on, items that are more than a hundredth of the second list do not begin a run. */
const popularFrom = 200;

/** The places of each item of a list that may begin a run. */
function placesIn(list: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = groupBy(list.keys(), (at) => itemAt(list, at));
  const most = list.length < popularFrom ? Number.POSITIVE_INFINITY : Math.floor(list.length / 100) + 1;
  return new Map([...places].filter(([, at]) => at.length <= most));
}

interface Range {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/**
 * The runs that two lists have in common, in order: the longest, the first of several, and the same on both sides of it. It is what
 * Python's difflib finds.
 */
export function matchingBlocks(a: readonly string[], b: readonly string[]): Block[] {
  const places = placesIn(b);
  const placesOf = a.map((item) => places.get(item) ?? []);

  function longest({ aStart, aEnd, bStart, bEnd }: Range): Block {
    let best: Block = { a: aStart, b: bStart, size: 0 };
    let endingAt = new Map<number, number>();
    for (let i = aStart; i < aEnd; i++) {
      const ending = new Map<number, number>();
      for (const j of placesOf[i] ?? []) {
        if (j < bStart || j >= bEnd) continue;
        const size = (endingAt.get(j - 1) ?? 0) + 1;
        ending.set(j, size);
        if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
      }
      endingAt = ending;
    }
    let [start, end] = [0, best.size];
    while (best.a - start > aStart && best.b - start > bStart && a[best.a - start - 1] === b[best.b - start - 1]) start++;
    while (best.a + end < aEnd && best.b + end < bEnd && a[best.a + end] === b[best.b + end]) end++;
    return { a: best.a - start, b: best.b - start, size: start + end };
  }

  function within(range: Range): Block[] {
    const block = longest(range);
    if (block.size === 0) return [];
    return [
      ...within({ ...range, aEnd: block.a, bEnd: block.b }),
      block,
      ...within({ ...range, aStart: block.a + block.size, bStart: block.b + block.size }),
    ];
  }

  const joined: Block[] = [];
  for (const block of within({ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length })) {
    const last = joined.at(-1);
    if (last && last.a + last.size === block.a && last.b + last.size === block.b)
      joined[joined.length - 1] = { ...last, size: last.size + block.size };
    else joined.push(block);
  }
  return joined;
}
