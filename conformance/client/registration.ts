import type { PersonName } from "../draw/people.ts";
import { type TopicShape, topicOf } from "../draw/topics.ts";
import { at, type Body, isEqual, NoAnswer, prepared, Untestable } from "../expect.ts";
import type { Actor, Extra } from "./actor.ts";
import type { Session } from "./session.ts";
import { givenSubscribers } from "./target.ts";

/** Capabilities declared by clients that know all that the specification speaks of. */
export const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  stream_typing_notifications: true,
  empty_topic_name: true,
  include_deactivated_groups: true,
  linkifier_url_template: true,
  user_settings_object: true,
} as const;

const registerWith =
  (extra: Extra) =>
  (actor: Actor, parts: readonly string[], more: Body = {}): Promise<Body> =>
    actor.register({ event_types: [], fetch_event_types: parts, client_capabilities: capabilities, ...more }, extra);

/** Returns what the registration of a queue says of these parts of the state. @throws Unprepared: it is refused */
export const register = registerWith({});

/**
 * Returns what the registration of a queue says of parts of the state that each run leaves as they were: the organization's settings, people's
 * settings, subscriptions. On a live server it may be what another run was told. For what prepares, never for what is judged.
 * @throws Unprepared: it is refused
 */
export const standing = registerWith({ mayBeKept: true });

/** Returns what is read of a server; undefined where it does not tell it, or has no route that does. @throws NoAnswer: an answer was lost */
export async function ifTold<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof Untestable && !(thrown instanceof NoAnswer)) return undefined;
    throw thrown;
  }
}

/** Returns what a registration says under one name. @param read returns the registration's answer @throws Unprepared: nothing */
export async function stateOf(actor: Actor, part: string, name = part, read = register): Promise<NonNullable<unknown>> {
  return prepared.present(actor.session.told(await read(actor, [part]), name), `${name} in a registration`);
}

/** Returns a list of objects that a registration has said. @throws Unprepared: it has said none */
export const recordsIn = ({ session }: Actor, state: Body, name: string): readonly Body[] =>
  prepared.objects(session.told(state, name), `${name} in a registration`);

/** Returns a list of objects that a registration says. @throws Unprepared: it says none */
export const recordsOf = async (actor: Actor, part: string, name = part, read = register): Promise<readonly Body[]> =>
  prepared.objects(await stateOf(actor, part, name, read), `${name} in a registration`);

/** Returns the records of a list of the registration that have a value in a field. */
export async function recordsWith(actor: Actor, part: string, field: string, value: unknown, name = part): Promise<readonly Body[]> {
  const records = await recordsOf(actor, part, name);
  if (records.length > 0 && records.every((record) => record[field] === undefined))
    actor.session.needsObserved(`${field} in ${name} of a registration`);
  return records.filter((record) => isEqual(record[field], value));
}

/** No longer text is sent. */
const mostOfText = 1_000_000;

/** Returns a bound of the server that a registration says, such as max_topic_length. @throws Unprepared: it does not say it */
export async function boundOf(actor: Actor, name: string, read = standing): Promise<number> {
  const bound = prepared.integer(await stateOf(actor, "realm", name, read), `${name} in a registration`);
  prepared.holds(bound >= 0 && bound <= mostOfText, `${name} in a registration is ${bound}, which no text can be tried with`);
  return bound;
}

/** Returns the name under which clients see the empty topic that do not declare support for it. @throws Unprepared: it is not said */
export async function emptyTopicName(actor: Actor): Promise<string> {
  const name = "realm_empty_topic_display_name";
  return prepared.text(await stateOf(actor, "realm", name, standing), `${name} in a registration`);
}

/** Makes sure that the organization shows people the whole history of edits, as far as a registration tells. @throws Untestable: it does not */
export async function requireEditHistory(actor: Actor): Promise<void> {
  const told = (await ifTold(standing(actor, ["realm"]))) ?? {};
  const { realm_message_edit_history_visibility_policy: policy = "all", realm_allow_edit_history: isAllowed } = told;
  if (policy !== "all")
    throw new Untestable(`message_edit_history_visibility_policy of the organization is ${JSON.stringify(policy)}, not "all"`);
  if (isAllowed === false) throw new Untestable("allow_edit_history of the organization is false");
}

