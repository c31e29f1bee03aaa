import type { Actor } from "../../client/actor.ts";
import { sendDirect } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { property } from "../../declare/property.ts";
import { activePeople, type PersonName, twoPeople } from "../../draw/people.ts";
import { pairsAreGroups, recipientOf } from "./pairs.ts";

/** Before they were a group, two people are one recipient, or each is one: the same id for messages of one to the other, whoever looks. */
export const recipientId = property<{ readonly pair: readonly [PersonName, PersonName] }>({
  clause: "message-resource/recipient-id-of-pairs",
  until: pairsAreGroups,
  given: { pair: twoPeople(...activePeople) },
  examples: [{ pair: ["alice", "bob"] }],
  async holds(session, { pair }) {
    const { expect } = session;
    const [one, other] = pair.map((name) => session.actor(name)) as [Actor, Actor];
    const seen = async (sender: Actor, to: Actor): Promise<readonly number[]> => {
      const ids = [await sendDirect(sender, [to], "first"), await sendDirect(sender, [to], "second")];
      const all: number[] = [];
      for (const reader of [one, other]) {
        const [first, second] = [await recipientOf(reader, itemAt(ids, 0)), await recipientOf(reader, itemAt(ids, 1))];
        expect.same(second, first, `the recipient_id of a second message to ${to.name}, for ${reader.name}`);
        all.push(first);
      }
      return all;
    };
    const all = [...(await seen(one, other)), ...(await seen(other, one))];
    session.chooses("recipientOfPairs", new Set(all).size === 1 ? "set" : "participant");
  },
});
