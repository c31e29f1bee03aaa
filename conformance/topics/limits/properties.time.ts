import { directFields } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";

/** The seconds within which people may delete what they sent. */
async function deletionSeconds(session: Session): Promise<number> {
  const { realm_message_content_delete_limit_seconds: limit } = await register(session.as.alice, ["realm"]);
  if (typeof limit !== "number") throw new Untestable("deleting is not limited in time");
  return limit;
}

async function note(session: Session): Promise<unknown> {
  const alice = session.as.alice;
  return prepared.succeeded(await alice.send("POST /messages", directFields(alice, [alice], session.fresh("note"))), "a note to oneself")
    .id;
}

/** A message can be deleted by its sender while the limit has not passed. */
export const deletionInTime = property({
  clause: "limits/deletion-in-time",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { advance } = session.steering;
    const seconds = await deletionSeconds(session);
    const [unaged, aged] = [await note(session), await note(session)];
    prepared.succeeded(await alice.send(`DELETE /messages/${String(unaged)}`), "to let people delete their messages");
    await advance.call(session.steering, Math.max(0, seconds - 2) * 1000);
    expect.succeeded(await alice.send(`DELETE /messages/${String(aged)}`), "deleting two seconds before the limit");
  },
});

/** A message can no longer be deleted by its sender once the limit has passed, and stays. */
export const deletionTooLate = property({
  clause: "limits/deletion-time",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const seconds = await deletionSeconds(session);
    const id = await note(session);
    await session.steering.advance((seconds + 2) * 1000);
    expect.refused(await alice.send(`DELETE /messages/${String(id)}`), "BAD_REQUEST", {}, "deleting two seconds after the limit");
    expect.succeeded(await alice.send(`GET /messages/${String(id)}`), "fetching what could not be deleted");
  },
});

/** What was written to a channel before somebody subscribed is not in their history; what comes after is. */
export const historyBeforeSubscription = property({
  clause: "limits/history-before-subscription",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const channel = session.fresh("ch");
    await session.steering.act({ action: "create_channel", name: channel, as: "alice", subscribers: ["alice"] });
    const topic = session.fresh();
    const send = async () =>
      prepared.succeeded(await alice.send("POST /messages", { type: "stream", to: channel, topic, content: "x" }), "a message").id;
    const before = await send();
    await session.steering.act({ action: "subscribe", as: "bob", channel });
    const after = await send();
    const range = { anchor: "newest", num_before: 10, num_after: 0, narrow: [{ operator: "topic", operand: topic }] };
    const { messages } = expect.succeeded(await bob.send("GET /messages", range));
    expect.same(
      (messages as { id: number }[]).map(({ id }) => id),
      [after],
      `bob's history of a topic with ${String(before)} before he subscribed`,
    );
  },
});

/** Whether calls are limited in number shows in the headers of an answer. */
export const rates = property({
  clause: "limits/rates",
  async holds(session) {
    const { expect } = session;
    const { headers, body } = await session.as.alice.send("GET /realm/linkifiers");
    expect.holds(body.result !== undefined, "GET /realm/linkifiers gives no answer in the envelope");
    session.chooses("rateLimits", headers["x-ratelimit-limit"] === undefined ? "off" : "on");
  },
});
