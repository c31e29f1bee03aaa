import type { Actor } from "../../client/actor.ts";
import { deleteMessage, fetchMessage, fetchMessages, idsOf, sendToChannel } from "../../client/messages.ts";
import { mayDeleteAny, mayDeleteOwn } from "../../client/permissions.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** Returns the seconds within which people may delete what they sent. @throws Untestable: there is no limit */
async function deletionSeconds({ as }: Session): Promise<number> {
  const { realm_message_content_delete_limit_seconds: limit } = await register(as.alice, ["realm"]);
  if (typeof limit !== "number" || limit <= 0) throw new Untestable("deleting is not limited in time");
  return limit;
}

/** Returns somebody who may delete their own messages, and for whom the limit holds. @throws Untestable: alice is not */
async function limitedAuthor({ as: { alice } }: Session): Promise<Actor> {
  if (await mayDeleteAny(alice)) throw new Untestable("alice may delete any message at any time");
  if (!(await mayDeleteOwn(alice))) throw new Untestable("alice may not delete her messages");
  return alice;
}

const sendToGeneral = (session: Session, author: Actor): Promise<number> =>
  sendToChannel(author, session.channels.general, session.fresh(), "to be deleted");

/** A message can be deleted by its sender while the limit has not passed. */
export const deletionInTime = property({
  clause: "limits/deletion-in-time",
  async holds(session) {
    const { expect } = session;
    const seconds = await deletionSeconds(session);
    const author = await limitedAuthor(session);
    const [unaged, aged] = [await sendToGeneral(session, author), await sendToGeneral(session, author)];
    await expect.accepted(deleteMessage(author, unaged));
    await session.steering.advance(Math.max(0, seconds - 2) * 1000);
    expect.succeeded(await author.send(`DELETE /messages/${aged}`), "deleting two seconds before the limit");
  },
});

/** A message can no longer be deleted by its sender once the limit has passed, and stays. */
export const deletionTooLate = property({
  clause: "limits/deletion-time",
  async holds(session) {
    const { expect } = session;
    const seconds = await deletionSeconds(session);
    const author = await limitedAuthor(session);
    const aged = await sendToGeneral(session, author);
    await session.steering.advance((seconds + 2) * 1000);
    expect.refused(await author.send(`DELETE /messages/${aged}`), "BAD_REQUEST", {}, "deleting two seconds after the limit");
    await expect.accepted(fetchMessage(author, aged));
    await expect.accepted(deleteMessage(author, await sendToGeneral(session, author)));
  },
});

/** What was written to a channel before somebody subscribed is not in their history; what comes after is. */
export const historyBeforeSubscription = property({
  clause: "limits/history-before-subscription",
  async holds(session) {
    const { expect, steering } = session;
    const { alice, bob } = session.as;
    const channel = session.fresh("ch");
    const made = await steering.act({ action: "create_channel", name: channel, as: "alice", subscribers: ["alice"] });
    const topic = session.fresh();
    const before = await sendToChannel(alice, Number(made.stream_id), topic);
    await steering.act({ action: "subscribe", as: "bob", channel });
    const after = await sendToChannel(alice, Number(made.stream_id), topic);
    const found = await expect.accepted(fetchMessages(bob, [{ operator: "topic", operand: topic }]));
    expect.same(idsOf(found), [after], `bob's history of a topic with ${before} before he subscribed`);
  },
});

/** Whether calls are limited in number shows in the headers of each answer; without them, a few calls in a row all succeed. */
export const rates = property({
  clause: "limits/rates",
  async holds(session) {
    const { expect } = session;
    const limited: boolean[] = [];
    for (const which of ["first", "second", "third"]) {
      const reply = await session.as.alice.send("GET /realm/linkifiers");
      expect.objects(expect.succeeded(reply, `the ${which} call in a row`).linkifiers, "the linkifiers");
      limited.push(reply.headers["x-ratelimit-limit"] !== undefined);
    }
    expect.same(new Set(limited).size, 1, "the number of ways in which headers tell of a limit");
    session.chooses("rateLimits", limited[0] ? "on" : "off");
  },
});
