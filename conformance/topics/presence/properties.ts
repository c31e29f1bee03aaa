import fc from "fast-check";
import { appear, fetchPresence, type PresenceStatus } from "../../client/people.ts";
import { ifTold, recordsOf } from "../../client/registration.ts";
import { ownRealm } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, fullMembers, type PersonName, people } from "../../draw/people.ts";
import { at, Untestable } from "../../expect.ts";
import { presence } from "../../text/index.ts";

/** The people who are present, as their clients reported one after the other, and who looks. */
interface Present {
  readonly reports: readonly { readonly who: PersonName; readonly status: PresenceStatus }[];
  readonly viewer: PersonName;
}

const aStatus = fc.constantFrom<PresenceStatus[]>("active", "idle");

const presents = {
  reports: fc.array(fc.record({ who: anActor(...people), status: aStatus }), { minLength: 1, maxLength: 4 }),
  viewer: anActor(...fullMembers),
};

/** An address in capitals, which somebody gets who is present. */
const anAddress = fc.constantFrom("Anna.Maria@Mail.Example.com", "O'NEIL@example.com");

const plainest: Present = { reports: [{ who: "alice", status: "active" }], viewer: "alice" };

/**
 * An entry has its two keys, which hold the same fields, but for pushable: it is false under one and absent under the other. It stands under the API
 * address, spelled as it is, of somebody who was not there after the time of the fetch.
 */
export const entries = property<Present & { readonly address: string | undefined }>({
  clause: [
    ...[...Object.values(presence.fields).map(({ clause }) => clause), "keys", "identical", "pushable-absent"].map(
      (words) => `presence/${words}`,
    ),
    "realm.presence.get/presences",
  ],
  serial: "presences",
  given: { ...presents, address: fc.option(anAddress, { nil: undefined }) },
  examples: [
    { ...plainest, address: undefined },
    { ...plainest, viewer: "bob", address: "Anna.Maria@Mail.Example.com" },
  ],
  async holds(session, { reports, viewer, address }, expect) {
    for (const { who, status } of reports) await appear(session.actor(who), status);
    // Not the viewer's own: the target file has the address that one calls with.
    const renamed = reports.find(({ who }) => who !== viewer)?.who;
    if (address !== undefined && renamed !== undefined)
      await ownRealm(session).act({ action: "set_user", as: renamed, property: "delivery_email", value: address });
    const actor = session.actor(viewer);
    const { presences, server_timestamp: now } = await expect.accepted(fetchPresence(actor));
    const users = await ifTold(recordsOf(actor, "realm_user", "realm_users"));
    for (const key of users ? Object.keys(presences) : [])
      expect.holds(
        users?.some(({ email }) => email === key) === true,
        `presences has the key ${key}, which is the API address of nobody`,
        "realm.presence.get/presences",
      );
    expect.each(Object.values(presences), "presence", ({ website, aggregated }) => {
      const { pushable, ...shared } = expect.object(website, "website of a presence");
      expect.same(aggregated, shared, "aggregated of a presence", "presence/identical");
      expect.same([shared.client, pushable], ["website", false], "client and pushable of a presence");
      expect.holds(shared.status === "idle" || shared.status === "active", `status of a presence is ${JSON.stringify(shared.status)}`);
      const timestamp = expect.integer(shared.timestamp, "timestamp of a presence");
      expect.holds(timestamp <= now + 5, `a timestamp of presence is ${timestamp}, later than the ${now} of the fetch`);
    });
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
      expect.same(at(entry, "website", "status"), status, `the status that ${who}'s client last reported`);
    }
  },
});
