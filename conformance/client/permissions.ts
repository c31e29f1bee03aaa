import type { Actor } from "./actor.ts";
import { levels } from "./levels.ts";
import { isAllowed, standing } from "./registration.ts";

const isAdministrator = ({ role }: Actor): boolean => role === "owner" || role === "administrator";

/** Returns whether the actor may delete what others wrote. Before level 281, without a setting for it, administrators may. */
export const mayDeleteAny = async (actor: Actor): Promise<boolean> =>
  actor.level < levels.deletionGroups ? isAdministrator(actor) : isAllowed(actor, "realm_can_delete_any_message_group");

/** Returns whether the organization lets the actor delete their own messages, within the time limit. */
export const mayDeleteOwn = async (actor: Actor): Promise<boolean> =>
  actor.level < levels.deletionGroups
    ? isAdministrator(actor)
    : isAllowed(actor, "realm_can_delete_any_message_group", "realm_can_delete_own_message_group");

/** Policies for everyone and for members; of servers before level 352. */
const openPolicies: readonly unknown[] = [1, 2, 3];

/** Returns whether the actor may mention everyone in a channel, or in a topic, of many. */
export async function mayMentionMany(actor: Actor): Promise<boolean> {
  if (actor.level >= levels.can_mention_many_users_group) return isAllowed(actor, "realm_can_mention_many_users_group");
  return isAdministrator(actor) || openPolicies.includes((await standing(actor, ["realm"])).realm_wildcard_mention_policy);
}
