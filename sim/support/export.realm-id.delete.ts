import type { ExportId } from "../core/ids.ts";
import { refuse } from "../core/refusal.ts";
import { deleteExport } from "../effects/export.ts";
import { writes } from "../protocol/endpoint.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * DELETE /export/realm/{export_id}: throws a copy of the organization's data away.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: there is none, it is not ready, or thrown away already
 */
export const removeExport = writes({
  route: "DELETE /export/realm/{export_id}",
  params: {},
  allow: administratorsOnly,
  rules: ({ realm, path }) => {
    const copy = realm.exports.get(path.export_id as ExportId) ?? refuse("Invalid data export ID");
    if (copy.deleted !== undefined) refuse("Export already deleted");
    return copy.ready === undefined ? refuse("Export still in progress") : copy;
  },
  effect: ({ turn, found }) => {
    deleteExport(turn, found);
    return {};
  },
});
