import type { UserId } from "../core/ids.ts";
import { keyText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, roles, type User } from "../core/users.ts";
import { announceUser } from "../events/user.ts";
import { apiAddress } from "../resources/people.ts";
import { subscribeAll } from "./subscribe.ts";
import { tellOfNewcomer } from "./system-groups.ts";

export type NewUser = Pick<User, "full_name" | "delivery_email" | "password">;

/** Returns what tests and transcripts call a new account: the first part of its address, if that is a name and nobody's yet. */
function keyFor({ world }: Turn, id: UserId, address: string): string {
  const name = address.replace(/@.*/s, "");
  return /^[A-Za-z][\w.-]*$/.test(name) && !world.usersByKey.has(name) ? name : `user${id}`;
}

/** Makes an account of a member, and tells everyone who may know of it. */
export function addAccount(turn: Turn, given: NewUser, more: Partial<User> = {}): User {
  const id = turn.nextId("user") as UserId;
  const user: User = {
    id,
    key: keyFor(turn, id, given.delivery_email),
    email: apiAddress(turn.world, { id, delivery_email: given.delivery_email, settings: turn.world.newcomers }),
    role: roles.member,
    api_key: keyText(turn.chance("new api key", turn.nextId("apiKey"))),
    is_active: true,
    bot_type: undefined,
    bot_owner: undefined,
    is_system_bot: false,
    avatar_source: turn.world.settings.default_avatar_source,
    avatar_version: 1,
    joined: turn.now,
    timezone: "",
    settings: turn.world.newcomers,
    alert_words: [],
    muted_users: new Map(),
    has_video_token: false,
    ...given,
    ...more,
  };
  putUser(turn, user);
  announceUser(turn, user);
  tellOfNewcomer(turn, user);
  return user;
}

/** Makes an account of a person, and subscribes it to the channels that all begin with. */
export function createUser(turn: Turn, given: NewUser): User {
  const user = addAccount(turn, given);
  const channels = [...turn.world.defaultChannels.values()].map((channel) => turn.world.channels.require(channel));
  subscribeAll(
    turn,
    channels.filter((channel) => !channel.is_archived).map((channel) => ({ channel, user })),
  );
  return user;
}
