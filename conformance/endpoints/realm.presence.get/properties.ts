import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchPresence, hideAddressFrom } from "../../client/people.ts";
import { ifTold, recordsOf, register } from "../../client/registration.ts";
import { ownRealm } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { anActor, fullMembers, people } from "../../draw/people.ts";
import { at, type Expect, prepared, Untestable } from "../../expect.ts";
import { presence } from "../../text/index.ts";

/** Returns the API addresses of those whose presence is shown. @throws Differs: the request is refused, or answered in another shape */
const present = async (actor: Actor): Promise<string[]> =>
  Object.keys((await actor.expect.accepted(fetchPresence(actor))).presences).sort();

/** The presence that a client reports of the person who uses it. */
type Status = "active" | "idle";

const aStatus: fc.Arbitrary<Status> = fc.constantFrom("active", "idle");

/** Makes an actor present, by the control API or else by the endpoint that clients report presence to. Where that is refused, presence is as it is. */
async function appear(actor: Actor, status: Status = "active"): Promise<void> {
  const { control } = actor.session;
  if (control) await control.act({ action: "set_presence", as: actor.name, status });
  else await actor.send("POST /users/me/presence", { status, ping_only: true, new_user_input: true });
}

/** Whoever hides the address is keyed by the API address, as all others are, and not by the one of logging in. */
export const hiddenAddress = property({
  clause: ["hidden-addresses", "presences"],
  serial: "presences",
  given: { who: anActor(...people), viewer: anActor(...fullMembers), visibility: fc.constantFrom(5, 4, 3, 2) },
  examples: [{ who: "cara", viewer: "alice", visibility: 5 }],
  async holds(session, { who, viewer: looks, visibility }, expect) {
    const [hidden, other] = [session.actor(who), who === "alice" ? "bob" : "alice"];
    const viewer = session.actor(looks === who ? other : looks);
    const address = await hideAddressFrom(viewer, hidden, visibility);
    await appear(hidden);
    const addresses = await present(viewer);
    expect.holds(addresses.includes(address), `presences has no key ${address}, the API address of ${who}, who hides the other one`);
    expect.holds(!addresses.includes(hidden.email), `presences has a key that ${who} hides`);
  },
});

/** Returns the channels that an actor is subscribed to, with the ids of their subscribers. */
async function channelsOf(actor: Actor) {
  const { subscriptions } = await register(actor, ["subscription"], { include_subscribers: true });
  return prepared.objects(subscriptions, "subscriptions in a registration").map(({ name, subscribers }) => ({
    name: prepared.text(name, "the name of a channel"),
    subscribers: prepared.list(subscribers, "the subscribers of a channel"),
  }));
}

/** Returns the ids of those with whom an actor has a conversation, and the records of all people. */
async function peopleOf(actor: Actor) {
  const state = await register(actor, ["recent_private_conversations", "realm_user"]);
  const records = (name: string) => prepared.objects(state[name], `${name} in a registration`);
  const conversations = records("recent_private_conversations");
  const partners = conversations.flatMap(({ user_ids }) => prepared.list(user_ids, "user_ids of a conversation"));
  return { partners, all: records("realm_users") };
}

