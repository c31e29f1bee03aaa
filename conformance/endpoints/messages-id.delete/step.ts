import { sendToSelf } from "../../client/messages.ts";
import type { Call } from "../../declare/call.ts";
import { type Op, rest } from "../../declare/step.ts";
import { fields, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { made } from "../../draw/references.ts";
import { maker } from "../../draw/symbols.ts";

export const step: Op = {
  route: "DELETE /messages/{message_id}",
  about: ["messages-id.delete/"],
  weight: () => 4,
  by: () => [maker],
  draw: () => fields({ message_id: made("message"), colour: unsupported }),
  tell: (given, say) => `deletes ${say(given.message_id)}${rest(given, ["message_id"], say)}`,
};

export const call: Call = {
  route: "DELETE /messages/{message_id}",
  since: 0,
  required: [],
  returns: {},
  mayRefuse: "the organization decides who may delete",
  by: people,
  prepare: async (session, by = session.as.alice) => {
    const actor = session.level < 281 ? session.as.dana : by;
    return { actor, route: `DELETE /messages/${await sendToSelf(actor, session.fresh("note"))}`, fields: {} };
  },
  trace: async ({ actor, route }) => (await actor.send(route.replace("DELETE", "GET"))).body.result,
};
