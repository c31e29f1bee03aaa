import type { ExportType } from "../core/exports.ts";
import { has } from "../core/levels.ts";
import { refuse } from "../core/refusal.ts";
import { beginExport } from "../effects/export.ts";
import { writes } from "../protocol/endpoint.ts";
import { type Decoder, oneOf, oneOfIntegers, optional } from "../protocol/params.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

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
 * @reply   id
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a copy that nobody may have
 */
export const exportRealm = writes({
  route: "POST /export/realm",
  params: { export_type: optional(exportType, { fallback: 1 as ExportType, since: "exportTypes" }) },
  allow: administratorsOnly,
  rules: () => {},
  effect: ({ turn, caller, params }) => {
    const { id } = beginExport(turn, caller, params.export_type);
    return has(turn.world, "exportIds") ? { id } : {};
  },
});
