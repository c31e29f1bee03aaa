import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { awaitMessage, fetchAround, messageOf, sendDirect, sendToChannel, shownMessage } from "../../client/messages.ts";
import { hiddenAddressOf } from "../../client/people.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, people, twoPeople } from "../../draw/people.ts";
import { at, type Body, Untestable } from "../../expect.ts";

/** Sets who sees the address that somebody logs in with: 2 members, 3 administrators, 4 nobody, 5 moderators. */
async function hideAddress(session: Session, who: string, visibility: number): Promise<void> {
  await ownRealm(session).act({ action: "set_user", as: who, property: "email_address_visibility", value: visibility });
}

const hidden = fc.constantFrom(2, 3, 4, 5);

/** Requires a message that shows its sender under one address, among the people too. */
function requireAddress({ expect }: Actor, message: Body, sender: Actor, address: string, where: string): void {
  expect.same(message.sender_email, address, `sender_email ${where}`);
  if (!Array.isArray(message.display_recipient)) return;
  const own = message.display_recipient.find((person) => at(person, "id") === sender.user_id);
  expect.same(at(own, "email"), address, `the sender's email in display_recipient ${where}`);
}

/** The address of an account that hides the one it logs in with is its API address: in fetches, in lists, among the people and in events. */
export const hiddenAddress = property({
  clause: ["sender-email", "sender-email-hidden", "display-recipient-direct", "events/message-told"],
  given: { pair: twoPeople(...people), visibility: hidden, isDirect: fc.boolean() },
  examples: [
    { pair: ["alice", "bob"], visibility: 5, isDirect: true },
    { pair: ["alice", "bob"], visibility: 3, isDirect: false },
  ],
  async holds(session, { pair: [from, to], visibility, isDirect }) {
    const [sender, reader] = [session.actor(from), session.actor(to)];
    await hideAddress(session, from, visibility);
    const address = await hiddenAddressOf(reader, sender);
    const queue = await reader.queue({ event_types: ["message"] });
    const id = isDirect ? await sendDirect(sender, [reader]) : await sendToChannel(sender, session.channels.general, session.fresh());
    const [listed] = await session.expect.accepted(fetchAround(reader, id));
    requireAddress(reader, await shownMessage(reader, id), sender, address, "of a single message");
    requireAddress(reader, session.expect.present(listed, "the message in a list"), sender, address, "in a list");
    requireAddress(reader, messageOf(await awaitMessage(queue, id)), sender, address, "in an event");
  },
});

/** Returns whether a reader may not see a real address of a visibility, and so cannot compute the address of its avatar. */
const mayNotSee = (reader: Actor, visibility: number): boolean =>
  visibility === 4 || reader.role === "guest" || (reader.role === "member" && visibility !== 2);

/** avatar_url is there for one who may not see the sender's real address, though the client would compute it. */
export const hiddenAvatar = property({
  clause: "avatar-url-hidden-address",
  given: { pair: twoPeople(...people), visibility: hidden },
  examples: [
    { pair: ["alice", "bob"], visibility: 5 },
    { pair: ["alice", "gus"], visibility: 2 },
    { pair: ["alice", "dana"], visibility: 4 },
  ],
  async holds(session, { pair: [from, to], visibility }, expect) {
    const [sender, reader] = [session.actor(from), session.actor(to)];
    if (!mayNotSee(reader, visibility)) throw new Untestable(`${to} may see the address of ${from}`);
    const queue = await reader.queue({ event_types: ["message"], client_gravatar: true });
    await hideAddress(session, from, visibility);
    const id = await sendToChannel(sender, session.channels.general, session.fresh());
    const listed = expect.first(await expect.accepted(fetchAround(reader, id, { client_gravatar: true })), "the message in a list");
    const announced = messageOf(await awaitMessage(queue, id));
    for (const { avatar_url } of [listed, await shownMessage(reader, id), announced])
      expect.typed(avatar_url, "string", "the avatar_url of a sender whose address the reader may not see");
  },
});

interface Avatar {
  readonly who: PersonName;
  readonly reader: PersonName;
}

/**
 * Where no client says whether it computes addresses of avatars, in a single fetch and in an event, one is given; or what a list for such a
 * client leaves out is left out, and nothing else.
 */
export const undeclaredAvatar = property<Avatar & { readonly isEvent: boolean }>({
  clause: ["avatar-url-single", "avatar-url-uploaded"],
  given: { who: anActor(), reader: anActor(...people), isEvent: fc.boolean() },
  examples: [true, false].flatMap((isEvent) => [
    { who: "alice", reader: "bob", isEvent },
    { who: "cara", reader: "alice", isEvent },
  ]),
  async holds(session, { who, reader, isEvent }, expect) {
    const actor = session.actor(reader);
    if (!isEvent && session.level < 120) throw new Untestable("a single fetch shows no message at this level");
    const queue = isEvent ? await actor.queue({ event_types: ["message"] }) : undefined;
    const id = await sendToChannel(session.actor(who), session.channels.general, session.fresh());
    const listed = expect.first(await expect.accepted(fetchAround(actor, id, { client_gravatar: true })), "the message in a list");
    const { avatar_url } = queue ? messageOf(await awaitMessage(queue, id)) : await shownMessage(actor, id);
    if (listed.avatar_url === null) session.chooses("undeclaredAvatar", avatar_url === null ? "observed" : "address");
    if (listed.avatar_url === null && avatar_url === null) return;
    const where = isEvent ? "an event" : "a single message";
    expect.holds(expect.text(avatar_url, `the avatar_url of ${where}`) !== "", `the avatar_url of ${where} is empty`);
  },
});

/** An event of a message has no avatar_url only for a queue whose client computes it, and only where a list for such a client has none. */
export const eventAvatar = property({
  clause: ["avatar-url-declared", "avatar-url-uploaded", "avatar-url"],
  given: { who: anActor(), reader: anActor(...people), client_gravatar: fc.boolean() },
  examples: [
    { who: "alice", reader: "bob", client_gravatar: false },
    { who: "alice", reader: "bob", client_gravatar: true },
    { who: "cara", reader: "alice", client_gravatar: true },
  ],
  async holds(session, { who, reader, client_gravatar }, expect) {
    const actor = session.actor(reader);
    const queue = await actor.queue({ event_types: ["message"], client_gravatar });
    const id = await sendToChannel(session.actor(who), session.channels.general, session.fresh());
    const { avatar_url } = messageOf(await awaitMessage(queue, id));
    if (client_gravatar && avatar_url === null) {
      const listed = expect.first(await expect.accepted(fetchAround(actor, id, { client_gravatar })), "the message in a list");
      expect.same(listed.avatar_url, null, "the avatar_url in a list, where an event has none,");
    } else expect.typed(avatar_url, "string", `the avatar_url in an event for a client with client_gravatar ${client_gravatar}`);
  },
});
