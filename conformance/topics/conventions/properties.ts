import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { fetchAround, fetchMessage, fetchMessages, newestOf, sendToChannel, sendToSelf } from "../../client/messages.ts";
import { setPolicy } from "../../client/policies.ts";
import { emptyTopicName, policiesOf, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { aPhrase, textOf } from "../../draw/texts.ts";
import { at, jsonText, prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/errors.ts";

/** A path that does not exist: behind one that does, and a method that this one has. */
interface UnknownPath {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly behind: "" | "/messages" | "/messages/1" | "/user_groups/1" | "/realm" | "/users/me";
  readonly tail: string;
}

const unknownPaths: readonly UnknownPath[] = [
  { method: "GET", behind: "", tail: "" },
  { method: "POST", behind: "/messages", tail: "" },
  { method: "GET", behind: "/messages/1", tail: "" },
];

/** A path that does not exist is no success; whether in the envelope of errors is noted. A path that exists is one. */
export const unknownRoute = property<{ readonly who: PersonName; readonly path: UnknownPath }>({
  clause: "conventions/error-unknown-route",
  given: {
    who: anActor(...people),
    path: fc.record({
      method: fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
      behind: fc.constantFrom("", "/messages", "/messages/1", "/user_groups/1", "/realm", "/users/me"),
      tail: fc.oneof({ withCrossShrink: true }, fc.constant(""), textOf({ max: 8 })),
    }),
  },
  examples: unknownPaths.map((path) => ({ who: "alice", path })),
  async holds(session, { who, path: { method, behind, tail } }, expect) {
    const actor = session.actor(who);
    const route = `${method} ${behind}/no_such_path${encodeURIComponent(tail)}`;
    const { status, body } = await actor.send(route);
    const isOfStatus = (status >= 400 && status <= 499) || status === 501 || (!session.isHeldToObserved && body.result === "error");
    const isRefusal = isOfStatus && body.result !== "success";
    expect.holds(isRefusal, `${route} answers ${status}, not a refusal`);
    const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
    if (session.isHeldToObserved) session.chooses("unknownRoute", isEnveloped ? "enveloped" : "observed");
    if (!session.target.missing?.has("GET /realm/linkifiers"))
      expect.list(expect.succeeded(await actor.send("GET /realm/linkifiers")).linkifiers, "linkifiers");
  },
});

/** A parameter in the query of a GET has its effect, whichever boolean it is. */
export const queryIsRead = property({
  clause: ["conventions/get-query", "conventions/booleans"],
  given: { who: anActor(), phrase: aPhrase, values: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }) },
  examples: [{ who: "alice", phrase: "loud", values: [false, true] }],
  async holds(session, { who, phrase, values }, expect) {
    const [actor, source] = [session.actor(who), `**${phrase}**`];
    const id = await sendToSelf(actor, source);
    for (const apply_markdown of values) {
      const { content_type, content } = await expect.accepted(fetchMessage(actor, id, { apply_markdown }));
      const expected = apply_markdown ? "text/html" : "text/x-markdown";
      expect.same(content_type, expected, `content_type with apply_markdown=${apply_markdown} in the query`);
      expect.same(content === source, !apply_markdown, `whether the content is Markdown with apply_markdown=${apply_markdown}`);
    }
  },
});

/** The display name of the empty topic is told at registration, whatever else is asked for. */
export const displayName = property<{ readonly who: PersonName; readonly parts: readonly string[] }>({
  clause: "conventions/empty-topic-told",
  given: { who: anActor(), parts: fc.subarray(["message", "stream", "realm_user"]) },
  examples: [{ who: "alice", parts: [] }],
  async holds(session, { who, parts }, expect) {
    const actor = session.actor(who);
    const nameBeside = async (...more: readonly string[]): Promise<string> =>
      expect.text(
        session.told(await register(actor, ["realm", ...more]), "realm_empty_topic_display_name"),
        "realm_empty_topic_display_name",
      );
    expect.same(await nameBeside(...parts), await nameBeside(), `realm_empty_topic_display_name beside ${parts.join(", ")}`);
  },
});

/** What a registration tells of the empty topic. */
interface EmptyTopic {
  /** The display name. */
  readonly name: string;
  /** Whether the channel `general` takes messages without a topic; undefined where the server tells it in words of its own. */
  readonly isTaken: boolean | undefined;
}

