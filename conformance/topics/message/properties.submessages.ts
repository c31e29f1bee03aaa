import fc from "fast-check";
import { fetchAround, sendToChannel, shownMessage } from "../../client/messages.ts";
import { addSubmessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { anActor, people } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";

/** What integrations add to a message is listed with it, in the order in which it was added. */
export const submessages = property({
  clause: ["message-resource/submessage", "message-resource/submessages"],
  given: { who: anActor(...people), options: fc.array(aPhrase, { minLength: 1, maxLength: 3 }) },
  examples: [{ who: "alice", options: ["one", "two"] }],
  async holds(session, { who, options }) {
    const { expect } = session;
    const actor = session.actor(who);
    const id = await sendToChannel(actor, session.channels.general, session.fresh(), "a poll");
    const contents = options.map((option, i) => JSON.stringify({ type: "new_option", idx: i + 1, option }));
    for (const content of contents) await addSubmessage(actor, id, content);
    const added = expect.objects((await shownMessage(actor, id)).submessages, "submessages");
    const actual = added.map(({ message_id, sender_id, msg_type, content }) => ({ message_id, sender_id, msg_type, content }));
    const expected = contents.map((content) => ({ message_id: id, sender_id: actor.user_id, msg_type: "widget", content }));
    expect.same(actual, expected, "the submessages");
    const ids = added.map((submessage) => expect.integer(submessage.id, "the id of a submessage"));
    expect.same(new Set(ids).size, ids.length, "the number of different ids of submessages");
    const listed = expect.first(await expect.accepted(fetchAround(actor, id)), "the message in a list");
    expect.same(listed.submessages, added, "the submessages in a list");
  },
});
