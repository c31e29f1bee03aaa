/** The number of consecutive ids in a block, of which filters tell whether it may hold a message that is looked for. */
export const perBlock = 256;

/** The block of a message, by its id. */
export const blockOf = (id: number): number => Math.floor(id / perBlock);

/** Ids from `low` up to but not including `high`. */
interface IdRange {
  readonly low: number;
  readonly high: number;
}

/** The number of blocks in a stretch: where it holds nothing, none of them is asked about. Most words would stand in a much longer one. */
const perStretch = 16;

/** The stretch of a block. */
export const stretchOf = (block: number): number => Math.floor(block / perStretch);

/** The blocks of a stretch. */
export const blocksOf = (stretch: number): number[] => Array.from({ length: perStretch }, (_, i) => stretch * perStretch + i);

/** As many blocks at most are one range: whoever reads the first of them may not want the others, which take time to test. */
const mostJoined = 8;

/** The tests of blocks, and of the stretches that they lie in. */
export interface BlockTest {
  readonly block: (block: number) => boolean;
  readonly stretch: (stretch: number) => boolean;
}

/** The blocks of a realm, from the first up to but not including the end. */
interface Blocks {
  readonly first: number;
  readonly end: number;
}

/** The ranges of ids from one on whose blocks pass a test, neighbours joined. */
export function* rangesUp({ first, end }: Blocks, from: number, { block: test, stretch }: BlockTest): IterableIterator<IdRange> {
  for (let at = Math.max(blockOf(from), first), known = -1; at < end; at++) {
    const here = stretchOf(at);
    if (here !== known && !stretch(here)) {
      at = (here + 1) * perStretch - 1;
      continue;
    }
    known = here;
    if (!test(at)) continue;
    const low = at;
    while (at + 1 < end && at - low < mostJoined && test(at + 1)) at++;
    yield { low: Math.max(low * perBlock, from), high: (at + 1) * perBlock };
  }
}

/** The same descending, up to and including an id. */
export function* rangesDown({ first, end }: Blocks, to: number, { block: test, stretch }: BlockTest): IterableIterator<IdRange> {
  for (let at = Math.min(blockOf(to), end - 1), known = -1; at >= first; at--) {
    const here = stretchOf(at);
    if (here !== known && !stretch(here)) {
      at = here * perStretch;
      continue;
    }
    known = here;
    if (!test(at)) continue;
    const high = at + 1;
    while (at > first && high - at < mostJoined && test(at - 1)) at--;
    yield { low: at * perBlock, high: Math.min(high * perBlock, to + 1) };
  }
}
