import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { askForKey, passwordOf, requireLogins, requireNoKey } from "../../client/login.ts";
import { ownRealm } from "../../client/serial.ts";
import { fetchServerSettings } from "../../client/server-settings.ts";
import { property } from "../../declare/property.ts";
import { anActor, people } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";

/** Returns the name that the directory of a target that can be steered has for an actor: the part of the address before the at sign. */
const directoryName = ({ email }: Actor): string => email.replace(/@.*/s, "");

/** Where user names are addresses, another name gives no key, not even that of the directory; the address does. */
export const addresses = property({
  clause: "fetch_api_key.post/addresses-only",
  given: { who: anActor(...people), change: fc.constantFrom("", "@", " ", "@@example.com") },
  examples: [{ who: "alice", change: "" }],
  async holds(session, { who, change }) {
    const { expect } = session;
    const actor = session.actor(who);
    await requireLogins(session);
    if ((await fetchServerSettings(session)).require_email_format_usernames !== true)
      throw new Untestable("user names need not be addresses");
    requireNoKey(session, await askForKey(actor, { username: directoryName(actor) + change }), "a login with a name that is no address");
    expect.succeeded(await askForKey(actor), "the same login with the address");
  },
});

/** Where user names need not be addresses, a directory user name opens its account with its password alone. */
export const names = property({
  clause: ["fetch_api_key.post/directory-names", "fetch_api_key.post/where-enabled"],
  given: { who: anActor(...people), hasAddresses: fc.boolean() },
  examples: [
    { who: "alice", hasAddresses: true },
    { who: "alice", hasAddresses: false },
  ],
  async holds(session, { who, hasAddresses }) {
    const { expect } = session;
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
    requireNoKey(session, await askForKey(actor, { username, password }), "a login with a directory user name and a wrong password");
  },
});
