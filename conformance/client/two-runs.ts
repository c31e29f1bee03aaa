import { type InterferenceCase, type Question, stateParts } from "../draw/interference.ts";
import { termsOf } from "../draw/narrow-terms.ts";
import type { PersonName } from "../draw/people.ts";
import { type Body, prepared, Untestable } from "../expect.ts";
import { type Actor, EventQueue, type ServerEvent } from "./actor.ts";
import { emptyStage, playAct, StagedHistory, stagedIds } from "./history.ts";
import { itemAt } from "./json.ts";
import { levels } from "./levels.ts";
import { brings, withoutOthers } from "./messages.ts";
import { capabilities, register } from "./registration.ts";
import { Session } from "./session.ts";
import type { Reply } from "./target.ts";

/** A secret act. What is about a topic or holds a text names topic a, so that it is told from other people's doings where it leaks. */
type Secret = (stage: StagedHistory) => Promise<unknown>;

/** The events and answers that an outsider got, in a form in which two runs can be compared. */
interface Observed {
  readonly events: readonly Body[];
  readonly answer: Body;
}

/** Fields that two runs on one server cannot have in common. */
const passing = new Set([
  "timestamp",
  "last_updated",
  "edit_timestamp",
  "last_edit_timestamp",
  "last_moved_timestamp",
  "queue_id",
  "last_event_id",
]);

/**
 * What may tell that something happened: ids of conversations, which are given in turn, and what registration says of a channel as a
 * whole, such as that it has a past.
 */
const telling = new Set(["recipient_id", "first_message_id", "stream_weekly_traffic"]);

/** Fields that hold ids of messages. An `id` is one where it stands beside a subject. */
const idFields = /^(message_ids?|unread_message_ids|max_message_id|anchor|messages|mentions|starred_messages)$/;

/** Returns a value with fresh names and ids of messages replaced by what stands for them in both runs. */
function mapped(value: unknown, stage: StagedHistory, isAlone: boolean): unknown {
  const ids = new Map(stage.messages.map(({ id }, i) => [id, `(message ${i})`]));
  const topics = Object.entries(stage.topics);
  const map = (inner: unknown, isId: boolean): unknown => {
    if (typeof inner === "string") return topics.reduce((text, [letter, name]) => text.replaceAll(name, `(${letter})`), inner);
    if (typeof inner === "number") return isId ? (ids.get(inner) ?? inner) : inner;
    if (Array.isArray(inner)) return inner.map((item) => map(item, isId));
    if (typeof inner !== "object" || inner === null) return inner;
    const isMessage = "subject" in inner || "sender_id" in inner;
    const specified = isMessage ? withoutOthers(inner as Body) : inner;
    const kept = Object.entries(specified).filter(([name]) => !telling.has(name) && (isAlone || !passing.has(name)));
    return Object.fromEntries(
      kept.map(([name, each]) => [ids.get(Number(name)) ?? name, map(each, idFields.test(name) || (isMessage && name === "id"))]),
    );
  };
  return map(value, false);
}

/** Returns a test for what is about the topics of a run: other people's events say nothing where a server is shared. */
const isAbout =
  ({ topics }: StagedHistory) =>
  (seen: unknown): boolean =>
    Object.values(topics).some((topic) => JSON.stringify(seen).includes(JSON.stringify(topic).slice(1, -1)));

/** Fields of events in which something is told. */
const ofEvents = [
  "type",
  "op",
  "operation",
  "message",
  "message_id",
  "message_ids",
  "messages",
  "flag",
  "topic",
  "stream_id",
  "visibility_policy",
];

/** Returns what an event tells: servers that no sentence shows events of may number or time them in further fields. */
const toldIn = (event: ServerEvent, { session }: StagedHistory): Body =>
  session.isHeldToObserved ? event : Object.fromEntries(Object.entries(event).filter(([name]) => ofEvents.includes(name)));

/** Returns an event without what it lists of other runs: the older form of a policy lists all muted topics, each with its time. */
function ofRun(event: ServerEvent, stage: StagedHistory): ServerEvent {
  if (event.type !== "muted_topics" || !Array.isArray(event.muted_topics)) return event;
  const own = event.muted_topics.filter(isAbout(stage));
  return { ...event, muted_topics: own.map((muted) => (Array.isArray(muted) ? muted.slice(0, 2) : muted)) };
}

/** Returns the events up to the last message of the run, without their numbers in the queue: a gap in them is a matter of the server. */
async function hear(queue: EventQueue, stage: StagedHistory, isAlone: boolean): Promise<Body[]> {
  const last = itemAt(stage.messages, -1).id;
  const events = await queue.until("the last message", (event) => brings(event, last), "events/message-told");
  return (isAlone ? events : events.filter(isAbout(stage)).map((event) => ofRun(event, stage))).map(({ id: _, ...event }) =>
    toldIn(event as ServerEvent, stage),
  );
}

/** Returns what can be compared of an answer: of a refusal, whose text may name ids, its code. */
const answered = ({ status, body }: Reply): Body => (body.result === "error" ? { status, code: body.code } : { status, body });