interface TopicPolicy {
  readonly stream_id: number;
  readonly topic_name: string;
  readonly visibility_policy: number;
}

/** Returns the topics with a policy that a registration of the actor shows. That one whose policy was removed is left out, no sentence says, nor in which capitals. */
export async function userTopicsOf(actor: Actor, more: Body = {}): Promise<readonly (Body & TopicPolicy)[]> {
  const { session } = actor;
  const all = recordsIn(actor, await register(actor, ["user_topic"], more), "user_topics") as readonly (Body & TopicPolicy)[];
  if (session.isHeldToObserved) return all;
  const kept = all.filter(({ visibility_policy }) => visibility_policy !== 0);
  return kept.map((one) => ({ ...one, topic_name: session.asSent(one.topic_name) as string }));
}

/** Returns the policies that the actor has set for topics of a channel. */
export const policiesOf = async (actor: Actor, channel: number, more: Body = {}): Promise<readonly TopicPolicy[]> =>
  (await userTopicsOf(actor, more)).filter(({ stream_id, topic_name }) => stream_id === channel && typeof topic_name === "string");

/**
 * Returns what reads a topic that somebody is told who knows the empty topic: where the target is held to the text alone its display name stands for it,
 * too, since no sentence says how a client declares that it knows it.
 */
export async function emptyTopicReader(actor: Actor): Promise<(topic: unknown) => unknown> {
  const name = actor.session.isHeldToObserved ? undefined : await ifTold(emptyTopicName(actor));
  return (topic) => (name !== undefined && topic === name ? "" : topic);
}

/** Returns the actor's policy of a topic as a registration shows it; 0 where it shows none. */
export async function policyOf(actor: Actor, channel: number, topic: string): Promise<number> {
  const read = topic === "" ? await emptyTopicReader(actor) : (told: unknown) => told;
  const told = await policiesOf(actor, channel);
  const own = told.find(({ topic_name }) => topic_name === topic) ?? told.find(({ topic_name }) => read(topic_name) === topic);
  return own?.visibility_policy ?? 0;
}

/** Returns the actor's subscription to a channel, with its subscribers; undefined where there is none. */
export async function subscriptionOf(actor: Actor, channel: number): Promise<Body | undefined> {
  const state = await standing(actor, ["subscription"], { include_subscribers: true });
  return recordsIn(actor, state, "subscriptions").find(({ stream_id }) => stream_id === channel);
}

/** Whether a channel is the one to which all people of the cast are to be subscribed, the actor among them, and no registration tells who is. */
export async function isGivenGeneral(actor: Actor, channel: number): Promise<boolean> {
  const { isHeldToObserved, channels } = actor.session;
  if (isHeldToObserved || actor.member.is_bot || channel !== channels.general) return false;
  return (await ifTold(recordsOf(actor, "subscription", "subscriptions", standing))) === undefined;
}

/** Makes sure that somebody is subscribed to a channel. @throws Untestable: they are not, or nothing tells it */
export async function requireSubscribed(actor: Actor, channel: number): Promise<void> {
  const { target, channels } = actor.session;
  const [name = ""] = Object.entries(channels).find(([, id]) => id === channel) ?? [];
  const subscribers: Readonly<Record<string, readonly (string | null)[]>> = givenSubscribers;
  const isGiven = target.missing?.has("POST /register") && (name === "general" || subscribers[name]?.includes(actor.name));
  if (isGiven || (await isGivenGeneral(actor, channel))) return;
  const subscriptions = recordsIn(actor, await standing(actor, ["subscription"]), "subscriptions");
  if (!subscriptions.some(({ stream_id }) => stream_id === channel)) throw new Untestable(`${actor.name} is not subscribed to the channel`);
}

/**
 * Returns the ids of those who are subscribed to a channel that the actor is subscribed to.
 * @param known the actor's subscription, where it was looked up before
 * @throws Unprepared: it is not said
 */
export async function subscribersOf(actor: Actor, channel: number, known?: Body): Promise<readonly unknown[]> {
  const subscription = known ?? (await subscriptionOf(actor, channel)) ?? {};
  return prepared.list(actor.session.told(subscription, "subscribers"), `the subscribers of a channel of ${actor.name}'s`);
}

