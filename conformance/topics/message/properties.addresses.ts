import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  awaitMessage,
  brokenIn,
  everyRead,
  listedMessage,
  messageOf,
  sendDirect,
  sendToChannel,
  shownMessage,
  toldMessage,
} from "../../client/messages.ts";
import { hideAddress, hideAddressFrom } from "../../client/people.ts";
import { ifTold, recordsWith } from "../../client/registration.ts";
import { ownRealm } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { anActor, people, twoPeople } from "../../draw/people.ts";
import { at, type Body, Untestable } from "../../expect.ts";
import { levelOf } from "../../text/index.ts";

const hidden = fc.constantFrom(2, 3, 4, 5);

/** Requires a message that shows its sender under one address, among the people too, and not under the one that they log in with. */
function requireAddress({ expect }: Actor, message: Body, sender: Actor, address: string, where: string): void {
  const broken = (shown: unknown, words: string): string =>
    brokenIn(where, `message-resource/${shown === sender.email ? "sender-email-hidden" : words}`);
  const { sender_email } = message;
  expect.same(sender_email, address, `sender_email in ${where}`, broken(sender_email, "sender-email"));
  if (!Array.isArray(message.display_recipient)) return;
  const own = message.display_recipient.find((person) => at(person, "id") === sender.user_id);
  const email = at(own, "email");
  expect.same(email, address, `the sender's email in display_recipient of ${where}`, broken(email, "display-recipient-direct"));
}

/**
 * The address of an account that hides the one it logs in with is its API address: in fetches, of older messages too, in lists, among the people,
 * in events, and to write to.
 */
export const hiddenAddress = property({
  clause: ["sender-email", "sender-email-hidden", "display-recipient-direct", "events/message-told", "messages.post/to-ids-or-addresses"],
  given: { pair: twoPeople(...people), visibility: hidden, isDirect: fc.boolean() },
  examples: [
    { pair: ["alice", "bob"], visibility: 5, isDirect: true },
    { pair: ["alice", "bob"], visibility: 3, isDirect: false },
  ],
  async holds(session, { pair: [from, to], visibility, isDirect }, expect) {
    const [sender, reader] = [session.actor(from), session.actor(to)];
    const older = await sendToChannel(sender, session.channels.general, session.fresh());
    await shownMessage(reader, older);
    const address = await hideAddressFrom(reader, sender, visibility);
    requireAddress(reader, await shownMessage(reader, older), sender, address, "a message that was read before");
    const queue = await reader.queue({ event_types: ["message"] });
    const id = isDirect ? await sendDirect(sender, [reader]) : await sendToChannel(sender, session.channels.general, session.fresh());
    for (const [where, message] of await everyRead(queue, id)) requireAddress(reader, message, sender, address, where);
    const fields = { type: "private", to: [address], content: session.fresh("hidden") };
    const toAddress = expect.against("messages.post/to-ids-or-addresses");
    const answer = toAddress.succeeded(await reader.send("POST /messages", fields), "a message to an API address");
    const { display_recipient } = await shownMessage(sender, expect.integer(answer.id, "the id of the message"));
    const ids = toAddress.objects(display_recipient, "display_recipient").map((person) => person.id);
    toAddress.sameSet(ids, [sender.user_id, reader.user_id], "who has part in a message to an API address");
    // Whether what somebody hides is an address to write to no sentence says.
    if (!session.isHeldToObserved) return;
    const toHidden = await reader.send("POST /messages", { ...fields, to: [sender.email] });
    toAddress.declined(toHidden, "a message to an address that is hidden");
  },
});

/** The avatar of a sender, who may see their address, by the numbers of `hideAddress`, and who reads their message. */
const aSource = {
  source: fc.constantFrom("G", "U"),
  visibility: fc.constantFrom(1, 2, 3, 4, 5),
  reader: anActor("alice", "bob", "gus", "dana", "owen"),
};

/** Returns the types of avatar_url for a client that computes addresses: it may be null for whom alice's address is shown, and is for everybody. */
function typesFor({ source, visibility }: ValueOf<typeof aSource>, { name, role }: Actor): string {
  if (source === "U") return "string";
  if (visibility === 1) return "null";
  if (name === "alice") return "string or null";
  return visibility === 4 || role === "guest" || (role === "member" && visibility !== 2) ? "string" : "string or null";
}

/** Whether a registration shows a reader the address that a sender logs in with. */
async function isShownAddress(reader: Actor, { user_id }: Actor): Promise<boolean> {
  const accounts = (await ifTold(recordsWith(reader, "realm_user", "user_id", user_id, "realm_users"))) ?? [];
  return accounts.some(({ delivery_email }) => typeof delivery_email === "string");
}

