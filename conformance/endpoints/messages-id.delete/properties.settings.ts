import type { Actor } from "../../client/actor.ts";
import { only } from "../../client/groups.ts";
import { deleteMessage, requireHidden, sendDirect, sendToChannel, shownMessage } from "../../client/messages.ts";
import { mayDeleteAny } from "../../client/permissions.ts";
import { recordsOf, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";
import { requireRefusal } from "./deletion.ts";

/** What runs on a shared server must not change at the same time. */
const serial = "who may delete messages";

/** Runs a trial while a setting of the organization has another value. @throws Untestable: the registration does not say its value */
async function withSetting(session: Session, setting: string, value: unknown, trial: () => Promise<void>): Promise<void> {
  const { steering, target } = session;
  const before = (await register(session.as.alice, ["realm"]))[`realm_${setting}`];
  if (before === undefined) throw new Untestable(`the registration does not say realm_${setting}`);
  await steering.act({ action: "set_realm", property: setting, value });
  try {
    await trial();
  } finally {
    // An embedded target is this run's alone, and ends with it.
    if (target.kind === "live") await steering.act({ action: "set_realm", property: setting, value: before });
  }
}

/** Requires a deletion that is refused, and leaves the message there. */
async function requireKept(actor: Actor, id: number, which: string): Promise<void> {
  await requireRefusal(actor, id, `deleting a message ${which}`);
  await shownMessage(actor, id);
}

/** Returns all active accounts but one, if any: to others who share the server the setting then changes nothing. */
async function everybodyBut(actor: Actor, left?: Actor) {
  const users = await recordsOf(actor, "realm_user", "realm_users");
  const ids = users.map(({ user_id }) => prepared.integer(user_id, "the user_id of an account in a registration"));
  return { direct_members: ids.filter((id) => id !== left?.user_id), direct_subgroups: [] };
}

/** Makes sure that somebody's permission is up to the settings that a property changes. @throws Untestable: they may delete any message */
async function requireUnprivileged(actor: Actor): Promise<void> {
  if (await mayDeleteAny(actor)) throw new Untestable(`${actor.name} may delete any message`);
}

/** One whom the organization's setting leaves out does not delete their own, while the others do. */
export const ownGroup = property({
  clause: ["messages-id.delete/realm-own-group", "messages-id.delete/no-permission"],
  serial,
  async holds(session) {
    const { expect } = session;
    const { alice, cara } = session.as;
    await requireUnprivileged(cara);
    const write = (actor: Actor) => sendToChannel(actor, session.channels.general, session.fresh());
    const ids = [await write(cara), await sendDirect(cara, [alice])];
    await withSetting(session, "can_delete_own_message_group", await everybodyBut(cara, cara), async () => {
      for (const id of ids) await requireKept(cara, id, "of one's own without permission");
      await expect.accepted(deleteMessage(alice, await write(alice)));
    });
    await withSetting(session, "can_delete_own_message_group", await everybodyBut(cara), async () => {
      for (const id of ids) await expect.accepted(deleteMessage(cara, id));
    });
  },
});

/** One whom the setting includes deletes any message; without it they do not. */
export const anyGroupSet = property({
  clause: "messages-id.delete/realm-any-group",
  serial,
  async holds(session) {
    const { alice, cara } = session.as;
    await requireUnprivileged(cara);
    const before = (await register(cara, ["realm"])).realm_can_delete_any_message_group;
    if (!Number.isInteger(before)) throw new Untestable("those who may delete any message are no group");
    const id = await sendToChannel(alice, session.channels.general, session.fresh());
    await requireKept(cara, id, "of another without permission");
    const more = { direct_members: [cara.user_id], direct_subgroups: [before] };
    await withSetting(session, "can_delete_any_message_group", more, async () => {
      await session.expect.accepted(deleteMessage(cara, id));
      await requireHidden(alice, id, "that is deleted");
    });
  },
});

/** A channel's own settings let people delete in it whom the organization does not. */
export const channelGroups = property({
  clause: ["messages-id.delete/channel-any-group", "messages-id.delete/channel-own-group"],
  serial,
  async holds(session) {
    const { expect, steering } = session;
    const { alice, cara } = session.as;
    await requireUnprivileged(cara);
    const channel = session.fresh("channel");
    const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: ["alice", "cara"] });
    const write = (actor: Actor) => sendToChannel(actor, prepared.integer(stream_id, "the id of the new channel"), session.fresh());
    const set = (property: string) => steering.act({ action: "set_channel", channel, property, value: only(cara) });
    const [own, other] = [await write(cara), await write(alice)];
    const elsewhere = await sendToChannel(alice, session.channels.general, session.fresh());
    await withSetting(session, "can_delete_own_message_group", await everybodyBut(cara, cara), async () => {
      for (const id of [own, other]) await requireKept(cara, id, "without permission");
      await set("can_delete_own_message_group");
      await requireKept(cara, other, "of another, where the channel lets people delete their own");
      await expect.accepted(deleteMessage(cara, own));
      await set("can_delete_any_message_group");
      await expect.accepted(deleteMessage(cara, other));
      await requireKept(cara, elsewhere, "in another channel");
    });
  },
});

/** Own messages can be deleted until the time limit and not after it, while the limit does not bind those who may delete any. */
export const timeLimit = property({
  clause: ["messages-id.delete/time-limit", "messages-id.delete/realm-any-group"],
  serial,
  async holds(session) {
    const { expect } = session;
    const { alice, dana } = session.as;
    await requireUnprivileged(alice);
    const [limit, write] = [30, () => sendToChannel(alice, session.channels.general, session.fresh())];
    await withSetting(session, "message_content_delete_limit_seconds", limit, async () => {
      const [early, late] = [await write(), await write()];
      await session.steering.advance((limit - 10) * 1000);
      await expect.accepted(deleteMessage(alice, early));
      await session.steering.advance(20_000);
      await requireKept(alice, late, "after the time limit");
      if (await mayDeleteAny(dana)) await expect.accepted(deleteMessage(dana, late));
    });
  },
});

/** Before there were settings for it nobody but administrators deletes, not even their own. */
export const before281 = property({
  clause: "messages-id.delete/before-281",
  until: 281,
  async holds(session) {
    const { expect } = session;
    const { alice, dana } = session.as;
    const id = await sendToChannel(alice, session.channels.general, session.fresh());
    const reply = await alice.send(`DELETE /messages/${id}`);
    const isDeleted = reply.body.result === "success";
    session.chooses("deletionByAuthors", isDeleted ? "observed" : "never");
    if (!isDeleted) {
      expect.refused(reply, "BAD_REQUEST", {}, "deleting as a member");
      await shownMessage(alice, id);
      await expect.accepted(deleteMessage(dana, id));
    }
    await requireHidden(alice, id, "that is deleted");
  },
});
