import type { Actor, Event, EventQueue } from "../../client/actor.ts";
import { brings, messagesIn, sendToChannel } from "../../client/messages.ts";
import { capabilities } from "../../client/registration.ts";
import { Session } from "../../client/session.ts";
import { at, type Body, prepared } from "../../expect.ts";

/** What an outsider fetched and heard, in a form in which two runs can be compared. */
export type Observed = Readonly<Record<string, unknown>>;

/**
 * What happens in secret. What is about a topic or holds a text names the given topic, so that it is told from other people's doings
 * where it leaks on a shared server.
 * @param topic a topic of the channel general that the outsider watches
 * @param seen the id of a message in it
 */
export type Secret = (session: Session, topic: string, seen: number) => Promise<unknown>;

interface Scene {
  readonly topic: string;
  /** Ids of messages, by what stands for them in the comparison. */
  readonly ids: Map<number, string>;
  /** Whether nobody else can change what the outsider sees. */
  readonly isAlone: boolean;
}

/** What two runs on one server cannot have in common. */
const passing = new Set(["timestamp", "queue_id", "last_event_id", "server_timestamp", "recipient_id"]);

/** What registration says of a channel as a whole: that it has a past is no secret. */
const ofChannels = new Set(["first_message_id", "stream_weekly_traffic"]);

/** Fields that hold ids of messages. An `id` is one where it stands beside a subject. */
const idFields = /^(message_id|message_ids|unread_message_ids|anchor|max_message_id)$/;

/** Returns a value with fresh names and ids of messages replaced by what stands for them in both runs. */
function mapped(value: unknown, scene: Scene, isId = false): unknown {
  if (typeof value === "string") return value.replaceAll(scene.topic, "(topic)");
  if (typeof value === "number") return isId ? (scene.ids.get(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, scene, isId));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !ofChannels.has(name) && (scene.isAlone || !passing.has(name)));
  const isMessage = "subject" in value;
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      scene.ids.get(Number(name)) ?? name,
      mapped(inner, scene, idFields.test(name) || (isMessage && name === "id")),
    ]),
  );
}

/** Returns a test for events about the topic of the run: other people's events say nothing where a server is shared. */
const isAbout = (topic: string) => (event: Event) => JSON.stringify(event).includes(JSON.stringify(topic).slice(1, -1));

/** Returns the events up to a message, without their numbers in the queue: a gap in them is a matter of the server. */
async function hear(queue: EventQueue, scene: Scene, last: number): Promise<Body[]> {
  const events = await queue.until("the last message of the topic", (event) => brings(event, last));
  return (scene.isAlone ? events : events.filter(isAbout(scene.topic))).map(({ id: _, ...event }) => event);
}

const window = { num_before: 100, num_after: 100 };

/** Returns what an outsider can ask about a topic. */
async function fetchTopic(outsider: Actor, scene: Scene): Promise<Body> {
  const narrow = [{ operator: "topic", operand: scene.topic }];
  const narrows = { topic: narrow, searched: [...narrow, { operator: "search", operand: "walnut" }] };
  const got: Record<string, unknown> = {};
  for (const [name, terms] of Object.entries(narrows)) {
    for (const anchor of ["newest", "oldest", "first_unread"])
      got[`${name} at ${anchor}`] = await outsider.prepare("GET /messages", { anchor, ...window, narrow: terms });
    const msg_ids = [...scene.ids.keys()];
    got[`${name} matches`] = await outsider.prepare("GET /messages/matches_narrow", { msg_ids, narrow: terms });
  }
  return got;
}

/** Returns what an outsider can ask about everything. */
async function fetchAll(outsider: Actor): Promise<Body> {
  const got: Record<string, unknown> = {};
  for (const anchor of ["newest", "first_unread"])
    got[`all at ${anchor}`] = messagesIn(await outsider.send("GET /messages", { anchor, ...window }));
  const state = await outsider.prepare("POST /register", { client_capabilities: capabilities });
  for (const name of ["unread_msgs", "recent_private_conversations", "subscriptions", "streams", "user_topics", "starred_messages"])
    got[`${name} of a registration`] = state[name];
  got.presence = await outsider.prepare("GET /realm/presence");
  return got;
}

/** Returns what an outsider hears and fetches after the last message of the run. @throws Unprepared: what alice wrote is not among it */
async function look(outsider: Actor, scene: Scene, queue: EventQueue, last: number): Promise<Observed> {
  const events = await hear(queue, scene, last);
  const topic = await fetchTopic(outsider, scene);
  const found = prepared.objects(at(topic, "topic at newest", "messages"), "the messages of GET /messages");
  prepared.holds(found.length >= scene.ids.size, `${outsider.name} does not find what alice writes in the channel general`);
  return mapped({ events, ...topic, ...(scene.isAlone ? await fetchAll(outsider) : {}) }, scene) as Observed;
}

/** Lets alice write before and after what happens in secret, if anything. Returns what an outsider notices of all that. */
async function play(session: Session, outsider: Actor, isAlone: boolean, secret?: Secret): Promise<Observed> {
  const scene: Scene = { topic: session.fresh("seen"), ids: new Map(), isAlone };
  const queue = await outsider.queue({ all_public_streams: true });
  const say = async (content: string): Promise<number> => {
    const id = await sendToChannel(session.as.alice, session.channels.general, scene.topic, content);
    scene.ids.set(id, `(${content})`);
    return id;
  };
  const first = await say("a walnut before");
  await secret?.(session, scene.topic, first);
  const last = await say("a walnut after");
  const seen = look(outsider, scene, queue, last);
  return secret ? session.expect.accepted(seen) : seen;
}

/** Returns what an outsider notices of a run with something secret, or without: in a world of its own where that is possible. */
export async function observe(session: Session, outsider: string, secret?: Secret): Promise<Observed> {
  if (session.target.kind !== "embedded") return play(session, session.actor(outsider), false, secret);
  const world = new Session(session.target.isolated(), "w");
  try {
    return await play(world, world.actor(outsider), true, secret);
  } finally {
    session.adopt(world);
  }
}

/** Requires two runs in which an outsider notices the same. @param what in which way the second is another */
export function sameView({ expect }: Session, outsider: string, plain: Observed, other: Observed, what: string): void {
  const places = [...new Set([...Object.keys(plain), ...Object.keys(other)])];
  expect.each(places, "place to look", (place) => expect.same(other[place], plain[place], `what ${outsider} sees (${place}), ${what},`));
}

/** Requires that an outsider notices none of some secrets, each in a run of its own. */
export async function requireUnnoticed(session: Session, outsider: string, secrets: Readonly<Record<string, Secret>>): Promise<void> {
  const without = await observe(session, outsider);
  for (const [name, secret] of Object.entries(secrets))
    sameView(session, outsider, without, await observe(session, outsider, secret), `with the secret (${name})`);
}
