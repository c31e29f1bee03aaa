import fc from "fast-check";
import { sendDirect, sendToChannel } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { addReaction, editMessage, setFlag } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";
import { type Observed, twofold } from "./twofold.ts";

type Secret = (session: Session) => Promise<void>;

/** What an outsider sees is equal with and without the secret, place by place. */
async function unnoticed(session: Session, outsider: string, secret: Secret): Promise<void> {
  const { expect } = session;
  const [without, others]: readonly [Observed, Observed] = await twofold(session, outsider, secret);
  for (const [place, value] of Object.entries(without))
    expect.same(others[place], value, `what ${outsider} sees (${place}), with the secret,`);
}

/** What two people do between themselves. */
const directSecrets: Readonly<Record<string, Secret>> = {
  message: async ({ as }) => void (await sendDirect(as.alice, [as.bob], "walnut, between us")),
  mention: async ({ as }) => void (await sendDirect(as.alice, [as.bob], "@**all** walnut https://example.com/")),
  exchange: async ({ as }) => {
    await sendDirect(as.alice, [as.bob], "walnut");
    await sendDirect(as.bob, [as.alice], "walnut yourself");
  },
  typing: async ({ as }) => {
    for (const op of ["start", "stop"]) expect.succeeded(await as.alice.send("POST /typing", { op, type: "direct", to: [as.bob.user_id] }));
  },
};

/** Other people's direct messages change nothing that an outsider can fetch or hear. */
export const direct = property({
  clause: ["visibility/direct-message", "visibility/no-event"],
  given: { kind: fc.constantFrom(...Object.keys(directSecrets)) },
  runs: 5,
  holds: (session, { kind }) => unnoticed(session, "cara", directSecrets[kind]!),
});

/** Not for the owner of the organization either. */
export const directForOwner = property({
  clause: ["visibility/direct-message", "visibility/no-event"],
  given: { kind: fc.constantFrom(...Object.keys(directSecrets)) },
  runs: 2,
  holds: (session, { kind }) => unnoticed(session, "owen", directSecrets[kind]!),
});

/** What happens in a private channel. */
const channelSecrets: Readonly<Record<string, Secret>> = {
  message: async (session) =>
    void (await sendToChannel(session.as.alice, session.channels.team, session.fresh("plan"), "walnut, for the team")),
  mention: async (session) => void (await sendToChannel(session.as.alice, session.channels.team, session.fresh("plan"), "@**all** walnut")),
  answer: async (session) => {
    const topic = session.fresh("plan");
    await sendToChannel(session.as.alice, session.channels.team, topic, "walnut");
    await sendToChannel(session.as.bob, session.channels.team, topic, "https://example.com/");
  },
  typing: async (session) => {
    const fields = { op: "start", type: "stream", stream_id: session.channels.team, topic: session.fresh("plan") };
    expect.succeeded(await session.as.alice.send("POST /typing", fields));
  },
};

/** A private channel changes nothing that an outsider can fetch or hear. */
export const privateChannel = property({
  clause: ["visibility/private-channel", "visibility/no-event"],
  given: { kind: fc.constantFrom(...Object.keys(channelSecrets)) },
  runs: 5,
  holds: (session, { kind }) => unnoticed(session, "cara", channelSecrets[kind]!),
});

/** Changes of messages that an outsider cannot see are as secret as the messages. */
export const changes = property({
  clause: ["visibility/direct-message", "visibility/private-channel", "visibility/no-event"],
  given: { where: fc.constantFrom("direct", "channel"), kind: fc.constantFrom("edit", "react", "star") },
  runs: 5,
  holds: (session, { where, kind }) =>
    unnoticed(session, "cara", async (world) => {
      const { alice, bob } = world.as;
      const id =
        where === "direct"
          ? await sendDirect(alice, [bob], "between us")
          : await sendToChannel(alice, world.channels.team, world.fresh("plan"), "for the team");
      if (kind === "edit") await editMessage(world, alice, id, { content: "walnut" });
      else if (kind === "react") await addReaction(world, bob, id, "tada");
      else await setFlag(world, bob, id, "starred");
    }),
});

/** A deleted secret leaves no event behind for those who never saw it. */
export const deletion = property({
  clause: ["visibility/direct-message", "visibility/private-channel", "visibility/no-event"],
  given: { where: fc.constantFrom("direct", "channel") },
  runs: 2,
  holds: (session, { where }) =>
    unnoticed(session, "cara", async (world) => {
      const { alice, bob } = world.as;
      const id =
        where === "direct"
          ? await sendDirect(alice, [bob], "between us")
          : await sendToChannel(alice, world.channels.team, world.fresh("plan"), "for the team");
      // A refused deletion is as good a secret as any.
      await alice.send(`DELETE /messages/${id}`);
    }),
});

/** A policy for a topic and the queues of others are nobody else's business. */
export const personal = property({
  clause: ["visibility/personal-state", "visibility/no-event"],
  given: { visibility_policy: fc.constantFrom(1, 2) },
  async holds(session, { visibility_policy }) {
    const { expect } = session;
    if (session.target.level < 170) throw new Untestable("the target is older than topic policies");
    await unnoticed(session, "cara", async (world) => {
      const bob = world.as.bob;
      const topic = world.fresh("policy");
      expect.succeeded(await bob.send("POST /user_topics", { stream_id: world.channels.general, topic, visibility_policy }));
      const { id } = await bob.queue();
      expect.succeeded(await bob.send("DELETE /events", { queue_id: id }));
    });
  },
});

/** What was said in a channel before one subscribed is secret where history is protected: with and without it all looks the same. */
export const beforeSubscribing = property({
  clause: ["visibility/protected-history", "visibility/before-subscribing"],
  async holds(session) {
    const { expect } = session;
    const [channel, topic] = [session.fresh("late"), session.fresh("old")];
    const arrival = (says: boolean) => async (world: Session) => {
      const made = { action: "create_channel", name: channel, as: "alice", subscribers: ["alice"], invite_only: true };
      const { stream_id } = await world.steering.act({ ...made, history_public_to_subscribers: false });
      if (says) await sendToChannel(world.as.alice, Number(stream_id), topic, "walnut, before");
      await world.steering.act({ action: "subscribe", as: "bob", channel });
    };
    if (session.target.kind !== "embedded") throw new Untestable("it takes two worlds that are equal but for this");
    const [, without] = await twofold(session, "bob", arrival(false));
    const [, others] = await twofold(session, "bob", arrival(true));
    for (const [place, value] of Object.entries(without)) expect.same(others[place], value, `what bob sees (${place}), with a past,`);
  },
});
