import fc from "fast-check";
import { customView, viewOf, viewsOf } from "../../client/people.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, fields, mostly, truth, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { again, freshName } from "../../draw/references.ts";
import { aName, delicate, name, nameOf, plainName, textOf } from "../../draw/texts.ts";
import { at, type Body } from "../../expect.ts";
import { shaped } from "../shaped.ts";
import * as properties from "./properties.ts";

/** The longest name of a view here: the specification names no bound. */
const nameLength = 50;

export const navigationViewsPost = stated("navigation_views.post", {
  clauses: {
    "fragment-unique": "The fragment identifies one view of a user: a second one with it is not added.",
    "is-pinned": "is_pinned says whether the view is in the sidebar or under the menu of more views.",
    name: "A custom view has the name that was given.",
    "name-not-required": { says: "A custom view may be added without a name.", silent: "unnamedViews" },
    "name-optional": "The name is left out for built-in views, which have none.",
  },
  call: {
    by: people,
    // A custom view, with letters and digits behind its fresh fragment.
    ...shaped(
      fc.record({ is_pinned: fc.boolean(), name: aName, tail: textOf({ max: 12, kinds: ["letter", "digit"] }) }),
      [
        { is_pinned: true, name: plainName, tail: "a" },
        { is_pinned: false, name: { ...plainName, tail: delicate }, tail: delicate },
      ],
      async (session, by = session.as.alice, { is_pinned, name, tail }) => {
        const view = customView(session, is_pinned);
        const fields = { fragment: `${view.fragment}/${tail}`, is_pinned, name: nameOf(name, view.name, nameLength) };
        return { actor: by, route: "POST /navigation_views", fields };
      },
    ),
    trace: async ({ actor, fields }) => {
      const own = [fields.fragment, fields.name];
      const isOwn = ({ fragment, name }: Body): boolean => own.includes(fragment) || own.includes(name) || String(fragment).trim() === "";
      return (await viewsOf(actor)).filter(isOwn);
    },
    kept: async (viewer, { fields: { fragment } }) =>
      viewer.expect.present(await viewOf(viewer, String(fragment)), `the view ${String(fragment)} in a registration`),
    told: {
      types: ["navigation_view"],
      what: "a navigation view was added",
      isIt: ({ op, navigation_view: added }, { fields }) =>
        op === "add" && Object.entries(fields).every(([name, value]) => at(added, name) === value),
    },
  },
  step: {
    weight: () => 3,
    draw: (facts) => {
      const view = fields({
        fragment: freshName("narrow/is/starred", "narrow/has/image", "narrow/topic/soup", "narrow/sender/bob"),
        is_pinned: truth,
        name: name(facts, "Stars", "Pictures", "Mine"),
        colour: unsupported,
      });
      const builtIn = fields({ fragment: fc.constantFrom("recent", "feed", "drafts", "narrow/is/mentioned"), is_pinned: truth });
      const refused = mostly(
        [3, again("navigation_views.post")],
        ...refusedByTable("navigation_views.post", facts, view),
        [1, but(view, { name: mostly([1, ""], [1, undefined]) })],
        [1, but(view, { fragment: fc.constantFrom("inbox", "recent") })],
      );
      return { accepted: mostly([5, view], [facts.known ? 1 : 0, builtIn]), refused };
    },
    tell: (given, say) => `adds the view ${say(given.fragment, "as name")}${rest(given, ["fragment"], say)}`,
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
