import fc from "fast-check";
import { property } from "../../declare/property.ts";
import { activePeople, anActor } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";

const nothing: Body = {};

/** A registration gives a queue id that is text, and a new one each time, whatever it asks for. */
export const queues = property({
  clause: "event-queue",
  given: {
    who: anActor(...activePeople),
    asks: fc.array(fc.constantFrom<Body>(nothing, { event_types: ["message"] }, { event_types: ["typing", "user_topic"] }), {
      minLength: 2,
      maxLength: 4,
    }),
  },
  examples: [{ who: "alice", asks: [nothing, nothing] }],
  async holds(session, { who, asks }, expect) {
    const actor = session.actor(who);
    const ids: string[] = [];
    for (const options of asks) {
      const { queue_id } = expect.succeeded(await actor.send("POST /register", { fetch_event_types: [], ...options }), "a registration");
      ids.push(expect.text(queue_id, "queue_id"));
    }
    expect.same(new Set(ids).size, ids.length, "the number of ids of different event queues");
  },
});
