import { recordsWith, staged } from "../calls/state.ts";
import { callTo } from "../calls.ts";
import { holds, refused, same, succeeded, typed } from "../checks.ts";
import { refusedSomehow } from "../each-call.ts";
import { property } from "../property.ts";
import type { Actor, Session } from "../session.ts";
import { Untestable } from "../verdict.ts";

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
  const { api_key, email } = staged(await session.nobody.send("POST /fetch_api_key", fields), "to log in with the API address");
  return { api_key: String(api_key), email: String(email) };
}

const basic = (email: string, api_key: string) => ({ credentials: { kind: "basic", email, api_key } as const });

/** Whose account some credentials open, by a note to oneself that only its sender can read. */
async function opens(session: Session, { email, api_key }: Opened, reader: Actor): Promise<void> {
  const content = session.fresh("note");
  const fields = { type: session.target.level >= 174 ? "direct" : "private", to: [reader.user_id], content };
  const { id } = staged(await reader.send("POST /messages", fields), "a message to oneself");
  const reply = await session.nobody.send(`GET /messages/${String(id)}`, { apply_markdown: false }, basic(email, api_key));
  same((succeeded(reply, "a request with the fetched key").message as { content: string }).content, content, "what the key lets read");
}

/** The key that a password gives opens the account that the password belongs to. */
export const fetchedKeyOpensAccount = property({
  clause: ["authentication/basic", "authentication/key-exchange"],
  async holds(session) {
    const alice = session.as.alice!;
    const opened = await keyOf(session, alice);
    holds(opened.email.includes("@"), `the email beside the key is ${opened.email}`);
    await opens(session, { email: alice.email, api_key: opened.api_key }, alice);
  },
});

/** The answer with the key says whose it is. */
export const fetchedKeyNamesAccount = property({
  clause: ["authentication/key-exchange", "authentication/key-exchange-id", "versioning/api-key-id"],
  async holds(session) {
    const alice = session.as.alice!;
    const fields = { username: alice.email, password: passwordOf(alice) };
    const body = staged(await session.nobody.send("POST /fetch_api_key", fields), "to log in with the API address");
    same(body.user_id, alice.user_id, "user_id beside alice's key");
  },
});

/** A key is of no use beside somebody else's address. */
export const keyBesideOtherAddress = property({
  clause: "authentication/other-address",
  async holds(session) {
    const { alice, bob } = session.as;
    const { api_key } = await keyOf(session, alice!);
    const reply = await session.nobody.send("GET /realm/linkifiers", {}, basic(bob!.email, api_key));
    refusedSomehow(reply, "alice's key beside bob's address");
  },
});

/** Sets something by the control API for a while: others may be at work on the same server. */
async function meanwhile(session: Session, set: Change, back: Change, work: () => Promise<void>): Promise<void> {
  await session.steering.act(set);
  try {
    await work();
  } finally {
    await session.steering.act(back);
  }
}

type Change = Readonly<Record<string, unknown>>;

const visibility = (value: number): Change => ({ action: "set_user", as: "cara", property: "email_address_visibility", value });

/** The API address is the user name, also where it is not the one that people log in with. */
export const apiAddress = property({
  clause: "authentication/api-address",
  async holds(session) {
    const { alice, cara } = session.as;
    const { api_key, email } = await keyOf(session, cara!);
    await meanwhile(session, visibility(5), visibility(1), async () => {
      const [account] = await recordsWith(alice!, "realm_user", "user_id", cara!.user_id, "realm_users");
      const address = String(account?.email);
      if (address.toLowerCase() === email.toLowerCase()) throw new Untestable("API addresses are never hidden");
      const reply = await session.nobody.send("GET /realm/linkifiers", {}, basic(address, api_key));
      session.chooses("basicAuthAddress", reply.body.result === "success" ? "api" : "observed");
      if (reply.body.result === "success") return;
      succeeded(await session.nobody.send("GET /realm/linkifiers", {}, basic(email, api_key)), "a login by neither address");
    });
  },
});

/** A wrong password gives no key, and the right one still does after it. */
export const wrongPassword = property({
  clause: "authentication/key-exchange-wrong-password",
  async holds(session) {
    const alice = session.as.alice!;
    const password = passwordOf(alice);
    const reply = await session.nobody.send("POST /fetch_api_key", { username: alice.email, password: `${password}x` });
    const body = refusedSomehow(reply, "a wrong password");
    holds(body.api_key === undefined, "a refused login carries a key");
    await keyOf(session, alice);
  },
});

const passwords = (value: boolean): Change => ({ action: "set_realm", property: "email_auth_enabled", value });

/** Where logging in by password is off, the right password gives no key. */
export const passwordsOff = property({
  clause: "authentication/key-exchange-where-enabled",
  async holds(session) {
    const alice = session.as.alice!;
    const fields = { username: alice.email, password: passwordOf(alice) };
    await meanwhile(session, passwords(false), passwords(true), async () => {
      const body = refusedSomehow(await session.nobody.send("POST /fetch_api_key", fields), "a login where passwords are off");
      holds(body.api_key === undefined, "a refused login carries a key");
    });
  },
});

/** The server settings are there without credentials, and say which ways to log in there are. */
export const settingsWithoutCredentials = property({
  clause: ["authentication/settings-open", "authentication/settings-methods"],
  async holds({ nobody }) {
    const body = succeeded(await nobody.send("GET /server_settings"), "GET /server_settings without credentials");
    const methods = body.authentication_methods ?? body.external_authentication_methods;
    typed(methods, "object or array", "the methods that GET /server_settings reports");
    for (const [name, value] of Object.entries(body.authentication_methods ?? {})) typed(value, "boolean", `the method ${name}`);
  },
});

