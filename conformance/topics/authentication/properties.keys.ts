import type { Actor } from "../../client/actor.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";

interface Opened {
  readonly api_key: string;
  readonly email: string;
}

const passwordOf = ({ member: { password } }: Actor): string => {
  if (password === null) throw new Untestable("the password is not given");
  return password;
};

/** The key of a member, by logging in. */
async function keyOf(session: Session, actor: Actor): Promise<Opened> {
  const fields = { username: actor.email, password: passwordOf(actor) };
  const { api_key, email } = prepared.succeeded(await session.nobody.send("POST /fetch_api_key", fields), "to log in with the API address");
  return { api_key: String(api_key), email: String(email) };
}

const basic = (email: string, api_key: string) => ({ credentials: { kind: "basic", email, api_key } as const });

/** Whose account some credentials open, by a note to oneself that only its sender can read. */
async function opens(session: Session, { email, api_key }: Opened, reader: Actor): Promise<void> {
  const { expect } = session;
  const content = session.fresh("note");
  const fields = { type: session.target.level >= 174 ? "direct" : "private", to: [reader.user_id], content };
  const { id } = prepared.succeeded(await reader.send("POST /messages", fields), "a message to oneself");
  const reply = await session.nobody.send(`GET /messages/${String(id)}`, { apply_markdown: false }, basic(email, api_key));
  expect.same(
    (expect.succeeded(reply, "a request with the fetched key").message as { content: string }).content,
    content,
    "what the key lets read",
  );
}

/** The key that a password gives opens the account that the password belongs to. */
export const fetchedKeyOpensAccount = property({
  clause: ["authentication/basic", "authentication/key-exchange"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const opened = await keyOf(session, alice);
    expect.holds(opened.email.includes("@"), `the email beside the key is ${opened.email}`);
    await opens(session, { email: alice.email, api_key: opened.api_key }, alice);
  },
});

/** The answer with the key says whose it is. */
export const fetchedKeyNamesAccount = property({
  clause: ["authentication/key-exchange", "authentication/key-exchange-id", "versioning/api-key-id"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const fields = { username: alice.email, password: passwordOf(alice) };
    const body = prepared.succeeded(await session.nobody.send("POST /fetch_api_key", fields), "to log in with the API address");
    expect.same(body.user_id, alice.user_id, "user_id beside alice's key");
  },
});

/** A key is of no use beside somebody else's address. */
export const keyBesideOtherAddress = property({
  clause: "authentication/other-address",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const { api_key } = await keyOf(session, alice);
    const reply = await session.nobody.send("GET /realm/linkifiers", {}, basic(bob.email, api_key));
    expect.declined(reply, "alice's key beside bob's address");
  },
});

/** The API address is the user name, also where it is not the one that people log in with. */
export const apiAddress = property({
  clause: "authentication/api-address",
  async holds(session) {
    const { expect } = session;
    const { alice, cara } = session.as;
    const { api_key, email } = await keyOf(session, cara);
    await session.steering.act({ action: "set_user", as: "cara", property: "email_address_visibility", value: 5 });
    const [account] = await recordsWith(alice, "realm_user", "user_id", cara.user_id, "realm_users");
    const address = String(account?.email);
    if (address.toLowerCase() === email.toLowerCase()) throw new Untestable("API addresses are never hidden");
    const reply = await session.nobody.send("GET /realm/linkifiers", {}, basic(address, api_key));
    session.chooses("basicAuthAddress", reply.body.result === "success" ? "api" : "observed");
    if (reply.body.result === "success") return;
    expect.succeeded(await session.nobody.send("GET /realm/linkifiers", {}, basic(email, api_key)), "a login by neither address");
  },
});

/** A wrong password gives no key, and the right one still does after it. */
export const wrongPassword = property({
  clause: "authentication/key-exchange-wrong-password",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const password = passwordOf(alice);
    const reply = await session.nobody.send("POST /fetch_api_key", { username: alice.email, password: `${password}x` });
    const body = expect.declined(reply, "a wrong password");
    expect.holds(body.api_key === undefined, "a refused login carries a key");
    await keyOf(session, alice);
  },
});

/** Where logging in by password is off, the right password gives no key. */
export const passwordsOff = property({
  clause: "authentication/key-exchange-where-enabled",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const fields = { username: alice.email, password: passwordOf(alice) };
    await session.steering.act({ action: "set_realm", property: "email_auth_enabled", value: false });
    const body = expect.declined(await session.nobody.send("POST /fetch_api_key", fields), "a login where passwords are off");
    expect.holds(body.api_key === undefined, "a refused login carries a key");
  },
});
