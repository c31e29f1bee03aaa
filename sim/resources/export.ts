import type { RealmExport } from "../core/exports.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";

/** The words of newer servers for what a copy holds. */
const words = { 1: "public", 2: "full_with_consent" } as const;

function exportRecord(realm: Realm, { id, user_id, type, asked, ready, deleted }: RealmExport) {
  const isThere = ready !== undefined && deleted === undefined;
  return {
    id,
    export_time: Math.floor(asked / 1000),
    acting_user_id: user_id,
    export_url: isThere ? `${realm.server.url}/user_avatars/exports/${id}.tar.gz` : null,
    deleted_timestamp: deleted ?? null,
    failed_timestamp: null,
    pending: ready === undefined,
    ...(has(realm, "exportTypes") && { export_type: has(realm, "exportTypeWords") ? words[type] : type }),
  };
}

/** The copies that were made of the organization's data. */
export const exportRecords = (realm: Realm) => [...realm.exports.values()].map((copy) => exportRecord(realm, copy));