/** Presence that is limited to accessible users leaves the others out, and nobody else. */
export const accessibleUsers = property({
  clause: "accessible-users",
  serial: "presences",
  given: { hidden: anActor("bob", "cara", "dana", "owen"), status: aStatus, viewer: anActor(...fullMembers) },
  examples: [{ hidden: "bob", status: "active", viewer: "bob" }],
  async holds(session, { hidden, status, viewer }, expect) {
    const { act } = ownRealm(session);
    const { alice, gus } = session.as;
    const [other, member] = [session.actor(hidden), session.actor(viewer)];
    const { partners, all: everyone } = await peopleOf(gus);
    const channels = await channelsOf(gus);
    const isShared = ({ subscribers }: (typeof channels)[number]): boolean => subscribers.includes(other.user_id);
    // A guest may know those with whom it shares a channel or a conversation.
    const kept = channels.filter((channel) => !isShared(channel)).flatMap(({ subscribers }) => subscribers);
    const ids = new Set<unknown>([gus.user_id, ...kept, ...partners]);
    if (!ids.has(alice.user_id) || ids.has(other.user_id))
      throw new Untestable("gus has to share a channel with alice, and no conversation with the one who is hidden");
    const known = everyone.flatMap(({ user_id, email }) => (ids.has(user_id) ? [prepared.text(email, "an API address")] : []));
    for (const actor of [alice, other]) await appear(actor, status);
    for (const { name: channel } of channels.filter(isShared)) await act({ action: "unsubscribe", as: "gus", channel });
    const all = await present(gus);
    for (const { email, name } of [alice, other]) expect.holds(all.includes(email), `a guest is not shown that ${name} is present`);
    await act({ action: "set_realm", property: "can_access_all_users_group", value: "role:members" });
    await act({ action: "set_realm", property: "limits_presence_to_accessible_users", value: true });
    const expected = all.filter((email) => known.includes(email));
    const limited = await present(gus);
    const listed = limited.filter((email) => all.includes(email) || !known.includes(email));
    expect.same(listed, expected, "whose presence a guest is shown where it is limited");
    expect.same(await present(member), all, "whose presence a member is shown where that of guests is limited");
  },
});

/** Somebody seen long ago is listed, or, as servers were seen to do, only somebody seen in the last 14 days. */
export const seenLongAgo = property({
  clause: "realm.presence.get/seen-long-ago",
  given: { viewer: anActor(...people), days: fc.integer({ min: 15, max: 300 }) },
  examples: [{ viewer: "alice", days: 15 }],
  async holds(session, { viewer, days }) {
    const { act } = ownRealm(session);
    const [actor, { gus }] = [session.actor(viewer), session.as];
    const before = await fetchPresence(actor);
    const timestamp = Math.floor(before.server_timestamp) - days * 86_400;
    await act({ action: "set_presence", as: "gus", status: "idle", timestamp });
    // Told behind that, since on a server without control API it comes and goes with what ran before.
    if (gus.email in before.presences) throw new Untestable("gus was seen before, and a last sign of life is not taken back");
    const { presences } = await fetchPresence(actor);
    session.chooses("oldPresences", gus.email in presences ? "listed" : "observed");
  },
});

/** The people who are present, as their clients reported one after the other, and who looks. */
const presents = {
  reports: fc.array(fc.record({ who: anActor(...people), status: aStatus }), { minLength: 1, maxLength: 4 }),
  viewer: anActor(...fullMembers),
};

const plainest: ValueOf<typeof presents> = { reports: [{ who: "alice", status: "active" }], viewer: "alice" };

function brokenByAggregated(aggregated: unknown): string {
  if (typeof aggregated !== "object" || aggregated === null) return "presence/keys";
  return Object.hasOwn(aggregated, "pushable") ? "presence/pushable-absent" : "presence/identical";
}

/** Requires the two parts of a presence. @param now the time of the fetch, in seconds */
function requireEntry(expect: Expect, now: number, website: unknown, aggregated: unknown): void {
  const { pushable, ...shared } = expect.against("presence/keys").object(website, "website of a presence");
  expect.same(aggregated, shared, "aggregated of a presence", brokenByAggregated(aggregated));
  const isWebsite = shared.client === "website";
  const what = "client and pushable of a presence";
  expect.same([shared.client, pushable], ["website", false], what, isWebsite ? "presence/pushable" : undefined);
  const isStatus = shared.status === "idle" || shared.status === "active";
  expect.holds(isStatus, `status of a presence is ${JSON.stringify(shared.status)}`, "presence/status");
  const times = expect.against("presence/timestamp");
  const timestamp = times.integer(shared.timestamp, "timestamp of a presence");
  times.holds(timestamp <= now + 5, `a timestamp of presence is ${timestamp}, later than the ${now} of the fetch`);
}

