import fc from "fast-check";
import { sendToChannel, shownMessage } from "../../client/messages.ts";
import { ownRealm } from "../../client/serial.ts";
import { addReaction, editMessage } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { anActor, fullMembers, type PersonName, people } from "../../draw/people.ts";

/** The links of a topic are those of the topic that a message has now: a move to another one changes them. */
export const movedLinks = property<{ readonly who: PersonName; readonly numbers: readonly number[] }>({
  clause: ["topic-links", "topic-links-linkified"],
  given: { who: anActor(...fullMembers), numbers: fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 2, maxLength: 4 }) },
  examples: [
    { who: "alice", numbers: [12, 7] },
    { who: "alice", numbers: [12, 0, 7] },
  ],
  async holds(session, { who, numbers }, expect) {
    const actor = session.actor(who);
    const word = session.fresh("TOUR").replace(/\W/g, "").toUpperCase();
    await ownRealm(session).act({
      action: "add_linkifier",
      pattern: `${word}-(?P<n>[0-9]+)`,
      url_template: "https://tours.example.com/{n}",
    });
    const topics = numbers.map((n) => session.fresh(n === 0 ? "none" : `${word}-${n}`));
    const id = await sendToChannel(actor, session.channels.general, topics[0] ?? "");
    for (const [i, n] of numbers.entries()) {
      if (i > 0) await editMessage(actor, id, { topic: topics[i] ?? "" });
      const links = expect.objects((await shownMessage(actor, id)).topic_links, "topic_links").map(({ text, url }) => ({ text, url }));
      const expected = n === 0 ? [] : [{ text: `${word}-${n}`, url: `https://tours.example.com/${n}` }];
      expect.same(links, expected, `topic_links of a message in the topic ${topics[i]}`);
    }
  },
});

/** Emoji of several code points, which a joiner holds together, by names that servers have for them. */
const joined = { astronaut: "1f9d1-200d-1f680" } as const;

/** The code of an emoji of several code points has all of them, the joiners between them too. */
export const joinedEmoji = property<{ readonly who: PersonName; readonly by: PersonName }>({
  clause: "reaction-unicode",
  given: { who: anActor(...people), by: anActor(...people) },
  examples: [{ who: "alice", by: "bob" }],
  async holds(session, { who, by }, expect) {
    const [author, actor] = [session.actor(who), session.actor(by)];
    const id = await sendToChannel(author, session.channels.general, session.fresh(), "react to this");
    await addReaction(actor, id, "astronaut");
    const { reactions } = await shownMessage(actor, id);
    const { emoji_code, reaction_type } = expect.first(expect.objects(reactions, "reactions"), "the reaction");
    expect.same([reaction_type, emoji_code], ["unicode_emoji", joined.astronaut], "the reaction with an emoji of three code points");
  },
});
