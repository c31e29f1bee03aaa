import { at, type Body, prepared, Untestable } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { fetchServerSettings } from "./server-settings.ts";
import type { Session } from "./session.ts";
import type { Reply } from "./target.ts";

/** Returns the password of an actor. @throws Untestable: it is not given */
export function passwordOf({ name, member: { password } }: Actor): string {
  if (password === null) throw new Untestable(`the password of ${name} is not given`);
  return password;
}

/** Asks for the key of an actor, with the API address and the password unless others are given. */
export const askForKey = (actor: Actor, fields: Body = {}): Promise<Reply> =>
  actor.session.nobody.send("POST /fetch_api_key", { username: actor.email, password: passwordOf(actor), ...fields });

/** Returns the key of an actor, fetched with the password. @throws Untestable: the password is not given; Unprepared: the login is refused */
export const fetchKey = async (actor: Actor): Promise<string> =>
  prepared.text(prepared.succeeded(await askForKey(actor), "a login with the API address").api_key, "api_key");

/** Makes sure that people log in with passwords. @throws Untestable: the server settings say that they do not */
export async function requireLogins(session: Session): Promise<void> {
  const settings = await fetchServerSettings(session);
  const [password, ldap] = ["password", "ldap"].map((method) => at(settings, "authentication_methods", method));
  if (password === false || (settings.email_auth_enabled === false && ldap !== true))
    throw new Untestable("the target has no login by password");
}

/** Requires a login that is refused and gives no key. */
export function requireNoKey({ expect }: Session, reply: Reply, what: string): void {
  expect.declined(reply, what);
  expect.holds(!("api_key" in reply.body), `the refusal of ${what} has an api_key`);
}

/** Returns what a request says beside its fields that is sent with these credentials. */
export const basic = (email: string, api_key: string) => ({ credentials: { kind: "basic", email, api_key } }) as const;