/** Whether a channel takes messages without a topic, by the word for its policy. */
const taking: Readonly<Record<string, boolean>> = { allow_empty_topic: true, empty_topic_only: true, disable_empty_topic: false };

async function emptyTopic(actor: Actor): Promise<EmptyTopic> {
  const { session } = actor;
  const state = await register(actor, ["realm", "stream"]);
  const { realm_topics_policy, realm_mandatory_topics } = state;
  const name = actor.expect.text(session.told(state, "realm_empty_topic_display_name"), "realm_empty_topic_display_name");
  if (realm_mandatory_topics === undefined) session.told(state, "realm_topics_policy");
  const { general } = actor.session.channels;
  const own = prepared.objects(session.told(state, "streams"), "streams in a registration").find(({ stream_id }) => stream_id === general);
  const policy = own?.topics_policy ?? "inherit";
  if (policy !== "inherit") return { name, isTaken: taking[String(policy)] };
  return { name, isTaken: realm_topics_policy === undefined ? realm_mandatory_topics !== true : taking[String(realm_topics_policy)] };
}

/** What is sent as a topic where it means none. */
type NoTopic = "empty" | "(no topic)" | "display name";

/** Whose message has no topic, who reads it, and how no topic is spelled. */
interface WithoutTopic {
  readonly sender: PersonName;
  readonly reader: PersonName;
  readonly special: NoTopic;
  readonly phrase: string;
}

const withoutTopic = {
  sender: anActor(),
  reader: anActor(),
  special: fc.constantFrom<NoTopic[]>("empty", "(no topic)", "display name"),
  phrase: aPhrase,
};

const plainest: WithoutTopic = { sender: "alice", reader: "alice", special: "empty", phrase: "no topic" };

/** A message without a topic as it was sent. */
interface SentWithoutTopic {
  readonly id: number;
  readonly viewer: Actor;
  /** The display name, which stands for its topic. */
  readonly name: string;
}

/** Sends a message without a topic to the channel `general`. @throws Untestable: it takes none, or not in this spelling */
async function sendWithoutTopic(session: Session, { sender, reader, special, phrase }: WithoutTopic): Promise<SentWithoutTopic> {
  const [actor, viewer] = [session.actor(sender), session.actor(reader)];
  if (special !== "empty" && session.level < levels.noTopicMeansEmpty)
    throw new Untestable(`the target is of level ${session.level}, before ${levels.noTopicMeansEmpty}`);
  const { name, isTaken } = await emptyTopic(actor);
  const refused = "the channel general does not take the empty topic";
  if (isTaken === false) throw new Untestable(refused);
  const topic = { empty: "", "(no topic)": "(no topic)", "display name": name }[special];
  const sending = sendToChannel(actor, session.channels.general, topic, session.fresh(phrase));
  const id = await session.expect.accepted(isTaken === undefined ? sending.catch(() => Promise.reject(new Untestable(refused))) : sending);
  return { id, viewer, name };
}

/** Whether a client declares support for the empty topic; undefined where it says nothing. */
const declarations = [undefined, false, true] as const;

type Declaration = (typeof declarations)[number];

/**
 * A message without a topic is shown under the display name, and to clients that declare support under the empty string, whether one
 * message is fetched or many.
 */
export const emptyTopicBothWays = property<WithoutTopic & { readonly declared: Declaration; readonly isListed: boolean }>({
  clause: ["conventions/empty-topic", "conventions/empty-topic-displayed", "conventions/empty-topic-declared", "versioning/empty-topic"],
  given: { ...withoutTopic, declared: fc.constantFrom(...declarations), isListed: fc.boolean() },
  examples: declarations.flatMap((declared) => [false, true].map((isListed) => ({ ...plainest, declared, isListed }))),
  async holds(session, { declared, isListed, ...message }, expect) {
    const { id, viewer, name } = await sendWithoutTopic(session, message);
    const form = declared === undefined ? {} : { allow_empty_topic_name: declared };
    const fetched = isListed
      ? (await expect.accepted(fetchAround(viewer, id, { num_before: 5, ...form }))).find((each) => each.id === id)
      : await expect.accepted(fetchMessage(viewer, id, form));
    expect.same(fetched?.subject, declared ? "" : name, `the empty topic with allow_empty_topic_name=${String(declared)}`);
  },
});

