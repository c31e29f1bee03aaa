import fc from "fast-check";
import {
  deleteMessage,
  directFields,
  fetchIds,
  fetchMessage,
  fetchMessages,
  idsOf,
  newestOf,
  sendDirect,
  sendMessage,
  sendToChannel,
  sendToSelf,
} from "../../client/messages.ts";
import { mayDeleteAny } from "../../client/permissions.ts";
import { itemAt } from "../../client/present.ts";
import { property } from "../../declare/property.ts";
import { aContent, contentOf } from "../../draw/contents.ts";
import { idOf } from "../../draw/ids.ts";
import { activePeople, anActor, members, somePeople } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import { plainContent } from "./plain.ts";
import { absent, actorsOf, among, gone, idsAmong, mixedPeople, strangerAfter, unknown } from "./strangers.ts";

/** A direct message to somebody unknown, by id or by address, alone or with others, is refused and nobody gets it. */
export const unknownRecipient = property({
  clause: "errors/unknown-recipient",
  given: { who: anActor(), to: mixedPeople(...members), by: fc.constantFrom("id", "address") },
  examples: [
    { who: "alice", to: strangerAfter(0), by: "id" },
    { who: "alice", to: strangerAfter(0), by: "address" },
    { who: "alice", to: strangerAfter(1, "alice"), by: "id" },
    { who: "alice", to: strangerAfter(0, "bob"), by: "address" },
  ],
  async holds(session, { who, to: mixed, by }) {
    const { expect } = session;
    const [sender, known] = [session.actor(who), actorsOf(session, mixed.people)];
    const content = session.fresh("lost");
    const fields = directFields(sender, known.length === 0 ? [sender] : known, content);
    const address = `${session.fresh("nobody").replaceAll(" ", "-")}@example.com`;
    const addresses = known.map(({ email }) => email);
    const to = by === "id" ? idsAmong(session, mixed) : among(addresses, mixed.before, address);
    expect.refused(await sender.send("POST /messages", { ...fields, to }), "BAD_REQUEST", {}, "a direct message to somebody unknown");
    const id = await expect.accepted(sendMessage(sender, fields));
    const sent = await fetchMessages(sender, [{ operator: "sender", operand: sender.email }], {
      ...newestOf(session, 5),
      apply_markdown: false,
    });
    const found = sent.filter((message) => message.content === content);
    expect.same(idsOf(found), [id], "the messages with the content of a refused one and of one that was sent");
  },
});

/** A message that does not exist, or no longer, can be neither fetched nor deleted. */
export const missingMessage = property({
  clause: "errors/message-missing",
  given: { who: anActor(), id: absent, method: fc.constantFrom("GET", "DELETE") },
  examples: [
    { who: "alice", id: unknown, method: "GET" },
    { who: "alice", id: unknown, method: "DELETE" },
    { who: "alice", id: gone, method: "GET" },
    { who: "dana", id: gone, method: "DELETE" },
  ],
  async holds(session, { who, id: shape, method }) {
    const { expect, as, channels } = session;
    const actor = session.actor(who);
    const deleted: number[] = [];
    if (shape.kind === "deleted") {
      const id = await sendToChannel(actor, channels.general, session.fresh(), "gone soon");
      deleted.push(id);
      await deleteMessage(as.dana, id);
    }
    const reply = await actor.send(`${method} /messages/${idOf(shape, { existing: [], deleted })}`);
    expect.refused(reply, "BAD_REQUEST", {}, `${method} of a message that is not there`);
    await expect.accepted(fetchMessage(actor, await sendToSelf(actor)));
  },
});

/** A direct message between others looks as one that does not exist, whoever they are. */
export const invisibleMessage = property({
  clause: ["errors/message-invisible", "errors/deletion-not-permitted"],
  given: { people: somePeople({ from: activePeople, min: 2, max: 4 }), content: aContent() },
  examples: [
    { people: ["alice", "bob"], content: plainContent },
    { people: ["alice", "cara", "bob"], content: plainContent },
    { people: ["alice", "dana"], content: plainContent },
  ],
  async holds(session, { people, content }) {
    const { expect } = session;
    const [actors, stranger] = [actorsOf(session, people.slice(0, -1)), session.actor(itemAt(people, -1))];
    const id = await sendDirect(itemAt(actors, 0), actors, contentOf(content));
    expect.refused(await stranger.send(`GET /messages/${id}`), "BAD_REQUEST", {}, "fetching a message between others");
    expect.refused(await stranger.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, "deleting a message between others");
    for (const actor of actors) await expect.accepted(fetchMessage(actor, id));
    await expect.accepted(fetchMessage(stranger, await sendToSelf(stranger)));
  },
});

/** Somebody else's message in a channel cannot be deleted by a member who does not administer anything, and stays as it is. */
export const deletionOfOthers = property({
  clause: ["errors/deletion-not-permitted", "conventions/refusals-leave-no-trace"],
  given: { people: somePeople({ from: ["alice", "bob", "cara", "gus"], min: 2, max: 2 }), content: aContent() },
  examples: [{ people: ["alice", "bob"], content: plainContent }],
  async holds(session, { people, content }) {
    const { expect, channels } = session;
    const [author, other] = [session.actor(itemAt(people, 0)), session.actor(itemAt(people, 1))];
    if (await mayDeleteAny(other)) throw new Untestable(`${other.name} may delete what others wrote`);
    const topic = session.fresh();
    const id = await sendToChannel(author, channels.general, topic, contentOf(content));
    const before = await fetchMessage(author, id);
    expect.refused(await other.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, "deleting somebody else's message");
    expect.same(await expect.accepted(fetchMessage(author, id)), before, "the message after the refusal");
    expect.same(await fetchIds(other, [{ operator: "topic", operand: topic }]), [id], "the messages of the topic");
  },
});
