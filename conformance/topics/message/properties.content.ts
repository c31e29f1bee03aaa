import fc from "fast-check";
import { sendToChannel, shownMessage } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { aContent, contentOf } from "../../draw/contents.ts";
import { anActor } from "../../draw/people.ts";
import { words } from "../../draw/texts.ts";

/** What Markdown sets off is set off in the HTML: the same words without it give other HTML. */
export const setOff = property({
  clause: ["message-resource/content", "messages-id.get/apply-markdown"],
  given: { who: anActor(), word: fc.constantFrom(...words), mark: fc.constantFrom("**", "*", "`") },
  examples: [{ who: "alice", word: "word", mark: "**" }],
  async holds(session, { who, word, mark }) {
    const { expect } = session;
    const actor = session.actor(who);
    const contentOf = async (content: string, form = {}) => {
      const id = await sendToChannel(actor, session.channels.general, session.fresh(), content);
      return expect.text((await shownMessage(actor, id, form)).content, "content");
    };
    const source = `a ${mark}${word}${mark} here`;
    const [marked, plain] = [await contentOf(source), await contentOf(`a ${word} here`)];
    expect.holds(marked !== plain, `a word that is set off and one that is not both become ${marked}`);
    expect.holds(!marked.includes(mark), `the marks of Markdown are in the HTML: ${marked}`);
    expect.holds(marked.includes(word), `the word ${word} is not in the HTML: ${marked}`);
    expect.same(await contentOf(source, { apply_markdown: false }), source, "the raw content");
  },
});

/** Any content comes back as it was sent where raw Markdown is asked for. */
export const raw = property({
  clause: ["message-resource/content", "message-resource/content-type", "messages-id.get/apply-markdown"],
  given: { who: anActor(), reader: anActor(), content: aContent() },
  async holds(session, { who, reader, content }) {
    const { expect } = session;
    const text = contentOf(content);
    const id = await sendToChannel(session.actor(who), session.channels.general, session.fresh(), text);
    const source = await shownMessage(session.actor(reader), id, { apply_markdown: false });
    expect.same([source.content, source.content_type], [text, "text/x-markdown"], "the raw content and its type");
    const html = await shownMessage(session.actor(reader), id);
    expect.same(html.content_type, "text/html", "the type of HTML");
    expect.holds(expect.text(html.content, "the HTML").startsWith("<"), `the HTML is ${html.content}`);
  },
});
