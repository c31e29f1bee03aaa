import { flagBits } from "../core/flags.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { visibleMessage } from "../rules/messages/access.ts";

/** Whether somebody lets the caller know what they have read. Of people whom one has muted, or who have muted one, nothing is told. */
const tells = (caller: User, reader: User): boolean =>
  reader.is_active && reader.settings.send_read_receipts && !reader.muted_users.has(caller.id) && !caller.muted_users.has(reader.id);

/** Those who received a message and have read it, but for its sender. */
function readers(realm: Realm, caller: User, { sender, flags }: Message): User[] {
  const read = [...flags].filter(([, bits]) => (bits & flagBits.read) !== 0 && (bits & flagBits.historical) === 0);
  return read.map(([id]) => realm.users.require(id)).filter((reader) => reader.id !== sender && tells(caller, reader));
}

/**
 * GET /messages/{message_id}/read_receipts: who has read a message, as far as they let others know.
 * @reply   user_ids
 * @refuses BAD_REQUEST: missing or invisible, the organization has no read receipts
 */
export const getReadReceipts = reads({
  route: "GET /messages/{message_id}/read_receipts",
  since: "readReceipts",
  params: {},
  allow: anyone,
  reply: ({ realm, caller, path }) => {
    const message = visibleMessage(realm, caller, path.message_id);
    if (!realm.settings.enable_read_receipts) refuse("Read receipts are disabled in this organization.");
    const ids = readers(realm, caller, message).map(({ id }) => id);
    return { user_ids: ids.sort((a, b) => a - b) };
  },
});
