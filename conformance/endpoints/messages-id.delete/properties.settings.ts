import type { Actor } from "../../client/actor.ts";
import { deleteMessage, fetchSource, requireHidden, sendDirect, sendToChannel } from "../../client/messages.ts";
import { mayDeleteAny } from "../../client/permissions.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** Sets a setting of the organization for the time of a trial. */
async function during(session: Session, setting: string, value: unknown, trial: () => Promise<void>): Promise<void> {
  const { steering } = session;
  const before = (await register(session.as.alice, ["realm"]))[`realm_${setting}`];
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
  const { expect } = actor;
  expect.refused(await actor.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, `deleting a message ${why}`);
  await fetchSource(actor, id);
};

/** All active accounts but one, if any: to others who share the server the setting then changes nothing. */
async function allBut(actor: Actor, left?: Actor) {
  const { realm_users } = await register(actor, ["realm_user"]);
  if (!Array.isArray(realm_users)) throw new Untestable("the registration does not show realm_users");
  const ids = (realm_users as { user_id: number }[]).map(({ user_id }) => user_id);
  return { direct_members: ids.filter((id) => id !== left?.user_id), direct_subgroups: [] };
}

/** One whom the organization's setting leaves out does not delete their own, while the others do. */
export const ownGroup = property({
  clause: ["messages-id.delete/realm-own-group", "messages-id.delete/no-permission"],
  async holds(session) {
    const { alice, cara } = session.as as { alice: Actor; cara: Actor };
    if (await mayDeleteAny(cara)) throw new Untestable("cara may delete any message");
    const write = (actor: Actor) => sendToChannel(actor, session.channels.general, session.fresh());
    const ids = [await write(cara), await sendDirect(cara, [alice])];
    await during(session, "can_delete_own_message_group", await allBut(cara, cara), async () => {
      for (const id of ids) await mayNot(cara, id, "of one's own without permission");
      await deleteMessage(alice, await write(alice));
    });
    await during(session, "can_delete_own_message_group", await allBut(cara), async () => {
      for (const id of ids) await deleteMessage(cara, id);
    });
  },
});

/** One whom the setting includes deletes any message; without it they do not. */
export const anyGroupSet = property({
  clause: "messages-id.delete/realm-any-group",
  async holds(session) {
    const { alice, cara } = session.as as { alice: Actor; cara: Actor };
    if (await mayDeleteAny(cara)) throw new Untestable("cara may delete any message");
    const before = (await register(cara, ["realm"])).realm_can_delete_any_message_group;
    if (typeof before !== "number") throw new Untestable("those who may delete any message are no group");
    const id = await sendToChannel(alice, session.channels.general, session.fresh());
    await mayNot(cara, id, "of another without permission");
    const more = { direct_members: [cara.user_id], direct_subgroups: [before] };
    await during(session, "can_delete_any_message_group", more, async () => {
      await deleteMessage(cara, id);
      await requireHidden(alice, id, "that is deleted");
    });
  },
});

/** A channel's own settings let people delete in it whom the organization does not. */
export const channelGroups = property({
  clause: ["messages-id.delete/channel-any-group", "messages-id.delete/channel-own-group"],
  async holds(session) {
    const { alice, cara } = session.as as { alice: Actor; cara: Actor };
    const { steering } = session;
    if (await mayDeleteAny(cara)) throw new Untestable("cara may delete any message");
    const channel = session.fresh("channel");
    const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: ["alice", "cara"] });
    const write = (actor: Actor) => sendToChannel(actor, stream_id as number, session.fresh());
    const set = (property: string, value: unknown) => steering.act({ action: "set_channel", channel, property, value });
    const [own, other] = [await write(cara), await write(alice)];
    const elsewhere = await sendToChannel(alice, session.channels.general, session.fresh());
    await during(session, "can_delete_own_message_group", await allBut(cara, cara), async () => {
      for (const id of [own, other]) await mayNot(cara, id, "without permission");
      await set("can_delete_own_message_group", just(cara));
      await mayNot(cara, other, "of another, where the channel lets people delete their own");
      await deleteMessage(cara, own);
      await set("can_delete_any_message_group", just(cara));
      await deleteMessage(cara, other);
      await mayNot(cara, elsewhere, "in another channel");
    });
  },
});

/** Own messages can be deleted until the time limit and not after it, while the limit does not bind those who may delete any. */
export const timeLimit = property({
  clause: ["messages-id.delete/time-limit", "messages-id.delete/realm-any-group"],
  async holds(session) {
    const { alice, dana } = session.as as { alice: Actor; dana: Actor };
    if (await mayDeleteAny(alice)) throw new Untestable("alice may delete any message");
    const [limit, write] = [30, () => sendToChannel(alice, session.channels.general, session.fresh())];
    await during(session, "message_content_delete_limit_seconds", limit, async () => {
      const [early, late] = [await write(), await write()];
      await session.steering.advance((limit - 10) * 1000);
      await deleteMessage(alice, early);
      await session.steering.advance(20_000);
      await mayNot(alice, late, "after the time limit");
      if (await mayDeleteAny(dana)) await deleteMessage(dana, late);
    });
  },
});

/** Before there were settings for it nobody but administrators deletes, not even their own. */
export const before281 = property({
  clause: "messages-id.delete/before-281",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    if (session.target.level >= 281) throw new Untestable(`the target is of level ${session.target.level}, where members may delete`);
    const id = await sendToChannel(alice, session.channels.general, session.fresh());
    const reply = await alice.send(`DELETE /messages/${id}`);
    session.chooses("deletionByAuthors", reply.body.result === "error" ? "never" : "observed");
    if (reply.body.result === "success") return requireHidden(alice, id, "that is deleted");
    expect.refused(reply, "BAD_REQUEST", {}, "deleting as a member");
    expect.same((await fetchSource(alice, id)).id, id, "the id of the message afterwards");
  },
});
