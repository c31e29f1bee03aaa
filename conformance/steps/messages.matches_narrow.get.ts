import { fields, listOf, made, rest, usually } from "./draws.ts";
import { narrow } from "./narrow.ts";
import type { Op } from "./step.ts";

export const messagesMatchesNarrowGet: Op = {
  route: "GET /messages/matches_narrow",
  about: ["messages.matches_narrow.get/", "narrow/"],
  weight: () => 4,
  draw: (ground) => fields({ msg_ids: usually(listOf(made("message"), 4)), narrow: usually(narrow(ground)) }),
  tell: (given, say) =>
    `asks which of ${say(given.msg_ids ?? [])} match ${say(given.narrow ?? "nothing")}${rest(given, ["msg_ids", "narrow"], say)}`,
};
