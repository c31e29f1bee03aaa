import { itemAt } from "../client/present.ts";
import { closed, needs, reduced } from "./reduced.ts";
import type { Search } from "./search.ts";

/** Candidates to try in turn: all but what the last step refers to, then without halves, quarters … of the steps. */
function* candidates(kept: readonly number[], needed: readonly ReadonlySet<number>[]): Iterable<number[]> {
  const last = itemAt(kept, -1);
  yield closed(new Set([last]), needed);
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = kept.length - 1; end > 0; end -= size) {
      const without = new Set(kept.slice(Math.max(0, end - size), end));
      yield closed(new Set(kept.filter((i) => !without.has(i))), needed);
    }
  }
}

/** Leaves out steps until no candidate shows the difference any more. Returns whether any went. */
export async function dropSteps(search: Search): Promise<boolean> {
  let dropped = false;
  for (let smaller = true; smaller && !search.spent; ) {
    smaller = false;
    const { turns } = search.played;
    const needed = needs(turns);
    const all = turns.map((_, i) => i);
    for (const kept of candidates(all, needed)) {
      if (kept.length === all.length || !(await search.try(reduced(turns, kept)))) continue;
      smaller = dropped = true;
      break;
    }
  }
  return dropped;
}
