import { has } from "../core/levels.ts";
import { isAdministrator, isBot } from "../core/users.ts";
import { open } from "../protocol/endpoint.ts";

/**
 * GET /dev_list_users: the people whom a development server lets in without a password.
 * @reply direct_admins, direct_users
 */
export const devListUsers = open({
  route: "GET /dev_list_users",
  params: {},
  reply: ({ realm }) => {
    const { url } = realm.server;
    const people = [...realm.users.values()].filter((user) => user.is_active && !isBot(user));
    const entries = (admins: boolean) =>
      people
        .filter((user) => isAdministrator(user) === admins)
        .map(({ delivery_email }) => ({ email: delivery_email, ...(has(realm, "realmUrl") && { realm_url: url }), realm_uri: url }));
    return { direct_admins: entries(true), direct_users: entries(false) };
  },
});
