import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { editMessage, fetchMessage, fetchSource, noteToSelf, sendToChannel } from "../../client/messages.ts";
import { administrator } from "../../client/people.ts";
import { boundOf, ifTold, recordsOf } from "../../client/registration.ts";
import { passingRealm, type Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import {
  aLinkifier,
  digits,
  fullLinkifier,
  type LinkifierShape,
  linkifiedUrl,
  linkifierFields,
  plainLinkifier,
} from "../../draw/contents.ts";
import { anActor, fullMembers, type PersonName, people } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { type Body, isEqual, prepared, Untestable } from "../../expect.ts";

/** Returns the linkifiers, in order. @throws Differs: the request is refused, or answered by no list of objects */
async function linkifiers(actor: Actor): Promise<readonly Body[]> {
  const fetched = actor
    .prepare("GET /realm/linkifiers")
    .then((body) => prepared.objects(body.linkifiers, "the linkifiers of GET /realm/linkifiers"));
  return actor.expect.accepted(fetched);
}

/** Adds a linkifier of a fresh word. Returns its fields, and the beginning of its matches, before a hyphen and a number. */
async function addLinkifier({ session }: Actor, shape: LinkifierShape) {
  const word = session.fresh("N").replaceAll(/[^A-Za-z0-9]/g, "");
  const fields = linkifierFields(shape, word);
  const { id } = await session.steering.act({ action: "add_linkifier", ...fields });
  return { id, word, ...fields };
}

const inOrder = "realm.linkifiers.get/order";

const idsOf = (all: readonly Body[]): unknown[] => all.map(({ id }) => id);

/** Whether lists have the same linkifiers, one list in another order. */
function areReordered(one: readonly Body[], other: readonly Body[]): boolean {
  const sorted = (all: readonly Body[]): unknown[] => idsOf(all).sort((a, b) => Number(a) - Number(b));
  return isEqual(sorted(one), sorted(other)) && !isEqual(idsOf(one), idsOf(other));
}

/** The account that lists the linkifiers, and those that are added before where the target can be steered. */
const listing = { who: anActor(...people), added: fc.array(aLinkifier, { maxLength: 3 }) };

/** Adds linkifiers, and makes sure that there is an order of them to look at. @throws Untestable: there is at most one, and none can be added */
async function severalLinkifiers(actor: Actor, added: readonly LinkifierShape[]): Promise<readonly Body[]> {
  const all = await linkifiers(actor);
  const missing = Array.from({ length: Math.max(0, 2 - all.length - added.length) }, () => plainLinkifier);
  for (const shape of actor.session.isSteerable ? [...added, ...missing] : []) await addLinkifier(actor, shape);
  const several = await linkifiers(actor);
  if (several.length < 2) throw new Untestable("the organization has no two linkifiers");
  return several;
}

/** Everybody gets the same list each time, that of a registration, in the order that it was given, each linkifier with its own id. */
export const everybody = property({
  clause: ["linkifiers", "order", "linkifier/id"],
  serial: "linkifiers",
  given: {
    ...listing,
    others: fc.array(anActor(...people), { minLength: 1, maxLength: 3 }),
    first: fc.option(proportion, { nil: undefined }),
  },
  examples: [
    { who: "alice", added: [], others: ["alice", "bob"], first: undefined },
    { who: "alice", added: [], others: ["gus"], first: undefined },
    { who: "alice", added: [], others: ["alice"], first: 0.9 },
  ],
  async holds(session, { who, added, others, first }, expect) {
    if (first !== undefined) passingRealm(session);
    const actor = session.actor(who);
    let list = await severalLinkifiers(actor, added);
    expect.same(new Set(idsOf(list)).size, list.length, "the number of different ids of linkifiers", "linkifier/id");
    if (first !== undefined) {
      const at = Math.floor(first * list.length);
      const ordered = [...list.slice(at), ...list.slice(0, at)];
      await administrator(session).prepare("PATCH /realm/linkifiers", { ordered_linkifier_ids: idsOf(ordered) });
      list = await linkifiers(actor);
      expect.same(idsOf(list), idsOf(ordered), "the linkifiers after they were given another order", inOrder);
    }
    // Before, registrations have another form.
    const registered = session.level < levels.urlTemplates ? undefined : await ifTold(recordsOf(actor, "realm_linkifiers"));
    const ordered = registered && areReordered(list, registered) ? inOrder : undefined;
    if (registered) expect.same(list, registered, "the list of linkifiers, beside that of a registration", ordered);
    for (const name of others) {
      const theirs = await linkifiers(session.actor(name));
      expect.same(theirs, list, `the list of linkifiers as ${name} gets it`, areReordered(theirs, list) ? inOrder : undefined);
    }
  },
});

/** New linkifiers come last, in the order in which they were added, as they were written. */
export const newest = property({
  clause: ["linkifiers", "order", "linkifier/url_template"],
  serial: "linkifiers",
  given: { ...listing, added: fc.array(aLinkifier, { minLength: 1, maxLength: 3 }) },
  examples: [{ who: "alice", added: [fullLinkifier] }],
  async holds(session, { who, added }, expect) {
    const actor = session.actor(who);
    const before = await linkifiers(actor);
    const own: Body[] = [];
    for (const shape of added) {
      const { id, pattern, url_template } = await addLinkifier(actor, shape);
      own.push({ id, pattern, url_template });
    }
    const after = await linkifiers(actor);
    // No sentence says where they come.
    if (!session.isHeldToObserved && isEqual(idsOf(after.slice(own.length)), idsOf(before))) return;
    const ordered = areReordered(after, [...before, ...own]) ? inOrder : undefined;
    expect.same(after.slice(0, before.length), before, "the linkifiers before the new ones", ordered);
    const last = after.slice(before.length).map(({ id, pattern, url_template }) => ({ id, pattern, url_template }));
    const otherwise = last.map((one, i) => ({ ...one, url_template: own[i]?.url_template }));
    const isTemplate = isEqual(otherwise, own);
    expect.same(last, own, "the new linkifiers", ordered ?? (isTemplate ? "linkifier/url_template" : undefined));
  },
});

/** A linkifier is shown as it was added. */
export const asAdded = property({
  clause: [
    ...["example_input", "reverse_template", "alternative_url_templates", "reverse-needs-example"],
    ...["linkifier/pattern", "linkifier/url_template"],
  ],
  serial: "linkifiers",
  given: { who: anActor(...people), shape: aLinkifier },
  examples: [
    { who: "alice", shape: { ...plainLinkifier, hasExample: true } },
    { who: "alice", shape: fullLinkifier },
  ],
  async holds(session, { who, shape }, expect) {
    const { word: _, ...added } = await addLinkifier(session.actor(who), shape);
    const shown = (await linkifiers(session.actor(who))).filter(({ id }) => id === added.id);
    expect.each(shown, "linkifier that was added", (one) => {
      const isLacking = added.reverse_template !== null && one.reverse_template === added.reverse_template;
      for (const [name, value] of Object.entries(added)) {
        const isNeeded = name === "example_input" && isLacking && (one[name] ?? null) === null;
        const clause = `linkifier/${isNeeded ? "reverse-needs-example" : name}`;
        expect.same(one[name], value, `${name} of a linkifier that was added`, clause);
      }
    });
  },
});

/** Returns the content, as HTML, that an actor's note to themselves gets. */
async function rendered(actor: Actor, content: string): Promise<string> {
  const note = await actor.expect.accepted(noteToSelf(actor, content));
  return actor.expect.text(note.content, "the content of a message");
}

/** A part of a text: a match of a linkifier by its number, or a text that is none: `x` where digits would have to stand, or words. */
type Part = { readonly match: string } | { readonly near: string } | { readonly words: string };

const aPart: fc.Arbitrary<Part> = fc.oneof(
  digits.map((match) => ({ match })),
  fc.constantFrom("x", "", "-7").map((near) => ({ near })),
  aPhrase.map((words) => ({ words })),
);

/** The writer and the content about a new linkifier. */
const writing = { who: anActor(...people), shape: aLinkifier, parts: fc.array(aPart, { minLength: 1, maxLength: 5 }) };

const plainParts: Part[] = [{ words: "See" }, { match: "1234" }, { match: "7" }, { words: "please, not" }, { near: "x" }];

/** Returns the parts as a text, with spaces between them. @param word what matches begin with */
const written = (parts: readonly Part[], word: string): string =>
  parts.map((part) => ("words" in part ? part.words : `${word}-${"match" in part ? part.match : part.near}`)).join(" ");

const matchesOf = (parts: readonly Part[]): string[] => parts.flatMap((part) => ("match" in part ? [part.match] : []));

/** A match of a new linkifier in a message, and nothing else, links to the template's URL, not to that of an alternative. */
export const newInMessages = property({
  clause: ["applies-to-messages", "pattern", "alternatives-not-forward"],
  serial: "linkifiers",
  given: writing,
  examples: (["{n}{/m}", "{n}/{m}"] as const).map((form) => ({
    who: "alice" as const,
    shape: { ...plainLinkifier, form, alternatives: 1 },
    parts: plainParts,
  })),
  async holds(session, { who, shape, parts }, expect) {
    const actor = session.actor(who);
    const { word, alternative_url_templates } = await addLinkifier(actor, shape);
    const content = await rendered(actor, written(parts, word));
    const links = [...content.matchAll(/<a (?:[^>]* )?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, url, text = ""]) => ({
      url,
      text: text.replace(/<[^>]*>/g, ""),
    }));
    const expected = matchesOf(parts).map((number) => ({ url: linkifiedUrl(shape, number), text: `${word}-${number}` }));
    const others = alternative_url_templates.map((template) => template.replace(/\{.*/s, ""));
    const isOther = links.some(({ url = "" }) => others.some((start) => url.startsWith(start)));
    const instead = isOther ? "linkifier/alternatives-not-forward" : undefined;
    const isMore = links.length > expected.length;
    expect.same(links, expected, `what becomes a link in ${content},`, isMore ? "linkifier/pattern" : instead);
  },
});

/** Returns the examples of the linkifiers that are there, of which one is added where that can be done. */
async function examplesOf(session: Session, who: PersonName, shape: LinkifierShape): Promise<string[]> {
  const actor = session.actor(who);
  if (session.isSteerable) await ifTold(addLinkifier(actor, { ...shape, hasExample: true }));
  return (await linkifiers(actor)).map(({ example_input }) => example_input).filter((example) => typeof example === "string");
}

/** Returns the topic_links of a message, which are the same beside its HTML and beside its Markdown. */
async function topicLinks(actor: Actor, id: number): Promise<readonly Body[]> {
  const { expect } = actor;
  const [html, source] = [await expect.accepted(fetchMessage(actor, id)), await expect.accepted(fetchSource(actor, id))];
  const links = expect.against("message-resource/topic-links");
  links.same(source.topic_links, html.topic_links, "topic_links beside the Markdown");
  return links.objects(html.topic_links, "topic_links");
}

/** The example of a linkifier becomes a link, and where it is short it is among the links of a topic too. That a linkifier was used leaves it in its place. */
export const examplesMatch = property({
  clause: ["example_input", "applies-to-messages", "applies-to-topics", "message-resource/topic-links", "order"],
  serial: "linkifiers",
  given: { who: anActor<PersonName>(...people, "robo"), shape: aLinkifier, before: aPhrase, after: aPhrase },
  examples: [{ who: "alice", shape: plainLinkifier, before: "See", after: "please" }],
  async holds(session, { who, shape, before, after }, expect) {
    const [actor, contents] = [session.actor(who), new Map<string, string>()];
    const examples = await examplesOf(session, who, shape);
    const ids = idsOf(await linkifiers(actor));
    for (const example of examples) contents.set(example, await rendered(actor, `${before} ${example} ${after}`));
    expect.same(idsOf(await linkifiers(actor)), ids, "the linkifiers after messages in which they match", inOrder);
    expect.each(contents, "linkifier with an example", ([example, content]) =>
      expect.holds(content.includes("<a "), `the example ${example} becomes ${content}`, "linkifier/applies-to-messages"),
    );
    const short = [...contents.keys()].find(({ length }) => length < 15);
    if (short === undefined) return;
    const topic = `${session.fresh("t")} ${short}`;
    const id = await sendToChannel(actor, session.channels.general, topic);
    const links = await topicLinks(actor, id);
    const isMatch = ({ text, url }: Body): boolean =>
      typeof text === "string" && text !== "" && short.includes(text) && typeof url === "string";
    const what = `a topic with ${short} has the links ${JSON.stringify(links)}`;
    expect.holds(links.some(isMatch), what, "linkifier/applies-to-topics");
    const isMoved = await ifTold(editMessage(actor, id, { topic: session.fresh("moved") }).then(() => true));
    if (!isMoved) return;
    const former = (await topicLinks(actor, id)).filter(isMatch);
    expect.same(former, [], "the links of the former topic after a move", "message-resource/topic-links");
  },
});

/** A match of a new linkifier in a topic links to the template's URL, in each of the topics that a message gets by moves. */
export const newInTopics = property({
  clause: ["applies-to-topics", "message-resource/topic-links", "message-resource/topic-links-linkified"],
  serial: "linkifiers",
  given: {
    who: anActor(...fullMembers),
    shape: aLinkifier,
    topics: fc.uniqueArray(fc.array(aPart, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3, selector: JSON.stringify }),
  },
  examples: [
    { who: "alice", shape: { ...plainLinkifier, form: "{?n}" }, topics: [[{ words: "✔" }, { match: "12" }, { near: "x" }]] },
    { who: "alice", shape: plainLinkifier, topics: [[{ match: "12" }, { words: "and" }, { match: "7" }], [{ match: "8" }]] },
    { who: "alice", shape: plainLinkifier, topics: [[{ words: "no ticket" }]] },
    { who: "alice", shape: plainLinkifier, topics: [[{ match: "12" }], [{ words: "no ticket" }], [{ match: "7" }]] },
  ],
  async holds(session, { who, shape, topics }, expect) {
    const actor = session.actor(who);
    const [{ word }, most] = [await addLinkifier(actor, shape), await boundOf(actor, "max_topic_length")];
    let id: number | undefined;
    for (const parts of topics) {
      const topic = written(parts, word);
      if (topic.length > most) throw new Untestable("the topic is longer than a topic may be");
      if (id === undefined) id = await sendToChannel(actor, session.channels.general, topic);
      else await editMessage(actor, id, { topic });
      const links = (await topicLinks(actor, id)).map(({ text, url }) => ({ text, url }));
      const expected = matchesOf(parts).map((number) => ({ text: `${word}-${number}`, url: linkifiedUrl(shape, number) }));
      const textsOf = (all: readonly { readonly text: unknown }[]) => all.map(({ text }) => text);
      const clause = isEqual(textsOf(links), textsOf(expected)) ? "message-resource/topic-links-linkified" : undefined;
      expect.same(links, expected, `the topic_links of ${topic}`, clause);
    }
  },
});
