import type { Actor } from "../../client/actor.ts";
import { eventsSoFar, sendToChannel } from "../../client/messages.ts";
import { capabilities, policyOf, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { at, prepared, Untestable } from "../../expect.ts";
import { channelFields } from "./sending.ts";

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
  const told = events.map(({ stream_id, visibility_policy }) => [stream_id, visibility_policy]);
  expect.same(told, expected === undefined ? [] : [[channel, expected]], "the user_topic events of the send");
  if (expected !== undefined) expect.holds(expected === 2 || expected === 3, `automatic_new_visibility_policy is ${expected}, not 2 or 3`);
  return expected;
}

/** @throws Untestable: no send changed the policy of its topic */
function requireChange(changes: readonly (number | undefined)[]): void {
  if (changes.every((change) => change === undefined)) throw new Untestable("alice's settings change no policy when she sends");
}

/** The answer says the new policy if and only if the send changed it, and event and registration agree, in a new topic and in an old one. */
export const automaticPolicy = property({
  clause: ["messages.post/automatic-policy-given", "messages.post/automatic-policy-value", "events/automatic-policy"],
  async holds(session) {
    const [channel, topic] = [session.channels.general, session.fresh()];
    const first = await sendAndCompare(session.as.alice, channel, topic);
    requireChange([first, await sendAndCompare(session.as.alice, channel, topic)]);
  },
});

/** The same from whatever policy the sender had set before. */
export const automaticFromAny = property({
  clause: [
    "messages.post/automatic-policy-given",
    "messages.post/automatic-policy-value",
    "events/automatic-policy",
    "topic-policy/by-sending",
  ],
  async holds(session) {
    const { alice } = session.as;
    const changes: (number | undefined)[] = [];
    for (const visibility_policy of [0, 1, 2, 3]) {
      const [stream_id, topic] = [session.channels.general, session.fresh()];
      await alice.prepare("POST /user_topics", { stream_id, topic, visibility_policy });
      changes.push(await sendAndCompare(alice, stream_id, topic));
    }
    requireChange(changes);
  },
});

const followSetting = "automatically_follow_topics_policy";
const unmuteSetting = "automatically_unmute_topics_in_muted_streams_policy";

/** When a setting changes the policy of a topic. */
const when = { onSending: 2, onStarting: 3, never: 4 } as const;

/** A sender who starts a topic follows it where their settings say so, and never where they say never. */
export const startedTopic = property({
  clause: ["topic-policy/by-sending", "topic-policy/never-by-sending"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const state = await register(alice, ["user_settings"]);
    const [follow, unmute] = [followSetting, unmuteSetting].map((name) => at(state, "user_settings", name));
    const changed = await sendAndCompare(alice, session.channels.general, session.fresh());
    if (follow === when.never && unmute === when.never)
      expect.same(changed, undefined, "what sending did to the policy, where the settings say never");
    else if (typeof follow === "number" && follow !== when.never)
      expect.holds(changed !== undefined, "starting a topic did not change its policy");
    else throw new Untestable("the settings of alice do not say what becomes of topics that she starts");
  },
});

type ChangeSetting = (name: string, value: number) => Promise<unknown>;

/** Runs what changes the two settings of cara's, and puts them back as they were. @throws Untestable: they cannot be read or set */
async function withSettingsOfCara(session: Session, run: (change: ChangeSetting) => Promise<void>): Promise<void> {
  const { steering } = session;
  const state = await register(session.as.cara, ["user_settings"]);
  const settings = [followSetting, unmuteSetting].map(
    (name) => [name, prepared.integer(at(state, "user_settings", name), `${name} in a registration`)] as const,
  );
  const change: ChangeSetting = (property, value) => steering.act({ action: "set_user", as: "cara", property, value });
  try {
    await run(change);
  } finally {
    for (const [name, value] of settings) await change(name, value);
  }
}

/** What the settings of a sender say is done: nothing where they say never, and a policy where they say on sending. */
export const bySettings = property({
  clause: ["topic-policy/by-sending", "topic-policy/never-by-sending", "events/automatic-policy", "messages.post/automatic-policy-given"],
  serial: "cara's settings",
  holds: (session) =>
    withSettingsOfCara(session, async (change) => {
      const { expect } = session;
      const send = () => sendAndCompare(session.as.cara, session.channels.general, session.fresh());
      await change(unmuteSetting, when.never);
      await change(followSetting, when.never);
      expect.same(await send(), undefined, "the policy after a send, set to never");
      await change(followSetting, when.onSending);
      expect.holds((await send()) !== undefined, "a send did not change the policy, where the settings say to follow on sending");
    }),
});

/** In a muted channel a topic of others is unmuted by a send where the sender's settings say so. */
export const mutedChannel = property({
  clause: ["topic-policy/by-sending", "messages.post/automatic-policy-given", "events/automatic-policy"],
  serial: "cara's settings",
  holds: (session) =>
    withSettingsOfCara(session, async (change) => {
      const { expect, steering } = session;
      const { bob, cara } = session.as;
      await change(followSetting, when.onStarting);
      await change(unmuteSetting, when.onSending);
      const [channel, topic] = [session.fresh("channel"), session.fresh()];
      const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: ["bob", "cara"] });
      const id = prepared.integer(stream_id, "the stream_id of a new channel");
      await sendToChannel(bob, id, topic);
      expect.same(await sendAndCompare(cara, id, topic), undefined, "the policy after a send to another's topic");
      await steering.act({ action: "mute_channel", as: "cara", channel, value: true });
      expect.holds(
        (await sendAndCompare(cara, id, topic)) !== undefined,
        "a send to a muted channel did not change the policy of its topic",
      );
    }),
});
