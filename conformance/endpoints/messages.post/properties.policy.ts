import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { eventsSoFar, sendToChannel } from "../../client/messages.ts";
import { setPolicy } from "../../client/policies.ts";
import { boundOf, capabilities, policyOf, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { at, prepared, Untestable } from "../../expect.ts";
import { channelFields, requireSubscribed } from "./sending.ts";

/**
 * Sends to a topic. Answer, event and registration have to agree on what that did to the sender's policy.
 * Returns the new policy; undefined where the send did not change it.
 */
async function sendAndCompare(sender: Actor, channel: number, topic: string): Promise<number | undefined> {
  const { expect } = sender;
  const queue = await sender.queue({ event_types: ["user_topic", "message"], client_capabilities: capabilities });
  const before = await policyOf(sender, channel, topic);
  const body = expect.succeeded(await sender.send("POST /messages", channelFields(channel, topic)), "sending");
  const after = await policyOf(sender, channel, topic);
  const given = body.automatic_new_visibility_policy;
  const expected = after === before ? undefined : after;
  expect.same(given, expected, `automatic_new_visibility_policy, where the policy was ${before} and is ${after}`);
  const events = (await eventsSoFar(queue)).filter(({ type, topic_name }) => type === "user_topic" && topic_name === topic);
  const announced = events.map(({ stream_id, visibility_policy }) => [stream_id, visibility_policy]);
  expect.same(announced, expected === undefined ? [] : [[channel, expected]], "the user_topic events of the send");
  if (expected !== undefined) expect.holds(expected === 2 || expected === 3, `automatic_new_visibility_policy is ${expected}, not 2 or 3`);
  return expected;
}

/** @throws Untestable: no send changed the policy of its topic */
function requireChange({ name }: Actor, changes: readonly (number | undefined)[]): void {
  if (changes.every((change) => change === undefined)) throw new Untestable(`the settings of ${name} change no policy by a send`);
}

/** People who have topic policies. */
const aHuman = anActor("alice", "bob", "cara", "dana", "owen", "gus");

interface SentTo {
  readonly who: PersonName;
  readonly topic: TopicShape;
}

const aWrittenTopic = aTopic("plain", "text", "cased", "resolved");

const topicNamed = async (session: Session, sender: Actor, topic: TopicShape): Promise<string> =>
  topicOf(topic, { fresh: session.fresh(), limit: await boundOf(sender, "max_topic_length") });

/** The answer says the new policy if and only if the send changed it, and event and registration agree, in a new topic and in an old one. */
export const automaticPolicy = property<SentTo>({
  clause: ["messages.post/automatic-policy-given", "messages.post/automatic-policy-value", "events/automatic-policy"],
  given: { who: aHuman, topic: aWrittenTopic },
  examples: [{ who: "alice", topic: { kind: "plain" } }],
  async holds(session, { who, topic }) {
    const [sender, channel] = [session.actor(who), session.channels.general];
    await requireSubscribed(sender, channel);
    const name = await topicNamed(session, sender, topic);
    const first = await sendAndCompare(sender, channel, name);
    requireChange(sender, [first, await sendAndCompare(sender, channel, name)]);
  },
});

/** The same from whatever policy the sender had set before. */
export const automaticFromAny = property<SentTo & { policy: number }>({
  clause: [
    "messages.post/automatic-policy-given",
    "messages.post/automatic-policy-value",
    "events/automatic-policy",
    "topic-policy/by-sending",
  ],
  given: { who: aHuman, topic: aWrittenTopic, policy: fc.constantFrom(0, 1, 2, 3) },
  examples: [0, 1, 2, 3].map((policy) => ({ who: "alice", topic: { kind: "plain" }, policy })),
  async holds(session, { who, topic, policy }) {
    const [sender, channel] = [session.actor(who), session.channels.general];
    await requireSubscribed(sender, channel);
    const name = await topicNamed(session, sender, topic);
    prepared.succeeded(await setPolicy(sender, channel, name, policy), "POST /user_topics");
    requireChange(sender, [await sendAndCompare(sender, channel, name)]);
  },
});

const followSetting = "automatically_follow_topics_policy";
const unmuteSetting = "automatically_unmute_topics_in_muted_streams_policy";

/** When a setting changes the policy of a topic. */
const when = { onSending: 2, onStarting: 3, never: 4 } as const;

/** A sender who starts a topic follows it where their settings say so, and never where they say never. */
export const startedTopic = property<SentTo>({
  clause: ["topic-policy/by-sending", "topic-policy/never-by-sending"],
  given: { who: aHuman, topic: aWrittenTopic },
  examples: [{ who: "alice", topic: { kind: "plain" } }],
  async holds(session, { who, topic }) {
    const { expect } = session;
    const sender = session.actor(who);
    const state = await register(sender, ["user_settings"]);
    const [follow, unmute] = [followSetting, unmuteSetting].map((name) => at(state, "user_settings", name));
    const changed = await sendAndCompare(sender, session.channels.general, await topicNamed(session, sender, topic));
    if (follow === when.never && unmute === when.never)
      expect.same(changed, undefined, "what sending did to the policy, where the settings say never");
    else if (typeof follow === "number" && follow !== when.never)
      expect.holds(changed !== undefined, "starting a topic did not change its policy");
    else throw new Untestable(`the settings of ${who} do not say what becomes of topics that they start`);
  },
});

type ChangeSetting = (name: string, value: number) => Promise<unknown>;

/** The member whose settings change: cara, of whom other runs want nothing, else one whom the target gives. And another one. */
function writers({ target }: Session): readonly [writer: PersonName, other: PersonName] {
  const [writer, other] = (["cara", "bob", "alice"] as const).filter((name) => Object.hasOwn(target.cast, name));
  if (!writer || !other) throw new Untestable("the cast has no two members");
  return [writer, other];
}

/** Runs what changes the two settings of the writer's, and puts them back as they were. @throws Untestable: they cannot be read or set */
async function withSettingsOfWriter(session: Session, run: (change: ChangeSetting) => Promise<void>): Promise<void> {
  const { steering } = session;
  const [writer] = writers(session);
  const state = await register(session.actor(writer), ["user_settings"]);
  const settings = [followSetting, unmuteSetting].map(
    (name) => [name, prepared.integer(at(state, "user_settings", name), `${name} in a registration`)] as const,
  );
  const change: ChangeSetting = (property, value) => steering.act({ action: "set_user", as: writer, property, value });
  try {
    await run(change);
  } finally {
    for (const [name, value] of settings) await change(name, value);
  }
}

/** Whose topic the writer writes to, and what the settings say. */
interface Settings {
  readonly isStarter: boolean;
  readonly follow: keyof typeof when;
  readonly unmute: keyof typeof when;
}

const aSetting = fc.constantFrom("never" as const, "onSending" as const, "onStarting" as const);
const someSettings = { isStarter: fc.boolean(), follow: aSetting, unmute: aSetting };

/** Returns whether a setting lets a send change the policy of its topic. */
const says = (setting: keyof typeof when, isStarter: boolean): boolean =>
  setting === "onSending" || (setting === "onStarting" && isStarter);

/** Lets the writer write to a topic of their own or of another's, and requires that the policy changes just where it has to. */
async function requireChangeBySettings(session: Session, channel: number, isStarter: boolean, expected: boolean): Promise<void> {
  const topic = session.fresh();
  const [writer, other] = writers(session);
  if (!isStarter) await sendToChannel(session.actor(other), channel, topic);
  const changed = (await sendAndCompare(session.actor(writer), channel, topic)) !== undefined;
  session.expect.same(changed, expected, `whether a send to a topic of ${isStarter ? "one's own" : `${other}'s`} changed its policy`);
}

/** What the settings of a sender say is done: nothing where they say never, and a policy where they say on sending or on starting. */
export const bySettings = property<Settings>({
  clause: ["topic-policy/by-sending", "topic-policy/never-by-sending", "events/automatic-policy", "messages.post/automatic-policy-given"],
  serial: "settings of a writer",
  given: someSettings,
  examples: [
    { isStarter: true, follow: "never", unmute: "never" },
    { isStarter: true, follow: "onSending", unmute: "never" },
    { isStarter: false, follow: "onSending", unmute: "never" },
    { isStarter: true, follow: "onStarting", unmute: "never" },
    { isStarter: false, follow: "onStarting", unmute: "onSending" },
  ],
  holds: (session, { isStarter, follow, unmute }) =>
    withSettingsOfWriter(session, async (change) => {
      await change(unmuteSetting, when[unmute]);
      await change(followSetting, when[follow]);
      await requireChangeBySettings(session, session.channels.general, isStarter, says(follow, isStarter));
    }),
});

/** In a muted channel a topic is unmuted by a send where the sender's settings say so. */
export const mutedChannel = property<Settings>({
  clause: ["topic-policy/by-sending", "messages.post/automatic-policy-given", "events/automatic-policy"],
  serial: "settings of a writer",
  given: someSettings,
  examples: [
    { isStarter: false, follow: "onStarting", unmute: "onSending" },
    { isStarter: false, follow: "never", unmute: "never" },
    { isStarter: true, follow: "never", unmute: "onStarting" },
  ],
  holds: (session, { isStarter, follow, unmute }) =>
    withSettingsOfWriter(session, async (change) => {
      const { steering } = session;
      const [writer, other] = writers(session);
      await change(followSetting, when[follow]);
      await change(unmuteSetting, when[unmute]);
      const channel = session.fresh("channel");
      const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: [other, writer] });
      const id = prepared.integer(stream_id, "the stream_id of a new channel");
      await steering.act({ action: "mute_channel", as: writer, channel, value: true });
      await requireChangeBySettings(session, id, isStarter, says(follow, isStarter) || says(unmute, isStarter));
    }),
});
