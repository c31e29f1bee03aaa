import { ignoring, inSuccess, isSuccess, type MutableFields, reading, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const navigation = onRoute("POST /navigation_views");
const registration = onRoute("POST /register");

/** Faults of POST /navigation_views. */
export const mutants: readonly Mutant[] = [
  navigation("view-pinned-turned", "navigation_views.post/is-pinned", "is_pinned means its contrary.", {
    request: reading("is_pinned", (value) => value !== "true"),
  }),
  navigation("view-name-lost", "navigation_views.post/name", "The name of a view is not kept.", { request: ignoring("name") }),
  navigation("view-name-required", "navigation_views.post/name-optional", "A view needs a name.", {
    instead: refusing((request) => request.field("name") === undefined),
  }),
  navigation("view-unnamed-lost", "navigation_views.post/name-not-required", "A custom view without a name is accepted and not added.", {
    instead: (request) =>
      request.field("name") === undefined && request.field("fragment")?.includes("topic") ? swallowed(request) : undefined,
  }),
  navigation("view-for-another", "navigation_views.post/adds", "The view is added for somebody else.", {
    request: (request) => (isSuccess(request.wouldSay()) ? request.by(request.caller === "bob" ? "alice" : "bob") : undefined),
  }),
  registration("view-newest-only", "navigation_views.post/adds", "Of several custom views the registration shows the newest alone.", {
    answer: inSuccess((body) => {
      const views = Array.isArray(body.navigation_views) ? (body.navigation_views as MutableFields[]) : undefined;
      const newest = views?.findLast(({ name }) => name !== null);
      if (views) body.navigation_views = views.filter((view) => view.name === null || view === newest);
    }),
  }),
  navigation("view-added-twice", "navigation_views.post/fragment-unique", "A fragment that is there already is accepted.", {
    instead: (request) =>
      request.field("fragment") &&
      request.field("is_pinned") &&
      !isSuccess(request.wouldSay()) &&
      isSuccess(request.wouldSay(request.with({ fragment: "x-unheard-of" })))
        ? success()
        : undefined,
  }),
];
