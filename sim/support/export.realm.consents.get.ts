import { has } from "../core/levels.ts";
import { isBot } from "../core/users.ts";
import { reads } from "../protocol/endpoint.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * GET /export/realm/consents: who agrees that administrators have a copy of what is private.
 * @reply   export_consents
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator
 */
export const getExportConsents = reads({
  route: "GET /export/realm/consents",
  since: "exportConsents",
  params: {},
  allow: administratorsOnly,
  reply: ({ realm }) => ({
    export_consents: [...realm.users.values()]
      .filter((user) => user.is_active && !isBot(user))
      .map(({ id, settings }) => ({
        user_id: id,
        consented: settings.allow_private_data_export,
        ...(has(realm, "consentVisibility") && { email_address_visibility: settings.email_address_visibility }),
      })),
  }),
});
