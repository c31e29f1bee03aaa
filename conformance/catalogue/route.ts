import { steps } from "./catalogue.ts";

/** A request as the kind of step that it could be, with its route. */
export interface Routed {
  /** Name of the kind of step; undefined for a request that no scenario makes. */
  readonly op: string | undefined;
  /** Method and path with names in braces for what varies, such as `GET /messages/{message_id}`. */
  readonly route: string;
}

/** The routes beside those of steps that prepare what runs need, and that show what came of it. */
const preparing = [
  "GET /get_stream_id",
  "GET /realm/emoji",
  "GET /streams",
  "GET /users/{user_id}",
  "DELETE /messages/{message_id}/reactions",
  "DELETE /navigation_views/{fragment}",
  "DELETE /realm/domains/{domain}",
  "DELETE /realm/emoji/{name}",
  "DELETE /realm/filters/{filter_id}",
  "DELETE /realm/profile_fields/{field_id}",
  "DELETE /streams/{stream_id}",
  "DELETE /users/me/profile_data",
  "DELETE /users/me/subscriptions",
  "DELETE /users/{user_id}",
  "PATCH /messages/{message_id}",
  "PATCH /realm",
  "PATCH /settings",
  "PATCH /streams/{stream_id}",
  "PATCH /users/{user_id}",
  "POST /messages/flags",
  "POST /messages/{message_id}/reactions",
  "POST /realm/filters",
  "POST /realm/profile_fields",
  "POST /register_client_device",
  "POST /submessage",
  "POST /user_groups/{user_group_id}/deactivate",
  "POST /users/me/presence",
  "POST /users/me/subscriptions",
  "POST /users/me/subscriptions/properties",
  "POST /users/{user_id}/reactivate",
];

let patterns: readonly (Routed & { readonly test: RegExp })[] | undefined;

/** Returns every route that the suite asks. Those with fewer parameters come first: `/messages/matches_narrow` is no message. */
export function allRoutes(): NonNullable<typeof patterns> {
  if (patterns) return patterns;
  const ofSteps = [...steps].flatMap(([op, { action, route }]) => (action ? [] : [{ op, route }]));
  const parametersOf = ({ route }: Routed): number => route.split("{").length;
  return (patterns = [...ofSteps, ...preparing.map((route) => ({ op: undefined, route }))]
    .sort((a, b) => parametersOf(a) - parametersOf(b))
    .map((routed) => ({ ...routed, test: new RegExp(`^${routed.route.replace(/\{\w+\}/g, "[^/]+")}$`) })));
}

/** Returns the kind of step that a difference is at, such as `POST /typing`; undefined where it is at no request, such as at an event. */
export function opAt(at: string): string | undefined {
  const [method = "", path = ""] = at.split(" ");
  return at.includes(" /") ? routed(method, path).op : undefined;
}

/** Returns the endpoint or the record of a clause, such as `typing.post`; nothing where there is no clause. */
export const stemOf = (clause = ""): string => clause.slice(0, clause.indexOf("/"));

/** Returns what a request is, by its method and its path after `/api/v1`. */
export function routed(method: string, path: string): Routed {
  const request = `${method} ${path}`;
  const known = allRoutes().find(({ op, test }) => op !== undefined && test.test(request));
  return known ? { op: known.op, route: known.route } : { op: undefined, route: request.replace(/\/\d+(?=\/|$)/g, "/{id}") };
}
