import type { ChannelId, DeviceId, UserId } from "./ids.ts";
import type { UserSettings } from "./settings.ts";
import type { Turn } from "./turn.ts";
import type { World } from "./world.ts";

export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof roles)[keyof typeof roles];

export interface User {
  readonly id: UserId;
  /** The name by which realm files, actions and transcripts call this account. */
  readonly key: string;
  readonly full_name: string;
  /** API email address: what others see, and the key of presence entries. */
  readonly email: string;
  /** The real address, used to log in. */
  readonly delivery_email: string;
  /** The address that a person asked for and has not confirmed yet by the link in a mail. */
  readonly unconfirmed_email?: string;
  readonly role: Role;
  readonly api_key: string;
  readonly password: string | undefined;
  readonly is_active: boolean;
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; undefined for people. */
  readonly bot_type: 1 | 2 | 3 | 4 | undefined;
  readonly bot_owner: UserId | undefined;
  /** Bots of the server itself, such as the one that sends notices. */
  readonly is_system_bot: boolean;
  /** "G": computed from the address (gravatar); "J": drawn by the server; "U": uploaded. */
  readonly avatar_source: "G" | "J" | "U";
  readonly avatar_version: number;
  /** Milliseconds since 1970. */
  readonly joined: number;
  readonly timezone: string;
  readonly settings: UserSettings;
  readonly alert_words: readonly string[];
  readonly muted_users: ReadonlyMap<UserId, number>;
  readonly has_video_token: boolean;
}

/** When a person was last seen, in milliseconds since 1970; undefined where never. */
export interface Presence {
  readonly user_id: UserId;
  readonly last_active: number | undefined;
  readonly last_connected: number;
  /** Counts the changes of presences in the realm: where clients go on. */
  readonly update_id: number;
}

export interface Device {
  readonly id: DeviceId;
  readonly user_id: UserId;
}

export const isBot = (user: User): boolean => user.bot_type !== undefined;
export const isGuest = (user: User): boolean => user.role === roles.guest;
export const isAdministrator = (user: User): boolean => user.role <= roles.administrator;

/** The tables in which accounts are looked up, each with an account's key in it. */
const lookUps = (world: World, { key, api_key, email, delivery_email }: User) =>
  [
    [world.usersByKey, key],
    [world.usersByApiKey, api_key],
    [world.usersByEmail, email.toLowerCase()],
    [world.usersByDeliveryEmail, delivery_email.toLowerCase()],
  ] as const;

/** Stores an account, new or changed, and keeps the look-ups by key, address and API key in step. */
export function putUser(turn: Turn, user: User): void {
  const { world } = turn;
  const former = world.users.get(user.id);
  if (former) for (const [table, key] of lookUps(world, former)) table.delete(key);
  world.users.set(user.id, user);
  for (const [table, key] of lookUps(world, user)) table.set(key, user.id);
  turn.namesChanged();
}

/** The settings of a bot beside its account. A bot without such a record has none of them. */
export interface BotSetup {
  readonly user_id: UserId;
  /** The channel that its messages go to where they say no other. */
  readonly default_sending_stream: ChannelId | null;
  /** The channel whose events it gets where it asks for none. */
  readonly default_events_register_stream: ChannelId | null;
  /** An integration or embedded bot by its name, or the name of an outgoing webhook. */
  readonly service_name: string | undefined;
  /** The address at which an outgoing webhook is called. */
  readonly payload_url: string | undefined;
  /** The form of what an outgoing webhook is sent: 1 generic, 2 Slack's. */
  readonly interface: number;
  /** The token by which an outgoing webhook knows the server. */
  readonly token: string;
  readonly config_data: Readonly<Record<string, string>>;
}

export const noSetup: Omit<BotSetup, "user_id"> = {
  default_sending_stream: null,
  default_events_register_stream: null,
  service_name: undefined,
  payload_url: undefined,
  interface: 1,
  token: "",
  config_data: {},
};
