import fc from "fast-check";
import { itemAt, present } from "../client/json.ts";
import { type Drawn, listOf, mostly } from "./combinators.ts";
import { channelOfActor, message, person, recentMessage, several } from "./references.ts";
import { type DrawnMessage, deferred, type Pick, type SymbolicState } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";
import { words } from "./texts.ts";
import { freshTopic, topic } from "./topics.ts";

const term = (operator: Drawn, operand: Drawn): Drawn => fc.record({ operator, operand });
const is = (...words: readonly string[]): Drawn => fc.constantFrom(...words);

const people: Drawn = mostly([3, several("user", 1, 2)], [2, person("user")], [1, person("email")]);

const aMessage: Drawn = message(() => true);

/** A term of whatever kind, whether or not anything matches it. */
const anyTerm = (facts: TargetFacts): Drawn =>
  mostly(
    [4, term(is("channel", "stream"), mostly([1, channelOfActor("channel")], [1, channelOfActor("channel name")]))],
    [4, term(is("topic"), topic(facts))],
    [3, term(is("sender"), mostly([2, person("user")], [1, person("email")]))],
    [3, term(is("dm", "pm-with", "dm-including"), people)],
    [2, term(is("is"), is("dm", "private", "unread", "mentioned", "starred", "alerted", "resolved", "followed", "muted"))],
    [2, term(is("has"), is("link", "image", "attachment", "reaction"))],
    [2, term(is("id", "with", "near"), aMessage)],
    [facts.known ? 1 : 0, term(is("channels", "streams"), is("public", "web-public"))],
    [facts.known ? 2 : 0, term(is("search"), is(...words, '"soup bread"'))],
    [1, term(is("in"), is("home", "all"))],
  );

const negated = (what: Drawn): Drawn => mostly([3, what], [1, what.map((one) => ({ ...(one as object), negated: true }))]);

type Terms = readonly Readonly<Record<string, unknown>>[];

const personAs = (name: string, one: Pick): unknown =>
  one([
    { ref: "user", of: name },
    { ref: "email", of: name },
  ]);

function channelTerms({ channel: of, topic }: DrawnMessage, one: Pick): Terms {
  const operand = one([
    { ref: "channel", of },
    { ref: "channel name", of },
    { ref: "channel name", of },
  ]);
  const operator = one(["channel", "channel", "channel", "stream"]);
  return [{ operator, operand }, ...(topic === undefined ? [] : [{ operator: "topic", operand: topic }])];
}

/** The terms that a direct message matches, for somebody who takes part in it. */
function directTerms({ people }: DrawnMessage, { actor }: SymbolicState, one: Pick): Terms {
  const others = people.filter((name) => name !== actor);
  const named = others.length > 0 ? others : people;
  const all = named.map((of) => ({ ref: "user", of }));
  const term = one([
    { operator: "dm", operand: all },
    { operator: "dm", operand: all },
    { operator: "pm-with", operand: all },
    { operator: "dm-including", operand: personAs(itemAt(named, 0), one) },
    { operator: "is", operand: one(["dm", "dm", "private"]) },
  ]);
  return [present(term, "term of a direct message")];
}

const hasLink = /https?:|\]\(/;

/** Terms that a message matches for the actor, beside its conversation. */
function otherTerms(message: DrawnMessage, state: SymbolicState, one: Pick): Terms {
  const { by, content, starredBy, reactions } = message;
  const text = typeof content === "string" ? content : "";
  const said = words.filter((word) => text.split(" ").includes(word));
  return [
    { operator: "sender", operand: personAs(by, one) },
    { operator: "id", operand: state.ref(message) },
    { operator: "is", operand: "starred", ...(!starredBy.has(state.actor) && { negated: true }) },
    ...(by === state.actor ? [] : [{ operator: "is", operand: "unread" }]),
    ...(hasLink.test(text) ? [{ operator: "has", operand: "link" }] : []),
    ...(reactions.size > 0 ? [{ operator: "has", operand: "reaction" }] : []),
    ...(said.length > 0 && state.facts.known ? [{ operator: "search", operand: one(said) }] : []),
    ...(message.channel === undefined ? [] : [{ operator: "with", operand: state.ref(message) }]),
  ];
}

/** Returns a narrow that a message matches for the actor: its conversation, at times one more term or another one instead. */
function narrowTo(message: DrawnMessage, state: SymbolicState, one: Pick): Terms {
  const place = message.channel === undefined ? directTerms(message, state, one) : channelTerms(message, one);
  const how = one(["place", "place", "place", "channel", "more", "more", "other"]);
  const other = present(one(otherTerms(message, state, one)), "other term");
  if (how === "place") return place;
  if (how === "channel") return place.slice(0, 1);
  return how === "more" ? [...place, other] : [other];
}

/** A narrow that some message matches which was sent in this scenario and which the actor received; where there is none, nothing. */
export const narrowToMessage: Drawn = deferred((state, one) => {
  const about = recentMessage(state, one, ({ received }) => received.has(state.actor));
  return about && narrowTo(about, state, one);
});

/** Returns a narrow that a message matches which the step names before; where it names none, nothing. */
export const narrowToNamed = (name: string): Drawn =>
  deferred((state, one) => {
    const ids = state.given[name];
    const about = state.thing(Array.isArray(ids) ? one(ids) : ids);
    return about?.kind === "message" ? narrowTo(about as DrawnMessage, state, one) : undefined;
  });

/** A topic of a channel, as clients ask for most. */
const conversation: Drawn = fc
  .tuple(mostly([2, channelOfActor("channel")], [3, channelOfActor("channel name")]), freshTopic)
  .map(([where, what]) => [
    { operator: "channel", operand: where },
    { operator: "topic", operand: what },
  ]);

/** A narrow of whatever terms; where the model does not know all history, mostly one that lies in a fresh topic. */
export const anyNarrow = (facts: TargetFacts): Drawn =>
  mostly(
    [facts.known ? 1 : 8, conversation],
    [2, fc.tuple(conversation, negated(anyTerm(facts))).map(([terms, more]) => [...(terms as unknown[]), more])],
    [facts.known ? 4 : 1, listOf(negated(anyTerm(facts)), 2, 1)],
  );

/** A narrow that says nothing, or is none. */
export const noNarrow: Drawn = fc.constantFrom(
  {},
  [{}],
  "sender:me",
  [{ operator: "is" }],
  [3],
  [{ operator: "nonsense", operand: "soup" }],
  [{ operator: "is", operand: "nonsense" }],
  [{ operator: "sender", operand: "nobody@example.com" }],
  [{ operator: "channel", operand: "no such channel" }],
);
