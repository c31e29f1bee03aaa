import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { sendToSelf } from "../../client/messages.ts";
import type { CallBeside } from "../../declare/call.ts";
import { rest, type StepBeside } from "../../declare/step.ts";
import { but, fields, mostly, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { deleted, message, oneOf, readable, somebody, somebodyWith } from "../../draw/references.ts";

export const step: StepBeside = {
  weight: () => 6,
  draw: (ground) => {
    const own = fields({
      as: somebodyWith(({ by }) => [by]),
      message_id: message(({ isGone, by }, { actor }) => !isGone && by === actor),
      colour: unsupported,
    });
    const foreign = message(
      ({ isGone, by }, { actor, ground: { administrators } }) => !isGone && by !== actor && !administrators.includes(actor),
    );
    return {
      accepted: mostly([5, own], [2, but(own, { as: oneOf(ground.administrators), message_id: readable })]),
      refused: mostly(
        [4, but(own, { as: somebody, message_id: foreign })],
        [4, but(own, { as: somebody, message_id: deleted })],
        [1, but(own, { as: somebody, message_id: fc.constant(0) })],
      ),
    };
  },
  tell: (given, say) => `deletes ${say(given.message_id)}${rest(given, ["message_id"], say)}`,
  note: (course, _, { message_id }) => {
    const about = course.thing(message_id);
    if (about) about.isGone = true;
  },
};

export const call: CallBeside = {
  mayRefuse: "the organization decides who may delete",
  by: people,
  prepare: async (session, by = session.as.alice) => {
    const actor = session.level < levels.deletionGroups ? session.as.dana : by;
    return { actor, route: `DELETE /messages/${await sendToSelf(actor, session.fresh("note"))}`, fields: {} };
  },
  trace: async ({ actor, route }) => (await actor.send(route.replace("DELETE", "GET"))).body.result,
};
