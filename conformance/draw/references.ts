import fc from "fast-check";
import type { Drawn } from "./combinators.ts";
import type { Ground } from "./ground.ts";
import type { Counted, Named } from "./symbols.ts";

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

export const freshName = (...words: readonly string[]): Drawn => fc.constantFrom(...words).map((of) => ({ ref: "fresh", of }));

export const systemGroup: Drawn = named("system group", [
  "role:nobody",
  "role:everyone",
  "role:members",
  "role:administrators",
  "role:owners",
  "role:internet",
]);