/** Returns what an outsider is answered. Where a server is shared they ask about topic a only. */
async function ask(outsider: Actor, stage: StagedHistory, question: Question, isAlone: boolean): Promise<Body> {
  if (question.for === "window" || question.for === "matches") {
    const narrow = [...(isAlone ? [] : stage.narrowTo("a")), ...termsOf(question.narrow, stage.narrowGround)];
    return answered(
      question.for === "matches"
        ? await outsider.send("GET /messages/matches_narrow", { msg_ids: stagedIds(stage.messages), narrow })
        : await outsider.send("GET /messages", { anchor: question.anchor, num_before: 20, num_after: 20, narrow }),
    );
  }
  if (!isAlone) return {};
  if (question.for === "presence") return outsider.prepare("GET /realm/presence");
  if (question.part === "user_topics" && outsider.level < levels.user_topics)
    throw new Untestable("the target is older than that part of the state");
  const state = await register(outsider, stateParts[question.part]);
  return { [question.part]: prepared.present(state[question.part], `${question.part} in a registration`) };
}

/** A run up to where the secret happens. */
interface Beginning {
  readonly stage: StagedHistory;
  readonly queue: EventQueue;
}

const slotOf = ({ history, at }: InterferenceCase): number => Math.floor(at * (history.length + 1));

/** Lets an outsider listen, and plays what is before the secret. */
async function begin(session: Session, name: PersonName, scene: InterferenceCase): Promise<Beginning> {
  const [stage, outsider] = [await emptyStage(session), session.actor(name)];
  if (!session.isHeldToObserved && !stage.subscribed.has(name)) throw new Untestable("only seen on running servers: all_public_streams");
  const queue = await outsider.queue({ all_public_streams: outsider.role !== "guest", client_capabilities: capabilities });
  for (const act of scene.history.slice(0, slotOf(scene))) await playAct(stage, act);
  return { stage, queue };
}

/** Plays what happens in secret, if anything, and what is behind it. Returns what the outsider notices of all. */
async function finish({ stage, queue }: Beginning, scene: InterferenceCase, secret?: Secret): Promise<Observed> {
  const { target, expect } = stage.session;
  const isAlone = target.kind === "embedded";
  await secret?.(stage);
  for (const act of scene.history.slice(slotOf(scene))) await playAct(stage, act);
  await playAct(stage, { act: "send", by: "alice", to: { topic: "a" }, content: "walnut" });
  const look = async (): Promise<Observed> => ({
    events: await hear(queue, stage, isAlone),
    answer: await ask(queue.actor, stage, scene.question, isAlone),
  });
  return mapped(await (secret ? expect.accepted(look()) : look()), stage, isAlone) as Observed;
}

/** Returns a beginning in a world of its own, in which all is as it is. */
function forkOf({ stage, queue }: Beginning): Beginning {
  const session = new Session(stage.session.target.isolated(), "v");
  const copies = { messages: structuredClone(stage.messages), subscribed: new Set(stage.subscribed) };
  const forked = new StagedHistory({ ...stage, ...copies, session });
  return { stage: forked, queue: new EventQueue(session.actor(queue.actor.name ?? ""), queue.id, queue.start) };
}

/** Runs a scene with each of some secrets: in worlds that part where the secret happens, or on a shared server one behind the other. */
async function observeAll(
  session: Session,
  name: PersonName,
  scene: InterferenceCase,
  secrets: readonly (Secret | undefined)[],
): Promise<Observed[]> {
  const seen: Observed[] = [];
  if (session.target.kind !== "embedded") {
    for (const secret of secrets) seen.push(await finish(await begin(session, name, scene), scene, secret));
    return seen;
  }
  const first = await begin(new Session(session.target.isolated(), "w"), name, scene);
  session.adopt(first.stage.session);
  for (const secret of secrets) {
    const world = forkOf(first);
    try {
      seen.push(await finish(world, scene, secret));
    } finally {
      session.adopt(world.stage.session);
    }
  }
  return seen;
}

const ofMessages = new Set<unknown>(["message", "update_message", "delete_message", "reaction", "update_message_flags"]);

/** Whether there are more events than in a run without a secret, and all that are more tell of messages. */
function tellMoreOfMessages({ events }: Observed, without: Observed): boolean {
  const left = without.events.map(({ type }) => type);
  const more = events.filter(({ type }) => {
    const at = left.indexOf(type);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return more.length > 0 && more.every(({ type }) => ofMessages.has(type));
}

/**
 * Requires that an outsider notices nothing of a secret: two runs, one with it and one without, look the same.
 * @param told the clause that is broken where events tell of a message in secret, if not the property's first
 */
export async function requireUnnoticed(
  session: Session,
  outsider: PersonName,
  scene: InterferenceCase,
  secret: Secret,
  told?: string,
): Promise<void> {
  const [without, other] = await observeAll(session, outsider, scene, [undefined, secret]);
  const clause = other && without && tellMoreOfMessages(other, without) ? told : undefined;
  session.expect.same(other?.events, without?.events, `what ${outsider} sees (events), with the secret,`, clause);
  session.expect.same(other?.answer, without?.answer, `what ${outsider} sees (answer), with the secret,`);
}
