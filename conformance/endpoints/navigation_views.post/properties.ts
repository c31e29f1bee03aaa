import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { addView, viewOf, viewsOf } from "../../client/views.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, people, twoPeople } from "../../draw/people.ts";
import { at, type Body, Untestable } from "../../expect.ts";
import { aView, plainView, viewFrom } from "./views.ts";

const somebody = anActor(...people);
const aliceAndBob: readonly [PersonName, PersonName] = ["alice", "bob"];
const ofAlice = { who: "alice", shape: plainView() };

/** Requires the actor to have a view as it was sent. */
async function requireView(actor: Actor, view: Body & { readonly fragment: string }, what: string): Promise<void> {
  const { fragment, name, is_pinned } = actor.expect.present(await viewOf(actor, view.fragment), what);
  actor.expect.same({ fragment, name, is_pinned }, view, what);
}

/** A custom view is among the caller's, with everything that was given. */
export const adds = property({
  clause: ["navigation_views.post/adds", "navigation_views.post/is-pinned", "navigation_views.post/name", "records/navigation-view"],
  given: { who: somebody, shape: aView },
  examples: [true, false].map((is_pinned) => ({ who: "alice", shape: plainView(is_pinned) })),
  async holds(session, { who, shape }) {
    const [actor, view] = [session.actor(who), viewFrom(session, shape)];
    session.expect.succeeded(await addView(actor, view), "a custom view");
    await requireView(actor, view, "the view that was added");
  },
});

/** After several additions each view is as it was sent. */
export const several = property({
  clause: ["navigation_views.post/adds", "navigation_views.post/is-pinned", "navigation_views.post/name"],
  given: { who: somebody, shapes: fc.array(aView, { minLength: 2, maxLength: 4 }) },
  examples: [{ who: "alice", shapes: [plainView(true), plainView(false)] }],
  async holds(session, { who, shapes }) {
    const actor = session.actor(who);
    const views = shapes.map((shape) => viewFrom(session, shape));
    for (const view of views) session.expect.succeeded(await addView(actor, view), "one of several views");
    const fragments = views.map(({ fragment }) => fragment);
    const listed = (await viewsOf(actor)).filter(({ fragment }) => fragments.includes(String(fragment)));
    session.expect.sameSet(
      listed.map(({ fragment, is_pinned, name }) => ({ fragment, is_pinned, name })),
      views,
      "the views that were added",
    );
  },
});

/** A view is the caller's alone. */
export const othersDoNot = property({
  clause: "navigation_views.post/adds",
  given: { pair: twoPeople<PersonName>(...people), shape: aView },
  examples: [{ pair: aliceAndBob, shape: plainView() }],
  async holds(session, { pair: [who, whom], shape }) {
    const { expect } = session;
    const [actor, other, view] = [session.actor(who), session.actor(whom), viewFrom(session, shape)];
    expect.succeeded(await addView(actor, view));
    expect.present(await viewOf(actor, view.fragment), "the view that was added");
    expect.same(await viewOf(other, view.fragment), undefined, "the view as somebody else has it");
    expect.succeeded(await addView(other, view), "a view that somebody else has");
  },
});

/** The caller's other clients hear of the view. */
export const isAnnounced = property({
  clause: "navigation_views.post/adds",
  given: { who: somebody, shape: aView },
  examples: [ofAlice],
  async holds(session, { who, shape }) {
    const actor = session.actor(who);
    const [queue, view] = [await actor.queue({ event_types: ["navigation_view"] }), viewFrom(session, shape)];
    session.expect.succeeded(await addView(actor, view));
    await queue.until("a navigation view was added", ({ op, navigation_view: announced }) => {
      const isSame = Object.entries(view).every(([name, value]) => at(announced, name) === value);
      return op === "add" && isSame;
    });
  },
});

/** A blank fragment is refused, where the same view under another fragment is accepted. */
export const blankFragment = property({
  clause: "navigation_views.post/fragment-blank",
  given: { who: somebody, shape: aView, blank: fc.constantFrom("", " ", "   ", "\t", "\n", " \r\n ") },
  examples: ["", "   "].map((blank) => ({ ...ofAlice, blank })),
  async holds(session, { who, shape, blank }) {
    const { expect } = session;
    const [actor, view] = [session.actor(who), viewFrom(session, shape)];
    expect.refused(await addView(actor, { ...view, fragment: blank }), "BAD_REQUEST", {}, "a blank fragment");
    const listed = (await viewsOf(actor)).filter(({ fragment }) => String(fragment).trim() === "");
    expect.same(listed, [], "the views with a blank fragment");
    expect.succeeded(await addView(actor, view), "the same view under another fragment");
  },
});