/**
 * Returns the ids of those of the cast who are subscribed to a channel: as the actor's registration tells, or where it tells no subscribers, each
 * one's own. A deactivated account, which cannot register, is not subscribed.
 * @param known as in `subscribersOf`
 * @throws Unprepared: it is not said
 */
export async function subscribedOf(actor: Actor, channel: number, known?: Body): Promise<readonly unknown[]> {
  const { session } = actor;
  const people = session.actors(session.active);
  if (await isGivenGeneral(actor, channel)) return people.map(({ user_id }) => user_id);
  const subscription = known ?? (await subscriptionOf(actor, channel)) ?? {};
  if (subscription.subscribers !== undefined || session.isHeldToObserved) return subscribersOf(actor, channel, subscription);
  const ids: number[] = [];
  for (const other of people) {
    if (await subscriptionOf(other, channel)) ids.push(other.user_id);
  }
  return ids;
}

/** Whether a list that a server told has an item. */
export const isIn = (list: unknown, item: unknown): boolean => Array.isArray(list) && list.includes(item);

/** Returns whether a group-setting value includes an account, by the groups that a registration shows. @param within values that include this one */
export function includesUser(groups: readonly Body[], value: unknown, user: number, within: readonly unknown[] = []): boolean {
  // A server may show a group that is in itself.
  if (within.includes(value)) return false;
  const group = typeof value === "number" ? groups.find(({ id }) => id === value) : undefined;
  const members = group ? group.members : at(value, "direct_members");
  const subgroups = group ? group.direct_subgroup_ids : at(value, "direct_subgroups");
  if (isIn(members, user)) return true;
  return Array.isArray(subgroups) && subgroups.some((id) => includesUser(groups, id, user, [...within, value]));
}

/** Returns whether one of some settings of the organization, named as in the registration, includes the actor. @throws Unprepared: one is not said */
export async function isAllowed(actor: Actor, ...settings: readonly string[]): Promise<boolean> {
  const state = await standing(actor, ["realm", "realm_user_groups"]);
  const groups = recordsIn(actor, state, "realm_user_groups");
  const values = settings.map((setting) => prepared.present(actor.session.told(state, setting), `${setting} in a registration`));
  return values.some((value) => includesUser(groups, value, actor.user_id));
}

/**
 * Runs a trial while settings have other values: those of the organization, or the actor's own. On a shared server they go back to what they were.
 * @throws Untestable: nothing sets them, or a registration does not say them
 */
export async function whileSet(actor: Actor, of: "realm" | "user", values: Body, trial: () => Promise<void>): Promise<void> {
  const { steering, target } = actor.session;
  const set = async (settings: Body): Promise<void> => {
    for (const [property, value] of Object.entries(settings))
      await steering.act({ action: `set_${of}`, ...(of === "user" && { as: actor.name }), property, value });
  };
  const state = await register(actor, [of === "user" ? "user_settings" : "realm"]);
  const saidOf = (name: string): unknown => (of === "user" ? at(state, "user_settings", name) : state[`realm_${name}`]);
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, saidOf(name)]));
  const unknown = Object.keys(before).find((name) => before[name] === undefined);
  if (unknown !== undefined) throw new Untestable(`the registration does not say ${unknown}`);
  try {
    await set(values);
    await trial();
  } finally {
    if (target.kind === "live") await set(before);
  }
}

/** Returns what the server says of itself to anyone. @param name who asks, default nobody who is logged in @throws Unprepared: it is refused */
export const fetchServerSettings = (session: Session, name: PersonName | null = null): Promise<Body> =>
  (name === null ? session.nobody : session.actor(name)).prepare("GET /server_settings");

/** Returns the topic of a shape, with a name that nothing on the server has yet: that alone, where the server does not say its bound. @throws Untestable: the shape is as long as that */
export async function topicFor(actor: Actor, shape: TopicShape): Promise<string> {
  const bound = () => boundOf(actor, "max_topic_length");
  const limit = shape.kind === "filled" ? await bound() : shape.kind === "text" ? await ifTold(bound()) : undefined;
  return topicOf(shape, { fresh: actor.session.fresh(), limit: limit ?? 0 });
}
