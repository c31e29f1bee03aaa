import type { ExportId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { ExportType } from "../core/organization.ts";
import { refuse } from "../core/refusal.ts";
import { isBot } from "../core/users.ts";
import { beginExport, deleteExport } from "../effects/organization.ts";
import { reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { type Decoder, oneOf, oneOfIntegers, optional } from "../protocol/params.ts";
import { exportRecords } from "../resources/organization.ts";
import { administratorsOnly } from "../rules/people/accounts.ts";

/**
 * GET /export/realm: the copies that were made of the organization's data.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator
 */
export const getExports = reads({
  route: "GET /export/realm",
  allow: administratorsOnly,
  reply: ({ realm }) => ({ exports: exportRecords(realm) }),
});

/**
 * GET /export/realm/consents: who agrees that administrators have a copy of what is private.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator
 */
export const getExportConsents = reads({
  route: "GET /export/realm/consents",
  since: "exportConsents",
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

const word = oneOf("public", "full_with_consent", "full_without_consent");
const number = oneOfIntegers(1, 2);

/** The kind of an export: a number, on newer servers a word. */
const exportType: Decoder<ExportType> = (given, name, realm) => {
  if (!has(realm, "exportTypeWords")) return number(given, name, realm);
  const wanted = word(given, name, realm);
  if (wanted === "full_without_consent") refuse("Organization owners do not have full content access.");
  return wanted === "public" ? 1 : 2;
};

/**
 * POST /export/realm: a copy of the organization's data, ready after a moment of the clock.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a copy that nobody may have
 */
export const exportRealm = writes({
  route: "POST /export/realm",
  params: { export_type: optional(exportType, { fallback: 1 as ExportType, since: "exportTypes" }) },
  allow: administratorsOnly,
  effect: ({ turn, caller, params }) => {
    const { id } = beginExport(turn, caller, params.export_type);
    return has(turn.world, "exportIds") ? { id } : {};
  },
});

/**
 * DELETE /export/realm/{export_id}: throws a copy of the organization's data away.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: there is none, it is not ready, or thrown away already
 */
export const removeExport = writesOnly({
  route: "DELETE /export/realm/{export_id}",
  allow: administratorsOnly,
  rules: ({ realm, path }) => {
    const copy = realm.exports.get(path.export_id as ExportId) ?? refuse("Invalid data export ID");
    if (copy.deleted !== undefined) refuse("Export already deleted");
    return copy.ready === undefined ? refuse("Export still in progress") : copy;
  },
  effect: ({ turn, found }) => deleteExport(turn, found),
});
