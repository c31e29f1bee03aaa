import fc from "fast-check";
import { idsOf, messagesIn, sendToChannel, sendToSelf, shownMessage } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";

const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

/** Messages that are asked for by their ids come each once, by ascending id or in another order. */
export const order = property<{ readonly who: PersonName; readonly places: readonly number[] }>({
  clause: "messages.get/message-ids-sorted",
  given: { who: anActor(...members), places: fc.array(fc.nat(4), { minLength: 2, maxLength: 8 }) },
  examples: [{ who: "alice", places: [4, 0, 2, 1, 0] }],
  async holds(session, { who, places }) {
    const { expect } = session;
    const actor = session.actor(who);
    const sent: number[] = [];
    while (sent.length < 5) sent.push(await sendToSelf(actor, `note ${sent.length}`));
    const lists: (readonly number[])[] = [];
    for (const asked of [places, [...places].reverse()]) {
      const reply = await actor.send("GET /messages", { message_ids: asked.map((place) => sent[place]) });
      lists.push(idsOf(messagesIn(reply, expect)));
    }
    const expected = sent.filter((_, place) => places.includes(place));
    for (const ids of lists) expect.same(sorted(ids), expected, "the ids of the messages, sorted,");
    if (expected.length < 2) return;
    const areSorted = lists.every((ids) => ids.every((id, i) => id === expected[i]));
    session.chooses("messageIdsOrder", areSorted ? "sorted" : "observed");
  },
});

/** A message of a channel that the reader may see and is not subscribed to comes by its id, or not; what they received comes. */
export const unreceived = property<{ readonly who: PersonName; readonly channel: "quiet" | "town-square" }>({
  clause: "messages.get/message-ids-reach",
  given: { who: anActor(...members), channel: fc.constantFrom("quiet", "town-square") },
  examples: [{ who: "alice", channel: "quiet" }],
  async holds(session, { who, channel }) {
    const { as, channels, expect } = session;
    const reader = session.actor(who);
    const id = await sendToChannel(as.bob, channels[channel], session.fresh("elsewhere"));
    const { flags } = await shownMessage(reader, id);
    if (!expect.list(flags, "the flags of a message").includes("historical"))
      throw new Untestable(`${who} is sent what is written in ${channel}: only a message that was not sent to them shows it`);
    const own = await sendToSelf(reader, "note");
    const ids = idsOf(messagesIn(await reader.send("GET /messages", { message_ids: [id, own] }), expect));
    session.chooses("messageIdsReach", ids.includes(id) ? "accessible" : "observed");
    expect.same(sorted(ids.filter((each) => each !== id)), [own], "the ids of what the reader received");
  },
});
