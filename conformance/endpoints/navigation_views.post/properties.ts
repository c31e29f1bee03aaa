import { addView, customView, viewOf, viewsOf } from "../../client/views.ts";
import { property } from "../../declare/property.ts";
import { at, Untestable } from "../../expect.ts";

/** A custom view is among the caller's, with everything that was given. */
export const adds = property({
  clause: ["navigation_views.post/adds", "navigation_views.post/is-pinned", "navigation_views.post/name", "records/navigation-view"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    for (const is_pinned of [true, false]) {
      const view = customView(session, is_pinned);
      expect.succeeded(await addView(alice, view), "a custom view");
      const { fragment, name, is_pinned: pinned } = expect.present(await viewOf(alice, view.fragment), "the view that was added");
      expect.same({ fragment, name, is_pinned: pinned }, view, "the view that was added");
    }
  },
});

/** A view is the caller's alone. */
export const othersDoNot = property({
  clause: "navigation_views.post/adds",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const view = customView(session);
    expect.succeeded(await addView(alice, view));
    expect.present(await viewOf(alice, view.fragment), "the view that was added");
    expect.same(await viewOf(bob, view.fragment), undefined, "the view as somebody else has it");
    expect.succeeded(await addView(bob, view), "a view that somebody else has");
  },
});

/** The caller's other clients hear of the view. */
export const isAnnounced = property({
  clause: "navigation_views.post/adds",
  async holds(session) {
    const { alice } = session.as;
    const [queue, view] = [await alice.queue({ event_types: ["navigation_view"] }), customView(session)];
    session.expect.succeeded(await addView(alice, view));
    await queue.until("a navigation view was added", ({ op, navigation_view: told }) => {
      const isSame = Object.entries(view).every(([name, value]) => at(told, name) === value);
      return op === "add" && isSame;
    });
  },
});

/** A blank fragment is refused, where the same view under another fragment is accepted. */
export const blankFragment = property({
  clause: "navigation_views.post/fragment-blank",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const view = customView(session);
    for (const fragment of ["", "   "]) expect.refused(await addView(alice, { ...view, fragment }), "BAD_REQUEST", {}, "a blank fragment");
    const blank = (await viewsOf(alice)).filter(({ fragment }) => String(fragment).trim() === "");
    expect.same(blank, [], "the views with a blank fragment");
    expect.succeeded(await addView(alice, view), "the same view under another fragment");
  },
});

/** The fragment and is_pinned are required; with both the view is accepted. */
export const required = property({
  clause: ["navigation_views.post/fragment-required", "navigation_views.post/is-pinned-required"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const view = customView(session);
    expect.missing(await addView(alice, { ...view, fragment: undefined }), "fragment");
    expect.missing(await addView(alice, { ...view, is_pinned: undefined }), "is_pinned");
    expect.same(await viewOf(alice, view.fragment), undefined, "the view whose creation was refused");
    expect.succeeded(await addView(alice, view), "the view with all parameters");
  },
});

/** A fragment stands for one view only. */
export const sameFragment = property({
  clause: "navigation_views.post/fragment-unique",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const view = customView(session);
    expect.succeeded(await addView(alice, view));
    expect.declined(await addView(alice, { ...view, name: session.fresh("Other") }), "a fragment for the second time");
    const twins = (await viewsOf(alice)).filter(({ fragment }) => fragment === view.fragment);
    const names = twins.map(({ name }) => name);
    expect.same(names, [view.name], "the names of the views with the fragment");
  },
});

/** Fragments of views that servers have built in. */
const builtIn = ["narrow/is/starred", "narrow/is/mentioned", "drafts", "recent", "feed", "inbox"];

/** A built-in view is added without a name and has none. */
export const builtInView = property({
  clause: ["navigation_views.post/name-optional", "records/navigation-view"],
  serial: "alice's built-in views",
  async holds({ as: { alice }, expect }) {
    const had = (await viewsOf(alice)).map(({ fragment }) => fragment);
    const fragment = builtIn.find((each) => !had.includes(each));
    if (fragment === undefined) throw new Untestable("every built-in view was added before");
    expect.succeeded(await addView(alice, { fragment, is_pinned: false }), `the built-in view ${fragment}`);
    const view = expect.present(await viewOf(alice, fragment), `the built-in view ${fragment}`);
    expect.same(view.name, null, "the name of a built-in view");
  },
});
