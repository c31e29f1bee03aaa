import { succeeded } from "../expect.ts";
import type { Actor } from "./session.ts";
import { Untestable } from "./verdict.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What clients declare that know all that the specification speaks of. */
export const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  stream_typing_notifications: true,
  empty_topic_name: true,
} as const;

/** What the queue registration says of these parts of the state, to one member of the cast. */
export async function registered(actor: Actor, parts: readonly string[], options: Fields = {}): Promise<Fields> {
  const fields = { event_types: [], fetch_event_types: parts, client_capabilities: capabilities, ...options };
  return succeeded(await actor.send("POST /register", fields), "registering a queue");
}

/** A number that the registration says; without it the promise that needs it cannot be tried. */
export async function boundOf(actor: Actor, name: string): Promise<number> {
  const value = (await registered(actor, ["realm"]))[name];
  if (typeof value !== "number") throw new Untestable(`the registration does not say ${name}`);
  return value;
}

/** The name under which clients see the empty topic that do not know of it. */
export async function emptyTopicName(actor: Actor): Promise<string> {
  const name = (await registered(actor, ["realm"])).realm_empty_topic_display_name;
  if (typeof name !== "string") throw new Untestable("the registration does not say realm_empty_topic_display_name");
  return name;
}

interface Policy {
  readonly stream_id: number;
  readonly topic_name: string;
  readonly visibility_policy: number;
}

/** All policies for topics of a channel that somebody has set. */
export async function policiesOf(actor: Actor, channel: number, options: Fields = {}): Promise<readonly Policy[]> {
  const { user_topics } = await registered(actor, ["user_topic"], options);
  if (!Array.isArray(user_topics)) throw new Untestable("the registration does not show user_topics");
  return (user_topics as Policy[]).filter(({ stream_id }) => stream_id === channel);
}

/** Somebody's policy of a topic as the registration shows it; 0 where it shows none. */
export async function policyOf(actor: Actor, channel: number, topic: string): Promise<number> {
  return (await policiesOf(actor, channel)).find(({ topic_name }) => topic_name === topic)?.visibility_policy ?? 0;
}

interface Subscription {
  readonly stream_id: number;
  readonly name: string;
  readonly subscribers?: readonly number[];
  readonly [setting: string]: unknown;
}

/** Somebody's subscription to a channel, with its subscribers; undefined where there is none. */
export async function subscriptionOf(actor: Actor, channel: number): Promise<Subscription | undefined> {
  const { subscriptions } = await registered(actor, ["subscription"], { include_subscribers: true });
  if (!Array.isArray(subscriptions)) throw new Untestable("the registration does not show subscriptions");
  return (subscriptions as Subscription[]).find(({ stream_id }) => stream_id === channel);
}

interface Group {
  readonly id: number;
  readonly members: readonly number[];
  readonly direct_subgroup_ids: readonly number[];
}

type Setting = number | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

const isSetting = (value: unknown): value is Setting =>
  typeof value === "number" || (typeof value === "object" && value !== null && "direct_members" in value);

/** Whether a group-setting value includes somebody, by the groups that the registration shows. */
export function includes(groups: readonly Group[], value: Setting, user: number): boolean {
  if (typeof value !== "number") {
    return value.direct_members.includes(user) || value.direct_subgroups.some((id) => includes(groups, id, user));
  }
  const group = groups.find(({ id }) => id === value);
  return group !== undefined && includes(groups, { direct_members: group.members, direct_subgroups: group.direct_subgroup_ids }, user);
}

/** Whether a setting of the organization, named as in the registration, includes somebody. */
export async function isAllowed(actor: Actor, setting: string): Promise<boolean> {
  const state = await registered(actor, ["realm", "realm_user_groups"]);
  const [value, groups] = [state[setting], state.realm_user_groups];
  if (!isSetting(value) || !Array.isArray(groups)) throw new Untestable(`the registration does not say whom ${setting} includes`);
  return includes(groups as Group[], value, actor.user_id);
}
