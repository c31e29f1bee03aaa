import fc from "fast-check";
import { createShown } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { requireTypists, sharedChannel } from "../../client/typing.ts";
import { addView, customView, viewsOf } from "../../client/views.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";
import { topicOf } from "../../draw/topics.ts";
import { Untestable } from "../../expect.ts";
import { aPlainTopic, plainTopic } from "./plain.ts";
import { restrictedField as findRestricted, nothingSent, requireRefusedProfile, someValues } from "./profile.ts";
import { actorsOf, aStranger, idsAmong, mixedPeople, strangeId, strangerAfter, unknown } from "./strangers.ts";

/** A group with a member who does not exist is refused, and its name stays free. */
export const unknownMember = property({
  clause: ["errors/unknown-member", "conventions/refusals-leave-no-trace"],
  given: { who: anActor("alice", "bob", "cara", "dana", "owen"), members: mixedPeople("alice", "bob", "cara", "gus") },
  examples: [
    { who: "alice", members: strangerAfter(1, "alice") },
    { who: "alice", members: strangerAfter(0) },
  ],
  async holds(session, { who, members: mixed }) {
    const { expect } = session;
    const actor = session.actor(who);
    const known = actorsOf(session, mixed.people).map(({ user_id }) => user_id);
    const fields = { name: session.fresh("group"), description: "", members: known };
    const reply = await actor.send("POST /user_groups/create", { ...fields, members: idsAmong(session, mixed) });
    expect.refused(reply, "BAD_REQUEST", {}, "a group with an unknown member");
    expect.sameSet((await createShown(actor, fields)).members, known, "the members of the group");
  },
});

/** Typing in a channel without naming it is refused. */
export const typingWithoutChannel = property({
  clause: "errors/typing-without-channel",
  serial: "typing",
  given: {
    who: anActor(),
    op: fc.constantFrom("start", "stop"),
    type: fc.constantFrom("stream", "channel"),
    topic: aPlainTopic,
  },
  examples: [
    { who: "alice", op: "start", type: "stream", topic: plainTopic },
    { who: "alice", op: "start", type: "channel", topic: plainTopic },
  ],
  async holds(session, { who, op, type, topic }) {
    const { expect, level } = session;
    const actor = session.actor(who);
    if (type === "channel" && level < levels.channelType)
      throw new Untestable(`the target is of level ${level}, before ${levels.channelType}`);
    await requireTypists(actor);
    const fields = { op, type, topic: topicOf(topic, { fresh: session.fresh(), limit: 60 }) };
    expect.refused(await actor.send("POST /typing", fields), "BAD_REQUEST", {}, `typing of type ${type} without stream_id`);
    const stream_id = await sharedChannel(actor);
    expect.succeeded(await actor.send("POST /typing", { ...fields, stream_id }), `typing of type ${type}`);
  },
});

/** A profile field that its owner may not edit is refused whatever the value, and what is sent beside it is not stored. */
export const restrictedField = property({
  clause: "errors/profile-editing-restricted",
  serial: "profiles",
  given: { who: anActor("alice", "bob", "cara", "gus"), sent: someValues },
  examples: [{ who: "alice", sent: nothingSent }],
  async holds(session, { who, sent }) {
    const actor = session.actor(who);
    await requireRefusedProfile(actor, await findRestricted(actor), sent, "changing a field that only administrators edit");
  },
});

/** A profile field that does not exist is refused whatever the value, and what is sent beside it is not stored. */
export const unknownField = property({
  clause: "errors/unknown-profile-field",
  serial: "profiles",
  given: {
    who: anActor("alice", "bob", "cara", "dana", "owen", "gus"),
    field: aStranger,
    sent: someValues,
  },
  examples: [{ who: "alice", field: unknown, sent: nothingSent }],
  async holds(session, { who, field, sent }) {
    await requireRefusedProfile(session.actor(who), strangeId(field), sent, "changing an unknown profile field");
  },
});

/** A navigation view without a fragment is refused. */
export const blankFragment = property({
  clause: "errors/blank-fragment",
  given: { who: anActor(), fragment: fc.constantFrom("", " ", "   "), is_pinned: fc.boolean() },
  examples: [
    { who: "alice", fragment: "", is_pinned: true },
    { who: "alice", fragment: " ", is_pinned: false },
  ],
  async holds(session, { who, fragment, is_pinned }) {
    const { expect } = session;
    const actor = session.actor(who);
    const view = customView(session, is_pinned);
    expect.refused(await addView(actor, { ...view, fragment }), "BAD_REQUEST", {}, "a view with a blank fragment");
    expect.succeeded(await addView(actor, view), "the same view with a fragment");
    const found = (await viewsOf(actor)).filter((one) => one.fragment === view.fragment || one.name === view.name);
    expect.same(
      found.map((one) => ({ fragment: one.fragment, is_pinned: one.is_pinned, name: one.name })),
      [view],
      "the views of the name and of the fragment",
    );
  },
});
