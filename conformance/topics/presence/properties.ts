import type { Actor } from "../../client/actor.ts";
import { type Attendance, appear, fetchPresence } from "../../client/presence.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { at, type Body } from "../../expect.ts";

/** Returns the presence that the actor is shown, once the actor is present where the target can be steered. */
async function attendance(actor: Actor): Promise<Attendance> {
  await appear(actor);
  return actor.expect.accepted(fetchPresence(actor));
}

/** Looks at what each presence has under a key. @throws Untestable: nobody was present of late */
async function eachUnder(actor: Actor, key: "website" | "aggregated", look: (entry: Body) => void): Promise<void> {
  const { expect } = actor;
  const { presences } = await attendance(actor);
  expect.each(Object.values(presences), "presence", (entry) => look(expect.object(entry[key], `${key} of a presence`)));
}

/** A presence has its two keys. */
export const keys = property({
  clause: "presence/keys",
  serial: "alice's presence",
  async holds({ as }) {
    for (const key of ["website", "aggregated"] as const) await eachUnder(as.alice, key, () => {});
  },
});

/** Both keys hold the same, but for what one of them lacks. */
export const identical = property({
  clause: "presence/identical",
  serial: "alice's presence",
  async holds({ as, expect }) {
    const { presences } = await attendance(as.alice);
    expect.each(Object.values(presences), "presence", ({ website, aggregated }) => {
      const { pushable, ...rest } = expect.object(website, "website of a presence");
      expect.same(aggregated, rest, "aggregated of a presence");
    });
  },
});

/** The fields have their types and values. */
export const fields = property({
  clause: ["presence/client", "presence/status", "presence/timestamp"],
  serial: "alice's presence",
  async holds({ as, expect }) {
    for (const key of ["website", "aggregated"] as const)
      await eachUnder(as.alice, key, ({ client, status, timestamp }) => {
        expect.same(client, "website", "client of a presence");
        expect.holds(status === "idle" || status === "active", `status of a presence is ${JSON.stringify(status)}`);
        expect.integer(timestamp, "timestamp of a presence");
      });
  },
});

/** pushable is false under website and absent under aggregated. */
export const pushable = property({
  clause: ["presence/pushable", "presence/pushable-absent"],
  serial: "alice's presence",
  async holds({ as, expect }) {
    await eachUnder(as.alice, "website", (entry) => expect.same(entry.pushable, false, "pushable under website"));
    await eachUnder(as.alice, "aggregated", (entry) => expect.holds(!("pushable" in entry), "pushable is present under aggregated"));
  },
});

/** Nobody was present after the time of the fetch. */
export const notInTheFuture = property({
  clause: "presence/timestamp",
  serial: "alice's presence",
  async holds({ as, expect }) {
    const { server_timestamp, presences } = await attendance(as.alice);
    expect.each(Object.values(presences), "presence", (entry) => {
      const timestamp = expect.integer(at(entry, "website", "timestamp"), "timestamp of a presence");
      expect.holds(
        timestamp <= server_timestamp + 5,
        `a timestamp of presence is ${timestamp}, later than the ${server_timestamp} of the fetch`,
      );
    });
  },
});

/** The status is that which was reported, as others see it. */
export const reported = property({
  clause: ["states.presence/values", "presence/status"],
  serial: "alice's presence",
  async holds(session) {
    const { expect } = session;
    const steering = ownRealm(session);
    const { alice, bob } = session.as;
    const entryFor = async (viewer: Actor): Promise<Body> =>
      expect.object((await expect.accepted(fetchPresence(viewer))).presences[alice.email], `alice's presence as ${viewer.name} sees it`);
    for (const status of ["active", "idle"]) {
      if (status === "idle") await steering.advance(10 * 60 * 1000);
      await steering.act({ action: "set_presence", as: "alice", status });
      const entry = await entryFor(bob);
      expect.same(entry, await entryFor(alice), "alice's presence as bob sees it");
      expect.same(at(entry, "website", "status"), status, "the status that alice's client reported");
    }
  },
});
