import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { deleteMessage, fetchMessage, fetchMessages, idsOf, sendToChannel } from "../../client/messages.ts";
import { mayDeleteAny, mayDeleteOwn } from "../../client/permissions.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, members } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";

/** Returns the seconds within which people may delete what they sent. @throws Untestable: there is no limit */
async function deletionSeconds(actor: Actor): Promise<number> {
  const { realm_message_content_delete_limit_seconds: limit } = await register(actor, ["realm"]);
  if (typeof limit !== "number" || limit <= 0) throw new Untestable("deleting is not limited in time");
  return limit;
}

/** Limits deletion to a time that can be waited for. Returns it, in seconds. @throws Untestable: that cannot be set */
async function shortLimit({ steering }: Session): Promise<number> {
  await steering.act({ action: "set_realm", property: "message_content_delete_limit_seconds", value: 2 });
  return 2;
}

/** Returns somebody who may delete their own messages, and for whom the limit holds. @throws Untestable: they may delete any, or none */
async function limitedAuthor(session: Session, name: string): Promise<Actor> {
  const author = session.actor(name);
  if (await mayDeleteAny(author)) throw new Untestable(`${name} may delete any message at any time`);
  if (!(await mayDeleteOwn(author))) throw new Untestable(`${name} may not delete their messages`);
  return author;
}

const sendToGeneral = (session: Session, author: Actor): Promise<number> =>
  sendToChannel(author, session.channels.general, session.fresh(), "to be deleted");

/** A message can be deleted by its sender while the limit has not passed. */
export const deletionInTime = property({
  clause: "limits/deletion-in-time",
  given: { who: anActor(...members), secondsLeft: fc.integer({ min: 2, max: 3600 }) },
  examples: [{ who: "alice", secondsLeft: 2 }],
  async holds(session, { who, secondsLeft }) {
    const { expect } = session;
    const author = await limitedAuthor(session, who);
    const seconds = await deletionSeconds(author);
    const [unaged, aged] = [await sendToGeneral(session, author), await sendToGeneral(session, author)];
    await expect.accepted(deleteMessage(author, unaged));
    // Without a control API the message is as young as it is.
    await session.target.steering?.advance(Math.max(0, seconds - secondsLeft) * 1000);
    expect.succeeded(await author.send(`DELETE /messages/${aged}`), `deleting ${secondsLeft} seconds before the limit`);
  },
});

/** A message can no longer be deleted by its sender once the limit has passed, and stays. */
export const deletionTooLate = property({
  clause: "limits/deletion-time",
  given: { who: anActor(...members), secondsOver: fc.integer({ min: 2, max: 3_000_000 }) },
  examples: [{ who: "alice", secondsOver: 2 }],
  async holds(session, { who, secondsOver }) {
    const { expect } = session;
    const author = await limitedAuthor(session, who);
    const isMovable = session.target.steering !== undefined;
    const seconds = isMovable ? await deletionSeconds(author) : await shortLimit(session);
    const aged = await sendToGeneral(session, author);
    await session.steering.advance((seconds + (isMovable ? secondsOver : 2)) * 1000);
    const reply = await author.send(`DELETE /messages/${aged}`);
    expect.refused(reply, "BAD_REQUEST", {}, "deleting after the limit");
    await expect.accepted(fetchMessage(author, aged));
    await expect.accepted(deleteMessage(author, await sendToGeneral(session, author)));
  },
});

/** Up to three messages. */
const some = fc.integer({ min: 0, max: 3 });

/** What was written to a channel before somebody subscribed is not in their history; what comes after is. */
export const historyBeforeSubscription = property({
  clause: "limits/history-before-subscription",
  given: { who: anActor("bob", "cara", "gus"), before: some, after: some },
  examples: [{ who: "bob", before: 1, after: 1 }],
  async holds(session, { who, before, after }) {
    const { expect, steering } = session;
    const reader = session.actor(who);
    const channel = session.fresh("ch");
    const made = await steering.act({ action: "create_channel", name: channel, as: "alice", subscribers: ["alice"] });
    const topic = session.fresh();
    const send = async (count: number): Promise<number[]> => {
      const ids: number[] = [];
      while (ids.length < count) ids.push(await sendToChannel(session.as.alice, Number(made.stream_id), topic));
      return ids;
    };
    await send(before);
    await steering.act({ action: "subscribe", as: who, channel });
    const sent = await send(after);
    const found = await expect.accepted(fetchMessages(reader, [{ operator: "topic", operand: topic }]));
    expect.same(idsOf(found), sent, `${who}'s history of a topic with ${before} before they subscribed`);
  },
});

/** Requests that change nothing, each with something that its answer has. */
const reads = { "GET /realm/linkifiers": "linkifiers", "GET /realm/presence": "presences" } as const;

/** Whether calls are limited in number shows in the headers of each answer; without them, a few calls in a row all succeed. */
export const rates = property({
  clause: "limits/rates",
  given: {
    who: anActor("alice", "bob", "cara", "dana", "owen"),
    calls: fc.array(fc.constantFrom("GET /realm/linkifiers", "GET /realm/presence"), { minLength: 2, maxLength: 5 }),
  },
  examples: [{ who: "alice", calls: ["GET /realm/linkifiers", "GET /realm/linkifiers", "GET /realm/linkifiers"] }],
  async holds(session, { who, calls }) {
    const { expect } = session;
    const limited: boolean[] = [];
    for (const [i, route] of calls.entries()) {
      const what = `call ${i + 1} in a row, ${route},`;
      const reply = await session.actor(who).send(route);
      expect.typed(expect.succeeded(reply, what)[reads[route as keyof typeof reads]], "array or object", `the answer to ${what}`);
      limited.push(reply.headers["x-ratelimit-limit"] !== undefined);
    }
    expect.same(new Set(limited).size, 1, "the number of ways in which headers tell of a limit");
    session.chooses("rateLimits", limited[0] ? "on" : "off");
  },
});
