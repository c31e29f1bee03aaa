import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { createFolder } from "../../client/folders.ts";
import { createGroup } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { directFields, fetchMessages, newestOf, sendToChannel } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { capabilities, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { customView } from "../../client/views.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { type Body, isEqual, prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/errors.ts";

/** A queue that was never there is refused with its id, whatever its characters, to be read; one that is there is not. */
export const unknownQueue = property({
  clause: "errors/unknown-queue",
  given: { who: anActor(), tail: textOf({ max: 12 }) },
  examples: [{ who: "alice", tail: "a" }],
  async holds(session, { who, tail }, expect) {
    const actor = session.actor(who);
    const queue_id = session.fresh(`queue-${tail}`).replaceAll(" ", "-");
    const poll = { last_event_id: -1, dont_block: true };
    expect.refused(await actor.send("GET /events", { queue_id, ...poll }), codes.noSuchQueue, { queue_id }, "GET of an unknown queue");
    expect.succeeded(await actor.send("GET /events", { queue_id: (await actor.queue()).id, ...poll }), "GET of a queue");
  },
});

/** A request by somebody. */
interface AttemptRequest {
  readonly actor: Actor;
  readonly route: string;
  readonly fields: Body;
}

/** A request that every server refuses, and what is accepted in its place. */
interface Attempt {
  readonly refused: AttemptRequest;
  readonly accepted: AttemptRequest;
}

interface AttemptKind {
  /** The feature level from which its endpoint exists. */
  readonly since: number;
  /** Sets the stage for a member of the cast. @param stranger an id that nothing has */
  readonly prepare: (session: Session, member: Actor, stranger: number) => Attempt | Promise<Attempt>;
}

/** A request with fields that are refused, and the same one with others. */
const repaired = (actor: Actor, route: string, refused: Body, accepted: Body): Attempt => ({
  refused: { actor, route, fields: refused },
  accepted: { actor, route, fields: accepted },
});

/** A request that one account may not make, and another may. */
const permitted = (route: string, fields: Body, member: Actor, other: Actor): Attempt => ({
  refused: { actor: member, route, fields },
  accepted: { actor: other, route, fields },
});

/** Requests of several endpoints that are refused for an id, a value or the caller, by what they do. */
const attemptKinds = {
  "a direct message to somebody unknown": {
    since: 0,
    prepare(session, member, stranger) {
      const fields = directFields(member, [member], session.fresh("lost"));
      return repaired(member, "POST /messages", { ...fields, to: [member.user_id, stranger] }, fields);
    },
  },
  "a message to an unknown channel": {
    since: 0,
    prepare(session, member) {
      const fields = { type: "stream", to: session.channels.general, topic: session.fresh(), content: session.fresh("lost") };
      return repaired(member, "POST /messages", { ...fields, to: session.fresh("channel") }, fields);
    },
  },
  "deleting somebody else's message": {
    since: 0,
    async prepare(session, member) {
      const { dana } = session.as;
      const id = await sendToChannel(dana, session.channels.general, session.fresh(), session.fresh("stays"));
      return permitted(`DELETE /messages/${id}`, {}, member, dana);
    },
  },
  "a group with somebody unknown": {
    since: 0,
    prepare(session, member, stranger) {
      const fields = { name: session.fresh("group"), description: "", members: [member.user_id] };
      return repaired(member, "POST /user_groups/create", { ...fields, members: [member.user_id, stranger] }, fields);
    },
  },
  "adding somebody unknown to a group": {
    since: 0,
    async prepare(session, member, stranger) {
      const { id } = await createGroup(session.as.dana);
      const known = { add: [member.user_id] };
      return repaired(session.as.dana, `POST /user_groups/${id}/members`, { add: [member.user_id, stranger] }, known);
    },
  },
  "a policy that there is not": {
    since: levels.userTopics,
    prepare(session, member) {
      const fields = { stream_id: session.channels.general, topic: session.fresh(), visibility_policy: 1 };
      return repaired(member, "POST /user_topics", { ...fields, visibility_policy: 4 }, fields);
    },
  },
  "a policy for an unknown channel": {
    since: levels.userTopics,
    prepare(session, member, stranger) {
      const fields = { stream_id: session.channels.general, topic: session.fresh(), visibility_policy: 1 };
      return repaired(member, "POST /user_topics", { ...fields, stream_id: stranger }, fields);
    },
  },
  "a folder by a member": {
    since: levels.channelFolders,
    prepare: (session, member) =>
      permitted("POST /channel_folders/create", { name: session.fresh("folder"), description: "" }, member, session.as.dana),
  },
  "describing a folder and naming it nothing": {
    since: levels.channelFolders,
    async prepare(session) {
      const { dana } = session.as;
      const fields = { description: session.fresh("described") };
      return repaired(dana, `PATCH /channel_folders/${await createFolder(dana)}`, { ...fields, name: "" }, fields);
    },
  },
  "a view with a blank fragment": {
    since: levels.navigationViews,
    prepare(session, member) {
      const view = customView(session);
      return repaired(member, "POST /navigation_views", { ...view, fragment: "" }, view);
    },
  },
  "a domain by a member": {
    since: 0,
    prepare(session, member) {
      const domain = `${session.fresh("d").replaceAll(" ", "-")}.example.com`;
      return permitted("POST /realm/domains", { domain, allow_subdomains: false }, member, session.as.owen);
    },
  },
} as const satisfies Readonly<Record<string, AttemptKind>>;

type AttemptName = keyof typeof attemptKinds;

const attemptNames = Object.keys(attemptKinds) as AttemptName[];

const kindOf = (name: AttemptName): AttemptKind => attemptKinds[name];

const sendAttempt = ({ actor, route, fields }: AttemptRequest) => actor.send(route, fields);

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
async function visibleState(session: Session, people: readonly Actor[]): Promise<readonly Body[]> {
  const all: Body[] = [];
  for (const person of people) all.push(await stateFor(session, person));
  return all;
}

/** Registers a queue for every type of event. */
const listenToAll = (actor: Actor): Promise<EventQueue> => actor.queue({ client_capabilities: capabilities });

/** Returns the events that a queue has at once. On a shared server: those that name something of this run. */
async function waitingEvents(session: Session, { actor, id, start }: EventQueue): Promise<readonly unknown[]> {
  const { events } = await actor.prepare("GET /events", { queue_id: id, last_event_id: start, dont_block: true });
  const changes = prepared.objects(events, "the events of GET /events").filter(({ type }) => type !== "heartbeat");
  return ownRecords(session, changes);
}

/** A refused request changes nothing that the caller or an administrator sees, and tells nobody; one that is accepted does. */
export const refusals = property<{ readonly what: AttemptName; readonly who: PersonName; readonly stranger: IdShape }>({
  clause: "conventions/refusals-leave-no-trace",
  given: { what: fc.constantFrom(...attemptNames), who: anActor(...members), stranger: anId("unknown", "zero", "negative") },
  examples: attemptNames.map((what) => ({ what, who: "alice", stranger: { kind: "unknown", id: unknownId } })),
  async holds(session, { what, who, stranger }, expect) {
    const { level, as } = session;
    const kind = kindOf(what);
    if (level < kind.since) throw new Untestable(`the target is of level ${level}, before ${kind.since}`);
    const people = [session.actor(who), as.dana];
    const { refused, accepted } = await kind.prepare(session, session.actor(who), Number(idOf(stranger, { existing: [] })));
    const queue = await listenToAll(as.dana);
    const before = await visibleState(session, people);
    expect.declined(await sendAttempt(refused), what);
    expect.same(await visibleState(session, people), before, `what can be seen after ${what} was refused`);
    expect.same(await waitingEvents(session, queue), [], `the events of ${what}, which was refused,`);
    expect.succeeded(await sendAttempt(accepted), `what stands for ${what}`);
    const [after] = await visibleState(session, people.slice(0, 1));
    if (isEqual(after, before[0])) session.needsObserved("all that a registration tells of changes");
    expect.holds(!isEqual(after, before[0]), `what stands for ${what} is accepted and changes nothing`);
  },
});
