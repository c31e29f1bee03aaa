import fc from "fast-check";
import { type Attendance, appear, fetchPresence, type PresenceStatus } from "../../client/presence.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, fullMembers, type PersonName, people } from "../../draw/people.ts";
import { at, type Body, Untestable } from "../../expect.ts";

/** A report of somebody's client. */
interface Report {
  readonly who: PersonName;
  readonly status: PresenceStatus;
}

/** Who is present, as they reported one after the other, and who looks. */
interface Present {
  readonly reports: readonly Report[];
  readonly viewer: PersonName;
}

const aStatus = fc.constantFrom<PresenceStatus[]>("active", "idle");

const presents = {
  reports: fc.array(fc.record({ who: anActor(...people), status: aStatus }), { minLength: 1, maxLength: 4 }),
  viewer: anActor(...fullMembers),
};

const examples: readonly Present[] = [{ reports: [{ who: "alice", status: "active" }], viewer: "alice" }];

/** What a property of presence entries declares besides its clause. */
const ofPresent = { serial: "presences", given: presents, examples } as const;

/** Returns the presence that the viewer is shown, once the reports are made where the target can be steered. */
async function attendance(session: Session, { reports, viewer }: Present): Promise<Attendance> {
  for (const { who, status } of reports) await appear(session.actor(who), status);
  return session.expect.accepted(fetchPresence(session.actor(viewer)));
}

const bothKeys = ["website", "aggregated"] as const;

/** Looks at what each presence has under a key. @throws Untestable: nobody was present of late */
const eachUnder = ({ expect }: Session, { presences }: Attendance, key: (typeof bothKeys)[number], look: (entry: Body) => void): void =>
  expect.each(Object.values(presences), "presence", (entry) => look(expect.object(entry[key], `${key} of a presence`)));

/** A presence has its two keys. */
export const keys = property<Present>({
  clause: "presence/keys",
  ...ofPresent,
  async holds(session, present) {
    const listed = await attendance(session, present);
    for (const key of bothKeys) eachUnder(session, listed, key, () => {});
  },
});

/** Both keys hold the same, but for what one of them lacks. */
export const identical = property<Present>({
  clause: "presence/identical",
  ...ofPresent,
  async holds(session, present) {
    const { expect } = session;
    const { presences } = await attendance(session, present);
    expect.each(Object.values(presences), "presence", ({ website, aggregated }) => {
      const { pushable, ...rest } = expect.object(website, "website of a presence");
      expect.same(aggregated, rest, "aggregated of a presence");
    });
  },
});

/** The fields have their types and values. */
export const fields = property<Present>({
  clause: ["presence/client", "presence/status", "presence/timestamp"],
  ...ofPresent,
  async holds(session, present) {
    const { expect } = session;
    const listed = await attendance(session, present);
    for (const key of bothKeys)
      eachUnder(session, listed, key, ({ client, status, timestamp }) => {
        expect.same(client, "website", "client of a presence");
        expect.holds(status === "idle" || status === "active", `status of a presence is ${JSON.stringify(status)}`);
        expect.integer(timestamp, "timestamp of a presence");
      });
  },
});

/** pushable is false under website and absent under aggregated. */
export const pushable = property<Present>({
  clause: ["presence/pushable", "presence/pushable-absent"],
  ...ofPresent,
  async holds(session, present) {
    const { expect } = session;
    const listed = await attendance(session, present);
    eachUnder(session, listed, "website", (entry) => expect.same(entry.pushable, false, "pushable under website"));
    eachUnder(session, listed, "aggregated", (entry) => expect.holds(!("pushable" in entry), "pushable is present under aggregated"));
  },
});

/** Nobody was present after the time of the fetch. */
export const notInTheFuture = property<Present>({
  clause: "presence/timestamp",
  ...ofPresent,
  async holds(session, present) {
    const { expect } = session;
    const { server_timestamp, presences } = await attendance(session, present);
    expect.each(Object.values(presences), "presence", (entry) => {
      const timestamp = expect.integer(at(entry, "website", "timestamp"), "timestamp of a presence");
      expect.holds(
        timestamp <= server_timestamp + 5,
        `a timestamp of presence is ${timestamp}, later than the ${server_timestamp} of the fetch`,
      );
    });
  },
});

/** The time after which a client that reports that its user is idle no longer counts as active. */
const idleMillis = 10 * 60 * 1000;

/** The status is that which was last reported, as others see it, whoever else reported meanwhile. */
export const reported = property<Present>({
  clause: ["states.presence/values", "presence/status"],
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
  async holds(session, { reports, viewer }) {
    const { expect } = session;
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
