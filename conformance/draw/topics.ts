import fc from "fast-check";
import { type Drawn, ofKinds } from "./combinators.ts";
import { recentMessage } from "./references.ts";
import { channelIn, deferred, type Symbolic } from "./symbols.ts";
import type { TargetFacts } from "./target-facts.ts";
import { type CaseVariant, caseVariant, filledTo, filler, inCase, nameOf, safeKinds, textOf } from "./texts.ts";

/** The beginning of a resolved topic. */
export const resolvedMark = "✔ ";

/** A topic of a property, spelled by `topicOf` once the server has said its bound and the run has a fresh name. */
export type TopicShape =
  /** The fresh name alone. */
  | { readonly kind: "plain" }
  /** The fresh name with a text behind it. */
  | { readonly kind: "text"; readonly text: string }
  /** White space inside the name, which stays, and around it, on which the specification is silent. */
  | { readonly kind: "spaced"; readonly before: string; readonly inside: string; readonly after: string }
  | { readonly kind: "cased"; readonly variant: CaseVariant }
  | { readonly kind: "resolved" }
  /** A name as long as the server's bound, one code point longer, or of so many code points. */
  | { readonly kind: "filled"; readonly fill: "limit" | "beyond" | number; readonly filler: string }
  /** A spelling of the empty topic. */
  | { readonly kind: "special"; readonly special: "empty" | "(no topic)" | "display name" };

const spaces = fc.constantFrom("", " ", "  ", "\u00a0", "\u3000");

/** A topic of some kinds, or of all. The plainest is the first kind's. */
export const aTopic = ofKinds<TopicShape>({
  plain: fc.constant({ kind: "plain" }),
  text: fc.record({ kind: fc.constant("text"), text: textOf({ max: 20 }) }),
  spaced: fc.record({ kind: fc.constant("spaced"), before: spaces, inside: fc.constantFrom(" ", "   "), after: spaces }),
  cased: fc.record({ kind: fc.constant("cased"), variant: caseVariant }),
  resolved: fc.constant({ kind: "resolved" }),
  filled: fc.record({
    kind: fc.constant("filled"),
    fill: fc.oneof({ withCrossShrink: true }, fc.constant("limit"), fc.constant("beyond"), fc.integer({ min: 45, max: 59 })),
    filler: textOf({ max: 8 }),
  }),
  special: fc.record({ kind: fc.constant("special"), special: fc.constantFrom("empty", "(no topic)", "display name") }),
});

/** A topic within the bound that is kept as it is sent, also by an endpoint that reads `(no topic)` as it pleases. */
export const aPlainTopic: fc.Arbitrary<TopicShape> = aTopic("plain", "text", "cased", "resolved");

interface TopicGround {
  /** A name that nothing on the server has yet. */
  readonly fresh: string;
  /** The server's `max_topic_length`. */
  readonly limit: number;
  /** The server's `realm_empty_topic_display_name`. Needed for the special kind only. */
  readonly displayName?: string;
}

const lengthOf = (fill: "limit" | "beyond" | number, limit: number): number =>
  fill === "limit" ? limit : fill === "beyond" ? limit + 1 : Math.min(fill, limit);

/** Returns the topic of a shape as it is sent. Only the filled kind goes beyond the bound, and only where it says so. */
export function topicOf(shape: TopicShape, { fresh, limit, displayName = "general chat" }: TopicGround): string {
  if (shape.kind === "text") return nameOf({ tail: shape.text, variant: "as it is" }, fresh, limit);
  if (shape.kind === "spaced") return `${shape.before}${fresh.replace(" ", shape.inside)}${shape.after}`;
  if (shape.kind === "cased") return inCase(shape.variant, fresh);
  if (shape.kind === "resolved") return `${resolvedMark}${fresh}`;
  if (shape.kind === "filled") return filledTo(lengthOf(shape.fill, limit), fresh, shape.filler);
  if (shape.kind === "special") return { empty: "", "(no topic)": "(no topic)", "display name": displayName }[shape.special];
  return fresh;
}

