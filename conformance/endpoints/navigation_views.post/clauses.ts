import { absent, given, leaves, refused, taken } from "../../declare/about.ts";
import { clausesOf, since } from "../../declare/clause.ts";

export const clauses = since(
  390,
  clausesOf("Endpoints > POST /navigation_views", "navigation_views.post", {
    "fragment-unique": {
      says: "The fragment identifies one view of a user: a second one with it is not added.",
      about: refused({ fragment: given }, { after: "navigation_views.post" }),
    },
    "is-pinned": {
      says: "is_pinned says whether the view is in the sidebar or under the menu of more views.",
      about: [
        taken({ is_pinned: given }, { weight: -1 }),
        refused({ is_pinned: given }, { weight: -1 }),
        leaves(/navigation_view.*is_pinned/, { is_pinned: given }),
      ],
    },
    name: {
      says: "A custom view has the name that was given.",
      about: [taken({ name: given }), leaves(/navigation_view.*name/, { name: given })],
    },
    "name-not-required": {
      about: [taken({ name: absent }, { weight: -0.5 }), refused({ name: absent }, { reason: /name/ })],
      says: "A custom view may be added without a name.",
      silent: "unnamedViews",
    },
    "name-optional": {
      says: "The name is left out for built-in views, which have none.",
      about: [taken({ name: absent }), refused({ name: given }, { reason: /built-in/i })],
    },
  }),
);
