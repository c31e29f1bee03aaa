import { roles, type User } from "../../core/users.ts";

/** The largest role that still sees an address, by its visibility: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
const largestSeeing: Readonly<Record<number, number>> = {
  1: roles.guest,
  2: roles.member,
  3: roles.administrator,
  4: 0,
  5: roles.moderator,
};

/** The address that an account logs in with, for one who may see it. */
export const addressFor = (user: User, viewer: User): string | null =>
  user.id === viewer.id || viewer.role <= (largestSeeing[user.settings.email_address_visibility] ?? 0) ? user.delivery_email : null;
