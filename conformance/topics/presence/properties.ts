import type { Actor } from "../../client/actor.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

async function presences(actor: Actor): Promise<Readonly<Record<string, Body>>> {
  const { expect } = actor;
  return expect.succeeded(await actor.send("GET /realm/presence"), "fetching presence").presences as Record<string, Body>;
}

/** All entries under one of their two keys. */
async function entries(session: Session, key: "website" | "aggregated"): Promise<Body[]> {
  const { expect } = session;
  if (session.target.steering) await session.steering.act({ action: "set_presence", as: "alice", status: "active" });
  const all = Object.values(await presences(session.as.alice));
  if (all.length === 0) throw new Untestable("nobody was present of late");
  return all.map((entry) => {
    expect.typed(entry[key], "object", `${key} of a presence entry`);
    return entry[key] as Body;
  });
}

/** An entry has its two keys. */
export const keys = property({
  clause: "presence/keys",
  serial: "alice's presence",
  holds: async (session) => {
    await entries(session, "website");
    await entries(session, "aggregated");
  },
});

/** Both keys hold the same, but for what one of them lacks. */
export const identical = property({
  clause: "presence/identical",
  serial: "alice's presence",
  holds: async (session) => {
    const { expect } = session;
    for (const { website, aggregated } of Object.values(await presences(session.as.alice))) {
      const { pushable, ...rest } = website as Body;
      expect.same(aggregated, rest, "aggregated of a presence entry");
    }
  },
});

/** The fields have their types and values. */
export const fields = property({
  clause: ["presence/client", "presence/status", "presence/timestamp"],
  serial: "alice's presence",
  holds: async (session) => {
    const { expect } = session;
    for (const { client, status, timestamp } of [...(await entries(session, "website")), ...(await entries(session, "aggregated"))]) {
      expect.same(client, "website", "client of a presence entry");
      expect.holds(status === "idle" || status === "active", `status of a presence entry is ${JSON.stringify(status)}`);
      expect.typed(timestamp, "integer", "timestamp of a presence entry");
    }
  },
});

/** pushable is false under website and absent under aggregated. */
export const pushable = property({
  clause: ["presence/pushable", "presence/pushable-absent"],
  serial: "alice's presence",
  holds: async (session) => {
    const { expect } = session;
    for (const entry of await entries(session, "website")) expect.same(entry.pushable, false, "pushable under website");
    for (const entry of await entries(session, "aggregated")) expect.holds(!("pushable" in entry), "pushable is present under aggregated");
  },
});

/** Nobody was present after the time of the fetch. */
export const notInTheFuture = property({
  clause: "presence/timestamp",
  serial: "alice's presence",
  holds: async (session) => {
    const { expect } = session;
    const body = expect.succeeded(await session.as.alice.send("GET /realm/presence"));
    for (const { website } of Object.values(body.presences as Record<string, { website: { timestamp: number } }>))
      expect.holds(
        website.timestamp <= Number(body.server_timestamp) + 5,
        `a timestamp of presence is ${website.timestamp}, in the future`,
      );
  },
});

/** The status is that which was reported, as others see it. */
export const reported = property({
  clause: ["states.presence/values", "presence/status"],
  serial: "alice's presence",
  holds: async (session) => {
    const { expect } = session;
    const steering = ownRealm(session);
    const { email } = session.as.alice;
    for (const status of ["active", "idle"]) {
      if (status === "idle") await steering.advance(10 * 60 * 1000);
      await steering.act({ action: "set_presence", as: "alice", status });
      expect.same(
        (await presences(session.as.bob))[email]?.aggregated,
        (await presences(session.as.alice))[email]?.aggregated,
        "the entry",
      );
      expect.same(((await presences(session.as.bob))[email]?.website as Body | undefined)?.status, status, "the status that was reported");
    }
  },
});
