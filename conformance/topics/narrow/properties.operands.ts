import { idsOf, messagesIn, sendDirect, sendToSelf } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";

/** Whether the operator dm takes a list of addresses: noted, not judged. */
export const addressLists = property({
  clause: ["address-lists", "terms"],
  given: { by: anActor("alice", "bob"), to: anActor("cara", "dana") },
  examples: [{ by: "alice", to: "cara" }],
  async holds(session, { by, to }, expect) {
    const [sender, reader] = [session.actor(by), session.actor(to)];
    const [alone, id] = [await sendToSelf(sender), await sendDirect(sender, [reader])];
    const narrow = [{ operator: "dm", operand: [reader.email] }];
    const reply = await sender.send("GET /messages", { anchor: id, num_before: 1, num_after: 0, narrow });
    const isTaken = expect.isAccepted(reply, "a narrow to a list of addresses");
    if (isTaken) {
      const found = idsOf(messagesIn(reply));
      expect.same(
        found.filter((each) => each >= alone),
        [id],
        "the message between the two, behind one to oneself,",
      );
    }
    session.chooses("addressLists", isTaken ? "taken" : "refused");
  },
});
