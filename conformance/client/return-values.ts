import { endpoints } from "../text/index.ts";
import { serverSettings } from "../text/records/others.ts";
import type { Body } from "./json.ts";
import { withSettledMessages } from "./settled.ts";
import type { Outgoing } from "./target.ts";

/** Fields that endpoints return beside the envelope. */
export const returnValues: readonly string[] = [...new Set([...endpoints.values()].flatMap(({ returns }) => Object.keys(returns)))].sort();

/** Fields of an answer that the specification names: the envelope, return values, server settings, and what stands beside the codes of refusals. */
const named: ReadonlySet<string> = new Set([
  ...["result", "msg", "code", "ignored_parameters_unsupported", "stream", "queue_id", "var_name", "retry-after"],
  ...returnValues,
  ...Object.keys(serverSettings.fields),
]);

const routes = [...endpoints.values()].map(({ route }) => route.replace(/\{\w+\}/g, "[^/]+"));
const specified = new RegExp(`^(${routes.join("|")})$`);

/**
 * Returns an answer without fields that the specification does not name, where it shows the whole answer, as it does of each refusal: a server may
 * count or time in them. Messages are without what may be another in each answer.
 * @param brand the word that names have in place of `service`
 */
export function withoutUnstated(body: Body, { method, path }: Outgoing, brand: string): Body {
  const isNamed = (name: string): boolean => named.has(name.startsWith(`${brand}_`) ? name.replace(brand, "service") : name);
  const isShown = body.result === "error" || specified.test(`${method} ${path}`);
  const stated =
    isShown && !Object.keys(body).every(isNamed) ? Object.fromEntries(Object.entries(body).filter(([name]) => isNamed(name))) : body;
  return body.message || body.messages || body.events ? withSettledMessages(stated) : stated;
}
