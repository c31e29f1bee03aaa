import { type Body, prepared, Untestable } from "../expect.ts";
import type { Actor, Extra } from "./actor.ts";
import { fetchMessage } from "./messages.ts";
import { basic } from "./people.ts";
import type { Session } from "./session.ts";
import type { Reply } from "./target.ts";

/** So many who write in a topic are many on running servers, and so many subscribers of a channel. */
export const many = 20;

/** Returns the owner or administrator who makes what all runs share. @throws Untestable: there is none, or other runs would notice */
async function maker(session: Session, what: string): Promise<Actor> {
  session.needsObserved(`how many are ${what}`);
  const name = Object.entries(session.target.cast).find(([, { role, is_bot }]) => !is_bot && /^(owner|administrator)$/.test(role))?.[0];
  if (name === undefined) throw new Untestable(`the cast has no ${what}, and no owner or administrator could make bots`);
  await session.steering.alone?.();
  return session.actor(name);
}

interface Bot {
  readonly user_id: number;
  readonly api_key: string;
}

/** Returns as many bots as are many, made once for all runs. */
async function bots(owner: Actor): Promise<readonly Bot[]> {
  const made: Bot[] = [];
  for (let i = 1; i <= many; i++) {
    const name = owner.session.fresh("bot");
    const fields = { full_name: name, short_name: name.replaceAll(/\W/g, ""), bot_type: 1 };
    const { user_id, api_key } = await owner.prepare("POST /bots", fields, { mayBeKept: `bot ${i} of the crowd` });
    made.push({ user_id: prepared.integer(user_id, "user_id of a new bot"), api_key: prepared.text(api_key, "api_key of a new bot") });
  }
  return made;
}

/** Returns the id of a channel that all runs share, of its maker and others. */
async function sharedChannel(owner: Actor, name: string, others: readonly number[]): Promise<number> {
  const named = owner.session.fresh(name);
  const fields = { subscriptions: [{ name: named, description: "" }], principals: [owner.user_id, ...others], announce: false };
  const { subscribed } = await owner.prepare("POST /users/me/subscriptions", fields, { mayBeKept: `the channel ${name}` });
  const [stream] = prepared.list(Object.values(prepared.object(subscribed, "subscribed"))[0], "the channels of the first in subscribed");
  const { stream_id } = await owner.prepare("GET /get_stream_id", { stream }, { mayBeKept: `the id of the channel ${name}` });
  return prepared.integer(stream_id, "stream_id");
}

/** Returns a channel of many: that of the target, or one of bots. @throws Untestable: it has none, and none can be made */
export async function channelOfMany(session: Session): Promise<number> {
  if (Object.hasOwn(session.target.channels, "crowd")) return session.channels.crowd;
  const owner = await maker(session, "channel of many");
  const ids = (await bots(owner)).map(({ user_id }) => user_id);
  return sharedChannel(owner, "crowd", ids);
}

/** Somebody who can send messages. */
type Writer = (fields: Body, extra: Extra) => Promise<Reply>;

/** Returns those of the cast who are many, or bots. @throws Untestable: there are few, and none can be made */
async function writers(session: Session): Promise<readonly Writer[]> {
  const cast = Object.keys(session.target.cast).map((name): Writer => {
    const actor = session.actor(name);
    return (fields, extra) => actor.send("POST /messages", fields, extra);
  });
  if (cast.length >= many) return cast;
  const owner = await maker(session, "topic of many");
  const made = await bots(owner);
  const listed = prepared.objects((await owner.prepare("GET /bots", {}, { mayBeKept: "the bots of the crowd" })).bots, "bots");
  const emails = new Map(listed.map(({ api_key, username }) => [api_key, String(username)]));
  return made.flatMap(({ api_key }): Writer[] => {
    const email = emails.get(api_key);
    return email === undefined
      ? []
      : [(fields, extra) => session.nobody.send("POST /messages", fields, { ...extra, ...basic(email, api_key) })];
  });
}

/** Returns a topic of a channel in which many have written, the same for all runs. @throws Untestable: not so many can write there */
export async function topicOfMany(reader: Actor, channel: number, name: string): Promise<string> {
  const { session } = reader;
  const topic = session.fresh(name);
  const sent: number[] = [];
  for (const [i, write] of (await writers(session)).entries()) {
    const fields = { type: "stream", to: channel, topic, content: "here" };
    const { body } = await write(fields, { mayBeKept: `message ${i} to the topic ${name}` });
    if (body.result === "success") sent.push(prepared.integer(body.id, "the id of a message"));
    // The messages may be those of a run before.
    if (sent.length === many)
      return prepared.text((await fetchMessage(reader, prepared.first(sent, "a message"))).subject, "the topic of a message");
  }
  throw new Untestable(`only ${sent.length} can write in the channel`);
}

/** Returns a channel of few subscribers, one of them the actor, with a topic in which many have written. @throws Untestable: as above */
export async function fewWithTopicOfMany(actor: Actor): Promise<{ readonly channel: number; readonly topic: string }> {
  const owner = await maker(actor.session, "topic of many");
  const channel = await sharedChannel(owner, "few", [actor.user_id]);
  return { channel, topic: await topicOfMany(actor, channel, "few") };
}