const words = fc.constantFrom("lunch", "rota", "open day");

/** Topics that are kept as they are sent on every server, and are new there. */
const safeTopic: fc.Arbitrary<TopicShape> = fc.oneof(
  { weight: 6, arbitrary: aTopic("plain") },
  { weight: 2, arbitrary: aTopic("cased", "resolved") },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("text"), text: textOf({ max: 20, kinds: safeKinds }) }) },
);

const keptTopic: fc.Arbitrary<TopicShape> = fc.oneof(
  { weight: 8, arbitrary: aTopic("plain") },
  { weight: 6, arbitrary: aTopic("text", "spaced", "cased", "resolved") },
  aTopic("special"),
  fc.record({ kind: fc.constant("filled"), fill: fc.constant("limit"), filler }),
);

/** Returns the topic of a shape as it stands in a scenario. */
function topicSymbol(shape: TopicShape, word: string): unknown {
  const fresh = (of: string): Symbolic => ({ ref: "fresh", of });
  if (shape.kind === "text") return { ref: "text", of: [fresh(word), ` ${shape.text}`] };
  if (shape.kind === "spaced") return { ref: "text", of: [shape.before, fresh(word.replace(" ", shape.inside)), shape.after] };
  if (shape.kind === "cased") return fresh(inCase(shape.variant, word));
  if (shape.kind === "resolved") return { ref: "text", of: [resolvedMark, fresh(word)] };
  if (shape.kind === "special")
    return { empty: "", "(no topic)": "(no topic)", "display name": { ref: "display name", of: "topic" } }[shape.special];
  if (shape.kind === "plain") return fresh(word);
  return { ref: "long", of: "max_topic_length", plus: shape.fill === "beyond" ? 1 : 0, head: fresh(word), filler: shape.filler };
}

/** A topic of a scenario: one that all its actors are likely to use, at times one with a special meaning or exactly as long as the bound. */
export const topic = ({ known }: TargetFacts): Drawn =>
  fc.tuple(known ? keptTopic : safeTopic, words).map(([shape, word]) => topicSymbol(shape, word));

/** A topic of a scenario one code point longer than the bound. */
export const topicBeyond: Drawn = fc
  .tuple(filler, words)
  .map(([text, word]) => topicSymbol({ kind: "filled", fill: "beyond", filler: text }, word));

/** A topic of a scenario that is new and as plain as can be. */
export const freshTopic: Drawn = words.map((of) => ({ ref: "fresh", of }));

/** A topic of a scenario that is new and has a link, by a linkifier of the target. */
export const linkedTopic = ({ linked }: TargetFacts): Drawn =>
  fc
    .tuple(freshTopic as fc.Arbitrary<Symbolic>, fc.constantFrom("", ...linked))
    .map(([fresh, link]) => ({ ref: "text", of: [fresh, ` ${link}`] }));

/** The channel of a message that was sent and the actor reads. */
export const channelOfConversation = (ref: "channel" | "channel name"): Drawn =>
  deferred((state, one) => {
    const last = recentMessage(state, one, ({ channel, readers }) => channel !== undefined && readers.has(state.actor));
    return last && { ref, of: last.channel };
  });

/** The topic of a message that was sent to the channel that the step names in a field. */
export const topicOfConversation = (field: string): Drawn =>
  deferred((state, one) => {
    const channel = channelIn(state.given[field]);
    return recentMessage(state, one, (message) => channel !== undefined && message.channel === channel)?.topic;
  });

/** The others in a conversation by direct messages that the actor takes part in. */
export const peopleOfConversation: Drawn = deferred((state, one) => {
  const last = recentMessage(state, one, ({ people }) => people.includes(state.actor));
  const others = last?.people.filter((name) => name !== state.actor);
  return others && (others.length > 0 ? others : [state.actor]).map((of) => ({ ref: "user", of }));
});
