import { ref } from "../protocol/envelope.ts";
import type { Schema } from "../protocol/schema.ts";
import type { ControlOperation } from "./control.ts";

/** Returns control routes as paths of OpenAPI. @param prefix what stands before each path, @param more what each path has besides */
export function controlPaths(routes: readonly ControlOperation[], prefix = "", more: object = {}): Readonly<Record<string, object>> {
  const paths: Record<string, object> = {};
  const content = (schema: Schema, type = "application/json") => ({ content: { [type]: { schema } } });
  for (const { route, does, body, answer, type, query = {}, refused } of routes) {
    const [method = "", path = ""] = route.split(" ");
    const named = path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: { type: "string" } }] : [];
    const asked = Object.entries(query).map(([name, means]) =>
      typeof means === "string"
        ? { name, in: "query", description: means, schema: { type: "string" } }
        : { name, in: "query", description: means.description, style: "form", explode: true, schema: means },
    );
    const name = route.toLowerCase().replace(/[^a-z]+/g, "_");
    const problem = (description: string) => ({ description, ...content(ref("Problem")) });
    const operation = {
      operationId: `control_${name.replace(/_(id)?$/, "$1")}`,
      tags: ["control"],
      summary: does,
      description: `${does} Of the control API, which stands beside the API that is simulated.`,
      ...(named.length + asked.length > 0 && { parameters: [...named, ...asked] }),
      ...(body && { requestBody: { required: true, ...content(body) } }),
      security: [],
      responses: {
        200: { description: "Done.", ...content(answer, type) },
        400: problem("The request is wrong."),
        403: problem("It came from a page of another site, or under a name that is not allowed."),
        ...(path.includes("{id}") && { 404: problem("There is nothing of this name.") }),
        ...(refused && { [refused[0]]: problem(refused[1]) }),
      },
    };
    paths[`${prefix}${path}`] = { ...paths[`${prefix}${path}`], ...more, [method.toLowerCase()]: operation };
  }
  return paths;
}
