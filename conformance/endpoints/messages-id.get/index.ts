import fc from "fast-check";
import { sendToSelf } from "../../client/messages.ts";
import { from } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { but, type Drawn, fields, mostly, rarely, truth, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { aReader, deleted, hidden, hugeIds, readable } from "../../draw/references.ts";
import { levelOf } from "../../text/index.ts";
import * as properties from "./properties.ts";

const fetched: Drawn = fields({
  as: aReader,
  message_id: readable,
  apply_markdown: rarely(truth, 3),
  allow_empty_topic_name: rarely(truth, 3),
  colour: unsupported,
});

export const messagesIdGet = stated("messages-id.get", {
  clauses: {
    ...from(levelOf("messages-id.get", "apply_markdown"), {
      "apply-markdown": "apply_markdown true gives HTML, false raw Markdown.",
      "apply-markdown-default": "apply_markdown is true where it is absent.",
      invisible: "A message that the requester may not see is refused with BAD_REQUEST, as one that does not exist.",
      "mentioned-bot": { says: "A bot that a direct message between others mentions may not see it.", silent: "mentionedBots" },
      "no-trace": "Reading a message changes nothing about it.",
    }),
    ...from(levelOf("messages-id.get", "allow_empty_topic_name"), {
      "allow-empty-topic-name": "allow_empty_topic_name true shows the empty topic as it is.",
      "allow-empty-topic-name-default": "Where allow_empty_topic_name is false or absent, the display name stands for the empty topic.",
      "empty-topic-in-history":
        "In the edit history the empty topic is shown as it is with allow_empty_topic_name true, else by its display name.",
    }),
  },
  call: {
    beside: { apply_markdown: { value: true }, allow_empty_topic_name: { value: true } },
    by: people,
    prepare: async (session, by = session.as.alice) => ({
      actor: by,
      route: `GET /messages/${await sendToSelf(by, session.fresh("note"))}`,
      fields: {},
    }),
  },
  step: {
    weight: () => 8,
    draw: ({ observed }) => ({
      accepted: fetched,
      refused: mostly(
        [4, but(fetched, { as: undefined, message_id: hidden })],
        [3, but(fetched, { message_id: deleted })],
        [2, but(fetched, { message_id: fc.constantFrom(0, 2147483646) })],
        // To a server that is held to the text alone a path with such an id may be none.
        [observed ? 1 : 0, but(fetched, { message_id: fc.constantFrom(...hugeIds) })],
        [1, but(fetched, { apply_markdown: fc.constant("maybe") })],
      ),
    }),
    tell: (given, say) => `fetches ${say(given.message_id)}${rest(given, ["message_id"], say)}`,
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
