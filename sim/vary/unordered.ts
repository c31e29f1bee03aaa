import { fnv1a } from "../core/digest.ts";
import { isObject } from "../protocol/json.ts";
import type { AnswerFields, VaryAnswer } from "./varied-answer.ts";

/** Lists that are sets, by the name of their field. */
export const sets: ReadonlySet<string> = new Set([
  "flags",
  "members",
  "direct_members",
  "direct_subgroups",
  "direct_subgroup_ids",
  "user_ids",
  "display_recipient",
  "recipients",
  "ignored_parameters_unsupported",
  "subscribers",
  "realm_users",
  "realm_user_groups",
  "streams",
  "subscriptions",
  "unsubscribed",
  "never_subscribed",
]);

/** The place of an item in an order that is the same for the same items in every list. */
function placeOf(item: unknown, salt: number): number {
  const text = String(isObject(item) ? (item.id ?? item.user_id ?? item.stream_id) : item);
  return fnv1a(text, salt);
}

function reordered(value: unknown, name: string, salt: number): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => reordered(item, "", salt));
    return sets.has(name) ? items.sort((a, b) => placeOf(a, salt) - placeOf(b, salt)) : items;
  }
  return isObject(value) ? inside(value, salt) : value;
}

const inside = (object: AnswerFields, salt: number): AnswerFields =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, reordered(value, name, salt)]));

/** Sets come in an order of the seed's own. */
export const unordered: VaryAnswer = ({ body }, _, next) => {
  Object.assign(body, inside(body, next(0x7fffffff)));
};
