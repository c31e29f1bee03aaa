import type { Actor } from "../../client/actor.ts";
import { noteToSelf } from "../../client/messages.ts";
import { appear, fetchPresence } from "../../client/presence.ts";
import { recordsOf, register } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";

/** The time and the presences come without any parameter. */
export const answers = property({
  clause: ["realm.presence.get/server_timestamp", "realm.presence.get/presences", "realm.presence.get/no-parameters"],
  async holds({ as, expect }) {
    const { server_timestamp, presences } = expect.succeeded(await as.alice.send("GET /realm/presence"), "fetching presence");
    expect.typed(server_timestamp, "number", "server_timestamp");
    expect.object(presences, "presences");
  },
});

/** The time is that of the fetch: it is in seconds, and does not go back. */
export const time = property({
  clause: "realm.presence.get/server_timestamp",
  async holds({ as: { alice }, expect }) {
    const sent = prepared.integer((await noteToSelf(alice, "now")).timestamp, "the timestamp of a message");
    const { server_timestamp: first } = await expect.accepted(fetchPresence(alice));
    const { server_timestamp: second } = await expect.accepted(fetchPresence(alice));
    expect.holds(first <= second, `server_timestamp goes back from ${first} to ${second}`);
    expect.holds(first >= sent - 5 && first < sent + 3600, `server_timestamp is ${first} just after a message of ${sent}`);
  },
});

/** Returns the API addresses of those whose presence is shown. @throws Differs: the request is refused, or answered in another shape */
const present = async (actor: Actor): Promise<string[]> =>
  Object.keys((await actor.expect.accepted(fetchPresence(actor))).presences).sort();

/** The keys are API addresses of people. */
export const keys = property({
  clause: "realm.presence.get/presences",
  serial: "alice's presence",
  async holds({ as, expect }) {
    await appear(as.alice);
    const people = (await recordsOf(as.alice, "realm_user", "realm_users")).map(({ email }) => email);
    expect.each(await present(as.alice), "presence", (key) =>
      expect.holds(people.includes(key), `presences has the key ${key}, which is the API address of nobody`),
    );
  },
});

/** What decides whom a guest may know of. */
interface Relations {
  /** Channels with a subscriber, by name. */
  readonly shared: readonly string[];
  /** The API addresses of those whom the guest shares a channel or a conversation with. */
  readonly known: readonly string[];
}

/** Returns whom a guest shares channels and conversations with, and in which channels one person among them is. */
async function relationsOf(guest: Actor, other: Actor): Promise<Relations> {
  const parts = ["subscription", "recent_private_conversations", "realm_user"];
  const state = await register(guest, parts, { include_subscribers: true });
  const records = (name: string) => prepared.objects(state[name], `${name} in a registration`);
  const channels = records("subscriptions").map(({ name, subscribers }) => ({
    name: prepared.text(name, "the name of a channel"),
    people: prepared.list(subscribers, "the subscribers of a channel"),
  }));
  const conversations = records("recent_private_conversations").map(({ user_ids }) =>
    prepared.list(user_ids, "user_ids of a conversation"),
  );
  const known = new Set<unknown>([guest.user_id, ...channels.flatMap(({ people }) => people), ...conversations.flat()]);
  return {
    shared: channels.filter(({ people }) => people.includes(other.user_id)).map(({ name }) => name),
    known: records("realm_users").flatMap(({ user_id, email }) => (known.has(user_id) ? [prepared.text(email, "an API address")] : [])),
  };
}

/** Presence that is limited to accessible users leaves the others out, and nobody else. */
export const accessibleUsers = property({
  clause: "realm.presence.get/accessible-users",
  async holds(session) {
    const { expect } = session;
    const { act } = ownRealm(session);
    const { alice, bob, gus } = session.as;
    for (const { name } of [alice, bob]) await act({ action: "set_presence", as: name, status: "active" });
    for (const channel of (await relationsOf(gus, bob)).shared) await act({ action: "unsubscribe", as: "gus", channel });
    const [all, { known }] = [await present(gus), await relationsOf(gus, bob)];
    for (const { email, name } of [alice, bob]) expect.holds(all.includes(email), `a guest is not shown that ${name} is present`);
    if (!known.includes(alice.email) || known.includes(bob.email))
      throw new Untestable("gus has to share a channel with alice, and none with bob");
    await act({ action: "set_realm", property: "can_access_all_users_group", value: "role:members" });
    await act({ action: "set_realm", property: "limits_presence_to_accessible_users", value: true });
    const expected = all.filter((email) => known.includes(email));
    expect.same(await present(gus), expected, "whose presence a guest is shown where it is limited");
    expect.same(await present(bob), all, "whose presence a member is shown where that of guests is limited");
  },
});
