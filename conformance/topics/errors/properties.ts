import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { codes } from "../../text/errors.ts";

/** A queue that was never there is refused with its id, whatever its characters, to be read; one that is there is not. */
export const unknownQueue = property({
  clause: "unknown-queue",
  given: { who: anActor(), tail: textOf({ max: 12 }) },
  examples: [{ who: "alice", tail: "a" }],
  async holds(session, { who, tail }, expect) {
    const actor = session.actor(who);
    const queue_id = session.fresh(`queue-${tail}`).replaceAll(" ", "-");
    const poll = { last_event_id: -1, dont_block: true };
    expect.refused(await actor.send("GET /events", { queue_id, ...poll }), codes.noSuchQueue, { queue_id }, "GET of an unknown queue");
    expect.succeeded(await actor.send("GET /events", { queue_id: (await actor.queue()).id, ...poll }), "GET of a queue");
  },
});
