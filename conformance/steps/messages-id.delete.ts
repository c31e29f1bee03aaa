import { fields, made, rest, unsupported } from "./draws.ts";
import type { Op } from "./step.ts";
import { maker } from "./symbols.ts";

export const messagesIdDelete: Op = {
  route: "DELETE /messages/{message_id}",
  about: ["messages-id.delete/"],
  weight: () => 4,
  by: () => [maker],
  draw: () => fields({ message_id: made("message"), colour: unsupported }),
  tell: (given, say) => `deletes ${say(given.message_id)}${rest(given, ["message_id"], say)}`,
};
