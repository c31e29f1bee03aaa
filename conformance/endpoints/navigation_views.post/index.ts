import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const navigationViewsPost = stated("navigation_views.post", {
  clauses: {
    "fragment-unique": "The fragment identifies one view of a user: a second one with it is not added.",
    "is-pinned": "is_pinned says whether the view is in the sidebar or under the menu of more views.",
    name: "A custom view has the name that was given.",
    "name-not-required": { says: "A custom view may be added without a name.", silent: "unnamedViews" },
    "name-optional": "The name is left out for built-in views, which have none.",
  },
  call,
  step,
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
