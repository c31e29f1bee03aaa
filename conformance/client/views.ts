import type { Body } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { recordsOf, recordsWith } from "./registration.ts";
import type { Session } from "./session.ts";
import type { Reply } from "./target.ts";

/** A navigation view that clients do not know by themselves. */
export interface CustomView extends Body {
  readonly fragment: string;
  readonly is_pinned: boolean;
  readonly name: string;
}

/** Returns the fields of a view that nobody has yet. */
export const customView = (session: Session, is_pinned = true): CustomView => ({
  fragment: session.fresh("narrow/topic/v").replaceAll(" ", "-"),
  is_pinned,
  name: session.fresh("View"),
});

/** Sends the addition of a navigation view. */
export const addView = (actor: Actor, fields: Body): Promise<Reply> => actor.send("POST /navigation_views", fields);

/** Returns the actor's navigation views. */
export const viewsOf = (actor: Actor): Promise<readonly Body[]> => recordsOf(actor, "navigation_views");

/** Returns the actor's view of a fragment as a registration shows it; undefined where there is none. */
export const viewOf = async (actor: Actor, fragment: string): Promise<Body | undefined> =>
  (await recordsWith(actor, "navigation_views", "fragment", fragment))[0];
