import type { Actor, Session } from "./session.ts";
import type { Reply } from "./target.ts";
import { Untestable } from "./verdict.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a message from somebody to themselves: it needs no channel and reaches nobody else. */
export const toSelf = ({ target }: Session, { user_id }: Actor, content: string) => ({
  type: target.level >= 174 ? "direct" : "private",
  to: [user_id],
  content,
});

/** What the server tells a client at the start, for some fetch keys. @throws Untestable: it registers no clients */
export async function registered(actor: Actor, keys: readonly string[], options: Fields = {}): Promise<Fields> {
  const { body } = await actor.send("POST /register", { event_types: [], fetch_event_types: keys, ...options });
  if (body.result !== "success") throw new Untestable("the target registers no clients");
  return body;
}

/** The records of a list of the registration in which a field has a value. */
export async function recordsWith(actor: Actor, key: string, field: string, value: unknown, list = key): Promise<readonly Fields[]> {
  const records = (await registered(actor, [key]))[list];
  if (!Array.isArray(records)) throw new Untestable(`the target tells no ${list}`);
  return records.filter((record: Fields) => record[field] === value);
}

/** A number that the server says of itself at registration. */
export async function toldNumber(actor: Actor, name: string): Promise<number> {
  const value = (await registered(actor, ["realm"]))[name];
  if (typeof value !== "number") throw new Untestable(`the target tells no ${name}`);
  return value;
}

/** The body of a step that only sets the stage. @throws Untestable: it was refused */
export function staged({ body }: Reply, what: string): Fields {
  if (body.result !== "success") throw new Untestable(`the target refuses ${what}: ${String(body.msg)}`);
  return body;
}
