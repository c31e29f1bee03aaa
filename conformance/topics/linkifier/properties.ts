import type { Actor } from "../../client/actor.ts";
import { fetchMessage, noteToSelf } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const linkifiers = async (actor: Actor): Promise<readonly Body[]> =>
  expect.succeeded(await actor.send("GET /realm/linkifiers"), "fetching linkifiers").linkifiers as Body[];

/** Every linkifier has an id of its own and a pattern. */
export const idAndPattern = property({
  clause: ["linkifier/id", "linkifier/pattern"],
  async holds(session) {
    const { expect } = session;
    const list = await linkifiers(session.as.alice);
    for (const { id, pattern } of list) {
      expect.typed(id, "integer", "the id of a linkifier");
      expect.typed(pattern, "string", "the pattern of a linkifier");
      expect.holds(pattern !== "", `the linkifier ${id} has an empty pattern`);
    }
    expect.same(new Set(list.map(({ id }) => id)).size, list.length, "the number of different ids of linkifiers");
  },
});

/** Every linkifier has a URL template. */
export const template = property({
  clause: "linkifier/url_template",
  async holds(session) {
    const { expect } = session;
    for (const { url_template, url_format } of await linkifiers(session.as.alice)) {
      expect.typed(url_template, "string", "url_template");
      expect.same(url_format, undefined, "url_format, which url_template replaced");
    }
  },
});

/** Examples and reverse templates are texts or null, and who goes back has an example. */
export const examples = property({
  clause: ["linkifier/example_input", "linkifier/reverse_template", "linkifier/reverse-needs-example"],
  async holds(session) {
    const { expect } = session;
    for (const { id, example_input, reverse_template } of await linkifiers(session.as.alice)) {
      expect.typed(example_input, "string or null", "example_input");
      expect.typed(reverse_template, "string or null", "reverse_template");
      expect.holds(reverse_template === null || example_input !== null, `the linkifier ${id} goes back without an example_input`);
    }
  },
});

/** Alternatives are a list of texts. */
export const alternatives = property({
  clause: "linkifier/alternative_url_templates",
  async holds(session) {
    const { expect } = session;
    for (const { alternative_url_templates } of await linkifiers(session.as.alice)) {
      expect.typed(alternative_url_templates, "array", "alternative_url_templates");
      for (const each of alternative_url_templates as unknown[]) expect.typed(each, "string", "an alternative URL template");
    }
  },
});

/** The content that alice's note to herself gets. */
const rendered = async (session: Session, content: string): Promise<string> =>
  String((await noteToSelf(session.as.alice, content)).content);

/** A match in a message links to the template's URL, not to that of an alternative. */
export const inMessages = property({
  clause: ["linkifier/applies-to-messages", "linkifier/alternatives-not-forward", "linkifier/pattern"],
  serial: "linkifiers",
  holds: async (session) => {
    const { expect } = session;
    const word = session.fresh("N").replaceAll(/[^A-Za-z0-9]/g, "");
    await session.steering.act({
      action: "add_linkifier",
      pattern: `${word}-(?P<n>[0-9]+)`,
      url_template: "https://tasks.example.com/{n}",
      alternative_url_templates: ["https://other.example.com/{n}"],
    });
    const content = await rendered(session, `See ${word}-1234 please, not ${word}-x.`);
    expect.holds(content.includes(`<a href="https://tasks.example.com/1234">${word}-1234</a>`), `a match becomes ${content}`);
    expect.same(content.split("<a ").length - 1, 1, "the number of links");
  },
});

/** Examples of linkifiers that are there already. */
async function examplesOf(session: Session): Promise<string[]> {
  const found = (await linkifiers(session.as.alice)).map(({ example_input }) => example_input).filter((each) => typeof each === "string");
  if (found.length === 0) throw new Untestable("no linkifier has an example");
  return found;
}

/** The example of a linkifier becomes a link. */
export const examplesMatch = property({
  clause: ["linkifier/example_input", "linkifier/applies-to-messages"],
  async holds(session) {
    const { expect } = session;
    for (const example of await examplesOf(session)) {
      const content = await rendered(session, `See ${example} please`);
      expect.holds(content.includes("<a "), `the example ${example} becomes ${content}`);
    }
  },
});

/** The example of a linkifier in a topic is among the topic's links. */
export const inTopics = property({
  clause: "linkifier/applies-to-topics",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const example = (await examplesOf(session)).find((each) => each.length < 15);
    if (example === undefined) throw new Untestable("no linkifier has a short example");
    const topic = `${session.fresh("t")} ${example}`;
    const { id } = expect.succeeded(
      await alice.send("POST /messages", { type: "stream", to: session.channels.general, topic, content: "hi" }),
    );
    const { topic_links } = await fetchMessage(alice, id);
    const links = topic_links as readonly Body[];
    expect.holds(
      links.some(({ text, url }) => typeof text === "string" && typeof url === "string"),
      `a topic with ${example} has the links ${JSON.stringify(links)}`,
    );
  },
});
