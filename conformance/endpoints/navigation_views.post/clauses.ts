import { clausesOf, since } from "../../declare/clause.ts";

export const clauses = since(
  390,
  clausesOf("Endpoints > POST /navigation_views", "navigation_views.post", {
    "fragment-unique": "The fragment identifies one view of a user: a second one with it is not added.",
    "is-pinned": "is_pinned says whether the view is in the sidebar or under the menu of more views.",
    name: "A custom view has the name that was given.",
    "name-not-required": { says: "A custom view may be added without a name.", silent: "unnamedViews" },
    "name-optional": "The name is left out for built-in views, which have none.",
  }),
);
