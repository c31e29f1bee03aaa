import fc from "fast-check";
import { deleterFor } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { sendToSelf } from "../../client/messages.ts";
import { from } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { but, fields, mostly, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { deleted, hugeIds, message, oneOf, readable, somebody, somebodyWith } from "../../draw/references.ts";
import * as settings from "./properties.settings.ts";
import * as properties from "./properties.ts";

export const messagesIdDelete = stated("messages-id.delete", {
  clauses: {
    gone: "A deleted message is gone for everybody, however it is asked for.",
    "only-it": "Deleting one message leaves the others of the conversation.",
    "id-not-reused": "The id of a deleted message is not given to another.",
    told: "Those who could see the message are told that it is gone.",
    untold: "Those who could not see the message are not told that it is gone.",
    twice: "A message that is deleted already is refused with BAD_REQUEST.",
    "no-permission": "A caller without permission is refused with BAD_REQUEST, the message stays, and nobody is told otherwise.",
    "no-access": "A message that the caller cannot see is refused with BAD_REQUEST, whatever the caller's role, and stays.",
    ...from(levels.deletionGroups, {
      "realm-any-group": "realm_can_delete_any_message_group says who may delete messages of others, at any time.",
      "realm-own-group": "realm_can_delete_own_message_group says who may delete their own messages.",
      "time-limit": "After realm_message_content_delete_limit_seconds people cannot delete their own messages.",
    }),
    ...from(407, {
      "channel-any-group": "can_delete_any_message_group of a channel says who else may delete its messages.",
      "channel-own-group": "can_delete_own_message_group of a channel says who else may delete their own in it.",
    }),
    "before-281": { says: "Before level 281 only administrators can delete.", silent: "deletionByAuthors" },
    archived: { says: "Whether messages of archived channels can be deleted is left open.", silent: "deletionInArchived" },
    "policy-policy": {
      says: "realm_can_set_delete_message_policy_group says who may change who deletes.",
      untestable: "the endpoint that changes it is not specified",
    },
  },
  call: {
    mayRefuse: "the organization decides who may delete",
    by: people,
    prepare: async (session, by = session.as.alice) => {
      const actor = deleterFor(by);
      return { actor, route: `DELETE /messages/${await sendToSelf(actor, session.fresh("note"))}`, fields: {} };
    },
    trace: async ({ actor, route }) => (await actor.send(route.replace("DELETE", "GET"))).body.result,
  },
  step: {
    weight: () => 6,
    draw: (facts) => {
      const own = fields({
        as: somebodyWith(({ by }) => [by]),
        message_id: message(({ isGone, by }, { actor }) => !isGone && by === actor),
        colour: unsupported,
      });
      const foreign = message(
        ({ isGone, by }, { actor, facts: { administrators } }) => !isGone && by !== actor && !administrators.includes(actor),
      );
      return {
        accepted: mostly([5, own], [2, but(own, { as: oneOf(facts.administrators), message_id: readable })]),
        refused: mostly(
          [4, but(own, { as: somebody, message_id: foreign })],
          [4, but(own, { as: somebody, message_id: deleted })],
          [1, but(own, { as: somebody, message_id: fc.constant(0) })],
          [facts.observed ? 1 : 0, but(own, { as: somebody, message_id: fc.constantFrom(...hugeIds) })],
        ),
      };
    },
    tell: (given, say) => `deletes ${say(given.message_id)}${rest(given, ["message_id"], say)}`,
    note: (state, _, { message_id }) => {
      const about = state.thing(message_id);
      if (about) about.isGone = true;
    },
  },
  properties: { settings, "": properties },
  mutants: () => import("./mutants.ts"),
});
