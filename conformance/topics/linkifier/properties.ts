import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { addLinkifier } from "../../client/linkifiers.ts";
import { fetchMessage, sendToChannel } from "../../client/messages.ts";
import { boundOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { aLinkifier, type LinkifierShape, linkifiedUrl, plainLinkifier } from "../../draw/linkifiers.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { type Body, Untestable } from "../../expect.ts";
import { type Listing, linkifiers, ofListing } from "./listing.ts";
import { aPart, matchesOf, plainParts, rendered, requireLinks, type Writing, writing, written } from "./writing.ts";

/** Every linkifier has an id of its own and a pattern. */
export const idAndPattern = property<Listing>({
  clause: ["linkifier/id", "linkifier/pattern"],
  ...ofListing,
  async holds(session, listing) {
    const { expect } = session;
    const list = await linkifiers(session, listing);
    expect.each(list, "linkifier", ({ id, pattern }) => {
      expect.integer(id, "the id of a linkifier");
      expect.holds(expect.text(pattern, "the pattern of a linkifier") !== "", `the linkifier ${String(id)} has an empty pattern`);
    });
    expect.same(new Set(list.map(({ id }) => id)).size, list.length, "the number of different ids of linkifiers");
  },
});

/** Every linkifier has a URL template. */
export const template = property<Listing>({
  clause: "linkifier/url_template",
  ...ofListing,
  async holds(session, listing) {
    const { expect } = session;
    expect.each(await linkifiers(session, listing), "linkifier", ({ url_template, url_format }) => {
      expect.text(url_template, "url_template");
      expect.same(url_format, undefined, "url_format, which url_template replaced");
    });
  },
});

/** Examples and reverse templates are texts or null, and who goes back has an example. */
export const examples = property<Listing>({
  clause: ["linkifier/example_input", "linkifier/reverse_template", "linkifier/reverse-needs-example"],
  ...ofListing,
  async holds(session, listing) {
    const { expect } = session;
    expect.each(await linkifiers(session, listing), "linkifier", ({ id, example_input, reverse_template }) => {
      expect.typed(example_input, "string or null", "example_input");
      expect.typed(reverse_template, "string or null", "reverse_template");
      expect.holds(reverse_template === null || example_input !== null, `the linkifier ${String(id)} goes back without an example_input`);
    });
  },
});

/** Alternatives are a list of texts. */
export const alternatives = property<Listing>({
  clause: "linkifier/alternative_url_templates",
  ...ofListing,
  async holds(session, listing) {
    const { expect } = session;
    expect.each(await linkifiers(session, listing), "linkifier", ({ alternative_url_templates }) => {
      for (const each of expect.list(alternative_url_templates, "alternative_url_templates"))
        expect.text(each, "an alternative URL template");
    });
  },
});

/** What matches a new linkifier in a message links to the template's URL. */
export const newInMessages = property<Writing>({
  clause: ["linkifier/applies-to-messages", "linkifier/pattern"],
  serial: "linkifiers",
  given: writing,
  examples: [{ who: "alice", shape: plainLinkifier, parts: plainParts }],
  holds: requireLinks,
});

/** A match in a message links to the template's URL, not to that of an alternative. */
export const inMessages = property<Writing>({
  clause: ["linkifier/applies-to-messages", "linkifier/alternatives-not-forward", "linkifier/pattern"],
  serial: "linkifiers",
  given: {
    ...writing,
    shape: fc.tuple(aLinkifier, fc.integer({ min: 1, max: 3 })).map(([shape, count]) => ({ ...shape, alternatives: count })),
  },
  examples: [{ who: "alice", shape: { ...plainLinkifier, alternatives: 1 }, parts: plainParts }],
  holds: requireLinks,
});

/** Returns the examples of the linkifiers that are there, of which one is added where the target can be steered. */
async function examplesOf(session: Session, who: PersonName, shape: LinkifierShape): Promise<string[]> {
  const added = [{ ...shape, hasExample: true }];
  const all = await linkifiers(session, { who, added });
  return all.map(({ example_input }) => example_input).filter((example) => typeof example === "string");
}

/** Who writes an example, and what stands beside it. */
interface Exemplary {
  readonly who: PersonName;
  readonly shape: LinkifierShape;
  readonly before: string;
  readonly after: string;
}

const exemplary = { who: anActor(...people), shape: aLinkifier, before: aPhrase, after: aPhrase };

const plainest: Exemplary = { who: "alice", shape: plainLinkifier, before: "See", after: "please" };

/** The example of a linkifier becomes a link. */
export const examplesMatch = property<Exemplary>({
  clause: ["linkifier/example_input", "linkifier/applies-to-messages"],
  serial: "linkifiers",
  given: exemplary,
  examples: [plainest],
  async holds(session, { who, shape, before, after }) {
    const { expect } = session;
    const contents = new Map<string, string>();
    for (const example of await examplesOf(session, who, shape))
      contents.set(example, await rendered(session.actor(who), `${before} ${example} ${after}`));
    expect.each(contents, "linkifier with an example", ([example, content]) =>
      expect.holds(content.includes("<a "), `the example ${example} becomes ${content}`),
    );
  },
});

/** Returns the links of the topic of a new message. */
async function topicLinks(actor: Actor, topic: string): Promise<readonly Body[]> {
  const { expect, session } = actor;
  const id = await sendToChannel(actor, session.channels.general, topic);
  return expect.objects((await expect.accepted(fetchMessage(actor, id))).topic_links, "topic_links");
}

/** The example of a linkifier in a topic is among the topic's links. */
export const inTopics = property<{ readonly who: PersonName; readonly isFirst: boolean }>({
  clause: "linkifier/applies-to-topics",
  serial: "linkifiers",
  given: { who: anActor(...people), isFirst: fc.boolean() },
  examples: [{ who: "alice", isFirst: false }],
  async holds(session, { who, isFirst }) {
    const { expect } = session;
    const example = (await examplesOf(session, who, plainLinkifier)).find(({ length }) => length < 15);
    if (example === undefined) throw new Untestable("no linkifier has a short example");
    const words = [session.fresh("t"), example];
    const links = await topicLinks(session.actor(who), (isFirst ? words.reverse() : words).join(" "));
    const isMatch = ({ text, url }: Body): boolean =>
      typeof text === "string" && text !== "" && example.includes(text) && typeof url === "string";
    expect.holds(links.some(isMatch), `a topic with ${example} has the links ${JSON.stringify(links)}`);
  },
});

/** What matches a new linkifier in a topic links to the template's URL. */
export const newInTopics = property<Writing>({
  clause: "linkifier/applies-to-topics",
  serial: "linkifiers",
  given: { ...writing, parts: fc.array(aPart, { minLength: 1, maxLength: 2 }) },
  examples: [{ who: "alice", shape: plainLinkifier, parts: [{ match: "12" }, { near: "x" }] }],
  async holds(session, { who, shape, parts }) {
    const { expect } = session;
    const actor = session.actor(who);
    const { word } = await addLinkifier(actor, shape);
    const topic = written(parts, word);
    if (topic.length > (await boundOf(actor, "max_topic_length"))) throw new Untestable("the topic is longer than a topic may be");
    const links = (await topicLinks(actor, topic)).map(({ text, url }) => ({ text, url }));
    const expected = matchesOf(parts).map((number) => ({ text: `${word}-${number}`, url: linkifiedUrl(shape, number) }));
    expect.same(links, expected, `the topic_links of ${topic}`);
  },
});
