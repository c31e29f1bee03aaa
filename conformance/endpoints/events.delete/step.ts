import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, mostly, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { made } from "../../draw/references.ts";
import { maker } from "../../draw/symbols.ts";

export const step: Op = {
  route: "DELETE /events",
  about: ["events.delete/"],
  weight: () => 1,
  by: () => [maker],
  draw: () => fields({ queue_id: mostly([16, made("queue")], [1, "no such queue"], [1, undefined]), colour: unsupported }),
  tell: (given, say) => `drops ${say(given.queue_id)}${rest(given, ["queue_id"], say)}`,
};

export const call: Call = {
  route: "DELETE /events",
  since: 0,
  required: ["queue_id"],
  returns: {},
  by: people,
  prepare: async ({ as }, by = as.alice) => ({ actor: by, route: "DELETE /events", fields: { queue_id: (await by.queue()).id } }),
  trace: async ({ actor, fields: { queue_id } }) =>
    (await actor.send("GET /events", { queue_id, last_event_id: -1, dont_block: true })).body.code === "BAD_EVENT_QUEUE_ID",
};
