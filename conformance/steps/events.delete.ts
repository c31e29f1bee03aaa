import { fields, made, mostly, rest, unsupported } from "./draws.ts";
import type { Op } from "./step.ts";
import { maker } from "./symbols.ts";

export const eventsDelete: Op = {
  route: "DELETE /events",
  about: ["events.delete/"],
  weight: () => 1,
  by: () => [maker],
  draw: () => fields({ queue_id: mostly([16, made("queue")], [1, "no such queue"], [1, undefined]), colour: unsupported }),
  tell: (given, say) => `drops ${say(given.queue_id)}${rest(given, ["queue_id"], say)}`,
};
