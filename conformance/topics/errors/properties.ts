import { directFields } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";
import { callTo } from "../each-call.ts";

/** An id that no record of a server has yet. */
const farId = 2_000_000_000;

/** A direct message to somebody unknown, by id or by address, is refused. */
export const unknownRecipient = property({
  clause: "errors/unknown-recipient",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const fields = directFields(alice, [alice], session.fresh("lost"));
    expect.refused(await alice.send("POST /messages", { ...fields, to: [farId] }), "BAD_REQUEST", {}, "a direct message to an unknown id");
    const address = `${session.fresh("nobody").replaceAll(" ", "-")}@example.com`;
    expect.refused(
      await alice.send("POST /messages", { ...fields, to: [address] }),
      "BAD_REQUEST",
      {},
      "a direct message to an unknown address",
    );
    expect.refused(
      await alice.send("POST /messages", { ...fields, to: [alice.user_id, farId] }),
      "BAD_REQUEST",
      {},
      "a direct message to oneself and an unknown id",
    );
  },
});

/** A group with a member who does not exist is refused, and its name stays free. */
export const unknownMember = property({
  clause: ["errors/unknown-member", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const fields = { name: session.fresh("group"), description: "", members: [alice.user_id] };
    expect.refused(
      await alice.send("POST /user_groups/create", { ...fields, members: [alice.user_id, farId] }),
      "BAD_REQUEST",
      {},
      "a group with an unknown member",
    );
    prepared.succeeded(await alice.send("POST /user_groups/create", fields), "the same group without the unknown member");
  },
});

/** Typing in a channel without naming it is refused. */
export const typingWithoutChannel = property({
  clause: "errors/typing-without-channel",
  async holds({ as, target, expect }) {
    for (const type of target.level >= 248 ? ["stream", "channel"] : ["stream"])
      expect.refused(
        await as.alice.send("POST /typing", { op: "start", type, topic: "t" }),
        "BAD_REQUEST",
        {},
        `typing of type ${type} without stream_id`,
      );
  },
});

/** Changing a folder that does not exist is refused. */
export const unknownFolder = property({
  clause: "errors/unknown-folder",
  async holds({ as, expect }) {
    expect.refused(
      await as.dana.send(`PATCH /channel_folders/${farId}`, { description: "x" }),
      "BAD_REQUEST",
      {},
      "a change of an unknown folder",
    );
  },
});

/** A message that does not exist can be neither fetched nor deleted. */
export const missingMessage = property({
  clause: "errors/message-missing",
  async holds({ as, expect }) {
    for (const method of ["GET", "DELETE"])
      expect.refused(await as.alice.send(`${method} /messages/${farId}`), "BAD_REQUEST", {}, `${method} of a message that is not there`);
  },
});

/** A direct message between others looks as one that does not exist. */
export const invisibleMessage = property({
  clause: ["errors/message-invisible", "errors/deletion-not-permitted"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const { id } = prepared.succeeded(
      await alice.send("POST /messages", directFields(alice, [alice], session.fresh("mine"))),
      "a note to oneself",
    );
    expect.refused(await bob.send(`GET /messages/${String(id)}`), "BAD_REQUEST", {}, "fetching somebody's note to themselves");
    expect.refused(await bob.send(`DELETE /messages/${String(id)}`), "BAD_REQUEST", {}, "deleting somebody's note to themselves");
    expect.succeeded(await alice.send(`GET /messages/${String(id)}`), "fetching the note that another tried to delete");
  },
});

/** Somebody else's message in a channel cannot be deleted by a member who does not administer anything. */
export const deletionOfOthers = property({
  clause: ["errors/deletion-not-permitted", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const fields = { type: "stream", to: session.channels.general, topic: session.fresh(), content: "stays" };
    const { id } = prepared.succeeded(await alice.send("POST /messages", fields), "a message to the channel general");
    expect.refused(await bob.send(`DELETE /messages/${String(id)}`), "BAD_REQUEST", {}, "deleting somebody else's message");
    expect.succeeded(await alice.send(`GET /messages/${String(id)}`), "fetching the message that another tried to delete");
  },
});

/** A profile field that its owner may not edit is refused. */
export const restrictedField = property({
  clause: "errors/profile-editing-restricted",
  async holds({ as, expect }) {
    const { custom_profile_fields } = await register(as.alice, ["custom_profile_fields"]);
    const all = (custom_profile_fields ?? []) as { id: number; editable_by_user?: boolean }[];
    const field = all.find(({ editable_by_user }) => editable_by_user === false);
    if (!field) throw new Untestable("people may edit all profile fields there are");
    const data = [{ id: field.id, value: null }];
    expect.refused(
      await as.alice.send("PATCH /users/me/profile_data", { data }),
      "BAD_REQUEST",
      {},
      "changing a field that only administrators edit",
    );
  },
});

/** A profile field that does not exist is refused. */
export const unknownField = property({
  clause: "errors/unknown-profile-field",
  async holds({ as, expect }) {
    const data = [{ id: farId, value: null }];
    expect.refused(await as.alice.send("PATCH /users/me/profile_data", { data }), "BAD_REQUEST", {}, "changing an unknown profile field");
  },
});

/** A navigation view without a fragment is refused. */
export const blankFragment = property({
  clause: "errors/blank-fragment",
  async holds(session) {
    const { expect } = session;
    const { actor, route, fields } = await callTo("POST /navigation_views").prepare(session);
    expect.refused(await actor.send(route, { ...fields, fragment: "" }), "BAD_REQUEST", {}, "a view with a blank fragment");
  },
});
