import type { GroupSetting, PlainRealmSettings, RealmGroupSetting } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { announceRealmPeople, announceRealmSetting } from "../events/realm.ts";
import { regroupingFullMembers } from "./system-groups.ts";

export type PlainRealmSetting = keyof PlainRealmSettings;

/** Stores a setting; texts of messages may depend on it. */
function store(turn: Turn, name: PlainRealmSetting | RealmGroupSetting, value: unknown): void {
  turn.world.settings = { ...turn.world.settings, [name]: value };
  turn.namesChanged();
}

/** Sets a setting of the organization and tells everyone. Nothing happens where it is that already. */
export function setRealmSetting(turn: Turn, name: PlainRealmSetting, value: unknown): void {
  if (turn.world.settings[name] === value) return;
  const set = (): void => {
    store(turn, name, value);
    announceRealmSetting(turn, name, value);
  };
  if (name === "waiting_period_threshold") regroupingFullMembers(turn, set);
  else set();
}

/** Sets a setting of the organization that names people and tells everyone. */
export function setRealmPeople(turn: Turn, name: RealmGroupSetting, value: GroupSetting): void {
  store(turn, name, value);
  announceRealmPeople(turn, name, value);
}
