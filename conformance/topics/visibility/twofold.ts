import type { Actor, Event, EventQueue } from "../../client/actor.ts";
import { type Message, messagesIn } from "../../client/messages.ts";
import { Session } from "../../client/session.ts";
import type { Body } from "../../expect.ts";

/** What an outsider fetched and heard, in a form in which two runs can be compared. */
export type Observed = Readonly<Record<string, unknown>>;

interface Scene {
  readonly session: Session;
  readonly topic: string;
  /** Ids of messages, by what stands for them in the comparison. */
  readonly ids: Map<number, string>;
}

/** What two runs on one server cannot have in common. */
const passing = new Set(["timestamp", "queue_id", "last_event_id", "server_timestamp", "recipient_id"]);

/** What registration says of a channel as a whole: that it has a past is no secret. */
const ofChannels = new Set(["first_message_id", "stream_weekly_traffic"]);

/** Body that hold ids of messages. An `id` is one where it stands beside a subject. */
const idFields = /^(message_id|message_ids|unread_message_ids|anchor|max_message_id)$/;

/** A value with fresh names and ids of messages replaced by what stands for them in both runs. */
function mapped(value: unknown, scene: Scene, isolated: boolean, isId = false): unknown {
  if (typeof value === "string") return value.replaceAll(scene.topic, "(topic)");
  if (typeof value === "number") return isId ? (scene.ids.get(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, scene, isolated, isId));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !ofChannels.has(name) && (isolated || !passing.has(name)));
  const isMessage = "subject" in value;
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      scene.ids.get(Number(name)) ?? name,
      mapped(inner, scene, isolated, idFields.test(name) || (isMessage && name === "id")),
    ]),
  );
}

/** Whether an event is about the topic of the run: other people's events say nothing where a server is shared. */
const isAbout = (topic: string) => (event: Event) => JSON.stringify(event).includes(JSON.stringify(topic).slice(1, -1));

/** Events without their numbers in the queue: a gap in them is a matter of the server. */
const heard = (events: readonly Event[]): Body[] => events.map(({ id: _, ...event }) => event);

async function watch(queue: EventQueue, scene: Scene, last: number, isolated: boolean): Promise<Body[]> {
  const events = await queue.until(
    "the last message of the topic",
    ({ type, message }) => type === "message" && (message as Message | null | undefined)?.id === last,
  );
  return heard(isolated ? events : events.filter(isAbout(scene.topic)));
}

/** Everything that an outsider can ask about a topic, and in a world of their own about everything. */
async function fetches(outsider: Actor, scene: Scene, isolated: boolean): Promise<Body> {
  const narrow = [{ operator: "topic", operand: scene.topic }];
  const all = { num_before: 100, num_after: 100 };
  const narrows = { topic: narrow, searched: [...narrow, { operator: "search", operand: "walnut" }] };
  const got: Record<string, unknown> = {};
  for (const [name, terms] of Object.entries(narrows)) {
    for (const anchor of ["newest", "oldest", "first_unread"])
      got[`${name} at ${anchor}`] = (await outsider.send("GET /messages", { anchor, ...all, narrow: terms })).body;
    const msg_ids = [...scene.ids.keys()];
    got[`${name} matches`] = (await outsider.send("GET /messages/matches_narrow", { msg_ids, narrow: terms })).body;
  }
  if (!isolated) return got;
  for (const anchor of ["newest", "first_unread"])
    got[`all at ${anchor}`] = messagesIn(await outsider.send("GET /messages", { anchor, ...all }));
  const { unread_msgs, recent_private_conversations, subscriptions, streams } = (await outsider.send("POST /register", {})).body;
  got.registration = { unread_msgs, recent_private_conversations, subscriptions, streams };
  got.presence = (await outsider.send("GET /realm/presence")).body;
  return got;
}

/** A scenario in a run of its own: somebody writes before and after what happens in secret, or does not. */
async function observed(
  session: Session,
  outsider: string,
  isolated: boolean,
  secret?: (session: Session) => Promise<void>,
): Promise<Observed> {
  const scene: Scene = { session, topic: session.fresh("seen"), ids: new Map() };
  const actor = session.as[outsider]!;
  const queue = await actor.queue({ all_public_streams: true });
  const say = async (content: string) => {
    const message = { type: "stream", to: session.channels.general, topic: scene.topic, content };
    const { body } = await session.as.alice.send("POST /messages", message);
    scene.ids.set(Number(body.id), `(${content})`);
    return Number(body.id);
  };
  await say("a walnut before");
  await secret?.(session);
  const last = await say("a walnut after");
  const events = await watch(queue, scene, last, isolated);
  return mapped({ events, ...(await fetches(actor, scene, isolated)) }, scene, isolated) as Observed;
}

/** The same scenario without and with something secret, as an outsider sees it: each in a world of its own where that is possible. */
export async function twofold(
  session: Session,
  outsider: string,
  secret: (session: Session) => Promise<void>,
): Promise<readonly [Observed, Observed]> {
  const isolated = session.target.kind === "embedded";
  const world = () => (isolated ? new Session(session.target.isolated(), "w") : session);
  const [without, others] = [world(), world()];
  const first = await observed(without, outsider, isolated);
  const second = await observed(others, outsider, isolated, secret);
  if (isolated) for (const one of [without, others]) session.adopt(one);
  return [first, second];
}
