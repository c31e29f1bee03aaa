import type { Actor, EventQueue } from "../../client/actor.ts";
import { fetchMessages, newestOf } from "../../client/messages.ts";
import { capabilities, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { type Body, prepared } from "../../expect.ts";

/** The parts of a registration that specified endpoints change. */
const parts = [
  "message",
  "user_topic",
  "navigation_views",
  "channel_folders",
  "realm_user_groups",
  "realm_domains",
  "realm_user",
  "devices",
];

/** What a registration says of itself and of the server. */
const ofRegistration =
  /^(result|msg|queue_id|last_event_id|idle_queue_timeout_secs|ignored_parameters_unsupported)$|_feature_level$|_version$/;

/** Returns the records that name something of this run: on a shared server all others may change at any time. */
function ownRecords({ target }: Session, records: readonly unknown[]): readonly unknown[] {
  return target.kind === "embedded" ? records : records.filter((record) => JSON.stringify(record).includes(target.namespace));
}

/** Returns what a registration and the newest messages show somebody: everything in this process, and the run's own on a shared server. */
async function stateFor(session: Session, actor: Actor): Promise<Body> {
  const state = Object.entries(await register(actor, parts)).filter(([name]) => !ofRegistration.test(name));
  const lists = state.flatMap(([name, value]) => (Array.isArray(value) ? [[name, ownRecords(session, value)] as const] : []));
  const values = session.target.kind === "embedded" ? state.filter(([, value]) => !Array.isArray(value)) : [];
  const messages = await fetchMessages(actor, [], { ...newestOf(session, 10), apply_markdown: false });
  return { ...Object.fromEntries([...lists, ...values]), messages: ownRecords(session, messages) };
}

/** Returns what several people see. @throws Unprepared: a registration or a fetch is refused */
export async function visibleState(session: Session, people: readonly Actor[]): Promise<readonly Body[]> {
  const all: Body[] = [];
  for (const person of people) all.push(await stateFor(session, person));
  return all;
}

/** Registers a queue for every type of event. */
export const listenToAll = (actor: Actor): Promise<EventQueue> => actor.queue({ client_capabilities: capabilities });

/** Returns the events that a queue has at once. On a shared server: those that name something of this run. */
export async function waitingEvents(session: Session, { actor, id, start }: EventQueue): Promise<readonly unknown[]> {
  const { events } = await actor.prepare("GET /events", { queue_id: id, last_event_id: start, dont_block: true });
  const changes = prepared.objects(events, "the events of GET /events").filter(({ type }) => type !== "heartbeat");
  return ownRecords(session, changes);
}
