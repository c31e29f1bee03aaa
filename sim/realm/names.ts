import type { Channel } from "../core/channels.ts";
import type { FolderId, GroupId } from "../core/ids.ts";
import { recordOf } from "../core/lookup.ts";
import type { GroupSetting } from "../core/settings.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { isObject } from "../protocol/json.ts";
import { schemaOf } from "../protocol/schema.ts";
import { listed, listOf, maybe, optional, Place, record, type Shape, shape, wrong } from "../reader/index.ts";
import { normalised } from "../rules/groups/group-setting.ts";

/** A realm file is wrong at one place. The message names the place, what stands there and what is accepted. */
export class RealmFileError extends Error {
  override name = "RealmFileError";
  /** The place in the file, such as `users.alice.role`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
  }
}

/**
 * Returns the place of a whole realm file.
 * @param start the instant at which the realm starts, in milliseconds since 1970
 * @param isCopied whether a server has its texts
 */
export const realmFile = (start: number, isCopied: boolean): Place =>
  new Place({ name: "realm file", error: (path, problem) => new RealmFileError(path, problem), start, isCopied });

/** A name that stands in the file for something else in it. */
export interface Name {
  readonly name: string;
  readonly at: Place;
}

export const nameOf = (kind: string): Shape<Name> =>
  shape({ type: "string", description: `The name of a ${kind}.` }, (name, at) =>
    typeof name === "string" ? { name, at } : wrong(at, name, `the name of a ${kind}`),
  );

export const userName = nameOf("user");
export const channelName = nameOf("channel");
export const groupName = nameOf("group");

/** People and groups who may do something: one group, or members and groups together. */
export interface Permitted {
  readonly members: readonly Name[];
  readonly groups: readonly Name[];
}

const permittedObject = record({ members: optional(listOf(userName), []), groups: optional(listOf(groupName), []) });

const permitted = shape<Permitted>({ anyOf: [schemaOf(groupName), schemaOf(permittedObject)] }, (value, at) => {
  if (typeof value === "string") return { members: [], groups: [{ name: value, at }] };
  return isObject(value) ? permittedObject(value, at) : wrong(at, value, 'the name of a group, or an object with "members" and "groups"');
});

/** A shape for settings that name people: one key each, none of them needed. */
export const permittedSettings = <S extends string>(names: readonly S[]) => recordOf(names, () => maybe(permitted));

/** The names of records, to choose from. */
export function namesOf(records: Iterable<{ readonly name: string }>): string {
  return listed(
    [...records].map(({ name }) => name),
    "or",
  );
}

/** Finds by their names what has been put into a world so far. */
export class Names {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  user({ name, at }: Name): User {
    const id = this.#world.usersByKey.get(name);
    return id === undefined ? wrong(at, name, `a user: ${listed(this.#world.usersByKey.keys(), "or")}`) : this.#world.users.require(id);
  }
  /** The channel as it is now. */
  channel({ name, at }: Name): Channel {
    const id = this.#world.channelsByName.get(name.toLowerCase());
    const channel = id === undefined ? undefined : this.#world.channels.require(id);
    return channel?.name === name ? channel : wrong(at, name, `a channel: ${namesOf(this.#world.channels.values())}`);
  }
  group({ name, at }: Name): GroupId {
    return this.#world.groupsByName.get(name) ?? wrong(at, name, `a group: ${listed(this.#world.groupsByName.keys(), "or")}`);
  }
  folder({ name, at }: Name): FolderId {
    const folder = [...this.#world.folders.values()].find((other) => other.name === name);
    return folder?.id ?? wrong(at, name, `a folder: ${namesOf(this.#world.folders.values())}`);
  }
  setting({ members, groups }: Permitted): GroupSetting {
    const direct_members = members.map((name) => this.user(name).id);
    return normalised(this.#world, { direct_members, direct_subgroups: groups.map((name) => this.group(name)) });
  }
  /** Settings that name people, those that are not given with their defaults. */
  settings<S extends string>(given: Partial<Record<S, Permitted | undefined>>, defaults: Readonly<Record<S, string>>) {
    return recordOf(Object.keys(defaults) as S[], (setting) => {
      const value = given[setting];
      return value ? this.setting(value) : this.#world.groupsByName.require(defaults[setting]);
    });
  }
}
