import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { askForKey, basic, fetchKey, passwordOf, requireNoKey } from "../../client/login.ts";
import { sendToSelf } from "../../client/messages.ts";
import { recordsWith } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, people, somePeople } from "../../draw/people.ts";
import { aWrongSecret, nearKinds, nearSecrets, type SecretShape, wrongSecret } from "../../draw/secrets.ts";
import { aPhrase } from "../../draw/texts.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";

/** Logs an actor in. Returns the answer. @throws Unprepared: it is refused */
const login = async (actor: Actor): Promise<Body> => prepared.succeeded(await askForKey(actor), "a login with the API address");

/** Two people, the second in place of the first. */
const twoPeople = somePeople({ from: people, min: 2, max: 2 });

/** Whose key or password is wrong, and how. */
interface Faulty {
  readonly who: PersonName;
  readonly shape: SecretShape;
}

/** Returns the wrong text that a shape makes of the right one. @throws Untestable: it makes the right one */
function wrongOf(shape: SecretShape, right: string): string {
  const wrong = wrongSecret(shape, right);
  if (wrong === undefined) throw new Untestable("a key or a password without letters is the same in another case");
  return wrong;
}

/** The key that a password gives opens the account that the password belongs to: with it a note is read that only its sender may read. */
export const fetchedKeyOpensAccount = property({
  clause: ["authentication/basic", "authentication/key-exchange"],
  given: { who: anActor(...people), phrase: aPhrase },
  examples: [{ who: "alice", phrase: "note" }],
  async holds(session, { who, phrase }) {
    const { expect, nobody } = session;
    const actor = session.actor(who);
    const { api_key, email } = await login(actor);
    expect.holds(expect.text(email, "the email beside the key").includes("@"), "the email beside the key is no address");
    const content = session.fresh(phrase);
    const id = await sendToSelf(actor, content);
    const credentials = basic(actor.email, expect.text(api_key, "api_key"));
    const { raw_content } = expect.succeeded(await nobody.send(`GET /messages/${id}`, {}, credentials), "fetching a note with the key");
    expect.same(raw_content, content, "what the key lets read");
  },
});

/** The answer with the key says whose it is. */
export const fetchedKeyNamesAccount = property({
  clause: ["authentication/key-exchange", "authentication/key-exchange-id", "versioning/api-key-id"],
  given: { who: anActor(...people) },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const actor = session.actor(who);
    session.expect.same((await login(actor)).user_id, actor.user_id, `user_id beside ${who}'s key`);
  },
});

/** A key is of no use beside somebody else's address. */
export const keyBesideOtherAddress = property({
  clause: "authentication/other-address",
  given: { pair: twoPeople },
  examples: [{ pair: ["alice", "bob"] }],
  async holds(session, { pair }) {
    const { expect, nobody } = session;
    const [owner, other] = pair.map((name) => session.actor(name)) as [Actor, Actor];
    const api_key = await fetchKey(owner);
    const reply = await nobody.send("GET /realm/linkifiers", {}, basic(other.email, api_key));
    expect.declined(reply, `${owner.name}'s key beside ${other.name}'s address`);
    expect.succeeded(
      await nobody.send("GET /realm/linkifiers", {}, basic(owner.email, api_key)),
      `${owner.name}'s key beside the own address`,
    );
  },
});

/** A key that is the account's but for a character, its case or its length is refused. */
export const nearKey = property<Faulty>({
  clause: ["authentication/near-key", "authentication/wrong-key"],
  given: { who: anActor(...people), shape: aWrongSecret(...nearKinds) },
  examples: nearSecrets.map((shape) => ({ who: "alice", shape })),
  async holds(session, { who, shape }) {
    const { expect, nobody } = session;
    const { email } = session.actor(who);
    const right = await fetchKey(session.actor(who));
    const tryKey = (key: string) => nobody.send("GET /realm/linkifiers", {}, basic(email, key));
    expect.declined(await tryKey(wrongOf(shape, right)), `${who}'s key with a fault (${shape.kind})`);
    expect.succeeded(await tryKey(right), `${who}'s own key`);
  },
});

/** The API address is the user name, also where it is not the one that people log in with. */
export const apiAddress = property({
  clause: "authentication/api-address",
  given: { pair: twoPeople, visibility: fc.constantFrom(5, 4, 3, 2) },
  examples: [{ pair: ["cara", "alice"], visibility: 5 }],
  async holds(session, { pair, visibility }) {
    const { expect, nobody } = session;
    const [hidden, viewer] = pair.map((name) => session.actor(name)) as [Actor, Actor];
    const { act } = ownRealm(session);
    const api_key = await fetchKey(hidden);
    await act({ action: "set_user", as: hidden.name, property: "email_address_visibility", value: visibility });
    const [account] = await recordsWith(viewer, "realm_user", "user_id", hidden.user_id, "realm_users");
    const address = prepared.text(account?.email, `${hidden.name}'s API address`);
    if (address.toLowerCase() === hidden.email.toLowerCase()) throw new Untestable("API addresses are never hidden");
    const { body } = await nobody.send("GET /realm/linkifiers", {}, basic(address, api_key));
    session.chooses("basicAuthAddress", body.result === "success" ? "api" : "observed");
    if (body.result === "success") return;
    expect.succeeded(await nobody.send("GET /realm/linkifiers", {}, basic(hidden.email, api_key)), "a login by neither address");
  },
});

/** A wrong password gives no key, also where it nearly is the right one, which still does after it. */
export const wrongPassword = property<Faulty>({
  clause: "authentication/key-exchange-wrong-password",
  given: { who: anActor(...people), shape: aWrongSecret() },
  examples: [{ who: "alice", shape: { kind: "longer", by: "x", end: "last" } }],
  async holds(session, { who, shape }) {
    const actor = session.actor(who);
    const password = wrongOf(shape, passwordOf(actor));
    requireNoKey(session, await askForKey(actor, { password }), "a login with a wrong password");
    await fetchKey(actor);
  },
});

/** Where logging in by password is off, the right password gives no key, and it does again once it is on. */
export const passwordsOff = property({
  clause: "authentication/key-exchange-where-enabled",
  given: { who: anActor(...people) },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const actor = session.actor(who);
    const { act } = ownRealm(session);
    await fetchKey(actor);
    await act({ action: "set_realm", property: "email_auth_enabled", value: false });
    requireNoKey(session, await askForKey(actor), "a login where passwords are off");
    await act({ action: "set_realm", property: "email_auth_enabled", value: true });
    await fetchKey(actor);
  },
});
