import fc from "fast-check";
import { sendToSelf } from "../../client/messages.ts";
import type { CallBeside } from "../../declare/call.ts";
import { rest, type StepBeside } from "../../declare/step.ts";
import { but, type Drawn, fields, mostly, rarely, truth, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { aReader, deleted, hidden, readable } from "../../draw/references.ts";

const fetched: Drawn = fields({
  as: aReader,
  message_id: readable,
  apply_markdown: rarely(truth, 3),
  allow_empty_topic_name: rarely(truth, 3),
  colour: unsupported,
});

const refused: Drawn = mostly(
  [4, but(fetched, { as: undefined, message_id: hidden })],
  [3, but(fetched, { message_id: deleted })],
  [2, but(fetched, { message_id: fc.constantFrom(0, 2147483646) })],
  [1, but(fetched, { apply_markdown: fc.constant("maybe") })],
);

export const step: StepBeside = {
  weight: () => 8,
  draw: () => ({ accepted: fetched, refused }),
  tell: (given, say) => `fetches ${say(given.message_id)}${rest(given, ["message_id"], say)}`,
};

export const call: CallBeside = {
  beside: { apply_markdown: { value: true }, allow_empty_topic_name: { value: true } },
  by: people,
  prepare: async (session, by = session.as.alice) => ({
    actor: by,
    route: `GET /messages/${await sendToSelf(by, session.fresh("note"))}`,
    fields: {},
  }),
};
