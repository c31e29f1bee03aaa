import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { GroupSetting } from "../../core/settings.ts";
import { normalised, type SentSetting, simplified } from "../groups/group-setting.ts";

/** A change of a setting that names people, with what the client believes that it is, where it says so. */
export interface SettingChange {
  readonly new: SentSetting;
  readonly old: SentSetting | undefined;
}

const isSame = (realm: Realm, current: GroupSetting, sent: SentSetting): boolean =>
  JSON.stringify(normalised(realm, current)) === JSON.stringify(simplified(realm, sent));

/**
 * The value that a setting gets, undefined where it has that already; `check` makes it of what was sent.
 * @refuses EXPECTATION_MISMATCH: the setting is not what the client believes; what `check` refuses
 */
export function changedSetting(
  realm: Realm,
  current: GroupSetting,
  change: SettingChange,
  check: (sent: SentSetting) => GroupSetting,
): GroupSetting | undefined {
  if (change.old !== undefined && !isSame(realm, current, change.old)) {
    const extra = has(realm, "expectedFieldNames") ? { field_name: "old" } : {};
    refuse("'old' value does not match the expected value.", "EXPECTATION_MISMATCH", extra);
  }
  return isSame(realm, current, change.new) ? undefined : check(change.new);
}
