import { type Body, prepared } from "../expect.ts";
import type { Actor } from "./actor.ts";

/** The people who were there of late, and when that was fetched. */
export interface Attendance {
  readonly server_timestamp: number;
  /** By API address. */
  readonly presences: Readonly<Record<string, Body>>;
}

/** Returns the presence of all people that the actor is shown. @throws Unprepared: the request is refused, or answered in another shape */
export async function fetchPresence(actor: Actor): Promise<Attendance> {
  const { server_timestamp, presences } = await actor.prepare("GET /realm/presence");
  prepared.typed(server_timestamp, "number", "server_timestamp of GET /realm/presence");
  const entries = Object.entries(prepared.object(presences, "presences of GET /realm/presence"));
  for (const [email, entry] of entries) prepared.typed(entry, "object", `the presence of ${email}`);
  return { server_timestamp: server_timestamp as number, presences: Object.fromEntries(entries) as Attendance["presences"] };
}

/** The presence that a client reports of the person who uses it. */
export type PresenceStatus = "active" | "idle";

/** Makes an actor present, by the control API or else by the endpoint that clients report presence to. Where that is refused, presence is as it is. */
export async function appear(actor: Actor, status: PresenceStatus = "active"): Promise<void> {
  const { steering } = actor.session.target;
  if (steering) await steering.act({ action: "set_presence", as: actor.name, status });
  else await actor.send("POST /users/me/presence", { status, ping_only: true, new_user_input: true });
}
