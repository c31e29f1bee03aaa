import type { Actor } from "../../client/actor.ts";
import { eventsSoFar, sendToChannel } from "../../client/messages.ts";
import { capabilities, policyOf, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** Sends to a topic and checks that the answer, the event and the registration agree on what it did to the sender's policy. */
async function agreeing(session: Session, channel: number, topic: string, sender = session.as.alice): Promise<number | undefined> {
  const { expect } = session;
  const queue = await sender.queue({ event_types: ["user_topic", "message"], client_capabilities: capabilities });
  const before = await policyOf(sender, channel, topic);
  const body = expect.succeeded(await sender.send("POST /messages", { type: "stream", to: channel, topic, content: "hello" }), "sending");
  const after = await policyOf(sender, channel, topic);
  const given = body.automatic_new_visibility_policy;
  expect.same(
    given,
    after === before ? undefined : after,
    `automatic_new_visibility_policy, where the policy was ${before} and is ${after}`,
  );
  const events = (await eventsSoFar(queue)).filter(({ type, topic_name }) => type === "user_topic" && topic_name === topic);
  const told = events.map(({ stream_id, visibility_policy }) => [stream_id, visibility_policy]);
  expect.same(told, given === undefined ? [] : [[channel, given]], "the user_topic events of the send");
  if (given === undefined) return undefined;
  expect.holds(given === 2 || given === 3, `automatic_new_visibility_policy is ${JSON.stringify(given)}, not 2 or 3`);
  return given;
}

/** The answer says the new policy if and only if the send changed it, and event and registration agree, in a new topic and in an old one. */
export const automaticPolicy = property({
  clause: ["messages.post/automatic-policy-given", "messages.post/automatic-policy-value", "events/automatic-policy"],
  async holds(session) {
    const topic = session.fresh();
    await agreeing(session, session.channels.general, topic);
    await agreeing(session, session.channels.general, topic);
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
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    for (const visibility_policy of [0, 1, 2, 3]) {
      const topic = session.fresh();
      const fields = { stream_id: session.channels.general, topic, visibility_policy };
      expect.succeeded(await alice.send("POST /user_topics", fields), "setting a policy");
      await agreeing(session, session.channels.general, topic);
    }
  },
});

/** A sender who starts a topic follows it where their settings say so, and never where they say never. */
export const startedTopic = property({
  clause: ["topic-policy/by-sending", "topic-policy/never-by-sending"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const settings = (await register(alice, ["user_settings"])).user_settings as Readonly<Record<string, unknown>> | undefined;
    const follow = settings?.automatically_follow_topics_policy;
    const unmute = settings?.automatically_unmute_topics_in_muted_streams_policy;
    const never = 4;
    const changed = await agreeing(session, session.channels.general, session.fresh());
    if (follow === never && unmute === never)
      expect.same(changed, undefined, "what sending did to the policy, where the settings say never");
    else if (typeof follow === "number" && follow !== never)
      expect.holds(changed !== undefined, "starting a topic did not change its policy");
    else throw new Untestable("the settings of alice do not say what becomes of topics that she starts");
  },
});

/** What the settings of a sender say is done: nothing where they say never, and a policy where they say on sending. */
export const bySettings = property({
  clause: ["topic-policy/by-sending", "topic-policy/never-by-sending", "events/automatic-policy", "messages.post/automatic-policy-given"],
  async holds(session) {
    const { expect } = session;
    const { cara } = session.as as { cara: Actor };
    const { steering } = session;
    const property = "automatically_follow_topics_policy";
    const other = "automatically_unmute_topics_in_muted_streams_policy";
    const settings = (await register(cara, ["user_settings"])).user_settings as Readonly<Record<string, unknown>>;
    const set = (name: string, value: unknown) => steering.act({ action: "set_user", as: "cara", property: name, value });
    const [onSending, never] = [2, 4];
    try {
      await set(other, never);
      await set(property, never);
      expect.same(
        await agreeing(session, session.channels.general, session.fresh(), cara),
        undefined,
        "the policy after a send, set to never",
      );
      await set(property, onSending);
      const changed = await agreeing(session, session.channels.general, session.fresh(), cara);
      expect.holds(changed !== undefined, "a send did not change the policy, where the settings say to follow on sending");
    } finally {
      await set(property, settings[property]);
      await set(other, settings[other]);
    }
  },
});

/** In a muted channel a topic of others is unmuted by a send where the sender's settings say so. */
export const mutedChannel = property({
  clause: ["topic-policy/by-sending", "messages.post/automatic-policy-given", "events/automatic-policy"],
  async holds(session) {
    const { expect } = session;
    const { bob } = session.as as { bob: Actor };
    const { steering } = session;
    const [channel, topic] = [session.fresh("channel"), session.fresh()];
    const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: ["alice", "bob"] });
    await sendToChannel(bob, stream_id as number, topic);
    expect.same(await agreeing(session, stream_id as number, topic), undefined, "the policy after a send to another's topic");
    await steering.act({ action: "mute_channel", as: "alice", channel, value: true });
    const changed = await agreeing(session, stream_id as number, topic);
    expect.holds(changed !== undefined, "a send to a muted channel did not change the policy of its topic");
  },
});
