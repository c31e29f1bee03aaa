import type { Actor } from "../../client/actor.ts";
import { type AddedLinkifier, addLinkifier, fetchLinkifiers } from "../../client/linkifiers.ts";
import { fetchMessage, noteToSelf, sendToChannel } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

/** Returns the linkifiers; where there is none and the target can be steered, one that has all fields is added. @throws Differs: they are refused */
async function linkifiers(actor: Actor): Promise<readonly Body[]> {
  const { expect, session } = actor;
  const all = await expect.accepted(fetchLinkifiers(actor));
  if (all.length > 0 || !session.target.steering) return all;
  await addLinkifier(actor, {
    example_input: "N-7",
    reverse_template: "N-{n}",
    alternative_url_templates: ["https://old.example.com/?n={n}"],
  });
  return expect.accepted(fetchLinkifiers(actor));
}

/** Every linkifier has an id of its own and a pattern. */
export const idAndPattern = property({
  clause: ["linkifier/id", "linkifier/pattern"],
  serial: "linkifiers",
  async holds({ as, expect }) {
    const list = await linkifiers(as.alice);
    expect.each(list, "linkifier", ({ id, pattern }) => {
      expect.integer(id, "the id of a linkifier");
      expect.holds(expect.text(pattern, "the pattern of a linkifier") !== "", `the linkifier ${String(id)} has an empty pattern`);
    });
    expect.same(new Set(list.map(({ id }) => id)).size, list.length, "the number of different ids of linkifiers");
  },
});

/** Every linkifier has a URL template. */
export const template = property({
  clause: "linkifier/url_template",
  serial: "linkifiers",
  async holds({ as, expect }) {
    expect.each(await linkifiers(as.alice), "linkifier", ({ url_template, url_format }) => {
      expect.text(url_template, "url_template");
      expect.same(url_format, undefined, "url_format, which url_template replaced");
    });
  },
});

/** Examples and reverse templates are texts or null, and who goes back has an example. */
export const examples = property({
  clause: ["linkifier/example_input", "linkifier/reverse_template", "linkifier/reverse-needs-example"],
  serial: "linkifiers",
  async holds({ as, expect }) {
    expect.each(await linkifiers(as.alice), "linkifier", ({ id, example_input, reverse_template }) => {
      expect.typed(example_input, "string or null", "example_input");
      expect.typed(reverse_template, "string or null", "reverse_template");
      expect.holds(reverse_template === null || example_input !== null, `the linkifier ${String(id)} goes back without an example_input`);
    });
  },
});

/** Alternatives are a list of texts. */
export const alternatives = property({
  clause: "linkifier/alternative_url_templates",
  serial: "linkifiers",
  async holds({ as, expect }) {
    expect.each(await linkifiers(as.alice), "linkifier", ({ alternative_url_templates }) => {
      for (const each of expect.list(alternative_url_templates, "alternative_url_templates"))
        expect.text(each, "an alternative URL template");
    });
  },
});

/** Returns the content, as HTML, that alice's note to herself gets. */
async function rendered({ as, expect }: Session, content: string): Promise<string> {
  const note = await expect.accepted(noteToSelf(as.alice, content));
  return expect.text(note.content, "the content of a message");
}

/** Requires of a message with a match of a new linkifier that the match alone is a link, to the template's URL. */
async function requireLink(session: Session, { word }: AddedLinkifier): Promise<void> {
  const { expect } = session;
  const content = await rendered(session, `See ${word}-1234 please, not ${word}-x.`);
  expect.holds(content.includes(`<a href="https://tasks.example.com/new/1234">${word}-1234</a>`), `a match becomes ${content}`);
  expect.same(content.split("<a ").length - 1, 1, "the number of links");
}

/** What matches a new linkifier in a message links to the template's URL. */
export const newInMessages = property({
  clause: ["linkifier/applies-to-messages", "linkifier/pattern"],
  serial: "linkifiers",
  holds: async (session) => requireLink(session, await addLinkifier(session.as.alice)),
});

/** A match in a message links to the template's URL, not to that of an alternative. */
export const inMessages = property({
  clause: ["linkifier/applies-to-messages", "linkifier/alternatives-not-forward", "linkifier/pattern"],
  serial: "linkifiers",
  async holds(session) {
    const alternative_url_templates = ["https://other.example.com/{n}"];
    await requireLink(session, await addLinkifier(session.as.alice, { alternative_url_templates }));
  },
});

/** Returns the examples of the linkifiers that are there already. */
const examplesOf = async (session: Session): Promise<string[]> =>
  (await linkifiers(session.as.alice)).map(({ example_input }) => example_input).filter((example) => typeof example === "string");

/** The example of a linkifier becomes a link. */
export const examplesMatch = property({
  clause: ["linkifier/example_input", "linkifier/applies-to-messages"],
  serial: "linkifiers",
  async holds(session) {
    const { expect } = session;
    const contents = new Map<string, string>();
    for (const example of await examplesOf(session)) contents.set(example, await rendered(session, `See ${example} please`));
    expect.each(contents, "linkifier with an example", ([example, content]) =>
      expect.holds(content.includes("<a "), `the example ${example} becomes ${content}`),
    );
  },
});

/** The example of a linkifier in a topic is among the topic's links. */
export const inTopics = property({
  clause: "linkifier/applies-to-topics",
  serial: "linkifiers",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const example = (await examplesOf(session)).find(({ length }) => length < 15);
    if (example === undefined) throw new Untestable("no linkifier has a short example");
    const id = await sendToChannel(alice, session.channels.general, `${session.fresh("t")} ${example}`);
    const { topic_links } = await expect.accepted(fetchMessage(alice, id));
    const links = expect.objects(topic_links, "topic_links");
    const isMatch = ({ text, url }: Body): boolean =>
      typeof text === "string" && text !== "" && example.includes(text) && typeof url === "string";
    expect.holds(links.some(isMatch), `a topic with ${example} has the links ${JSON.stringify(links)}`);
  },
});

/** What matches a new linkifier in a topic links to the template's URL. */
export const newInTopics = property({
  clause: "linkifier/applies-to-topics",
  serial: "linkifiers",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { word } = await addLinkifier(alice);
    const id = await sendToChannel(alice, session.channels.general, `${word}-12 ${word}-x`);
    const { topic_links } = await expect.accepted(fetchMessage(alice, id));
    const links = expect.objects(topic_links, "topic_links").map(({ text, url }) => ({ text, url }));
    expect.same(links, [{ text: `${word}-12`, url: "https://tasks.example.com/new/12" }], "topic_links");
  },
});
