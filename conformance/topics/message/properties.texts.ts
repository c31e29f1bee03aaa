import fc from "fast-check";
import { fetchMessages, sendToChannel, shownMessage } from "../../client/messages.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";
import { aPhrase, words } from "../../draw/texts.ts";

const aMeContent = fc
  .tuple(fc.constantFrom("/me #", "# /me", "/mean #", "#", "/ME #", "me #", "`/me #`"), aPhrase)
  .map(([form, text]) => form.replace("#", text));

/** A message that begins with `/me ` is a status message, and no other. */
export const meMessage = property({
  clause: "message-resource/is-me-message",
  given: { who: anActor(), apply_markdown: fc.boolean(), contents: fc.array(aMeContent, { minLength: 1, maxLength: 4 }) },
  examples: [true, false].map((apply_markdown) => ({
    who: "alice",
    apply_markdown,
    contents: ["/me waves", "waves /me", "/mean", "hello"],
  })),
  async holds(session, { who, apply_markdown, contents }) {
    const { expect } = session;
    const actor = session.actor(who);
    const topic = session.fresh("me");
    for (const content of contents) await sendToChannel(actor, session.channels.general, topic, content);
    const messages = await expect.accepted(fetchMessages(actor, [{ operator: "topic", operand: topic }], { apply_markdown }));
    const actual = messages.map(({ is_me_message }) => is_me_message);
    const expected = contents.map((content) => content.startsWith("/me "));
    expect.same(actual, expected, `is_me_message of ${contents.join(", ")}`);
  },
});

/** What a linkifier matches in a topic is listed with the address it stands for. */
export const topicLinks = property({
  clause: ["message-resource/topic-links", "message-resource/topic-links-linkified"],
  given: { who: anActor(), numbers: fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 3 }), word: fc.constantFrom(...words) },
  examples: [
    { who: "alice", numbers: [12, 7], word: "and" },
    { who: "alice", numbers: [], word: "no ticket" },
  ],
  async holds(session, { who, numbers, word }) {
    const { expect } = session;
    const actor = session.actor(who);
    const pattern = { pattern: "TICKET-(?P<n>[0-9]+)", url_template: "https://tickets.example.com/{n}" };
    await ownRealm(session).act({ action: "add_linkifier", ...pattern });
    const topic = [word, ...numbers.flatMap((n) => [`TICKET-${n}`, word])].join(" ");
    const { topic_links } = await shownMessage(actor, await sendToChannel(actor, session.channels.general, topic));
    const links = expect.objects(topic_links, "topic_links").map(({ text, url }) => ({ text, url }));
    const expected = numbers.map((n) => ({ text: `TICKET-${n}`, url: `https://tickets.example.com/${n}` }));
    expect.same(links, expected, `topic_links of the topic ${topic}`);
  },
});
