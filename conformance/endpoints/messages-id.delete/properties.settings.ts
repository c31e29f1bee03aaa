import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { createGroup, mayDeleteAny, userIds } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import {
  createChannel,
  deleteMessage,
  editMessage,
  fetchMessage,
  requireHidden,
  sendDirect,
  sendToChannel,
  shownMessage,
} from "../../client/messages.ts";
import { ifTold, recordsOf, register, whileSet } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { administrators, anActor, members, type PersonName, somePeople } from "../../draw/people.ts";
import { prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";
import { deletePermitted, requireRefusal } from "./deletion.ts";

const noPermission = "messages-id.delete/no-permission";

/** Requires a deletion that is refused, and leaves the message there. @param clause the clause that is broken where it is not refused */
async function requireKept(actor: Actor, id: number, which: string, clause = noPermission): Promise<void> {
  await requireRefusal(actor, id, `deleting a message ${which}`, actor.expect.against(clause));
  await shownMessage(actor, id);
}

/**
 * Requires a deletion that is carried out where the actor may delete, and refused where not.
 * @param clause the one that is broken where it is not carried out @param otherwise the one where it is not refused
 */
async function requireDecided(actor: Actor, id: number, which: string, mayDelete: boolean, clause: string, otherwise = clause) {
  if (!mayDelete) return requireKept(actor, id, `${which} without permission`, otherwise);
  await actor.expect.accepted(deleteMessage(actor, id), clause);
  await requireHidden(actor, id, "that is deleted", actor.expect.against("messages-id.delete/gone"));
}

/** Returns the ids of all active accounts but some: to others who share the server the setting then changes nothing. */
async function everybodyBut({ as: { alice } }: Session, left: readonly Actor[]): Promise<readonly number[]> {
  const users = await recordsOf(alice, "realm_user", "realm_users");
  const ids = users.map(({ user_id }) => prepared.integer(user_id, "the user_id of an account in a registration"));
  return ids.filter((id) => !left.some(({ user_id }) => user_id === id));
}

/** Makes sure that somebody's permission is up to the settings that a property changes. @throws Untestable: they may delete any message */
async function requireUnprivileged(actor: Actor): Promise<void> {
  if (await mayDeleteAny(actor)) throw new Untestable(`${actor.name} may delete any message`);
}

const some = somePeople({ from: members, min: 0 });

/** The account that tries to delete, and the people whom a setting names: by themselves and by a group, which may be none. */
const aNaming = { who: anActor("cara", "bob", "alice"), direct: some, grouped: some };

const isNamed = ({ who, direct, grouped }: ValueOf<typeof aNaming>): boolean => direct.includes(who) || grouped.includes(who);

/** Returns the group of those whom a setting names by one. @throws Unprepared: it cannot be created */
const groupsOf = async ({ as }: Session, grouped: readonly PersonName[]): Promise<readonly number[]> =>
  grouped.length === 0 ? [] : [(await createGroup(as.dana, { members: userIds(as.dana, grouped) })).id];

/** The name of what runs on a shared server must not change at the same time. */
const serial = "who may delete messages";

/** Returns the group of those who may delete any message. @throws Untestable: they are no group */
async function deletersOfAny(actor: Actor): Promise<unknown> {
  const { realm_can_delete_any_message_group: before } = await register(actor, ["realm"]);
  if (!Number.isInteger(before)) throw new Untestable("those who may delete any message are no group");
  return before;
}

/** Those whom a setting of the organization names, directly or by a group, delete their own messages, or any; others do not. */
export const realmGroups = property({
  clause: ["realm-own-group", "realm-any-group", "no-permission", "gone"],
  serial,
  given: { ...aNaming, isAny: fc.boolean(), isDirect: fc.boolean() },
  examples: [
    { who: "cara", direct: [], grouped: [], isAny: false, isDirect: false },
    { who: "cara", direct: [], grouped: [], isAny: false, isDirect: true },
    { who: "cara", direct: ["cara"], grouped: [], isAny: false, isDirect: false },
    { who: "cara", direct: [], grouped: ["cara"], isAny: false, isDirect: true },
    { who: "cara", direct: ["cara"], grouped: [], isAny: true, isDirect: false },
    { who: "cara", direct: ["bob"], grouped: ["cara"], isAny: true, isDirect: true },
    { who: "cara", direct: ["bob"], grouped: ["alice"], isAny: true, isDirect: false },
  ],
  async holds(session, { isAny, isDirect, ...named }) {
    const { who, direct, grouped } = named;
    const [actor, { dana }] = [session.actor(who), session.as];
    await requireUnprivileged(actor);
    const [author, other] = isAny ? [dana, actor] : [actor, dana];
    const id = isDirect ? await sendDirect(author, [other]) : await sendToChannel(author, session.channels.general, session.fresh());
    if (isAny) await requireKept(actor, id, "of another without permission");
    const groups = await groupsOf(session, grouped);
    const left = members.filter((name) => name in session.target.cast && !direct.includes(name)).map((name) => session.actor(name));
    const value = isAny
      ? { direct_members: userIds(actor, direct), direct_subgroups: [await deletersOfAny(actor), ...groups] }
      : { direct_members: await everybodyBut(session, left), direct_subgroups: groups };
    const setting = `can_delete_${isAny ? "any" : "own"}_message_group`;
    const which = isAny ? "of another" : "of one's own";
    const clause = `messages-id.delete/realm-${isAny ? "any" : "own"}-group`;
    // One of another was refused to the actor before the setting changed.
    const otherwise = isAny ? clause : noPermission;
    const decided = () => requireDecided(actor, id, which, isNamed(named), clause, otherwise);
    await whileSet(session.as.alice, "realm", { [setting]: value }, decided);
  },
});

const ofChannel = ["can_delete_own_message_group", "can_delete_any_message_group"] as const;

/** A channel's own settings let people delete in it whom the organization does not: their own, or any; in no other channel. */
export const channelGroups = property({
  clause: ["channel-any-group", "channel-own-group", "no-permission", "gone"],
  serial,
  given: { ...aNaming, setting: fc.constantFrom(...ofChannel), isOwn: fc.boolean() },
  examples: ofChannel.flatMap(
    (setting) =>
      [
        { who: "cara", direct: ["cara"], grouped: [], setting, isOwn: true },
        { who: "cara", direct: ["cara"], grouped: [], setting, isOwn: false },
        { who: "cara", direct: [], grouped: ["cara"], setting, isOwn: false },
      ] as const,
  ),
  async holds(session, { setting, isOwn, ...named }) {
    const { steering } = session;
    const { who, direct, grouped } = named;
    const actor = session.actor(who);
    await requireUnprivileged(actor);
    const clause = `messages-id.delete/channel-${setting === "can_delete_any_message_group" ? "any" : "own"}-group`;
    const name = session.fresh("channel");
    const subscribers = [...members, "dana"].filter((one) => one in session.target.cast);
    const channel = await createChannel(session, name, subscribers);
    const author = isOwn ? actor : session.as.dana;
    const [id, elsewhere] = [
      await sendToChannel(author, channel, "a"),
      await sendToChannel(author, session.channels.general, session.fresh()),
    ];
    const value = { direct_members: userIds(actor, direct), direct_subgroups: await groupsOf(session, grouped) };
    const others = { direct_members: await everybodyBut(session, [actor]), direct_subgroups: [] };
    await whileSet(session.as.alice, "realm", { can_delete_own_message_group: others }, async () => {
      await requireKept(actor, id, "without permission");
      await steering.act({ action: "set_channel", channel: name, property: setting, value });
      const mayDelete = isNamed(named) && (isOwn || setting === "can_delete_any_message_group");
      await requireDecided(actor, id, `of ${isOwn ? "one's own" : "another"} in a channel with ${setting}`, mayDelete, clause);
      await requireKept(actor, elsewhere, "in another channel", clause);
    });
  },
});

/** Own messages can be deleted until the time limit and not after it, edited meanwhile or not, while the limit does not bind those who may delete any. */
export const timeLimit = property({
  clause: ["time-limit", "realm-any-group", "limits/deletion-time", "limits/deletion-in-time"],
  serial,
  given: {
    who: anActor("alice", "bob", "cara", "gus", "robo"),
    limit: fc.integer({ min: 30, max: 100_000 }),
    margin: fc.integer({ min: 5, max: 25 }),
    admin: anActor(...administrators),
    isEdited: fc.boolean(),
    isDirect: fc.boolean(),
  },
  // The shorter limit can be waited for where nothing moves the clock.
  examples: [
    { who: "alice", limit: 30, margin: 10, admin: "dana", isEdited: true, isDirect: false },
    { who: "alice", limit: 4, margin: 2, admin: "dana", isEdited: false, isDirect: true },
  ],
  async holds(session, { who, limit, margin, admin, isEdited, isDirect }, expect) {
    const [author, other] = [session.actor(who), session.actor(admin)];
    await requireUnprivileged(author);
    const write = () => (isDirect ? sendDirect(author, [other]) : sendToChannel(author, session.channels.general, session.fresh()));
    await whileSet(session.as.alice, "realm", { message_content_delete_limit_seconds: limit }, async () => {
      const { realm_message_content_delete_limit_seconds: told } = await register(author, ["realm"]);
      const seconds = prepared.integer(told, "the limit in a registration");
      if (seconds < margin) throw new Untestable(`a registration tells a limit of ${seconds} seconds, where ${limit} were set`);
      const [early, late] = [await write(), await write()];
      await session.steering.advance((seconds - margin) * 1000);
      await deletePermitted(author, early, expect.against("limits/deletion-in-time"));
      if (isEdited) await ifTold(editMessage(author, late, { content: "edited" }));
      await session.steering.advance(2 * margin * 1000);
      await requireKept(author, late, "after the time limit", "messages-id.delete/time-limit");
      const reply = await other.send(`DELETE /messages/${late}`);
      // No sentence says whom the limit leaves out.
      if (reply.body.result === "error" && !session.isHeldToObserved) return;
      const checks = reply.body.result === "error" ? expect.against("messages-id.delete/realm-any-group") : expect;
      if (reply.body.result === "success" || (await mayDeleteAny(other))) checks.bare(reply, "deleting a message after the time limit");
    });
  },
});

/** Before there were settings for it nobody but administrators deletes, not even their own, in channels and among people. */
export const before281 = property({
  clause: "before-281",
  until: levels.deletionGroups,
  given: { who: anActor("alice", "bob", "cara", "gus", "robo"), isDirect: fc.boolean(), isOwn: fc.boolean() },
  examples: [
    { who: "alice", isDirect: false, isOwn: true },
    { who: "alice", isDirect: true, isOwn: true },
    { who: "bob", isDirect: false, isOwn: false },
    { who: "bob", isDirect: true, isOwn: false },
  ],
  async holds(session, { who, isDirect, isOwn }, expect) {
    const { dana } = session.as;
    const actor = session.actor(who);
    const [author, other] = isOwn ? [actor, dana] : [dana, actor];
    const id = isDirect ? await sendDirect(author, [other]) : await sendToChannel(author, session.channels.general, session.fresh());
    const reply = await actor.send(`DELETE /messages/${id}`);
    const isDeleted = isOwn && reply.body.result === "success";
    if (isOwn) session.chooses("deletionByAuthors", isDeleted ? "observed" : "never");
    if (!isDeleted) {
      expect.refused(reply, codes.badRequest, {}, "deleting as a member");
      await shownMessage(actor, id);
      await expect.accepted(deleteMessage(dana, id));
    }
    await requireHidden(actor, id, "that is deleted");
  },
});

/** Whether a message of an archived channel can be deleted by an administrator who wrote it: noted, not judged. */
export const archived = property({
  clause: ["archived", "gone"],
  given: { who: anActor(...administrators) },
  examples: [{ who: "dana" }],
  async holds(session, { who }, expect) {
    const [actor, name] = [session.actor(who), session.fresh("channel")];
    const channel = await createChannel(session, name, [who]);
    const [before, id] = [await sendToChannel(actor, channel, "a"), await sendToChannel(actor, channel, "a")];
    await deletePermitted(actor, before);
    await session.steering.act({ action: "set_channel", channel: name, property: "is_archived", value: true });
    await fetchMessage(actor, id);
    const isDeleted = expect.isAccepted(await actor.send(`DELETE /messages/${id}`), "deleting a message of an archived channel");
    session.chooses("deletionInArchived", isDeleted ? "allowed" : "refused");
    await (isDeleted ? requireHidden(actor, id, "that is deleted") : shownMessage(actor, id));
  },
});
