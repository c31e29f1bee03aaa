import type { Actor } from "../../client/actor.ts";
import { recordsOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const viewsOf = (actor: Actor): Promise<readonly Body[]> => recordsOf(actor, "navigation_views");

const viewOf = async (actor: Actor, fragment: string): Promise<Body | undefined> =>
  (await viewsOf(actor)).find((view) => view.fragment === fragment);

const add = (actor: Actor, fields: Body) => actor.send("POST /navigation_views", fields);

const custom = (session: Session, is_pinned = true) => ({
  fragment: session.fresh("narrow/topic/v").replaceAll(" ", "-"),
  is_pinned,
  name: session.fresh("View"),
});

/** A custom view is among the caller's, with everything that was given. */
export const adds = property({
  clause: ["navigation_views.post/adds", "navigation_views.post/is-pinned", "navigation_views.post/name", "records/navigation-view"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    for (const is_pinned of [true, false]) {
      const view = custom(session, is_pinned);
      expect.succeeded(await add(alice, view), "a custom view");
      const { fragment, name, is_pinned: pinned } = (await viewOf(alice, view.fragment)) ?? {};
      expect.same({ fragment, name, is_pinned: pinned }, view, "the view that was added");
    }
  },
});

/** A view is the caller's alone. */
export const othersDoNot = property({
  clause: "navigation_views.post/adds",
  async holds(session) {
    const { expect } = session;
    const bob = session.as.bob;
    const view = custom(session);
    expect.succeeded(await add(session.as.alice, view));
    expect.same(await viewOf(bob, view.fragment), undefined, "the view as somebody else has it");
    expect.succeeded(await add(bob, view), "a view that somebody else has");
  },
});

/** The caller's other clients hear of the view. */
export const isAnnounced = property({
  clause: "navigation_views.post/adds",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const [queue, view] = [await alice.queue({ event_types: ["navigation_view"] }), custom(session)];
    expect.succeeded(await add(alice, view));
    await queue.until("a navigation view was added", ({ op, navigation_view }) => {
      const told = navigation_view as Body | undefined;
      return op === "add" && told?.fragment === view.fragment && told.is_pinned === view.is_pinned && told.name === view.name;
    });
  },
});

/** A blank fragment is refused. */
export const blankFragment = property({
  clause: "navigation_views.post/fragment-blank",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    for (const fragment of ["", "   "])
      expect.refused(await add(alice, { ...custom(session), fragment }), "BAD_REQUEST", {}, "a blank fragment");
    const blank = (await viewsOf(alice)).filter(({ fragment }) => String(fragment).trim() === "");
    expect.same(blank, [], "the views with a blank fragment");
  },
});

/** The fragment and is_pinned are required. */
export const required = property({
  clause: ["navigation_views.post/fragment-required", "navigation_views.post/is-pinned-required"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const view = custom(session);
    expect.missing(await add(alice, { ...view, fragment: undefined }), "fragment");
    expect.missing(await add(alice, { ...view, is_pinned: undefined }), "is_pinned");
    expect.same(await viewOf(alice, view.fragment), undefined, "the view whose creation was refused");
  },
});

/** A fragment stands for one view only. */
export const sameFragment = property({
  clause: "navigation_views.post/fragment-unique",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const view = custom(session);
    expect.succeeded(await add(alice, view));
    expect.refused(await add(alice, { ...view, name: session.fresh("Other") }), "BAD_REQUEST", {}, "a fragment for the second time");
    const twins = (await viewsOf(alice)).filter(({ fragment }) => fragment === view.fragment);
    expect.same(
      twins.map(({ name }) => name),
      [view.name],
      "the names of the views with the fragment",
    );
  },
});

/** Fragments of views that servers have built in. */
const builtIn = ["narrow/is/starred", "narrow/is/mentioned", "drafts", "recent", "feed", "inbox"];

/** A built-in view is added without a name and has none. */
export const builtInView = property({
  clause: ["navigation_views.post/name-optional", "records/navigation-view"],
  serial: "alice's built-in views",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    const had = (await viewsOf(alice)).map(({ fragment }) => fragment);
    const fragment = builtIn.find((each) => !had.includes(each));
    if (fragment === undefined) throw new Untestable("every built-in view was added before");
    expect.succeeded(await add(alice, { fragment, is_pinned: false }), `the built-in view ${fragment}`);
    const view = await viewOf(alice, fragment);
    expect.holds(view !== undefined, `the built-in view ${fragment} was not added`);
    expect.same(view.name, null, "the name of a built-in view");
  },
});
