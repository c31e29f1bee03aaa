import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { itemAt } from "../../client/json.ts";
import { customView, viewOf, viewsOf } from "../../client/people.ts";
import { ifTold } from "../../client/registration.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { anActor, people, twoPeople } from "../../draw/people.ts";
import { type Body, isEqual, Untestable } from "../../expect.ts";

const somebody = anActor(...people);

type View = Body & { readonly fragment: string };

const addView = (actor: Actor, fields: Body): Promise<Reply> => actor.send("POST /navigation_views", fields);

/** Requires one view of each fragment, as it was sent. @param pinned the clause that is broken where is_pinned alone is otherwise */
async function requireViews(actor: Actor, views: readonly View[], what: string, pinned?: string): Promise<void> {
  const all = (await viewsOf(actor)).map(({ fragment, is_pinned, name }) => ({ fragment, is_pinned, name }));
  for (const view of views) {
    const shown = all.filter(({ fragment }) => fragment === view.fragment);
    const isAlike = shown.length === 1 && isEqual({ ...shown[0], is_pinned: view.is_pinned }, view);
    actor.expect.same(shown, [view], what, isAlike ? pinned : undefined);
  }
}

/** A fragment stands for one view only: a second one is refused and changes nothing. One with which another begins, or with a hash before it, is another. */
export const sameFragment = property({
  clause: "fragment-unique",
  given: { who: somebody, first: fc.boolean(), second: fc.boolean() },
  examples: [{ who: "alice", first: true, second: true }],
  async holds(session, { who, first, second }) {
    const [actor, shown] = [session.actor(who), customView(session, first)];
    const view = { ...shown, fragment: `${shown.fragment}${"/far".repeat(9)}` };
    const near = { ...customView(session), fragment: `${view.fragment}/near` };
    session.expect.succeeded(await addView(actor, near));
    session.expect.succeeded(await addView(actor, view), "a fragment with which another begins");
    const hashed = { ...customView(session, first), fragment: `#${view.fragment}` };
    // A hash may be no part of a fragment, which no sentence says.
    const isHashed = session.expect.isAccepted(await addView(actor, hashed), "a fragment with a hash before it");
    session.expect.holds(isHashed || !session.isHeldToObserved, "a fragment with a hash before it is refused");
    const other = { ...customView(session, second), fragment: view.fragment };
    const reply = await addView(actor, other);
    const isReplaced = !session.isHeldToObserved && reply.body.result === "success";
    // That a fragment is of one view does not say that a second one is refused.
    if (isReplaced) {
      const kept = (await viewsOf(actor)).filter(({ fragment }) => fragment === view.fragment);
      return session.expect.same(kept.length, 1, "the number of views with the fragment");
    }
    session.expect.declined(reply, "a fragment for the second time");
    await requireViews(actor, isHashed ? [view, hashed, near] : [view, near], "the views with the fragment");
  },
});

/** A view is its user's own: another user adds one with the same fragment. */
export const ofEach = property({
  clause: "adds",
  given: { pair: twoPeople(...people), is_pinned: fc.boolean() },
  examples: [{ pair: ["alice", "bob"], is_pinned: true }],
  async holds(session, { pair, is_pinned }, expect) {
    const view = customView(session, is_pinned);
    const [first, second] = session.actors(pair);
    const views = [view, { ...view, is_pinned: !is_pinned }];
    for (const [i, actor] of [first, second].entries()) {
      expect.succeeded(await addView(actor, itemAt(views, i)), `a view of ${actor.name}'s`);
      // Nor is all taken from somebody who has a view.
      const blank = expect.against("navigation_views.post/fragment-blank");
      blank.declined(await addView(actor, { ...view, fragment: "" }), `a view of ${actor.name}'s without a fragment`);
    }
    const shown = await ifTold(viewOf(first, view.fragment));
    if (shown)
      expect.same(shown.is_pinned, is_pinned, `is_pinned of ${first.name}'s view, after ${second.name} added one with its fragment`);
  },
});

/** A custom view without a name is added and has none, or is refused and not added. */
export const unnamed = property({
  clause: "name-not-required",
  given: { who: somebody, is_pinned: fc.boolean() },
  examples: [{ who: "alice", is_pinned: true }],
  async holds(session, { who, is_pinned }, expect) {
    const [actor, { fragment }] = [session.actor(who), customView(session)];
    // Running servers refuse the empty name, whether they want one or not.
    if (session.isHeldToObserved) expect.declined(await addView(actor, { fragment, is_pinned, name: "" }), "a view with an empty name");
    const reply = await addView(actor, { fragment, is_pinned });
    const isAdded = expect.isAccepted(reply, "a custom view without a name");
    session.chooses("unnamedViews", isAdded ? "accepted" : "observed");
    if (isAdded) return requireViews(actor, [{ fragment, is_pinned, name: null }], "the view without a name");
    expect.same(await viewOf(actor, fragment), undefined, "the view that was refused");
  },
});

/** Fragments of views that servers have built in. */
const builtIn = ["narrow/is/starred", "narrow/is/mentioned", "drafts", "recent", "feed", "inbox"];

/** A built-in view is added without a name and has none. */
export const builtInView = property({
  clause: ["name-optional", "is-pinned", "records/navigation-view"],
  serial: "built-in views",
  given: { who: somebody, first: fc.nat(builtIn.length - 1), is_pinned: fc.boolean() },
  examples: [{ who: "alice", first: 0, is_pinned: false }],
  async holds(session, { who, first, is_pinned }) {
    const actor = session.actor(who);
    const had = (await viewsOf(actor)).map(({ fragment }) => fragment);
    const fragment = [...builtIn.slice(first), ...builtIn.slice(0, first)].find((each) => !had.includes(each));
    if (fragment === undefined) throw new Untestable("every built-in view was added before");
    session.expect.succeeded(await addView(actor, { fragment, is_pinned }), `the built-in view ${fragment}`);
    const shown = { fragment, is_pinned, name: null };
    await requireViews(actor, [shown], `the built-in view ${fragment}`, "navigation_views.post/is-pinned");
  },
});
