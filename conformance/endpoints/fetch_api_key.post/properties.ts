import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { sendToSelf } from "../../client/messages.ts";
import { askForKey, basic, hideAddressFrom, passwordOf, requireLogins } from "../../client/people.ts";
import { fetchServerSettings } from "../../client/registration.ts";
import { ownRealm } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { anActor, fullMembers, type PersonName, people, twoPeople } from "../../draw/people.ts";
import { aWrongSecret, nearSecrets, type SecretShape, wrongSecret } from "../../draw/texts.ts";
import { at, type Body, type Checks, Untestable } from "../../expect.ts";

/** Returns the answer to the actor's login. @throws Untestable: the target has no logins by password; Differs: it is refused */
async function login(actor: Actor): Promise<Body> {
  await requireLogins(actor.session);
  return actor.expect.succeeded(await askForKey(actor), "a login with name and password");
}

function requireNoKey(expect: Checks, reply: Reply, what: string): void {
  expect.declined(reply, what);
  expect.holds(!("api_key" in reply.body), `the refusal of ${what} has an api_key`);
}

const anAccount = { who: anActor<PersonName>(...people) };
const alice: { readonly who: PersonName } = { who: "alice" };

/** Name and password alone give the address and the key, the same each time, which opens this account and its notes, and no other. */
export const opens = property({
  clause: [
    ...["no-credentials", "api_key", "email", "authenticates"],
    ...["basic", "key-exchange", "other-address"].map((words) => `authentication/${words}`),
  ],
  given: { pair: twoPeople(...people), meanwhile: fc.array(anAccount.who, { maxLength: 3 }) },
  examples: [{ pair: ["alice", "bob"], meanwhile: [] }],
  async holds(session, { pair: [who, whom], meanwhile }, expect) {
    const { nobody } = session;
    const [owner, other] = [session.actor(who), session.actor(whom)];
    const { api_key, email } = await login(owner);
    const address = expect.against("fetch_api_key.post/email");
    address.holds(address.text(email, "email").includes("@"), `email is ${JSON.stringify(email)}, no address`);
    const given = expect.against("fetch_api_key.post/api_key");
    const key = given.text(api_key, "api_key");
    for (const name of [...meanwhile, who]) {
      const isSame = (await login(session.actor(name))).api_key === key;
      // A key for each login opens the account as well, as long as the former ones do.
      if (name !== who || session.isHeldToObserved) given.same(isSame, name === who, `whether ${name} gets the key of ${who}`);
    }
    const { missing } = session.target;
    const hasNotes = !["POST /messages", "GET /messages/{message_id}"].some((route) => missing?.has(route));
    const content = session.fresh("note");
    const note = hasNotes ? `GET /messages/${await sendToSelf(owner, content)}` : undefined;
    // Something that everybody may ask for who has a key.
    const harmless = note !== undefined && missing?.has("GET /realm/linkifiers") ? note : "GET /realm/linkifiers";
    const useFor = (address: string) => nobody.send(harmless, {}, basic(address, key));
    const opening = expect.against("fetch_api_key.post/authenticates");
    opening.succeeded(await useFor(owner.email), "a request with the key that was fetched");
    const { result } = (await useFor(address.text(email, "email"))).body;
    address.same(result, "success", "the result of a request with the email and the key that were answered");
    expect.against("authentication/other-address").declined(await useFor(other.email), "a request with the key of somebody else");
    if (note === undefined) return;
    const read = await nobody.send(note, { apply_markdown: false }, basic(owner.email, key));
    opening.same(at(opening.succeeded(read, "fetching a note with the key"), "message", "content"), content, "what the key lets read");
  },
});

/** The id in the answer is the account's. */
export const userId = property({
  clause: ["user_id", "authentication/key-exchange-id", "versioning/api-key-id"],
  given: anAccount,
  examples: [alice],
  async holds(session, { who }) {
    const actor = session.actor(who);
    session.expect.same((await login(actor)).user_id, actor.user_id, `the user_id of ${who}`);
  },
});

/** Credentials of nobody: a wrong password, that of another account, the name of a bot, which has no password, or a name that nobody has. */
type Wrong =
  | SecretShape
  | { readonly kind: "another's"; readonly whose: PersonName }
  | { readonly kind: "a bot's" }
  | { readonly kind: "nobody"; readonly word: string };

/** A password is not the same with white space around it. */
const spaced: readonly SecretShape[] = (["last", "first"] as const).map((end) => ({ kind: "longer", by: " ", end }));

const aWrong: fc.Arbitrary<Wrong> = fc.oneof(
  { withCrossShrink: true },
  aWrongSecret(),
  fc.constantFrom(...spaced, { kind: "a bot's" } as const),
  fc.record({ kind: fc.constant("another's"), whose: anAccount.who }),
  fc.record({ kind: fc.constant("nobody"), word: fc.constantFrom("nobody", "a.b", "x+y") }),
);

/** Returns what is wrong of a login in its place. @throws Untestable: it is right */
function wrongFields(actor: Actor, wrong: Wrong): Body {
  if (wrong.kind === "nobody") return { username: `${actor.session.fresh(wrong.word).replaceAll(" ", "-")}@example.com` };
  if (wrong.kind === "a bot's") return { username: actor.session.as.robo.email };
  const right = passwordOf(actor);
  const password = wrong.kind === "another's" ? passwordOf(actor.session.actor(wrong.whose)) : wrongSecret(wrong, right);
  if (password === undefined || password === right) throw new Untestable("the password is the same in another case, or that of both");
  return { password };
}