/** A queue shows the empty topic by what its client declared, and a policy set on the display name is one on the empty topic. */
export const displayNameInPolicies = property({
  clause: ["conventions/display-name-read", "conventions/empty-topic-displayed", "conventions/empty-topic-declared"],
  given: { who: anActor(), policy: fc.constantFrom(1, 2, 3) },
  examples: [{ who: "alice", policy: 1 }],
  async holds(session, { who, policy }, expect) {
    const actor = session.actor(who);
    const { general: stream_id } = session.channels;
    const name = await expect.accepted(emptyTopicName(actor));
    const topicsWithPolicy = async (empty_topic_name: boolean): Promise<string[]> => {
      const policies = await policiesOf(actor, stream_id, { client_capabilities: { notification_settings_null: true, empty_topic_name } });
      return policies.filter(({ visibility_policy }) => visibility_policy === policy).map(({ topic_name }) => topic_name);
    };
    const set = async (topic: string, visibility_policy: number, what: string): Promise<void> =>
      void expect.succeeded(await setPolicy(actor, stream_id, topic, visibility_policy), what);
    await set(name, policy, "a policy on the display name");
    const [declared, undeclared] = [await topicsWithPolicy(true), await topicsWithPolicy(false)];
    await set("", 0, "a policy on the empty topic");
    expect.holds(declared.includes("") && !declared.includes(name), `a policy on the display name is told as one of ${jsonText(declared)}`);
    expect.holds(undeclared.includes(name) && !undeclared.includes(""), `the empty topic is told as one of ${jsonText(undeclared)}`);
    expect.holds(!(await topicsWithPolicy(true)).includes(""), "a policy on the empty topic is not the one on the display name");
  },
});

/** Acknowledging an event that the queue does not have is refused, and the queue keeps its events, or, as servers do, loses them. */
export const refusedAcknowledgement = property({
  clause: "conventions/refused-acknowledgement",
  given: { who: anActor(), messages: fc.integer({ min: 1, max: 3 }), last_event_id: fc.integer({ min: 1000, max: 2_000_000_000 }) },
  examples: [{ who: "alice", messages: 1, last_event_id: 999_999 }],
  async holds(session, { who, messages, last_event_id }, expect) {
    const actor = session.actor(who);
    const queue = await actor.queue({ event_types: ["message"] });
    const content = session.fresh("queued");
    for (let i = 0; i < messages; i++) await sendToSelf(actor, content);
    const poll = { queue_id: queue.id, last_event_id: queue.start, dont_block: true };
    const count = async (): Promise<number | undefined> => {
      const { body } = await actor.send("GET /events", poll);
      if (body.result !== "success") return undefined;
      const events = expect.objects(body.events, "the events of GET /events");
      return events.filter((event) => String(at(event, "message", "content")).includes(content)).length;
    };
    expect.same(await count(), messages, "the number of events of messages that were sent");
    expect.declined(await actor.send("GET /events", { ...poll, last_event_id }), "acknowledging an event that is not there");
    session.chooses("unknownAcknowledgement", (await count()) === messages ? "kept" : "lost");
  },
});

/** A bot's message to a channel that does not exist is refused; whether its owner is told of it is noted where alice owns the bot. */
export const refusedBotMessage = property({
  clause: "conventions/refused-bot-message",
  given: { word: fc.constantFrom("channel", "Channel", "käse", "频道", "c+d", "#c"), phrase: aPhrase },
  examples: [{ word: "channel", phrase: "lost" }],
  async holds(session, { word, phrase }, expect) {
    const { robo, alice } = session.as;
    const stream = session.fresh(word);
    const reply = await robo.send("POST /messages", { type: "stream", to: stream, topic: "t", content: phrase });
    expect.refused(reply, codes.noSuchChannel, { stream }, "a bot's message to a channel that does not exist");
    const newest = await fetchMessages(alice, [], { ...newestOf(session, 10), apply_markdown: false });
    // Owners are told once in a while only, so that hearing nothing says nothing.
    if (newest.some(({ content }) => String(content).includes(stream))) session.chooses("ownerNotices", "sent");
  },
});
