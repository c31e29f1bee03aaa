import type { Actor } from "../../client/actor.ts";
import { changeFolder, createFolder } from "../../client/folders.ts";
import { createGroup } from "../../client/groups.ts";
import { directFields, fetchMessage, sendMessage, sendToChannel, sendToSelf } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { mayDeleteAny } from "../../client/permissions.ts";
import { fieldTypes, profileField, profileValue, setProfile } from "../../client/profile.ts";
import { recordsOf } from "../../client/registration.ts";
import { requireTypists, sharedChannel } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";
import { callTo } from "../each-call.ts";

/** A direct message to somebody unknown, by id or by address, is refused. */
export const unknownRecipient = property({
  clause: "errors/unknown-recipient",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const fields = directFields(alice, [alice], session.fresh("lost"));
    const address = `${session.fresh("nobody").replaceAll(" ", "-")}@example.com`;
    for (const [to, whom] of [
      [[unknownId], "an unknown id"],
      [[address], "an unknown address"],
      [[alice.user_id, unknownId], "oneself and an unknown id"],
    ] as const)
      expect.refused(await alice.send("POST /messages", { ...fields, to }), "BAD_REQUEST", {}, `a direct message to ${whom}`);
    await expect.accepted(sendMessage(alice, fields));
  },
});

/** A group with a member who does not exist is refused, and its name stays free. */
export const unknownMember = property({
  clause: ["errors/unknown-member", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const fields = { name: session.fresh("group"), description: "", members: [alice.user_id] };
    const reply = await alice.send("POST /user_groups/create", { ...fields, members: [alice.user_id, unknownId] });
    expect.refused(reply, "BAD_REQUEST", {}, "a group with an unknown member");
    await expect.accepted(createGroup(alice, fields));
  },
});

/** Typing in a channel without naming it is refused. */
export const typingWithoutChannel = property({
  clause: "errors/typing-without-channel",
  async holds({ as: { alice }, level, expect }) {
    await requireTypists(alice);
    const stream_id = await sharedChannel(alice);
    for (const type of level >= 248 ? ["stream", "channel"] : ["stream"]) {
      const fields = { op: "start", type, topic: "t" };
      expect.refused(await alice.send("POST /typing", fields), "BAD_REQUEST", {}, `typing of type ${type} without stream_id`);
      expect.succeeded(await alice.send("POST /typing", { ...fields, stream_id }), `typing of type ${type}`);
    }
  },
});

/** Changing a folder that does not exist is refused. */
export const unknownFolder = property({
  clause: "errors/unknown-folder",
  async holds({ as: { dana }, expect }) {
    const fields = { description: "x" };
    expect.refused(await changeFolder(dana, unknownId, fields), "BAD_REQUEST", {}, "a change of an unknown folder");
    expect.succeeded(await changeFolder(dana, await createFolder(dana), fields), "a change of a folder");
  },
});

/** A message that does not exist can be neither fetched nor deleted. */
export const missingMessage = property({
  clause: "errors/message-missing",
  async holds({ as: { alice }, expect }) {
    for (const method of ["GET", "DELETE"])
      expect.refused(await alice.send(`${method} /messages/${unknownId}`), "BAD_REQUEST", {}, `${method} of a message that is not there`);
    await expect.accepted(fetchMessage(alice, await sendToSelf(alice)));
  },
});

/** A direct message between others looks as one that does not exist. */
export const invisibleMessage = property({
  clause: ["errors/message-invisible", "errors/deletion-not-permitted"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const id = await sendToSelf(alice, session.fresh("mine"));
    expect.refused(await bob.send(`GET /messages/${id}`), "BAD_REQUEST", {}, "fetching somebody's note to themselves");
    expect.refused(await bob.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, "deleting somebody's note to themselves");
    await expect.accepted(fetchMessage(alice, id));
    await expect.accepted(fetchMessage(bob, await sendToSelf(bob)));
  },
});

/** Somebody else's message in a channel cannot be deleted by a member who does not administer anything. */
export const deletionOfOthers = property({
  clause: ["errors/deletion-not-permitted", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const { expect, channels } = session;
    const { alice, bob } = session.as;
    if (await mayDeleteAny(bob)) throw new Untestable("bob may delete what others wrote");
    const id = await sendToChannel(alice, channels.general, session.fresh(), "stays");
    expect.refused(await bob.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, "deleting somebody else's message");
    await expect.accepted(fetchMessage(alice, id));
  },
});

/** Requires that a field of the actor's profile can be set, to the value that it has. */
async function requireEditing(actor: Actor): Promise<void> {
  const { id } = await profileField(actor, fieldTypes.shortText);
  const value = (await profileValue(actor, id)) ?? null;
  actor.expect.succeeded(await setProfile(actor, [{ id, value }]), "setting a profile field to the value that it has");
}

/** A profile field that its owner may not edit is refused. */
export const restrictedField = property({
  clause: "errors/profile-editing-restricted",
  serial: "alice's profile",
  async holds({ as: { alice }, expect }) {
    const fields = await recordsOf(alice, "custom_profile_fields");
    const field =
      fields.find(({ editable_by_user }) => editable_by_user === false) ?? (await profileField(alice, fieldTypes.shortText, false));
    const data = [{ id: prepared.integer(field.id, "the id of a profile field"), value: null }];
    expect.refused(await setProfile(alice, data), "BAD_REQUEST", {}, "changing a field that only administrators edit");
    await requireEditing(alice);
  },
});

/** A profile field that does not exist is refused. */
export const unknownField = property({
  clause: "errors/unknown-profile-field",
  serial: "alice's profile",
  async holds({ as: { alice }, expect }) {
    const data = [{ id: unknownId, value: null }];
    expect.refused(await setProfile(alice, data), "BAD_REQUEST", {}, "changing an unknown profile field");
    await requireEditing(alice);
  },
});

/** A navigation view without a fragment is refused. */
export const blankFragment = property({
  clause: "errors/blank-fragment",
  async holds(session) {
    const { expect } = session;
    const { actor, route, fields } = await callTo("POST /navigation_views").prepare(session);
    expect.refused(await actor.send(route, { ...fields, fragment: "" }), "BAD_REQUEST", {}, "a view with a blank fragment");
    expect.succeeded(await actor.send(route, fields), "the same view with a fragment");
  },
});
