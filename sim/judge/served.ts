import { endpoints } from "../endpoints/index.ts";
import type { Endpoint } from "../protocol/endpoint.ts";
import { Routes } from "../protocol/route.ts";
import { support } from "../server/routes.ts";
import type { JudgedExchange } from "./judged-exchange.ts";

let routes: Routes | undefined;

/** All endpoints, whichever provider of video calls stands in the path. Made when the first exchange is judged: most runs judge none. */
function allRoutes(): Routes {
  if (routes) return routes;
  const all = [...endpoints, ...support];
  return (routes = new Routes([...all, ...all.map((endpoint) => ({ ...endpoint, route: endpoint.route.replace("/vc/", "/webex/") }))]));
}

/** The endpoint that an exchange asked for, of whatever level; undefined where the simulator has none. */
export const endpointOf = ({ method, path }: Pick<JudgedExchange, "method" | "path">): Endpoint | undefined =>
  allRoutes()
    .find(path)
    ?.resource.methods.get(method === "HEAD" ? "GET" : method);
