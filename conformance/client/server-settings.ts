import type { PersonName } from "../draw/people.ts";
import type { Body } from "../expect.ts";
import type { Actor } from "./actor.ts";
import type { Session } from "./session.ts";

/** Returns the member of the cast of a name, or for null somebody who is not logged in. */
export const callerOf = (session: Session, name: PersonName | null): Actor => (name === null ? session.nobody : session.actor(name));

/** Returns what the server says of itself to anyone. @param name who asks, default nobody who is logged in @throws Unprepared: it is refused */
export const fetchServerSettings = (session: Session, name: PersonName | null = null): Promise<Body> =>
  callerOf(session, name).prepare("GET /server_settings");
