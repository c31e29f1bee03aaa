import { htmlStructure, withoutTypesettingIn } from "../client/html.ts";
import { itemAt } from "../client/json.ts";
import type { MatchedIds } from "./matched-ids.ts";

/** A way to compare HTML: to the letter but for ids, or by its elements, its words and what its attributes state. */
export type HtmlMode = "exact" | "structural";

type Pair = readonly [kind: string, ids: readonly number[]];

const ids: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/(data-user-id=")(\d+)(?=")/g, "user"],
  [/(data-stream-id=")(\d+)(?=")/g, "channel"],
  [/(data-user-group-id=")(\d+)(?=")/g, "group"],
  [/(#narrow\/(?:channel|stream)\/)(\d+)(?=-|\/|")/g, "channel"],
  [/(#narrow\/(?:dm|pm-with)\/)(\d+(?:,\d+)*)(?=-|\/|")/g, "user"],
  [/(#user\/|\/sender\/)(\d+)(?=-|\/|")/g, "user"],
  [/(\/(?:near|with|id)\/)(\d+)/g, "message"],
  [/(\buser)(\d+)(?=@)/g, "user"],
];

/** HTML with a sign in place of each id, and the ids: each with others of its kind that stand at one place. */
function withoutIds(html: string): { readonly text: string; readonly found: readonly Pair[] } {
  const found: Pair[] = [];
  const text = ids.reduce(
    (rest, [pattern, kind]) =>
      rest.replace(pattern, (_, before: string, list: string) => {
        found.push([kind, list.split(",").map(Number)]);
        return `${before}${kind}`;
      }),
    html,
  );
  return { text, found };
}

/** Whether ids at one place stand for the same things, in any order; from then on they do. */
function areMatched(kind: string, ours: readonly number[], theirs: readonly number[], twins: MatchedIds): boolean {
  if (ours.length !== theirs.length) return false;
  const left = new Set(theirs);
  const unbound = ours.filter((id) => !left.delete(Number(twins.there(kind, id))));
  const others = [...left];
  // A text may name an id by itself: it is the same on both sides then.
  return unbound.length === others.length && unbound.every((id, i) => id === others[i] || twins.bind(kind, id, itemAt(others, i)));
}

/** Whether HTML of the model and of the target says the same. */
export function sameHtml(model: string, target: string, mode: HtmlMode, twins: MatchedIds): boolean {
  if (model === target && twins.identical) return true;
  const form = mode === "exact" ? withoutTypesettingIn : htmlStructure;
  const [ours, theirs] = [withoutIds(form(model)), withoutIds(form(target))];
  if (ours.text !== theirs.text) return false;
  const pairs = ours.found.map(([kind, list], i) => [kind, list, theirs.found[i]?.[1] ?? []] as const);
  return pairs.every(([kind, list, others]) => areMatched(kind, list, others, twins));
}
