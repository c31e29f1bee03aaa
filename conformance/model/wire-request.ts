import { spelled } from "../../sim/index.ts";
import type { Credentials, WireRequest } from "../../sim/protocol/wire.ts";
import type { Outgoing } from "../client/target.ts";

/** Returns a request of the suite as a simulator in this process takes it. */
export function wireRequest(request: Outgoing, credentials: Credentials): WireRequest {
  const { method, path, fields, query = {}, userAgent = "touchstone/1" } = request;
  const inQuery = method === "GET" || method === "HEAD";
  return {
    method,
    path: `/api/v1${path}`,
    query: spelled(inQuery ? { ...query, ...fields } : query),
    form: spelled(inQuery ? {} : fields),
    credentials,
    userAgent,
  };
}