/** Entries stand under API addresses as they are spelled. Their two keys hold the same, but for pushable, and no time after the fetch. */
export const entries = property({
  clause: [
    ...[...Object.values(presence.fields).map(({ clause }) => clause), "keys", "identical", "pushable-absent"].map(
      (words) => `presence/${words}`,
    ),
    "realm.presence.get/presences",
  ],
  serial: "presences",
  // An address in capitals, which somebody gets who is present.
  given: { ...presents, address: fc.option(fc.constantFrom("Anna.Maria@Mail.Example.com", "O'NEIL@example.com"), { nil: undefined }) },
  examples: [
    { ...plainest, address: undefined },
    { ...plainest, viewer: "bob", address: "Anna.Maria@Mail.Example.com" },
    // Both parts change with what is reported, in either order.
    {
      reports: (["gus", "cara"] as const).flatMap((who) => (["idle", "active", "idle"] as const).map((status) => ({ who, status }))),
      viewer: "alice",
      address: undefined,
    },
  ],
  async holds(session, { reports, viewer, address }, expect) {
    for (const { who, status } of reports) await appear(session.actor(who), status);
    // Not the viewer's own: the target file has the address that one calls with.
    const renamed = reports.find(({ who }) => who !== viewer)?.who;
    if (address !== undefined && renamed !== undefined)
      await ownRealm(session).act({ action: "set_user", as: renamed, property: "delivery_email", value: address });
    const actor = session.actor(viewer);
    const { presences, server_timestamp: now } = await expect.accepted(fetchPresence(actor));
    const active = await ifTold(recordsOf(actor, "realm_user", "realm_users"));
    // Whether who is deactivated has a presence, no sentence says.
    const others = session.isHeldToObserved ? [] : await ifTold(recordsOf(actor, "realm_user", "realm_non_active_users"));
    const addresses = active && others && [...active, ...others].map(({ email }) => email);
    const isKey = expect.against("realm.presence.get/presences");
    for (const key of addresses ? Object.keys(presences) : [])
      isKey.holds(addresses?.includes(key) === true, `presences has the key ${key}, which is the API address of nobody`);
    expect.each(Object.values(presences), "presence", ({ website, aggregated }) => requireEntry(expect, now, website, aggregated));
  },
});

/** The time after which a client that reports that its user is idle no longer counts as active. */
const idleMillis = 10 * 60 * 1000;

/** The status is that which was last reported, as others see it, whoever else reported meanwhile. */
export const reported = property({
  clause: ["values", "status"],
  serial: "presences",
  given: presents,
  examples: [
    { reports: [{ who: "alice", status: "active" }], viewer: "bob" },
    {
      reports: [
        { who: "alice", status: "active" },
        { who: "alice", status: "idle" },
      ],
      viewer: "bob",
    },
  ],
  async holds(session, { reports, viewer }, expect) {
    const steering = ownRealm(session);
    const isMovable = session.target.steering !== undefined;
    if (!isMovable && reports.some(({ status }) => status === "idle"))
      throw new Untestable("one who was active of late counts as active, and only a control API moves the clock");
    for (const { who, status } of reports) {
      if (isMovable) await steering.advance(idleMillis);
      await appear(session.actor(who), status);
    }
    const { presences } = await expect.accepted(fetchPresence(session.actor(viewer)));
    const last = new Map(reports.map(({ who, status }) => [who, status]));
    for (const [who, status] of last) {
      const entry = expect.object(presences[session.actor(who).email], `the presence of ${who} as ${viewer} sees it`);
      const shown = at(entry, "website", "status");
      const isStatus = shown === "idle" || shown === "active";
      expect.same(shown, status, `the status that ${who}'s client last reported`, isStatus ? undefined : "presence/status");
    }
  },
});
