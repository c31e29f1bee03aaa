import type { Realm } from "../../core/realm.ts";
import { isBot, roles, type User } from "../../core/users.ts";

/** Whether an account is the only owner that is left to an organization. */
export const isLastOwner = (realm: Realm, user: User): boolean =>
  user.role === roles.owner &&
  ![...realm.users.values()].some((one) => one.role === roles.owner && one.is_active && !isBot(one) && one.id !== user.id);
