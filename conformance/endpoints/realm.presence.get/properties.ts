import type { Actor } from "../../client/actor.ts";
import { noteToSelf } from "../../client/messages.ts";
import { recordsOf } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

const fetched = async (actor: Actor): Promise<Body> => expect.succeeded(await actor.send("GET /realm/presence"), "fetching presence");

/** The time and the presences come without any parameter. */
export const answers = property({
  clause: ["realm.presence.get/server_timestamp", "realm.presence.get/presences", "realm.presence.get/no-parameters"],
  async holds(session) {
    const { expect } = session;
    const { server_timestamp, presences } = await fetched(session.as.alice);
    expect.typed(server_timestamp, "number", "server_timestamp");
    expect.typed(presences, "object", "presences");
  },
});

/** The time is that of the fetch: it is in seconds, and does not go back. */
export const time = property({
  clause: "realm.presence.get/server_timestamp",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const timestamp = Number((await noteToSelf(alice, "now")).timestamp);
    const [first, second] = [Number((await fetched(alice)).server_timestamp), Number((await fetched(alice)).server_timestamp)];
    expect.holds(first <= second, `server_timestamp goes back from ${first} to ${second}`);
    expect.holds(first >= timestamp - 5 && first < timestamp + 3600, `server_timestamp is ${first} just after a message of ${timestamp}`);
  },
});

/** The keys are API addresses of people. */
export const keys = property({
  clause: "realm.presence.get/presences",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const known = (await recordsOf(alice, "realm_user", "realm_users")).map(({ email }) => email);
    for (const key of Object.keys((await fetched(alice)).presences as Body))
      expect.holds(known.includes(key), `presences has the key ${key}, which is the API address of nobody`);
  },
});

/** The addresses of those whom a guest shares a channel or a conversation with. */
async function acquaintances(guest: Actor): Promise<string[]> {
  const parts = ["subscription", "recent_private_conversations", "realm_user"];
  const fields = { event_types: parts, fetch_event_types: parts, include_subscribers: true };
  const { body } = await guest.send("POST /register", fields);
  const known = [
    ...(body.subscriptions as { subscribers: readonly number[] }[]).flatMap(({ subscribers }) => subscribers),
    ...(body.recent_private_conversations as { user_ids: readonly number[] }[]).flatMap(({ user_ids }) => user_ids),
    guest.user_id,
  ];
  return (body.realm_users as { user_id: number; email: string }[])
    .filter(({ user_id }) => known.includes(user_id))
    .map(({ email }) => email);
}

/** Presence that is limited to accessible users leaves the others out, and nobody else. */
export const accessibleUsers = property({
  clause: "realm.presence.get/accessible-users",
  async holds(session) {
    const { expect } = session;
    const { act } = ownRealm(session);
    const gus = session.as.gus;
    const seen = async () => Object.keys((await fetched(gus)).presences as Body).sort();
    for (const as of ["alice", "bob"]) await act({ action: "set_presence", as, status: "active" });
    await act({ action: "unsubscribe", as: "gus", channel: "general" });
    const [all, known] = [await seen(), await acquaintances(gus)];
    expect.holds(all.includes(session.as.alice.email), "a guest is not shown who is present");
    await act({ action: "set_realm", property: "limits_presence_to_accessible_users", value: true });
    const expected = all.filter((email) => known.includes(email));
    expect.same(await seen(), expected, "whose presence a guest is shown where it is limited");
  },
});
