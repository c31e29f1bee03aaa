import type { Actor } from "../../client/actor.ts";
import { askForKey, basic, passwordOf, requireLogins, requireNoKey } from "../../client/login.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

/** Returns the answer to the actor's login. @throws Untestable: the target has no logins by password; Differs: it is refused */
async function login(actor: Actor): Promise<Body> {
  await requireLogins(actor.session);
  return actor.expect.succeeded(await askForKey(actor), "a login with name and password");
}

/** The name and password of an account give its key, its address and its id, without other credentials. */
export const answers = property({
  clause: ["fetch_api_key.post/no-credentials", "fetch_api_key.post/api_key", "fetch_api_key.post/email"],
  async holds({ as, expect }) {
    const { api_key, email } = await login(as.alice);
    expect.holds(typeof api_key === "string" && api_key !== "", "api_key is no text");
    expect.holds(expect.text(email, "email").includes("@"), `email is ${JSON.stringify(email)}, no address`);
  },
});

/** The id in the answer is the account's. */
export const userId = property({
  clause: "fetch_api_key.post/user_id",
  async holds({ as, expect }) {
    expect.same((await login(as.alice)).user_id, as.alice.user_id, "user_id");
  },
});

/** The key opens the account, and no other. */
export const authenticates = property({
  clause: ["fetch_api_key.post/authenticates", "fetch_api_key.post/api_key"],
  async holds({ as: { alice, bob }, nobody, expect }) {
    const api_key = expect.text((await login(alice)).api_key, "api_key");
    const useFor = ({ email }: Actor) => nobody.send("GET /realm/linkifiers", {}, basic(email, api_key));
    expect.succeeded(await useFor(alice), "a request with the key that was fetched");
    expect.declined(await useFor(bob), "a request with the key of somebody else");
  },
});

/** The key is the account's: asked twice, it is the same. */
export const stable = property({
  clause: "fetch_api_key.post/api_key",
  async holds({ as, expect }) {
    const [first, second] = [await login(as.alice), await login(as.alice)].map(({ api_key }) => expect.text(api_key, "api_key"));
    expect.holds(first === second, "two logins give different keys");
  },
});

/** Name and password are both required. */
export const required = property({
  clause: ["fetch_api_key.post/username-required", "fetch_api_key.post/password-required"],
  async holds({ as, nobody, expect }) {
    const [username, password] = [as.alice.email, passwordOf(as.alice)];
    expect.missing(await nobody.send("POST /fetch_api_key", { password }), "username", "a login without a username");
    expect.missing(await nobody.send("POST /fetch_api_key", { username }), "password", "a login without a password");
    await login(as.alice);
  },
});

/** A wrong password gives nothing. */
export const wrongPassword = property({
  clause: "fetch_api_key.post/wrong-credentials",
  async holds(session) {
    const { alice } = session.as;
    requireNoKey(session, await askForKey(alice, { password: session.fresh("wrong") }), "a login with a wrong password");
    await login(alice);
  },
});

/** A name of nobody gives nothing. */
export const unknownName = property({
  clause: "fetch_api_key.post/wrong-credentials",
  async holds(session) {
    const { alice } = session.as;
    const username = `${session.fresh("nobody").replaceAll(" ", "-")}@example.com`;
    requireNoKey(session, await askForKey(alice, { username }), "a login as nobody");
    await login(alice);
  },
});

/** Another's password gives nothing. */
export const othersPassword = property({
  clause: "fetch_api_key.post/wrong-credentials",
  async holds(session) {
    const { alice, bob } = session.as;
    if (passwordOf(alice) === passwordOf(bob)) throw new Untestable("alice and bob have the same password");
    requireNoKey(session, await askForKey(bob, { password: passwordOf(alice) }), "a login with another's password");
    await login(bob);
  },
});

/** Where logins by password are switched off, nobody gets a key. */
export const whereEnabled = property({
  clause: "fetch_api_key.post/where-enabled",
  async holds(session) {
    const { alice } = session.as;
    const { act } = ownRealm(session);
    await login(alice);
    await act({ action: "set_realm", property: "email_auth_enabled", value: false });
    requireNoKey(session, await askForKey(alice), "a login where logins by password are off");
  },
});
