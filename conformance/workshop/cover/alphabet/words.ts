import type { Fields } from "../../../draw/combinators.ts";
import type { Counted, Named, Symbolic } from "../../../draw/symbols.ts";
import type { Limit } from "../../../text/limits.ts";

/** The values with which one operation is tried. */
export interface Alphabet {
  /** Requests that each do something else. */
  readonly bases: readonly Fields[];
  /** By field: values that take the place of those in the first base that has the field, or that are added to the first base. */
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  /** The actors who try it. Default everybody: each role, a deactivated account, and nobody who is logged in. */
  readonly as?: readonly string[];
}

export const named =
  (ref: Named) =>
  (of: string): Symbolic => ({ ref, of });

export const user = named("user");
export const email = named("email");
export const channel = named("channel");
export const channelName = named("channel name");
export const systemGroup = named("system group");
export const fresh = (of: string): Symbolic => ({ ref: "fresh", of });
export const text = (...of: readonly unknown[]): Symbolic => ({ ref: "text", of });
export const long = (of: Limit, plus = 0): Symbolic => ({ ref: "long", of, plus });

/** The newest thing that was made. */
export const newest = (ref: Counted): Symbolic => ({ ref, at: 0.99 });
/** The oldest thing that was made. */
export const oldest = (ref: Counted): Symbolic => ({ ref, at: 0 });
/** One in the middle of those made. */
export const middle = (ref: Counted): Symbolic => ({ ref, at: 0.5 });

/** An id that nothing has. */
export const nothing = 2147483646;

export const lunch = fresh("lunch");
export const displayName: Symbolic = { ref: "display name", of: "topic" };

/** A mention of somebody as Markdown spells it. @param mark what stands after the @: nothing, or an underscore where it is silent */
export const mention = (of: string, mark = ""): Symbolic => text(`hey @${mark}**`, { ref: "full name", of }, "** there");
