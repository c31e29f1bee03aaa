import { holds, refused, same } from "../expect.ts";
import type { Reply } from "./target.ts";

/** A refusal whose code the specification does not give: any, but the one for missing parameters names the parameter. */
export function declined(reply: Reply, what: string, missing?: string): void {
  const { code, var_name } = reply.body;
  holds(typeof code === "string" && code !== "", `${what} answers ${reply.status} with the code ${JSON.stringify(code)}, not a refusal`);
  refused(reply, code, {}, what);
  if (code === "REQUEST_VARIABLE_MISSING") same(var_name, missing, `the var_name of the refusal of ${what}`);
}
