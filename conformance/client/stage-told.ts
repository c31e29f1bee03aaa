import { refused } from "../expect.ts";
import type { Actor } from "./session.ts";
import type { Reply } from "./target.ts";
import { Differs, Untestable } from "./verdict.ts";

export type Row = Readonly<Record<string, unknown>>;

/** An id that nothing on a server has. */
export const unknownId = 2_000_000_000;

const client_capabilities = {
  notification_settings_null: true,
  include_deactivated_groups: true,
  linkifier_url_template: true,
  user_settings_object: true,
  empty_topic_name: true,
};

/** All that a registration tells an actor of some parts of the realm. */
export async function registered(actor: Actor, ...parts: readonly string[]): Promise<Row> {
  const { status, body } = await actor.send("POST /register", { event_types: parts, fetch_event_types: parts, client_capabilities });
  if (status !== 200) throw new Untestable("the target registers no event queue");
  return body;
}

/** What a registration tells an actor under one name. @throws Untestable: nothing */
export async function told(actor: Actor, part: string, name = part): Promise<unknown> {
  const value = (await registered(actor, part))[name];
  if (value === undefined || value === null) throw new Untestable(`a registration does not tell ${name}`);
  return value;
}

/** A list of objects that a registration tells. */
export async function toldRows(actor: Actor, part: string, name = part): Promise<readonly Row[]> {
  const value = await told(actor, part, name);
  if (!Array.isArray(value)) throw new Untestable(`what a registration tells as ${name} is no list`);
  return value;
}

/** A bound of the server that a registration tells. */
export async function toldBound(actor: Actor, name: string): Promise<number> {
  const value = await told(actor, "realm", name);
  if (typeof value !== "number") throw new Untestable(`what a registration tells as ${name} is no number`);
  return value;
}

/** A text of a length that begins with a name. */
export function padded(name: string, length: number): string {
  if (length < name.length) throw new Untestable(`a name that is not taken needs more than ${length} characters`);
  return name.padEnd(length, "x");
}

/** The refusal of a request that leaves out a required parameter. The code for it is not specified; where it is the usual one, it names the parameter. */
export function missing(reply: Reply, name: string, what = `a request without ${name}`): void {
  const { code } = reply.body;
  if (code === "REQUEST_VARIABLE_MISSING") refused(reply, code, { var_name: name }, what);
  else refused(reply, "BAD_REQUEST", {}, what);
}

/** A refusal of which the specification gives no code. What was answered is not repeated: it may hold a secret. */
export function refusedSomehow({ status, body }: Reply, what: string): void {
  const { result, code, msg } = body;
  const isRefusal = result === "error" && status >= 400 && status <= 499 && typeof msg === "string" && msg !== "";
  if (!isRefusal) throw new Differs(`${what} answers ${status} with the result ${JSON.stringify(result)}, not a refusal`);
  if (typeof code !== "string" || code === "") throw new Differs(`${what} is refused without a code`);
}
