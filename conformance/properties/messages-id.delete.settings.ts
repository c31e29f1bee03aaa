import { refused, same } from "../checks.ts";
import { deleted, mayDeleteAny } from "../deleting.ts";
import { fetched, hidden, told, written } from "../messaging.ts";
import { property } from "../property.ts";
import { registered } from "../registration.ts";
import type { Actor, Session } from "../session.ts";
import { Untestable } from "../verdict.ts";

/** Sets a setting of the organization for the time of a trial. */
async function during(session: Session, setting: string, value: unknown, trial: () => Promise<void>): Promise<void> {
  const { steering } = session;
  const before = (await registered(session.as.alice!, ["realm"]))[`realm_${setting}`];
  if (before === undefined) throw new Untestable(`the registration does not say realm_${setting}`);
  await steering.act({ action: "set_realm", property: setting, value });
  try {
    await trial();
  } finally {
    await steering.act({ action: "set_realm", property: setting, value: before });
  }
}

const just = (...people: readonly Actor[]) => ({ direct_members: people.map(({ user_id }) => user_id), direct_subgroups: [] });

const mayNot = async (actor: Actor, id: number, why: string): Promise<void> => {
  refused(await actor.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, `deleting a message ${why}`);
  await fetched(actor, id);
};

/** Only those whom the organization's setting includes delete their own. */
export const ownGroup = property({
  clause: ["messages-id.delete/realm-own-group", "messages-id.delete/no-permission"],
  async holds(session) {
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    if (await mayDeleteAny(session, alice)) throw new Untestable("alice may delete any message");
    const write = (actor: Actor) => written(actor, session.channels.general!, session.fresh());
    await during(session, "can_delete_own_message_group", just(bob), async () => {
      await mayNot(alice, await write(alice), "of one's own without permission");
      await mayNot(alice, await told(session, alice, [bob]), "of one's own to another without permission");
      await deleted(bob, await write(bob));
    });
    await during(session, "can_delete_own_message_group", just(alice), async () => {
      await deleted(alice, await write(alice));
    });
  },
});

/** One whom the setting includes deletes any message, also after the time limit; without it they do not. */
export const anyGroupSet = property({
  clause: "messages-id.delete/realm-any-group",
  async holds(session) {
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const id = await written(alice, session.channels.general!, session.fresh());
    await during(session, "can_delete_any_message_group", just(alice), () => mayNot(bob, id, "of another without permission"));
    await during(session, "can_delete_any_message_group", just(bob), async () => {
      await deleted(bob, id);
      await hidden(alice, id, "that is deleted");
    });
  },
});

/** A channel's own settings let people delete in it whom the organization does not. */
export const channelGroups = property({
  clause: ["messages-id.delete/channel-any-group", "messages-id.delete/channel-own-group"],
  async holds(session) {
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const { steering } = session;
    const channel = session.fresh("channel");
    const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: ["alice", "bob"] });
    const set = (property: string, value: unknown) => steering.act({ action: "set_channel", channel, property, value });
    if ((await mayDeleteAny(session, bob)) || (await mayDeleteAny(session, alice)))
      throw new Untestable("alice or bob may delete any message");
    await during(session, "can_delete_own_message_group", just(), async () => {
      const ids = [await written(alice, stream_id as number, session.fresh()), await written(alice, stream_id as number, session.fresh())];
      for (const actor of [alice, bob]) await mayNot(actor, ids[0]!, "without permission");
      await set("can_delete_own_message_group", just(alice, bob));
      await mayNot(bob, ids[0]!, "of another, where the channel lets people delete their own");
      await deleted(alice, ids[0]!);
      await set("can_delete_any_message_group", just(bob));
      await deleted(bob, ids[1]!);
      const elsewhere = await written(alice, session.channels.general!, session.fresh());
      await mayNot(bob, elsewhere, "in another channel");
    });
  },
});

/** Own messages can be deleted until the time limit and not after it, while the limit does not bind those who may delete any. */
export const timeLimit = property({
  clause: ["messages-id.delete/time-limit", "messages-id.delete/realm-any-group"],
  async holds(session) {
    const { alice, dana } = session.as as { alice: Actor; dana: Actor };
    if (await mayDeleteAny(session, alice)) throw new Untestable("alice may delete any message");
    const [limit, write] = [30, () => written(alice, session.channels.general!, session.fresh())];
    await during(session, "message_content_delete_limit_seconds", limit, async () => {
      const [early, late] = [await write(), await write()];
      await session.steering.advance((limit - 10) * 1000);
      await deleted(alice, early);
      await session.steering.advance(20_000);
      await mayNot(alice, late, "after the time limit");
      if (await mayDeleteAny(session, dana)) await deleted(dana, late);
    });
  },
});

/** Before there were settings for it nobody but administrators deletes, not even their own. */
export const before281 = property({
  clause: "messages-id.delete/before-281",
  async holds(session) {
    const { alice } = session.as as { alice: Actor };
    if (session.target.level >= 281) throw new Untestable(`the target is of level ${session.target.level}, where members may delete`);
    const id = await written(alice, session.channels.general!, session.fresh());
    const reply = await alice.send(`DELETE /messages/${id}`);
    session.chooses("deletionByAuthors", reply.body.result === "error" ? "never" : "observed");
    if (reply.body.result === "success") return hidden(alice, id, "that is deleted");
    refused(reply, "BAD_REQUEST", {}, "deleting as a member");
    same((await fetched(alice, id)).id, id, "the id of the message afterwards");
  },
});
