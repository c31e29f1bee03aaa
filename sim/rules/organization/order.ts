import { refuse } from "../../core/refusal.ts";

/** Records in the places that a list of their ids gives them; of an id that stands there twice the last counts. @refuses BAD_REQUEST: one is not in the list */
export function ordered<R extends { readonly id: number }>(
  records: Iterable<R>,
  ids: readonly number[],
): (R & { readonly order: number })[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return [...records].map((record) => ({ ...record, order: places.get(record.id) ?? refuse("Invalid order mapping.") }));
}
