import { codePoints } from "../draw/texts.ts";
import { folderLimits, limits, messageLimits } from "../text/limits.ts";
import { type Body, isObject, itemsOf, parsed } from "./json.ts";
import type { Member, Outgoing } from "./target.ts";

/** Returns in words which text of a request is longer than some bounds allow; undefined where none is. */
export function beyondLimits(path: string, fields: Body, told: Readonly<Record<string, number>>): string | undefined {
  for (const at of path.startsWith("/channel_folders") ? folderLimits : messageLimits) {
    const name = limits[at];
    const [value, limit] = [fields[name], told[at]];
    if (typeof value === "string" && limit !== undefined && codePoints(value) > limit)
      return `the run has a ${name} of ${codePoints(value)} characters, and ${at} is ${limit}`;
  }
  return undefined;
}

/** The operators that the specification names, `topic` among them as the suite tells its own messages apart by it. */
const named = new Set(["sender", "channel", "channels", "stream", "streams", "has", "search", "topic"]);

/** Returns the value of a parameter, which may be spelled as JSON already. */
const jsonIn = (value: unknown): unknown => (typeof value === "string" ? parsed(value) : value);

/** Returns what of a narrow the specification does not name, so that a server need not know it; undefined where there is nothing of that. */
export function unstatedIn(sent: unknown): string | undefined {
  const narrow = jsonIn(sent);
  if (!Array.isArray(narrow)) return undefined;
  for (const term of narrow) {
    if (typeof term !== "object" || term === null || Array.isArray(term)) return "narrows of bare texts";
    const { operator, operand, negated } = term as { readonly operator?: unknown; readonly operand?: unknown; readonly negated?: unknown };
    if (negated !== undefined) return "narrows that negate a term";
    if ((operator === "channels" || operator === "streams") && operand !== "public") return `narrows with the channels ${String(operand)}`;
    if (typeof operator !== "string" || !named.has(operator)) return `narrows with the operator ${String(operator)}`;
  }
  return undefined;
}

/** Parameters that name several people, groups or messages. */
const sets = ["data", "members", "subgroups", "add", "delete", "add_subgroups", "delete_subgroups", "msg_ids", "message_ids", "to"];

const listIn = (value: unknown): readonly unknown[] | undefined => {
  const list = jsonIn(value);
  return Array.isArray(list) ? list : undefined;
};

const keyOf = (item: unknown): string => JSON.stringify(isObject(item) ? item.id : item);

const hasTwice = (list: readonly unknown[]): boolean => new Set(list.map(keyOf)).size < list.length;

/**
 * Returns what of a request the specification does not say that a server takes, so that it may refuse the request; undefined where there is nothing
 * of that.
 * @param caller undefined for nobody of the cast
 * @param hasDone whether a request of the caller to this path was accepted before
 */
export function refusableIn(
  { method, path, fields }: Outgoing,
  caller: Pick<Member, "role" | "is_bot"> | undefined,
  hasDone: () => boolean = () => false,
): string | undefined {
  if (path === "/register") return "the form of a registration";
  for (const name of sets) {
    const list = listIn(fields[name]);
    if (list?.length === 0) return `an empty list as ${name}`;
    if (list && hasTwice(list)) return `one thing listed twice in ${name}`;
  }
  for (const setting of Object.values(fields).map(jsonIn))
    if (isObject(setting) && ["direct_members", "direct_subgroups"].some((name) => hasTwice(itemsOf(setting[name]))))
      return "one thing listed twice in a setting of a group";
  const terms = itemsOf(listIn(fields.narrow)).filter(isObject);
  if (hasTwice(terms.map(({ operator }) => operator))) return "narrows with an operator twice";
  const isOfOthers = caller && !caller.is_bot && caller.role !== "owner" && caller.role !== "administrator";
  const isFirst = isOfOthers && method === "POST" && path === "/user_groups/create" && !hasDone();
  return isFirst ? `user groups made by a ${caller.role}` : undefined;
}
