import { endpoints } from "../endpoints/index.ts";
import type { Schema } from "../protocol/schema.ts";
import { controlPaths, supportAt } from "./beside.ts";
import { examplesOf } from "./examples.ts";
import { isThere, objectOf } from "./fields.ts";
import { objects } from "./objects.ts";
import { type Described, operationOf, pathOf } from "./operation.ts";

export type { Described } from "./operation.ts";

const ids: Schema = { type: "array", items: { type: "integer" } };

/** Values of parameters that have a name of their own. */
function inputs(level: number): Readonly<Record<string, Schema>> {
  const people: Schema = {
    type: "object",
    properties: { direct_members: ids, direct_subgroups: ids },
    required: ["direct_members", "direct_subgroups"],
    additionalProperties: false,
  };
  const group: Schema = { type: "integer", description: "ID of a user group." };
  const operand: Schema = { anyOf: [{ type: "string" }, { type: "integer" }, ids] };
  const term: Schema = {
    type: "object",
    properties: { operator: { type: "string" }, operand, negated: { type: "boolean", default: false } },
    required: ["operator", "operand"],
  };
  const pair: Schema = { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2, deprecated: true };
  return {
    GroupSetting: isThere({ since: "anonymousGroups" }, level) ? { anyOf: [group, people] } : group,
    NarrowTerm: { anyOf: [term, pair] },
  };
}

/** The named schemas of a document. */
export const componentsOf = ({ level, brand }: Described): Readonly<Record<string, Schema>> => ({
  ...Object.fromEntries(
    Object.entries(objects).map(([name, { fields, description }]) => [name, objectOf(fields, level, brand, description)]),
  ),
  ...inputs(level),
});

/** The endpoints that a server of a level has. */
const endpointsAt = (level: number) => endpoints.filter((endpoint) => isThere(endpoint, level));

const origin = "http://127.0.0.1:9991";

/**
 * Returns the endpoints of the specification as an OpenAPI 3.1 document, as a server of a level and a brand has them.
 * @param beside whether what servers have beside them is there too: what their own clients call, and a control API
 */
export function openApi(server: Described, { beside = false } = {}): object {
  const examples = examplesOf(server);
  const paths: Record<string, Record<string, object>> = {};
  const more = beside ? supportAt(server.level) : [];
  for (const endpoint of [...endpointsAt(server.level), ...more]) {
    const [method = ""] = endpoint.route.split(" ");
    const path = pathOf(endpoint.route, server.brand);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, server, examples) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Team chat service HTTP API",
      version: String(server.level),
      description: `The API of a server of feature level ${server.level}. Parameters of type array and object are sent as JSON text; of GET requests in the query, of all others as form fields.`,
    },
    servers: [{ url: `${origin}/api/v1`, description: "touchstone serve" }],
    security: [{ basic: [] }],
    paths: { ...paths, ...(beside && controlPaths(origin)) },
    components: {
      securitySchemes: { basic: { type: "http", scheme: "basic", description: "API email address and API key." } },
      schemas: componentsOf(server),
    },
  };
}
