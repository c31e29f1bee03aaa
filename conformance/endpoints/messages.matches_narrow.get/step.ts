import fc from "fast-check";
import { sendToSelf } from "../../client/messages.ts";
import type { CallBeside } from "../../declare/call.ts";
import { rest, type StepBeside } from "../../declare/step.ts";
import { but, type Drawn, fields, listOf, mostly } from "../../draw/combinators.ts";
import type { Ground } from "../../draw/ground.ts";
import { anyNarrow, narrowToNamed, noNarrow } from "../../draw/narrows.ts";
import { people } from "../../draw/people.ts";
import { anyMessage, aReceiver, received } from "../../draw/references.ts";

const asked = (ground: Ground): Drawn =>
  fields({
    as: aReceiver,
    msg_ids: fc.tuple(received, listOf(anyMessage, 3)).map(([first, others]) => [first, ...(others as unknown[])]),
    narrow: mostly([8, narrowToNamed("msg_ids")], [1, anyNarrow(ground)]),
  });

export const step: StepBeside = {
  weight: () => 6,
  draw: (ground) => ({
    accepted: asked(ground),
    refused: mostly(
      [3, but(asked(ground), { narrow: noNarrow })],
      [1, but(asked(ground), { narrow: undefined })],
      [1, but(asked(ground), { msg_ids: mostly([1, undefined], [2, fc.constantFrom("all", ["soup"])]), narrow: anyNarrow(ground) })],
    ),
  }),
  tell: (given, say) =>
    `asks which of ${say(given.msg_ids ?? [])} match ${say(given.narrow ?? "nothing")}${rest(given, ["msg_ids", "narrow"], say)}`,
  finds: "messages",
};

export const call: CallBeside = {
  by: people,
  prepare: async (session, by = session.as.alice) => {
    const msg_ids = [await sendToSelf(by, session.fresh("note")), await sendToSelf(by, session.fresh("see https://example.com/"))];
    return { actor: by, route: "GET /messages/matches_narrow", fields: { msg_ids, narrow: [{ operator: "has", operand: "link" }] } };
  },
};