/** A sender who uses gravatar has no avatar_url for clients that compute it from an address that they may see; all others have one, in every read. */
export const avatars = property({
  clause: [
    "messages.get/client-gravatar",
    "message-resource/avatar-url-uploaded",
    "message-resource/avatar-url-hidden-address",
    "message-resource/avatar-url-seen-address",
  ],
  given: aSource,
  examples: [
    { source: "G", visibility: 1, reader: "bob" },
    { source: "U", visibility: 1, reader: "bob" },
    { source: "G", visibility: 5, reader: "bob" },
    { source: "G", visibility: 2, reader: "gus" },
    { source: "G", visibility: 4, reader: "dana" },
    { source: "G", visibility: 3, reader: "dana" },
    { source: "G", visibility: 4, reader: "alice" },
  ],
  async holds(session, shown, expect) {
    const reader = session.actor(shown.reader);
    const queue = await reader.queue({ event_types: ["message"], client_gravatar: true });
    await hideAddress(session.as.alice, shown.visibility);
    await ownRealm(session).act({ action: "set_user", as: "alice", property: "avatar_source", value: shown.source });
    const id = await sendToChannel(session.as.alice, session.channels.general, session.fresh());
    const listed = async (client_gravatar: boolean) => (await listedMessage(reader, id, { client_gravatar })).avatar_url;
    const types = typesFor(shown, reader);
    const why = shown.source === "U" ? "uploaded" : "hidden-address";
    const shows = types === "string" ? expect.against(`message-resource/avatar-url-${why}`) : expect;
    const address = await listed(true);
    shows.typed(address, types, `the avatar_url for ${JSON.stringify(shown)}`);
    expect.typed(await listed(false), "string", "the avatar_url with client_gravatar false");
    if (types === "string or null" && (await isShownAddress(reader, session.as.alice)))
      session.chooses("avatarsByViewer", address === null ? "null" : "observed");
    if (types !== "string") return;
    for (const { avatar_url } of [await shownMessage(reader, id), await toldMessage(queue, id)])
      shows.typed(avatar_url, types, `the avatar_url alone and in an event for ${JSON.stringify(shown)}`);
  },
});

/** A sender whose address a reader is not shown has an avatar_url for that reader, who could not compute one. */
export const avatarOfHidden = property({
  clause: "avatar-url-hidden-address",
  given: { who: anActor(), reader: anActor(...people) },
  examples: (["alice", "bob", "cara"] as const).flatMap((who) =>
    (["bob", "alice", "gus"] as const).filter((reader) => reader !== who).map((reader) => ({ who, reader }) as const),
  ),
  async holds(session, { who, reader: name }, expect) {
    const [sender, reader] = [session.actor(who), session.actor(name)];
    // Where nothing hides one those are looked at who hide it already.
    await ifTold(hideAddress(sender, 5));
    const accounts = (await ifTold(recordsWith(reader, "realm_user", "user_id", sender.user_id, "realm_users"))) ?? [];
    if (who === name || !accounts.some(({ delivery_email }) => delivery_email === null))
      throw new Untestable(`a registration does not tell that the address of ${who} is hidden from ${name}`);
    const id = await sendToChannel(sender, session.channels.general, session.fresh());
    const { avatar_url } = await listedMessage(reader, id, { client_gravatar: true });
    expect.typed(avatar_url, "string", `the avatar_url of ${who}, whose address is hidden from ${name}`);
  },
});

/**
 * A single message and an event of one have an avatar_url unless a client that computes addresses gets none in a list, and says so: where it says
 * nothing it is given one all the same, or is not.
 */
export const avatarAlone = property({
  clause: ["avatar-url-single", "avatar-url-declared", "avatar-url-uploaded", "avatar-url"],
  given: { who: anActor(), reader: anActor(...people), isEvent: fc.boolean(), client_gravatar: fc.constantFrom(undefined, false, true) },
  examples: (["alice", "cara"] as const).flatMap((who) => [
    { who, reader: "bob" as const, isEvent: false, client_gravatar: undefined },
    ...[undefined, false, true].map((client_gravatar) => ({ who, reader: "bob" as const, isEvent: true, client_gravatar })),
  ]),
  async holds(session, { who, reader, isEvent, client_gravatar }, expect) {
    const actor = session.actor(reader);
    if (!isEvent && session.level < levelOf("messages-id.get", "message"))
      throw new Untestable("a single fetch shows no message at this level");
    const declared = isEvent ? client_gravatar : undefined;
    const options = { event_types: ["message"], ...(declared !== undefined && { client_gravatar: declared }) };
    const queue = isEvent ? await actor.queue(options) : undefined;
    const id = await sendToChannel(session.actor(who), session.channels.general, session.fresh());
    const listed = await listedMessage(actor, id, { client_gravatar: true });
    const { avatar_url } = queue ? messageOf(await awaitMessage(queue, id)) : await shownMessage(actor, id);
    if (isEvent && avatar_url === undefined) session.needsObserved("avatar_url in events of messages");
    const where = isEvent ? `an event for a client with client_gravatar ${declared}` : "a single message";
    // Which value a registration has that does not say it no sentence tells.
    const isOpen = isEvent && !session.isHeldToObserved;
    if (declared === undefined && listed.avatar_url === null && !isOpen)
      session.chooses("undeclaredAvatar", avatar_url === null ? "observed" : "address");
    if (avatar_url === null && declared !== false)
      expect.same(listed.avatar_url, null, `the avatar_url in a list, where ${where} has none,`);
    else {
      const checks = avatar_url === null ? expect.against("message-resource/avatar-url-declared") : expect;
      const address = checks.text(avatar_url, `the avatar_url of ${where}`);
      expect.holds(address !== "", `the avatar_url of ${where} is empty`);
    }
  },
});