/** A login by password works where the settings report that way, as far as the given password shows. */
export const reportedMethodsWork = property({
  clause: "authentication/settings-methods",
  async holds(session) {
    const { nobody, as } = session;
    const { email_auth_enabled } = succeeded(await nobody.send("GET /server_settings"));
    const { password, email } = as.alice!.member;
    if (password === null) throw new Untestable("alice's password is not given");
    const { body } = await nobody.send("POST /fetch_api_key", { username: email, password });
    if (email_auth_enabled === false && body.result === "success") {
      const { authentication_methods } = succeeded(await nobody.send("GET /server_settings"));
      holds(
        (authentication_methods as Record<string, boolean>)?.ldap === true,
        "a password opens an account and no method for it is reported",
      );
    }
  },
});

/** A bot calls with its own address and key, as people do. */
export const botsCall = property({
  clause: ["authentication/bots", "authentication/bots-everywhere"],
  async holds(session) {
    const robo = session.as.robo!;
    const { body } = await robo.send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0 });
    if (body.result === "success") return;
    const sent = await robo.send("POST /messages", { type: "direct", to: [robo.user_id], content: session.fresh() });
    succeeded(sent, "a message of a bot that may not fetch messages");
    session.chooses("webhookBots", "observed");
  },
});

/** Messages of web-public channels are refused to callers without credentials, or, where shown, are of web-public channels only. */
export const spectators = property({
  clause: "authentication/spectators",
  async holds(session) {
    const narrow = [{ operator: "channels", operand: "web-public" }];
    const reply = await session.nobody.send("GET /messages", { anchor: "newest", num_before: 20, num_after: 0, narrow });
    session.chooses("spectators", reply.body.result === "success" ? "observed" : "refused");
    if (reply.body.result !== "success") return void refusedSomehow(reply, "a fetch by nobody");
    const open = new Set(
      (await recordsWith(session.as.alice!, "stream", "is_web_public", true, "streams")).map(({ stream_id }) => stream_id),
    );
    for (const { stream_id } of reply.body.messages as { stream_id?: number }[])
      holds(open.has(stream_id), `nobody is shown a message of the channel ${stream_id}, which is not web-public`);
  },
});

/** Folders are made by administrators and by nobody of a lesser role. */
export const foldersForAdministrators = property({
  clause: ["authentication/folders-for-administrators", "errors/not-an-administrator"],
  async holds(session) {
    const fields = { name: session.fresh("folder"), description: "" };
    refused(await session.as.alice!.send("POST /channel_folders/create", fields), "UNAUTHORIZED_PRINCIPAL", {}, "a folder by a member");
    succeeded(await session.as.dana!.send("POST /channel_folders/create", fields), "the same folder by an administrator");
  },
});

/** Folders are changed by administrators and by nobody of a lesser role, and a refused change changes nothing. */
export const folderChangesForAdministrators = property({
  clause: ["authentication/folders-for-administrators", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const { alice, dana } = session.as;
    const ready = await callTo("PATCH /channel_folders/{channel_folder_id}").prepare(session);
    const id = Number(ready.route.split("/").at(-1));
    const before = await recordsWith(dana!, "channel_folders", "id", id);
    refusedSomehow(await alice!.send(ready.route, ready.fields), "a change of a folder by a member");
    same(await recordsWith(dana!, "channel_folders", "id", id), before, "the folder after a member tried to change it");
    succeeded(await dana!.send(ready.route, ready.fields), "the same change by an administrator");
  },
});

const domainOf = (session: Session): { domain: string; allow_subdomains: boolean } => ({
  domain: `${session
    .fresh("d")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "-")}.example.org`,
  allow_subdomains: true,
});

/** Domains are added by owners, not by members and not by administrators who are no owners. */
export const domainsForOwners = property({
  clause: "authentication/domains-for-owners",
  async holds(session) {
    const { alice, dana, owen } = session.as;
    const fields = domainOf(session);
    for (const actor of [alice!, dana!]) refusedSomehow(await actor.send("POST /realm/domains", fields), `a domain by ${actor.name}`);
    succeeded(await owen!.send("POST /realm/domains", fields), "the same domain by an owner");
  },
});

/** On old servers administrators add domains too. */
export const domainsForAdministrators = property({
  clause: "authentication/domains-for-administrators",
  async holds(session) {
    if (session.target.level >= 143) throw new Untestable(`the target is of level ${session.target.level}, not before 143`);
    succeeded(await session.as.dana!.send("POST /realm/domains", domainOf(session)), "a domain by an administrator");
  },
});

/** A bot makes a group and changes its members. */
export const groupsForBots = property({
  clause: ["authentication/groups-for-bots", "versioning/bots-manage-groups"],
  async holds(session) {
    const robo = session.as.robo!;
    const fields = { name: session.fresh("group"), description: "", members: [] };
    const reply = await robo.send("POST /user_groups/create", fields);
    if (reply.body.result === "error") {
      const people = await session.as.alice!.send("POST /user_groups/create", fields);
      if (people.body.result === "error") throw new Untestable("alice may not make groups either");
    }
    const { group_id } = succeeded(reply, "a group made by a bot");
    const route = `POST /user_groups/${String(group_id)}/members`;
    succeeded(await robo.send(route, { add: [robo.user_id] }), "a member added by a bot");
    const [group] = await recordsWith(robo, "realm_user_groups", "id", group_id);
    same(group?.members, [robo.user_id], "the members of the bot's group");
  },
});
