import { type Edit, edited, omissions } from "./edited.ts";
import type { Search } from "./search.ts";
import { simplerValues } from "./simpler.ts";

/** Makes as many edits as go together: all of them, else those of each half. Returns whether any was made. */
async function edit(search: Search, edits: readonly Edit[]): Promise<boolean> {
  if (edits.length === 0 || search.spent) return false;
  if (await search.try(edited(search.best, edits))) return true;
  if (edits.length === 1) return false;
  const middle = Math.ceil(edits.length / 2);
  const [left, right] = [await edit(search, edits.slice(0, middle)), await edit(search, edits.slice(middle))];
  return left || right;
}

/** Leaves out fields. Returns whether any went. */
export async function dropFields(search: Search): Promise<boolean> {
  const single = await edit(search, search.plausible(omissions(search.best).single));
  const alone = new Set(search.plausible(omissions(search.best).single).map(({ at, names }) => `${at} ${names[0]}`));
  // Where one field may go alone and stays, it is what the difference is about.
  const paired = search
    .plausible(omissions(search.best).paired)
    .filter(({ at, names }) => !names.some((name) => alone.has(`${at} ${name}`)));
  let dropped = single;
  for (const one of paired) if (await edit(search, [one])) dropped = true;
  return dropped;
}

/** The most values of one field that are tried on the model. */
const mostValues = 40;

/** The first simpler value of each field after which the model answers the last step as it did. */
function simplifications(search: Search): Edit[] {
  return search.best.steps.flatMap(({ fields }, at) =>
    Object.entries(fields).flatMap(([name, given]) => {
      let tried = 0;
      for (const value of simplerValues(given)) {
        if (++tried > mostValues) break;
        const one: Edit = { at, names: [name], value };
        if (search.isPlausible(edited(search.best, [one]))) return [one];
      }
      return [];
    }),
  );
}

/** Makes values simpler, each as far as its first simpler value still shows the difference. */
export async function simplify(search: Search): Promise<void> {
  const stuck = new Set<string>();
  const keyOf = ({ at, names, value }: Edit): string => JSON.stringify([at, names, value]);
  for (let edits = simplifications(search); edits.length > 0 && !search.spent; ) {
    if (!(await edit(search, edits))) return;
    for (const one of edits) stuck.add(keyOf(one));
    edits = simplifications(search).filter((one) => !stuck.has(keyOf(one)));
  }
}
