import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { askForKey, basic, passwordOf, requireLogins, requireNoKey } from "../../client/login.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, people, somePeople } from "../../draw/people.ts";
import { aWrongSecret, nearSecrets, type SecretShape, wrongSecret } from "../../draw/secrets.ts";
import { type Body, Untestable } from "../../expect.ts";

/** Returns the answer to the actor's login. @throws Untestable: the target has no logins by password; Differs: it is refused */
async function login(actor: Actor): Promise<Body> {
  await requireLogins(actor.session);
  return actor.expect.succeeded(await askForKey(actor), "a login with name and password");
}

const anAccount: { readonly who: fc.Arbitrary<PersonName> } = { who: anActor(...people) };
const alice: { readonly who: PersonName } = { who: "alice" };

/** Two people, of whom the second is not the first. */
const twoPeople = somePeople({ from: people, min: 2, max: 2 });

/** The name and password of an account give its key, its address and its id, without other credentials. */
export const answers = property({
  clause: ["fetch_api_key.post/no-credentials", "fetch_api_key.post/api_key", "fetch_api_key.post/email"],
  given: anAccount,
  examples: [alice],
  async holds(session, { who }) {
    const { expect } = session;
    const { api_key, email } = await login(session.actor(who));
    expect.holds(typeof api_key === "string" && api_key !== "", "api_key is no text");
    expect.holds(expect.text(email, "email").includes("@"), `email is ${JSON.stringify(email)}, no address`);
  },
});

/** The id in the answer is the account's. */
export const userId = property({
  clause: "fetch_api_key.post/user_id",
  given: anAccount,
  examples: [alice],
  async holds(session, { who }) {
    const actor = session.actor(who);
    session.expect.same((await login(actor)).user_id, actor.user_id, `the user_id of ${who}`);
  },
});

/** The key opens the account, and no other. */
export const authenticates = property({
  clause: ["fetch_api_key.post/authenticates", "fetch_api_key.post/api_key"],
  given: { pair: twoPeople },
  examples: [{ pair: ["alice", "bob"] }],
  async holds(session, { pair }) {
    const { expect, nobody } = session;
    const [owner, other] = pair.map((name) => session.actor(name)) as [Actor, Actor];
    const api_key = expect.text((await login(owner)).api_key, "api_key");
    const useFor = ({ email }: Actor) => nobody.send("GET /realm/linkifiers", {}, basic(email, api_key));
    expect.succeeded(await useFor(owner), "a request with the key that was fetched");
    expect.declined(await useFor(other), "a request with the key of somebody else");
  },
});

/** The key is the account's: asked time and again, it is the same, whoever else asks meanwhile. */
export const stable = property<{ readonly who: PersonName; readonly meanwhile: readonly PersonName[] }>({
  clause: "fetch_api_key.post/api_key",
  given: { ...anAccount, meanwhile: fc.array(anActor(...people), { maxLength: 3 }) },
  examples: [{ ...alice, meanwhile: [] }],
  async holds(session, { who, meanwhile }) {
    const { expect } = session;
    const keyOf = async (name: PersonName): Promise<string> => expect.text((await login(session.actor(name))).api_key, "api_key");
    const first = await keyOf(who);
    for (const name of meanwhile) expect.same((await keyOf(name)) === first, name === who, `whether ${name} gets the key of ${who}`);
    expect.holds((await keyOf(who)) === first, `two logins of ${who} give different keys`);
  },
});

/** Name and password are both required. */
export const required = property({
  clause: ["fetch_api_key.post/username-required", "fetch_api_key.post/password-required"],
  given: { ...anAccount, missing: fc.constantFrom("username", "password") },
  examples: [
    { ...alice, missing: "username" },
    { ...alice, missing: "password" },
  ],
  async holds(session, { who, missing }) {
    const actor = session.actor(who);
    const { [missing]: _, ...fields }: Body = { username: actor.email, password: passwordOf(actor) };
    session.expect.missing(await session.nobody.send("POST /fetch_api_key", fields), missing, `a login without a ${missing}`);
    await login(actor);
  },
});

/** A wrong password gives nothing, also where it nearly is the right one. */
export const wrongPassword = property<{ readonly who: PersonName; readonly shape: SecretShape }>({
  clause: ["fetch_api_key.post/wrong-credentials", "fetch_api_key.post/near-password"],
  given: { ...anAccount, shape: aWrongSecret() },
  examples: [{ kind: "other", text: "wrong" } as const, ...nearSecrets].map((shape) => ({ ...alice, shape })),
  async holds(session, { who, shape }) {
    const actor = session.actor(who);
    const password = wrongSecret(shape, passwordOf(actor));
    if (password === undefined) throw new Untestable("a password without letters is the same in another case");
    requireNoKey(session, await askForKey(actor, { password }), `a login with a wrong password (${shape.kind})`);
    await login(actor);
  },
});

/** A name of nobody gives nothing, whoever's password stands beside it. */
export const unknownName = property({
  clause: "fetch_api_key.post/wrong-credentials",
  given: {
    ...anAccount,
    domain: fc.constantFrom("example.com", "example.org", "mail.example.com"),
    word: fc.constantFrom("nobody", "a.b", "x+y"),
  },
  examples: [{ ...alice, domain: "example.com", word: "nobody" }],
  async holds(session, { who, domain, word }) {
    const actor = session.actor(who);
    const username = `${session.fresh(word).replaceAll(" ", "-")}@${domain}`;
    requireNoKey(session, await askForKey(actor, { username }), "a login as nobody");
    await login(actor);
  },
});

/** Another's password gives nothing. */
export const othersPassword = property({
  clause: "fetch_api_key.post/wrong-credentials",
  given: { pair: twoPeople },
  examples: [{ pair: ["bob", "alice"] }],
  async holds(session, { pair }) {
    const [actor, other] = pair.map((name) => session.actor(name)) as [Actor, Actor];
    if (passwordOf(actor) === passwordOf(other)) throw new Untestable(`${actor.name} and ${other.name} have the same password`);
    requireNoKey(session, await askForKey(actor, { password: passwordOf(other) }), "a login with another's password");
    await login(actor);
  },
});

/** Where logins by password are switched off, nobody gets a key. */
export const whereEnabled = property({
  clause: "fetch_api_key.post/where-enabled",
  given: anAccount,
  examples: [alice],
  async holds(session, { who }) {
    const actor = session.actor(who);
    const { act } = ownRealm(session);
    await login(actor);
    await act({ action: "set_realm", property: "email_auth_enabled", value: false });
    requireNoKey(session, await askForKey(actor), "a login where logins by password are off");
  },
});
