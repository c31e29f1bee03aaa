import { messageOf, sendDirect, sendToSelf } from "../../client/messages.ts";
import { bot } from "../../client/people.ts";
import { recordsWith } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { members, type PersonName, twoPeople } from "../../draw/people.ts";
import { prepared } from "../../expect.ts";

/** A bot that two others mention between them sees their message, and is told of it, or neither. */
export const mentioned = property<{ readonly pair: readonly [PersonName, PersonName] }>({
  clause: "messages-id.get/mentioned-bot",
  given: { pair: twoPeople<PersonName>(...members) },
  examples: [{ pair: ["bob", "cara"] }],
  async holds(session, { pair }) {
    const { expect } = session;
    const [sender, recipient] = pair.map((name) => session.actor(name)) as [typeof session.as.bob, typeof session.as.bob];
    const robot = bot(session);
    const [account] = await recordsWith(robot, "realm_user", "user_id", robot.user_id, "realm_users");
    const content = `@**${prepared.text(account?.full_name, "the name of a bot in its registration")}**`;
    const queue = await robot.queue({ event_types: ["message"] });
    const id = await sendDirect(sender, [recipient], content);
    const reply = await robot.send(`GET /messages/${id}`);
    const isSeen = reply.body.result === "success";
    session.chooses("mentionedBots", isSeen ? "observed" : "no");
    if (isSeen) expect.same(expect.object(reply.body.message, "the message").id, id, "the id of the message that a bot asked for");
    else expect.refused(reply, "BAD_REQUEST", {}, "a message between others");
    const note = await sendToSelf(robot, "that was all");
    const announced = (await queue.until("a note of the bot's own", (event) => messageOf(event).id === note)).map(
      (event) => messageOf(event).id,
    );
    expect.same(announced.includes(id), isSeen, "whether the bot is told of the message");
  },
});
