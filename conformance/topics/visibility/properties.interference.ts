import { directType, sendDirect, sendToChannel } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { addReaction, editMessage, setFlag } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";
import { observe, requireUnnoticed, type Secret, sameView } from "./twofold.ts";

/** What two people do between themselves. */
const directSecrets: Readonly<Record<string, Secret>> = {
  message: ({ as }, topic) => sendDirect(as.alice, [as.bob], `walnut, between us (${topic})`),
  mention: ({ as }, topic) => sendDirect(as.alice, [as.bob], `@**all** walnut https://example.com/ (${topic})`),
  exchange: async ({ as }, topic) => {
    await sendDirect(as.alice, [as.bob], `walnut (${topic})`);
    await sendDirect(as.bob, [as.alice], `walnut yourself (${topic})`);
  },
  typing: async ({ as: { alice, bob } }) => {
    for (const op of ["start", "stop"]) await alice.prepare("POST /typing", { op, type: directType(alice), to: [bob.user_id] });
  },
};

/** Other people's direct messages change nothing that an outsider can fetch or hear. */
export const direct = property({
  clause: ["visibility/direct-message", "visibility/no-event"],
  holds: (session) => requireUnnoticed(session, "cara", directSecrets),
});

/** Not for the owner of the organization either. */
export const directForOwner = property({
  clause: ["visibility/direct-message", "visibility/no-event"],
  holds: (session) => requireUnnoticed(session, "owen", directSecrets),
});

/** What happens in a private channel. */
const channelSecrets: Readonly<Record<string, Secret>> = {
  message: ({ as, channels }, topic) => sendToChannel(as.alice, channels.team, topic, "walnut, for the team"),
  mention: ({ as, channels }, topic) => sendToChannel(as.alice, channels.team, topic, "@**all** walnut"),
  answer: async ({ as, channels }, topic) => {
    await sendToChannel(as.alice, channels.team, topic, "walnut");
    await sendToChannel(as.bob, channels.team, topic, "https://example.com/");
  },
  typing: ({ as, channels }, topic) => as.alice.prepare("POST /typing", { op: "start", type: "stream", stream_id: channels.team, topic }),
};

/** A private channel changes nothing that an outsider can fetch or hear. */
export const privateChannel = property({
  clause: ["visibility/private-channel", "visibility/no-event"],
  holds: (session) => requireUnnoticed(session, "cara", channelSecrets),
});

/** Where something is said that an outsider cannot see. */
const hiddenPlaces: Readonly<Record<string, (session: Session, topic: string) => Promise<number>>> = {
  "between two": ({ as }, topic) => sendDirect(as.alice, [as.bob], `between us (${topic})`),
  "in a private channel": ({ as, channels }, topic) => sendToChannel(as.alice, channels.team, topic, "for the team"),
};

/** What becomes of a message that somebody sent. */
const changesOf: Readonly<Record<string, (session: Session, id: number, topic: string) => Promise<unknown>>> = {
  edit: ({ as }, id, topic) => editMessage(as.alice, id, { content: `walnut (${topic})` }),
  reaction: ({ as }, id) => addReaction(as.bob, id, "tada"),
  star: ({ as }, id) => setFlag(as.bob, id, "starred"),
};

/** Returns the secrets of a message in each hidden place, to which something is done. */
const secretsOf = (doings: typeof changesOf): Readonly<Record<string, Secret>> =>
  Object.fromEntries(
    Object.entries(hiddenPlaces).flatMap(([place, send]) =>
      Object.entries(doings).map(([name, act]): [string, Secret] => [
        `${name} ${place}`,
        async (session, topic) => act(session, await send(session, topic), topic),
      ]),
    ),
  );

/** Changes of messages that an outsider cannot see are as secret as the messages. */
export const changes = property({
  clause: ["visibility/direct-message", "visibility/private-channel", "visibility/no-event"],
  holds: (session) => requireUnnoticed(session, "cara", secretsOf(changesOf)),
});

/** A deleted secret leaves no event behind for those who never saw it. A refused deletion is as good a secret as any. */
export const deletion = property({
  clause: ["visibility/direct-message", "visibility/private-channel", "visibility/no-event"],
  holds: (session) => requireUnnoticed(session, "cara", secretsOf({ deletion: ({ as }, id) => as.alice.send(`DELETE /messages/${id}`) })),
});

const setPolicy = ({ as, channels }: Session, topic: string, visibility_policy: number): Promise<unknown> =>
  as.bob.prepare("POST /user_topics", { stream_id: channels.general, topic, visibility_policy });

/** What somebody sets for themselves. */
const personalSecrets: Readonly<Record<string, Secret>> = {
  "a muted topic": (session, topic) => setPolicy(session, topic, 1),
  "an unmuted topic": (session, topic) => setPolicy(session, topic, 2),
  "a read message": ({ as }, _, seen) => setFlag(as.bob, seen, "read"),
  "a starred message": ({ as }, _, seen) => setFlag(as.bob, seen, "starred"),
  "a deleted queue": async ({ as }) => as.bob.prepare("DELETE /events", { queue_id: (await as.bob.queue()).id }),
};

/** A policy for a topic, one's flags of a message and one's queues are nobody else's business. */
export const personal = property({
  clause: ["visibility/personal-state", "visibility/no-event"],
  async holds(session) {
    if (session.level < 170) throw new Untestable("the target is older than topic policies");
    await requireUnnoticed(session, "cara", personalSecrets);
  },
});

/** What was said in a channel before one subscribed is secret where history is protected: with and without it all looks the same. */
export const beforeSubscribing = property({
  clause: ["visibility/protected-history", "visibility/before-subscribing"],
  async holds(session) {
    if (session.target.kind !== "embedded") throw new Untestable("it takes two worlds that are equal but for this");
    const [channel, topic] = [session.fresh("late"), session.fresh("old")];
    const arrive =
      (isOld: boolean): Secret =>
      async ({ as, steering }) => {
        const made = { action: "create_channel", name: channel, as: "alice", subscribers: ["alice"], invite_only: true };
        const { stream_id } = await steering.act({ ...made, history_public_to_subscribers: false });
        if (isOld) await sendToChannel(as.alice, prepared.integer(stream_id, "the stream_id of a new channel"), topic, "walnut, before");
        await steering.act({ action: "subscribe", as: "bob", channel });
      };
    const without = await observe(session, "bob", arrive(false));
    sameView(session, "bob", without, await observe(session, "bob", arrive(true)), "with a past");
  },
});
