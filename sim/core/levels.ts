import { channelLevels } from "./levels/channels.ts";
import { eventLevels, messageLevels } from "./levels/messages.ts";
import { organizationLevels } from "./levels/organization.ts";
import { groupLevels, peopleLevels } from "./levels/people.ts";
import type { Realm } from "./realm.ts";
import { realmSettingLevels, type SettingName, settingLevels, settingNames, settingUntil } from "./settings.ts";

/** A change that a feature level brought: the first level at which it holds, and the change in one sentence. */
export type Change = readonly [
  since: number,
  brings: string,
  /** The section of the specification that tells of it; absent where running servers alone do. */
  source?: string,
];

/** The changes of settings that are nothing but a name and the level that brought it. */
const ofSettings = <Name extends string>(what: string, levels: Readonly<Record<Name, number>>) =>
  Object.fromEntries(Object.entries<number>(levels).map(([name, since]): [string, Change] => [name, [since, `${what} \`${name}\`.`]])) as {
    readonly [N in Name]: Change;
  };

const changes = {
  ...messageLevels,
  ...groupLevels,
  ...channelLevels,
  ...peopleLevels,
  ...eventLevels,
  ...organizationLevels,
  ...ofSettings("The personal setting", settingLevels),
  ...ofSettings("The organization's setting", realmSettingLevels),
};

/** The name of a change that some level brought. */
export type LevelChange = keyof typeof changes;

/** Every change that a feature level brought: the first level at which it holds, the change in one sentence, and the source of it. */
export const levelFacts = Object.fromEntries(
  Object.entries<Change>(changes).map(([name, [since, brings, source = "observed"]]) => [name, { since, brings, source }]),
) as { readonly [C in LevelChange]: { readonly since: number; readonly brings: string; readonly source: string } };

/** The table as a map, in which a name is found in half the time: every request asks a dozen times. */
const levelOf: ReadonlyMap<string, number> = new Map(Object.entries(levelFacts).map(([name, { since }]) => [name, since]));

/** The level from which each change holds. */
export const levels = Object.fromEntries(levelOf) as { readonly [C in LevelChange]: number };

/** The level of the newest change. */
export const newestLevel = Math.max(...levelOf.values());

const startOf = (change: LevelChange): number => levelOf.get(change) ?? Number.POSITIVE_INFINITY;

/** Whether the simulated server is new enough for a change. */
export const has = (realm: Pick<Realm, "server">, change: LevelChange): boolean => realm.server.level >= startOf(change);

/** The changes that brought something and took it away; none where it was always there, or still is. */
export interface Lifetime {
  readonly since?: LevelChange;
  readonly until?: LevelChange;
}

/** Whether a server of a level has something of a lifetime. */
export const isThere = ({ since, until }: Lifetime, level: number): boolean =>
  (since === undefined || level >= startOf(since)) && (until === undefined || level < startOf(until));

/** The change that brought a setting has its name. */
const broughtByName = (levels: object, name: string): Lifetime => (Object.hasOwn(levels, name) ? { since: name as LevelChange } : {});

/** The lifetime of a setting of the organization. */
export const realmSettingLifetime = (name: string): Lifetime => broughtByName(realmSettingLevels, name);

/** The lifetimes of the personal settings. */
export const settingLifetimes = Object.fromEntries(
  settingNames.map((name) => {
    const until = settingUntil(name);
    return [name, { ...broughtByName(settingLevels, name), ...(until && { until }) }];
  }),
) as Readonly<Record<SettingName, Lifetime>>;

/** Whether the server has a setting of the organization. */
export const hasRealmSetting = ({ server }: Pick<Realm, "server">, name: string): boolean =>
  isThere(realmSettingLifetime(name), server.level);

/** Whether the server has a personal setting. */
export const hasSetting = ({ server }: Pick<Realm, "server">, name: SettingName): boolean => isThere(settingLifetimes[name], server.level);

/** Returns what texts of refusals call a channel at the server's level. */
export const channelWord = (realm: Pick<Realm, "server">): "channel" | "stream" => (has(realm, "channelTexts") ? "channel" : "stream");
