import { sendToSelf } from "../../client/messages.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, listOf, usually } from "../../draw/combinators.ts";
import { narrow } from "../../draw/narrows.ts";
import { people } from "../../draw/people.ts";
import { made } from "../../draw/references.ts";

export const step: Op = {
  route: "GET /messages/matches_narrow",
  about: ["messages.matches_narrow.get/", "narrow/"],
  weight: () => 4,
  draw: (ground) => fields({ msg_ids: usually(listOf(made("message"), 4)), narrow: usually(narrow(ground)) }),
  tell: (given, say) =>
    `asks which of ${say(given.msg_ids ?? [])} match ${say(given.narrow ?? "nothing")}${rest(given, ["msg_ids", "narrow"], say)}`,
};

export const call: Call = {
  route: "GET /messages/matches_narrow",
  since: 0,
  required: ["msg_ids", "narrow"],
  returns: { messages: "object" },
  by: people,
  prepare: async (session, by = session.as.alice) => {
    const msg_ids = [await sendToSelf(by, session.fresh("note"))];
    return { actor: by, route: "GET /messages/matches_narrow", fields: { msg_ids, narrow: [{ operator: "has", operand: "link" }] } };
  },
};
