import { endpoints } from "../endpoints/index.ts";
import { type Endpoint, outside } from "../protocol/endpoint.ts";
import { type Found, Routes } from "../protocol/route.ts";
import * as families from "./support.ts";

/** Routes that servers have beside those that are simulated. A client that asks for one is told so, and `--log` counts it. */
export const notSimulated: readonly string[] = [
  "POST /default_stream_groups/create",
  "PATCH /default_stream_groups/{group_id}",
  "DELETE /default_stream_groups/{group_id}",
  "PATCH /default_stream_groups/{group_id}/streams",
  "GET /messages/summary",
  "POST /mobile_push/register",
  "POST /realm/deactivate",
  "POST /realm/icon",
  "DELETE /realm/icon",
  "POST /realm/logo",
  "DELETE /realm/logo",
  "POST /remotes/push/e2ee/register",
  "POST /users/me/onboarding_steps",
  "POST /zcommand",
];

/** Routes that real clients also call, outside the specification. */
export const support: readonly Endpoint[] = Object.values(families).flatMap<Endpoint>(Object.values).map(outside);

export const allEndpoints: readonly Endpoint[] = [...endpoints, ...support];

const withWebex = allEndpoints.map((endpoint) => ({ ...endpoint, route: endpoint.route.replace("/vc/", "/webex/") }));

/** The routes of servers of all levels, by the provider of video calls that stands in one of them. */
export const routes = { vc: new Routes(allEndpoints, notSimulated), webex: new Routes(withWebex, notSimulated) };

/** Returns what servers of any level and provider have at a path. */
export const foundAt = (path: string): Found | undefined => routes.vc.find(path.replace("/calls/webex/", "/calls/vc/"));

/** Returns the endpoint that a request asked for, of whatever level; undefined where none is simulated. */
export const endpointAt = ({ method, path }: { readonly method: string; readonly path: string }): Endpoint | undefined =>
  foundAt(path)?.resource.methods.get(method === "HEAD" ? "GET" : method);
