import { type Body, isObject } from "../client/json.ts";
import { controlExchange, type Member, type Reply, type Steering } from "../client/target.ts";
import { CannotTest, passOver, untilAnswered } from "../client/thrown.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import type { Connection } from "./connection.ts";
import type { Key } from "./http.ts";
import type { Rewinder } from "./run.ts";

/** Facts that a control API tells of its simulator. */
export interface ControlledRealm {
  readonly cast: Readonly<Record<string, Member>>;
  readonly keys: ReadonlyMap<string, Key>;
  readonly channels: Readonly<Record<string, number>>;
  /** The kind of running servers that it says to behave like. */
  readonly like: "zulip" | undefined;
}

const objects = (value: unknown): [string, Body][] =>
  Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, Body] => isObject(entry[1]));

const isMember = (entry: [string, Body]): entry is [string, Body & Omit<Member, "is_bot"> & Key] => {
  const { user_id, email, api_key, role } = entry[1];
  return typeof user_id === "number" && typeof email === "string" && typeof api_key === "string" && typeof role === "string";
};

/** The realm that a control API describes; undefined where none answers. */
export async function controlledRealm(connection: Connection, millis: number): Promise<ControlledRealm | undefined> {
  const asked = { method: "GET", path: "/_control/realm", headers: { accept: "application/json" } };
  const reply = await connection.ask(asked, millis).catch(passOver);
  const members = objects(reply?.body.cast).filter(isMember);
  if (reply?.status !== 200 || members.length === 0) return undefined;
  const cast = members.map(([name, { user_id, email, role, password }]): [string, Member] => [
    name,
    { user_id, email, role, password: password ?? null, is_bot: typeof password !== "string" },
  ]);
  const channels = objects(reply.body.channels).map(([name, { stream_id }]) => [name, stream_id as number]);
  return {
    cast: Object.fromEntries(cast),
    keys: new Map(members.map(([name, { email, api_key }]) => [name, { email, api_key }])),
    channels: Object.fromEntries(channels),
    like: reply.body.like === "zulip" ? "zulip" : undefined,
  };
}

/** A state of a simulator to go back to. */
interface Kept {
  readonly id: string;
  /** By how many milliseconds its clock is behind this machine's, where it runs; going back to a state would leave it as late as that took. */
  readonly behind: number | undefined;
}

const behindOf = ({ mode, now }: Reply["body"]): number | undefined => (mode === "real" ? Date.now() - Date.parse(String(now)) : undefined);

/** A clock that runs may be there already: then it is not set. */
function unlessThere(thrown: unknown): Reply["body"] {
  if (thrown instanceof Untestable) return {};
  throw thrown;
}

/** Steers a simulator over its control API. */
export function steeringOver(connection: Connection, millis: number): Steering & Rewinder {
  let kept: Kept | undefined;
  const logins = new Map<string, string>();
  /** Notes the address with which an account logs in from now on: which it is where it hides its own is the server's choice. */
  const noteLogin = async (name: string): Promise<void> => {
    const key = (await controlledRealm(connection, millis))?.keys.get(name);
    if (key) logins.set(name, key.email);
  };
  const ask = async (route: string, body?: Body): Promise<Reply["body"]> => {
    const [method = "", path = ""] = route.split(" ");
    const headers = { "content-type": "application/json" };
    const asked = { method, path: `/_control${path}`, headers, ...(body && { body: JSON.stringify(body) }) };
    const reply = await connection.ask(asked, millis);
    if (reply.status !== 200)
      throw new Untestable(`the control API answers ${reply.status} to ${route}: ${String(reply.body.msg ?? "not JSON")}`);
    return reply.body;
  };
  const post = (path: string, body: Body = {}): Promise<Reply["body"]> => ask(`POST ${path}`, body);
  /** Keeping a state and going back to it may be done twice. Where neither is answered, nothing is known of the state any more. */
  const surely = (request: () => Promise<Reply["body"]>): Promise<Reply["body"]> =>
    untilAnswered(request).catch((thrown: unknown) => {
      if (!(thrown instanceof NoAnswer)) throw thrown;
      throw new CannotTest(`the control API of ${connection.url} does not answer: ${thrown.message}`);
    });
  return {
    logins,
    act: async (action, note) => {
      const done = await post("/actions", action);
      note?.(controlExchange("/actions", action, done));
      if (action.property === "email_address_visibility") await noteLogin(String(action.as));
      return done;
    },
    advance: async (milliseconds, note) => {
      const fields = { advance_ms: milliseconds };
      const moved = await post("/clock", fields);
      note?.(controlExchange("/clock", fields, moved));
    },
    keep: async () => {
      if (kept) return;
      const id = String((await surely(() => post("/snapshots"))).id);
      kept = { id, behind: behindOf(await surely(() => ask("GET /clock"))) };
    },
    rewind: async (isLast = false) => {
      if (kept) {
        const { id, behind } = kept;
        await surely(() => post(`/snapshots/${id}/restore`));
        if (isLast && behind !== undefined)
          await surely(() => post("/clock", { set: new Date(Date.now() - behind).toISOString() }).catch(unlessThere));
      }
      logins.clear();
    },
  };
}
