import type { Actor } from "../../client/actor.ts";
import { askForKey, basic, passwordOf, requireNoKey } from "../../client/login.ts";
import { sendToSelf } from "../../client/messages.ts";
import { recordsWith } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { at, type Body, prepared, Untestable } from "../../expect.ts";

/** Logs an actor in. Returns the answer. @throws Unprepared: it is refused */
const login = async (actor: Actor): Promise<Body> => prepared.succeeded(await askForKey(actor), "a login with the API address");

/** Logs an actor in. Returns the key. @throws Unprepared: it is refused or gives none */
const keyOf = async (actor: Actor): Promise<string> => prepared.text((await login(actor)).api_key, "api_key");

/** The key that a password gives opens the account that the password belongs to: with it a note is read that only its sender may read. */
export const fetchedKeyOpensAccount = property({
  clause: ["authentication/basic", "authentication/key-exchange"],
  async holds(session) {
    const { expect, nobody } = session;
    const { alice } = session.as;
    const { api_key, email } = await login(alice);
    expect.holds(expect.text(email, "the email beside the key").includes("@"), "the email beside the key is no address");
    const content = session.fresh("note");
    const id = await sendToSelf(alice, content);
    const credentials = basic(alice.email, expect.text(api_key, "api_key"));
    const reply = await nobody.send(`GET /messages/${id}`, { apply_markdown: false }, credentials);
    const { message } = expect.succeeded(reply, "fetching a note with the key");
    expect.same(at(message, "content"), content, "what the key lets read");
  },
});

/** The answer with the key says whose it is. */
export const fetchedKeyNamesAccount = property({
  clause: ["authentication/key-exchange", "authentication/key-exchange-id", "versioning/api-key-id"],
  async holds({ as: { alice }, expect }) {
    expect.same((await login(alice)).user_id, alice.user_id, "user_id beside alice's key");
  },
});

/** A key is of no use beside somebody else's address. */
export const keyBesideOtherAddress = property({
  clause: "authentication/other-address",
  async holds({ as: { alice, bob }, nobody, expect }) {
    const api_key = await keyOf(alice);
    const reply = await nobody.send("GET /realm/linkifiers", {}, basic(bob.email, api_key));
    expect.declined(reply, "alice's key beside bob's address");
    expect.succeeded(await nobody.send("GET /realm/linkifiers", {}, basic(alice.email, api_key)), "alice's key beside her own address");
  },
});

/** The API address is the user name, also where it is not the one that people log in with. */
export const apiAddress = property({
  clause: "authentication/api-address",
  async holds(session) {
    const { expect, nobody } = session;
    const { alice, cara } = session.as;
    const { act } = ownRealm(session);
    const api_key = await keyOf(cara);
    await act({ action: "set_user", as: "cara", property: "email_address_visibility", value: 5 });
    const [account] = await recordsWith(alice, "realm_user", "user_id", cara.user_id, "realm_users");
    const address = prepared.text(account?.email, "cara's API address");
    if (address.toLowerCase() === cara.email.toLowerCase()) throw new Untestable("API addresses are never hidden");
    const { body } = await nobody.send("GET /realm/linkifiers", {}, basic(address, api_key));
    session.chooses("basicAuthAddress", body.result === "success" ? "api" : "observed");
    if (body.result === "success") return;
    expect.succeeded(await nobody.send("GET /realm/linkifiers", {}, basic(cara.email, api_key)), "a login by neither address");
  },
});

/** A wrong password gives no key, and the right one still does after it. */
export const wrongPassword = property({
  clause: "authentication/key-exchange-wrong-password",
  async holds(session) {
    const { alice } = session.as;
    requireNoKey(session, await askForKey(alice, { password: `${passwordOf(alice)}x` }), "a login with a wrong password");
    await keyOf(alice);
  },
});

/** Where logging in by password is off, the right password gives no key. */
export const passwordsOff = property({
  clause: "authentication/key-exchange-where-enabled",
  async holds(session) {
    const { alice } = session.as;
    const { act } = ownRealm(session);
    await keyOf(alice);
    await act({ action: "set_realm", property: "email_auth_enabled", value: false });
    requireNoKey(session, await askForKey(alice), "a login where passwords are off");
  },
});
