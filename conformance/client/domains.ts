import type { Body } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { recordsWith } from "./registration.ts";
import type { Session } from "./session.ts";

/** Returns a domain that nothing on the server has yet. */
export const freshDomain = (session: Session): string =>
  `${session
    .fresh("d")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")}.example.com`;

/** Returns an allowed domain as a registration shows it; undefined where it is not allowed. */
export const domainOf = async (actor: Actor, domain: string): Promise<Body | undefined> =>
  (await recordsWith(actor, "realm_domains", "domain", domain))[0];
