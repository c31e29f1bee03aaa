import { directFields } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { fields, made, rest, unsupported } from "../../draw/draws.ts";
import { maker } from "../../draw/symbols.ts";
import { prepared } from "../../expect.ts";

export const step: Op = {
  route: "DELETE /messages/{message_id}",
  about: ["messages-id.delete/"],
  weight: () => 4,
  by: () => [maker],
  draw: () => fields({ message_id: made("message"), colour: unsupported }),
  tell: (given, say) => `deletes ${say(given.message_id)}${rest(given, ["message_id"], say)}`,
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
  route: "DELETE /messages/{message_id}",
  since: 0,
  required: [],
  returns: {},
  mayRefuse: "the organization decides who may delete",
  prepare: async (session) => {
    const actor = session.target.level < 281 ? session.as.dana : session.as.alice;
    return { actor, route: `DELETE /messages/${await sentToSelf(session, actor)}`, fields: {} };
  },
  trace: async ({ actor, route }) => (await actor.send(route.replace("DELETE", "GET"))).body.result,
};
