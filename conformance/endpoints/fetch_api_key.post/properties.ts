import type { Actor } from "../../client/actor.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const fetchKey = (session: Session, fields: Body): Promise<Reply> => session.nobody.send("POST /fetch_api_key", fields);

const passwordOf = (actor: Actor): string => {
  const { password } = actor.member;
  if (password === null) throw new Untestable(`the password of ${actor.name} is not given`);
  return password;
};

/** Logs an actor in. What is answered holds a secret, so no message repeats it. */
async function loggedIn(session: Session, actor: Actor): Promise<Body> {
  const { expect } = session;
  const { body: settings } = await session.nobody.send("GET /server_settings");
  const methods = settings.authentication_methods as Body | undefined;
  if (methods?.password === false || (settings.email_auth_enabled === false && methods?.ldap !== true))
    throw new Untestable("the target has no login by password");
  const { status, body } = await fetchKey(session, { username: actor.email, password: passwordOf(actor) });
  expect.holds(status === 200 && body.result === "success", `a login with name and password answers ${status}, not a success`);
  return body;
}

/** The name and password of an account give its key, its address and its id, without other credentials. */
export const answers = property({
  clause: ["fetch_api_key.post/no-credentials", "fetch_api_key.post/api_key", "fetch_api_key.post/email"],
  async holds(session) {
    const { expect } = session;
    const { api_key, email } = await loggedIn(session, session.as.alice);
    expect.holds(typeof api_key === "string" && api_key !== "", "api_key is no text");
    expect.typed(email, "string", "email");
    expect.holds(String(email).includes("@"), `email is ${JSON.stringify(email)}, no address`);
  },
});

/** The id in the answer is the account's. */
export const userId = property({
  clause: "fetch_api_key.post/user_id",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    expect.same((await loggedIn(session, alice)).user_id, alice.user_id, "user_id");
  },
});

/** The key opens the account, and no other. */
export const authenticates = property({
  clause: ["fetch_api_key.post/authenticates", "fetch_api_key.post/api_key"],
  async holds(session) {
    const { expect } = session;
    const [alice, bob] = [session.as.alice, session.as.bob];
    const api_key = String((await loggedIn(session, alice)).api_key);
    const asKey = (email: string) => session.nobody.send("GET /realm/linkifiers", {}, { credentials: { kind: "basic", email, api_key } });
    expect.succeeded(await asKey(alice.email), "a request with the key that was fetched");
    expect.declined(await asKey(bob.email), "a request with the key of somebody else");
  },
});

/** The key is the account's: asked twice, it is the same. */
export const stable = property({
  clause: "fetch_api_key.post/api_key",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const keys = [(await loggedIn(session, alice)).api_key, (await loggedIn(session, alice)).api_key];
    expect.holds(keys[0] === keys[1], "two logins give different keys");
  },
});

/** Name and password are both required. */
export const required = property({
  clause: ["fetch_api_key.post/username-required", "fetch_api_key.post/password-required"],
  async holds(session) {
    const { expect } = session;
    expect.missing(await fetchKey(session, { password: session.fresh("p") }), "username");
    expect.missing(await fetchKey(session, { username: session.as.alice.email }), "password");
  },
});

/** A wrong password gives nothing. */
export const wrongPassword = property({
  clause: "fetch_api_key.post/wrong-credentials",
  async holds(session) {
    const { expect } = session;
    const { email } = session.as.alice;
    const reply = await fetchKey(session, { username: email, password: session.fresh("wrong") });
    expect.declined(reply, "a login with a wrong password");
    expect.holds(!("api_key" in reply.body), "a refused login answers an api_key");
  },
});

/** A name of nobody gives nothing. */
export const unknownName = property({
  clause: "fetch_api_key.post/wrong-credentials",
  async holds(session) {
    const { expect } = session;
    const username = `${session.fresh("nobody").replaceAll(" ", "-")}@example.com`;
    const reply = await fetchKey(session, { username, password: "whatever" });
    expect.declined(reply, "a login as nobody");
    expect.holds(!("api_key" in reply.body), "a refused login answers an api_key");
  },
});

/** Another's password gives nothing. */
export const othersPassword = property({
  clause: "fetch_api_key.post/wrong-credentials",
  async holds(session) {
    const { expect } = session;
    const [alice, bob] = [session.as.alice, session.as.bob];
    if (passwordOf(alice) === passwordOf(bob)) throw new Untestable("alice and bob have the same password");
    expect.declined(await fetchKey(session, { username: bob.email, password: passwordOf(alice) }), "a login with another's password");
  },
});

/** Where logins by password are switched off, nobody gets a key. */
export const whereEnabled = property({
  clause: "fetch_api_key.post/where-enabled",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const fields = { username: alice.email, password: passwordOf(alice) };
    await ownRealm(session).act({ action: "set_realm", property: "email_auth_enabled", value: false });
    const reply = await fetchKey(session, fields);
    expect.declined(reply, "a login where logins by password are off");
    expect.holds(!("api_key" in reply.body), "a refused login answers an api_key");
  },
});
