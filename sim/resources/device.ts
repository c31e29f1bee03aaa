import type { Realm } from "../core/realm.ts";
import type { User } from "../core/users.ts";

/** What is known of a device beside its id: nothing, as long as it takes no push notifications. */
const withoutPush = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

/** An account's devices by their ids. */
export const deviceRecords = (realm: Realm, { id: owner }: User) =>
  Object.fromEntries([...realm.devices.values()].filter(({ user_id }) => user_id === owner).map(({ id }) => [id, withoutPush]));