const requiredOnes = ["fragment", "is_pinned"] as const;

/** The fragment and is_pinned are required; with both the view is accepted. */
export const required = property({
  clause: ["navigation_views.post/fragment-required", "navigation_views.post/is-pinned-required"],
  given: { who: somebody, shape: aView, parameter: fc.constantFrom(...requiredOnes) },
  examples: requiredOnes.map((parameter) => ({ ...ofAlice, parameter })),
  async holds(session, { who, shape, parameter }) {
    const { expect } = session;
    const [actor, view] = [session.actor(who), viewFrom(session, shape)];
    expect.missing(await addView(actor, { ...view, [parameter]: undefined }), parameter);
    const listed = (await viewsOf(actor)).filter(({ fragment, name }) => fragment === view.fragment || name === view.name);
    expect.same(listed, [], "the view whose creation was refused");
    expect.succeeded(await addView(actor, view), "the view with all parameters");
  },
});

/** A fragment stands for one view only: a second one is refused and changes nothing. */
export const sameFragment = property({
  clause: "navigation_views.post/fragment-unique",
  given: { who: somebody, shape: aView, second: aView },
  examples: [{ ...ofAlice, second: plainView() }],
  async holds(session, { who, shape, second }) {
    const { expect } = session;
    const [actor, view] = [session.actor(who), viewFrom(session, shape)];
    expect.succeeded(await addView(actor, view));
    const other = { ...viewFrom(session, second), fragment: view.fragment };
    expect.declined(await addView(actor, other), "a fragment for the second time");
    const twins = (await viewsOf(actor)).filter(({ fragment }) => fragment === view.fragment);
    expect.same(
      twins.map(({ name, is_pinned }) => ({ name, is_pinned })),
      [{ name: view.name, is_pinned: view.is_pinned }],
      "the views with the fragment",
    );
  },
});

/** A custom view without a name is added and has none, or is refused and not added. */
export const unnamed = property({
  clause: "navigation_views.post/name-not-required",
  given: { who: somebody, shape: aView },
  examples: [ofAlice],
  async holds(session, { who, shape }) {
    const { expect } = session;
    const [actor, { fragment, is_pinned }] = [session.actor(who), viewFrom(session, shape)];
    const reply = await addView(actor, { fragment, is_pinned });
    const isRefused = reply.body.result === "error";
    session.chooses("unnamedViews", isRefused ? "observed" : "accepted");
    if (!isRefused) return requireView(actor, { fragment, is_pinned, name: null }, "the view without a name");
    expect.declined(reply, "a custom view without a name");
    expect.same(await viewOf(actor, fragment), undefined, "the view that was refused");
  },
});

/** Fragments of views that servers have built in. */
const builtIn = ["narrow/is/starred", "narrow/is/mentioned", "drafts", "recent", "feed", "inbox"];

/** A built-in view is added without a name and has none. */
export const builtInView = property({
  clause: ["navigation_views.post/name-optional", "navigation_views.post/is-pinned", "records/navigation-view"],
  serial: "built-in views",
  given: { who: somebody, first: fc.nat(builtIn.length - 1), is_pinned: fc.boolean() },
  examples: [{ who: "alice", first: 0, is_pinned: false }],
  async holds(session, { who, first, is_pinned }) {
    const { expect } = session;
    const actor = session.actor(who);
    const had = (await viewsOf(actor)).map(({ fragment }) => fragment);
    const fragment = [...builtIn.slice(first), ...builtIn.slice(0, first)].find((each) => !had.includes(each));
    if (fragment === undefined) throw new Untestable("every built-in view was added before");
    expect.succeeded(await addView(actor, { fragment, is_pinned }), `the built-in view ${fragment}`);
    await requireView(actor, { fragment, is_pinned, name: null }, `the built-in view ${fragment}`);
  },
});
