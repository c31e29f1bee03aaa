import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { createGroup, shownGroup, userIds } from "../../client/groups.ts";
import { fetchIds, idsOf, messagesIn, sendToChannel, shownMessage } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { inStyle, type JsonStyle, jsonStyle } from "../../draw/spellings.ts";
import { prepared } from "../../expect.ts";

/** What a list is sent for. */
type Use = "members" | "recipients" | "narrow" | "messages";

interface Spelled {
  readonly use: Use;
  readonly style: JsonStyle;
}

/** A list of two as the specification writes its examples, `[9, 10]`. */
const asWritten: JsonStyle = { spaces: ["", "", "", " ", "", "", ""], escapes: false, reversed: false };
const spaced: JsonStyle = { ...asWritten, spaces: [" "] };
const escaped: JsonStyle = { spaces: [], escapes: true, reversed: false };
const reversed: JsonStyle = { spaces: ["", " "], escapes: false, reversed: true };

/** Returns what a list does that is spelled in a way, and what it has to do: the plain values in it. */
const trials: { readonly [U in Use]: (actor: Actor, style: JsonStyle) => Promise<readonly [done: unknown, meant: unknown]> } = {
  async members(actor, style) {
    const ids = userIds(actor, ["bob", "cara"]);
    const { id } = await actor.expect.accepted(createGroup(actor, { members: inStyle(ids, style) }));
    const { members } = await shownGroup(actor, id);
    return [actor.expect.list(members, "the members of the group").toSorted(), ids.toSorted()];
  },
  async recipients(actor, style) {
    const others = actor.session.actors(["bob", "cara"]);
    const to = inStyle(
      others.map(({ email }) => email),
      style,
    );
    const body = actor.expect.succeeded(await actor.send("POST /messages", { type: "private", to, content: "hello" }), "POST /messages");
    const { display_recipient } = await shownMessage(actor, actor.expect.integer(body.id, "the id of the message"));
    const people = actor.expect.objects(display_recipient, "display_recipient").map(({ id }) => id);
    return [people.toSorted(), [actor, ...others].map(({ user_id }) => user_id).toSorted()];
  },
  async narrow(actor, style) {
    const topic = actor.session.fresh("spelled");
    const id = await sendToChannel(actor, actor.session.channels.general, topic);
    const narrow = inStyle([{ operator: "topic", operand: topic }], style);
    const fields = { anchor: "newest", num_before: 5, num_after: 0, narrow };
    return [idsOf(messagesIn(await actor.send("GET /messages", fields), actor.expect)), [id]];
  },
  async messages(actor, style) {
    const topic = actor.session.fresh("spelled");
    const ids = [await sendToChannel(actor, actor.session.channels.general, topic)];
    ids.push(await sendToChannel(actor, actor.session.channels.general, topic));
    const narrow = [{ operator: "topic", operand: topic }];
    prepared.same(await fetchIds(actor, narrow), ids, "the messages of a new topic");
    const reply = await actor.send("GET /messages/matches_narrow", { msg_ids: inStyle(ids, style), narrow });
    const matching = actor.expect.object(actor.expect.succeeded(reply, "GET /messages/matches_narrow").messages, "the messages that match");
    return [Object.keys(matching).map(Number).toSorted(), ids.toSorted()];
  },
};

const uses: readonly Use[] = ["members", "recipients", "narrow", "messages"];

/** A list does what the values in it say, in whatever way JSON lets it be spelled: no item of it is lost. */
export const spelledLists = property<Spelled>({
  clause: "json-lists",
  given: { use: fc.constantFrom(...uses), style: jsonStyle },
  examples: uses.flatMap((use) => [asWritten, spaced, escaped, reversed].map((style) => ({ use, style }))),
  async holds(session, { use, style }, expect) {
    const [done, meant] = await trials[use](session.as.alice, style);
    expect.same(done, meant, `what a list of ${use} spelled ${inStyle(["A", { b: 9 }], style)} does`);
  },
});
