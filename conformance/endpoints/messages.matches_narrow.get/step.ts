import { directFields } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { fields, listOf, made, rest, usually } from "../../draw/draws.ts";
import { narrow } from "../../draw/narrow.ts";
import { prepared } from "../../expect.ts";

export const step: Op = {
  route: "GET /messages/matches_narrow",
  about: ["messages.matches_narrow.get/", "narrow/"],
  weight: () => 4,
  draw: (ground) => fields({ msg_ids: usually(listOf(made("message"), 4)), narrow: usually(narrow(ground)) }),
  tell: (given, say) =>
    `asks which of ${say(given.msg_ids ?? [])} match ${say(given.narrow ?? "nothing")}${rest(given, ["msg_ids", "narrow"], say)}`,
};

/** A message of alice's to herself. */
async function sentToSelf(session: Session, actor = session.as.alice): Promise<number> {
  const { id } = prepared.succeeded(
    await actor.send("POST /messages", directFields(actor, [actor], session.fresh("note"))),
    "a message to oneself",
  );
  return id as number;
}

export const call: Call = {
  route: "GET /messages/matches_narrow",
  since: 0,
  required: ["msg_ids", "narrow"],
  returns: { messages: "object" },
  prepare: async (session) => {
    const narrow = [{ operator: "has", operand: "link" }];
    return { actor: session.as.alice, route: "GET /messages/matches_narrow", fields: { msg_ids: [await sentToSelf(session)], narrow } };
  },
};