/** A wrong password gives nothing, also where it nearly is the right one or is another's; neither does a name of nobody. */
export const wrongCredentials = property({
  clause: ["wrong-credentials", "near-password", "authentication/key-exchange-wrong-password"],
  given: { ...anAccount, wrong: aWrong },
  examples: [
    ...[{ kind: "other", text: "wrong" } as const, ...nearSecrets, ...spaced, { kind: "nobody", word: "nobody" } as const].map((wrong) => ({
      ...alice,
      wrong,
    })),
    { who: "bob", wrong: { kind: "another's", whose: "alice" } },
    { who: "alice", wrong: { kind: "a bot's" } },
  ],
  async holds(session, { who, wrong }, expect) {
    const actor = session.actor(who);
    const isNear = ["changed", "other case", "longer", "shorter"].includes(wrong.kind);
    const checks = isNear ? expect.against("fetch_api_key.post/near-password") : expect;
    requireNoKey(checks, await askForKey(actor, wrongFields(actor, wrong)), `a login with wrong credentials (${wrong.kind})`);
    await login(actor);
  },
});

/** Nobody gets a key where logins by password are switched off, and everybody does again once they are on. */
export const whereEnabled = property({
  clause: ["where-enabled", "authentication/key-exchange-where-enabled"],
  given: anAccount,
  examples: [alice],
  async holds(session, { who }) {
    const actor = session.actor(who);
    const enable = (value: boolean) => ownRealm(session).act({ action: "set_realm", property: "email_auth_enabled", value });
    await login(actor);
    await enable(false);
    requireNoKey(session.expect, await askForKey(actor), "a login where logins by password are off");
    await enable(true);
    await login(actor);
  },
});

/** Returns the name that the directory of a target that can be steered has for an actor: the part of the address before the at sign. */
const directoryName = ({ email }: Actor): string => email.replace(/@.*/s, "");

/** A name that is no address gives no key where user names are addresses, not even that of the directory; the address does. */
export const addresses = property({
  clause: "addresses-only",
  given: { ...anAccount, change: fc.constantFrom("", "@", " ", "@@example.com") },
  examples: [{ ...alice, change: "" }],
  async holds(session, { who, change }) {
    const actor = session.actor(who);
    await requireLogins(session);
    if ((await fetchServerSettings(session)).require_email_format_usernames !== true)
      throw new Untestable("user names need not be addresses");
    requireNoKey(
      session.expect,
      await askForKey(actor, { username: directoryName(actor) + change }),
      "a login with a name that is no address",
    );
    await login(actor);
  },
});

/** A directory user name, where names need not be addresses, opens its account with its password alone; a part of it opens nothing. */
export const names = property({
  clause: ["directory-names", "where-enabled", "wrong-credentials"],
  given: { ...anAccount, hasAddresses: fc.boolean() },
  examples: [true, false].map((hasAddresses) => ({ ...alice, hasAddresses })),
  async holds(session, { who, hasAddresses }, expect) {
    const actor = session.actor(who);
    const { act } = ownRealm(session);
    await act({ action: "set_realm", property: "require_email_format_usernames", value: false });
    await act({ action: "set_realm", property: "email_auth_enabled", value: hasAddresses });
    const { require_email_format_usernames: areAddresses } = await expect.accepted(fetchServerSettings(session));
    // Servers may omit it.
    if (areAddresses !== undefined) expect.same(areAddresses, false, "require_email_format_usernames where a directory is used");
    const username = directoryName(actor);
    const { user_id, email } = expect.succeeded(await askForKey(actor, { username }), "a login with a directory user name");
    if (session.level >= levels.apiKeyUserId) expect.same(user_id, actor.user_id, "user_id beside the key of a directory user name");
    expect.same(email, actor.email, "email beside the key of a directory user name");
    const password = `${passwordOf(actor)}x`;
    const wrong = expect.against("fetch_api_key.post/wrong-credentials");
    requireNoKey(wrong, await askForKey(actor, { username, password }), "a login with a directory user name and a wrong password");
    const part = [...username].slice(0, -1).join("");
    requireNoKey(wrong, await askForKey(actor, { username: part }), "a login with a part of a directory user name");
  },
});

/** An account that hides its address is opened by the one that it is answered, too. Servers were seen to take logins by that address alone. */
export const hiddenAddress = property({
  clause: ["email", "authenticates"],
  given: { pair: twoPeople(...fullMembers), visibility: fc.constantFrom(2, 3, 4, 5) },
  examples: [{ pair: ["alice", "bob"], visibility: 4 }],
  async holds(session, { pair: [who, whom], visibility }, expect) {
    const [actor, viewer] = [session.actor(who), session.actor(whom)];
    await requireLogins(session);
    const username = await hideAddressFrom(viewer, actor, visibility);
    const { email, api_key } = expect.succeeded(await askForKey(actor), "a login with an address that is hidden");
    const { result } = (await session.nobody.send("GET /realm/linkifiers", {}, basic(String(email), String(api_key)))).body;
    expect.same(result, "success", "the result of a request with the email and the key of one who hides the address");
    if (!session.isHeldToObserved) return;
    requireNoKey(session.expect, await askForKey(actor, { username }), "a login with the API address of one who hides the other");
  },
});

/** A deactivated account gets no key, whatever the password. */
export const deactivated = property({
  clause: "wrong-credentials",
  once: "one account of the cast is deactivated",
  async holds(session) {
    await requireLogins(session);
    requireNoKey(session.expect, await askForKey(session.actor("zoe")), "a login of a deactivated account");
  },
});
