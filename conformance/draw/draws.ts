import fc from "fast-check";
import type { Fields, Ground, Say } from "../declare/step.ts";
import type { Counted, Named } from "./symbols.ts";

export type Drawn = fc.Arbitrary<unknown>;

/** One of some arbitraries or values, each as often as its number says. */
export const mostly = (...choices: readonly (readonly [weight: number, what: unknown])[]): Drawn =>
  fc.oneof(
    ...choices
      .filter(([weight]) => weight > 0)
      .map(([weight, what]) => ({ weight, arbitrary: what instanceof fc.Arbitrary ? what : fc.constant(what) })),
  );

/** Fields of a request; a field drawn as undefined is left out. */
export const fields = (parts: Readonly<Record<string, Drawn>>): fc.Arbitrary<Fields> =>
  fc.record(parts).map((drawn) => {
    const given: Record<string, unknown> = {};
    for (const name in drawn) if (drawn[name] !== undefined) given[name] = drawn[name];
    return given;
  });

/** Present once in so many times. */
export const rarely = (what: Drawn, times = 6): Drawn => mostly([1, what], [times - 1, undefined]);

/** Left out once in so many times. */
export const usually = (what: Drawn, times = 60): Drawn => mostly([times - 1, what], [1, undefined]);

export const truth: Drawn = fc.boolean();

/** Something made before, the newest most often. */
export const made = (ref: Counted): Drawn => fc.constantFrom(0.99, 0.99, 0.99, 0.9, 0.8, 0.7, 0.5, 0.3, 0.1, 0).map((at) => ({ ref, at }));

export const named = (ref: Named, names: readonly string[]): Drawn =>
  names.length === 0 ? fc.constant({ ref, of: "nobody" }) : fc.constantFrom(...names).map((of) => ({ ref, of }));

const present = ({ cast, active }: Ground): readonly string[] => [...active, ...active, ...active, ...cast];
export const user = (ground: Ground): Drawn => named("user", present(ground));
export const email = (ground: Ground): Drawn => named("email", present(ground));

/** General more often than any other. */
const favoured = (channels: readonly string[]): string[] =>
  channels.flatMap((name) => (name === "general" ? [name, name, name, name, name, name, name] : [name]));
export const channel = ({ channels }: Ground): Drawn => named("channel", favoured(channels));
export const channelName = ({ channels }: Ground): Drawn => named("channel name", favoured(channels));

/** A few topics that are new with each scenario, shared by all its actors. */
export const freshTopic: Drawn = fc.constantFrom("lunch", "lunch", "lunch", "rota", "rota", "Tools").map((of) => ({ ref: "fresh", of }));

const emptyTopics: Drawn = fc.constantFrom("", "(no topic)", { ref: "display name", of: "topic" });

/** A topic, at times one with a special meaning or at the bound. */
export const topic = ({ known }: Ground): Drawn =>
  mostly(
    [24, freshTopic],
    [known ? 3 : 0, emptyTopics],
    [1, { ref: "text", of: ["  ", { ref: "fresh", of: "lunch" }, " "] }],
    [known ? 1 : 0, fc.constantFrom(-1, 0, 1).map((plus) => ({ ref: "long", of: "max_topic_length", plus }))],
    [known ? 1 : 0, "compost"],
  );

export const freshName = (...words: readonly string[]): Drawn => fc.constantFrom(...words).map((of) => ({ ref: "fresh", of }));

export const listOf = (item: Drawn, maxLength = 3, minLength = 0): Drawn => fc.array(item, { minLength, maxLength, size: "max" });

export const systemGroup: Drawn = named("system group", [
  "role:nobody",
  "role:everyone",
  "role:members",
  "role:administrators",
  "role:owners",
  "role:internet",
]);

/** A group-setting value. */
export const groupSetting = (ground: Ground): Drawn =>
  mostly(
    [3, systemGroup],
    [2, made("group")],
    [3, fc.record({ direct_members: listOf(user(ground), 2), direct_subgroups: listOf(mostly([2, made("group")], [1, systemGroup]), 1) })],
    [1, fc.constantFrom(0, "members", null, { direct_members: [0], direct_subgroups: [] })],
  );

/** A parameter that no endpoint knows. */
export const unsupported: Drawn = rarely(fc.constantFrom("blue", ""), 40);

/** Fields in brackets after a sentence, without those that the sentence has. */
export function rest(given: Fields, told: readonly string[], say: Say): string {
  const others = Object.keys(given).filter((name) => !told.includes(name));
  return others.length === 0 ? "" : ` (${others.map((name) => `${name}: ${say(given[name])}`).join(", ")})`;
}
