import { listOf } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const navigation = onRoute("POST /navigation_views", "navigation_views.post");
const registration = onRoute("POST /register", "navigation_views.post");

export const mutants: readonly Mutant[] = [
  navigation("view-pinned-turned", "is-pinned")
    .says("is_pinned means its contrary.")
    .reads("is_pinned", (value) => value !== "true"),
  navigation("view-name-lost", "name").says("The name of a view is not kept.").ignores("name"),
  navigation("view-name-required", "name-optional")
    .says("A view needs a name.")
    .refuses((request) => request.field("name") === undefined),
  navigation("view-unnamed-lost", "name-not-required")
    .says("A custom view without a name is accepted and not added.")
    .swallows((request) => request.field("name") === undefined && request.field("fragment")?.includes("topic") === true),
  navigation("view-for-another", "adds")
    .says("The view is added for somebody else.")
    .takes((request) => request.wouldSucceed() && request.by(request.caller === "bob" ? "alice" : "bob")),
  registration("view-newest-only", "adds")
    .says("Of several custom views the registration shows the newest alone.")
    .answers(({ navigation_views }) => {
      const views = listOf(navigation_views);
      const newest = views.findLast(({ name }) => name !== null);
      return Array.isArray(navigation_views) && { navigation_views: views.filter((view) => view.name === null || view === newest) };
    }),
  navigation("view-added-twice", "fragment-unique")
    .says("A fragment that is there already is accepted.")
    .accepts(
      (request) =>
        Boolean(request.field("fragment") && request.field("is_pinned")) &&
        !request.wouldSucceed() &&
        request.wouldSucceed(request.with({ fragment: "x-unheard-of" })),
    ),
];
