import { endpoints } from "../endpoints/index.ts";
import { eventSchemas, observedAt, ofRoutes, support } from "./beside.ts";
import { componentsOf } from "./components.ts";
import { control, controlPaths, controlSchemas } from "./control.ts";
import { examplesOf } from "./examples.ts";
import { isThere } from "./fields.ts";
import { linkIds } from "./links.ts";
import { type Described, operationOf, pathOf } from "./operation.ts";
import { summaries } from "./summaries.ts";
import { tags, tagsOf } from "./tags.ts";

/** The parts of a document beside the endpoints of the specification. */
export type Beside = "support" | "all" | undefined;

const origin = "http://127.0.0.1:9991";

const info = (title: string, version: string, description: string) => ({
  title,
  version,
  description,
  contact: { name: "team-chat-touchstone" },
  license: { name: "MIT", identifier: "MIT" },
});

/**
 * Returns the endpoints of the specification as an OpenAPI 3.1 document, as a server of a level and a brand has them.
 * @param more what is there too: `support`, what servers' own clients call, and what of a control API the suite steers; `all`, the whole
 * control API, and the events
 */
export function openApi(server: Described, more?: Beside): object {
  const examples = examplesOf(server);
  const summaryOf = ofRoutes(summaries);
  const replyOf = more ? ofRoutes(observedAt(server).replies) : () => undefined;
  const paths: Record<string, Record<string, object>> = {};
  const there = [...endpoints.filter((endpoint) => isThere(endpoint, server.level)), ...(more ? support(server.level) : [])];
  for (const endpoint of there) {
    const [method = ""] = endpoint.route.split(" ");
    const path = pathOf(endpoint.route, server.brand);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationOf(endpoint, server, {
        examples,
        summary: summaryOf(endpoint.route) ?? endpoint.route,
        reply: replyOf(endpoint.route),
      }),
    };
  }
  linkIds(paths);
  const steering = controlPaths(more === "all" ? control : control.filter(({ steers }) => steers), "/_control", {
    servers: [{ url: origin, description: "beside the API" }],
  });
  return {
    openapi: "3.1.0",
    info: info(
      "Team chat service HTTP API",
      String(server.level),
      `The API of a server of feature level ${server.level}. Parameters that hold JSON are sent as its text; those of GET requests in the query, of all others as form fields.`,
    ),
    servers: [{ url: `${origin}/api/v1`, description: "touchstone serve" }],
    security: [{ basic: [] }],
    tags: tags.filter(({ name }) => more || (name !== "control" && there.some(({ route }) => tagsOf(route).includes(name)))),
    paths: { ...paths, ...(more && steering) },
    components: {
      securitySchemes: { basic: { type: "http", scheme: "basic", description: "API email address and API key." } },
      schemas: { ...componentsOf(server), ...(more && { ...controlSchemas, ...eventSchemas(server) }) },
    },
  };
}

/** Returns the control API of a served simulator as an OpenAPI 3.1 document. Its address is that of the server, or of a world, with `/_control`. */
export const controlApi = (): object => ({
  openapi: "3.1.0",
  info: info("Control API of touchstone serve", "1", "Steers a simulator: its clock, states, worlds, faults and journal."),
  servers: [
    { url: `${origin}/_control`, description: "touchstone serve" },
    { url: `${origin}/w/{world}/_control`, description: "a world", variables: { world: { default: "w1", description: "Its ID." } } },
  ],
  tags: tags.filter(({ name }) => name === "control"),
  security: [],
  paths: controlPaths(control),
  components: { schemas: controlSchemas },
});
