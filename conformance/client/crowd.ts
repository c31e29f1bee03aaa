import { type Body, prepared, Untestable } from "../expect.ts";
import { Actor, type Extra } from "./actor.ts";
import { channelFields, fetchMessage } from "./messages.ts";
import { administrator, basic } from "./people.ts";
import type { Session } from "./session.ts";
import type { Reply } from "./target.ts";

/** So many who write in a topic are many on running servers, and so many subscribers of a channel. */
const many = 20;

/** Returns the owner or administrator who makes what all runs share. @throws Untestable: there is none, or other runs would notice */
async function maker(session: Session): Promise<Actor> {
  session.needsObserved("how many are many");
  const owner = administrator(session);
  await session.steering.alone?.();
  return owner;
}

/** A bot that a run has made, which calls with its own address and key. */
class MadeBot extends Actor {
  readonly key: string;

  constructor(owner: Actor, user_id: number, email: string, key: string) {
    super(owner.session, null, { user_id, email, role: "member", is_bot: true, password: null });
    this.key = key;
  }

  override poll(route: string, fields: Body = {}, extra: Extra = {}): Promise<Reply | undefined> {
    return super.poll(route, fields, { ...basic(this.email, this.key), ...extra });
  }
}

/** Has the owner make some bots. @param shared the name under which they are made once for all runs @throws Unprepared: that is refused */
async function makeBots(owner: Actor, count: number, bot_type: 1 | 2, shared?: string): Promise<readonly MadeBot[]> {
  const keptAs = (what: string): Extra => (shared === undefined ? {} : { mayBeKept: `${shared}: ${what}` });
  const made: Body[] = [];
  for (let i = 0; i < count; i++) {
    const full_name = owner.session.fresh("bot");
    const fields = { full_name, short_name: full_name.replaceAll(/\W/g, ""), bot_type };
    made.push(await owner.prepare("POST /bots", fields, keptAs(`bot ${i}`)));
  }
  const { bots } = await owner.prepare("GET /bots", {}, keptAs("all"));
  const listed = new Map(prepared.objects(bots, "bots").map(({ api_key, username }) => [api_key, username]));
  return made.map(({ user_id, api_key }) => {
    const email = prepared.text(listed.get(api_key), "the address of a new bot");
    return new MadeBot(owner, prepared.integer(user_id, "user_id of a new bot"), email, prepared.text(api_key, "api_key of a new bot"));
  });
}

/** Returns a new bot of somebody's. @param bot_type 1 for one that calls, 2 for an incoming webhook @throws Unprepared: none can be made */
export const makeBot = async (owner: Actor, bot_type: 1 | 2): Promise<MadeBot> =>
  prepared.first(await makeBots(owner, 1, bot_type), "a new bot");

/** Returns as many bots as are many, made once for all runs. */
const bots = (owner: Actor): Promise<readonly MadeBot[]> => makeBots(owner, many, 1, "the crowd");

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
  const owner = await maker(session);
  const ids = (await bots(owner)).map(({ user_id }) => user_id);
  return sharedChannel(owner, "crowd", ids);
}

/** Returns the cast where they are many, or bots. @throws Untestable: they are few, and no bots can be made */
async function writers(session: Session): Promise<readonly Actor[]> {
  const cast = Object.keys(session.target.cast);
  return cast.length >= many ? session.actors(cast) : bots(await maker(session));
}

/** Returns a topic of a channel in which many have written, the same for all runs. @throws Untestable: not so many can write there */
export async function topicOfMany(reader: Actor, channel: number, name: string): Promise<string> {
  const { session } = reader;
  let topic = session.fresh(name);
  let sent = 0;
  for (const [i, writer] of (await writers(session)).entries()) {
    const { body } = await writer.send("POST /messages", channelFields(channel, topic), { mayBeKept: `message ${i} to the topic ${name}` });
    if (body.result !== "success") continue;
    sent++;
    const id = prepared.integer(body.id, "the id of a message");
    // The first messages may be those of a run before, and the others not, where an answer was lost: they belong to the topic of the first.
    if (sent === 1) topic = prepared.text((await fetchMessage(reader, id)).subject, "the topic of a message");
    if (sent === many) return topic;
  }
  throw new Untestable(`only ${sent} can write in the channel`);
}

/** Returns a channel of few subscribers, one of them the actor, with a topic in which many have written. @throws Untestable: as above */
export async function fewWithTopicOfMany(actor: Actor): Promise<{ readonly channel: number; readonly topic: string }> {
  const owner = await maker(actor.session);
  const channel = await sharedChannel(owner, "few", [actor.user_id]);
  return { channel, topic: await topicOfMany(actor, channel, "few") };
}
