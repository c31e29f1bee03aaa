import type { Actor } from "../../client/actor.ts";
import { emptyStage, playAct, type StagedMessage } from "../../client/history.ts";
import { decoded } from "../../client/html.ts";
import { isObject, itemsOf, objectsIn } from "../../client/json.ts";
import {
  editMessage,
  fetchAround,
  fetchMatches,
  fetchSince,
  idsOf,
  type Message,
  messagesIn,
  noteToSelf,
  sendToChannel,
  topicNarrow,
  withoutOthers,
} from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { type Property, property } from "../../declare/property.ts";
import { type ActKind, aHistory, type Destination, type History, type HistoryAct } from "../../draw/histories.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { type Body, type Expect, Untestable } from "../../expect.ts";

/** View of a message by one read: fields of it, its content as `html` or `source`, and what follows from its flags. Empty where it shows no such message. */
type Facts = Body;

interface Read {
  readonly route: string;
  /** Whether the others are looked at where the target does not have it. */
  readonly isFurther?: boolean;
  /** Whether no sentence says what it answers. */
  readonly isObserved?: boolean;
  /** Clauses that it proves, beside the fields of messages. */
  readonly clauses: readonly string[];
  /** Returns the clause that is broken where it shows otherwise a field of a message, or the message, if not that of the field. */
  readonly brokenBy?: (field?: string) => string;
  readonly factsOf: (actor: Actor, id: number, sender: Actor) => Promise<Facts>;
  /** View of a message that is deleted, where that is more than nothing. */
  readonly deleted?: Facts;
}

/** Returns what a message shows. The address of an image depends on what a client declares. */
function shownIn(message: Body, form: "html" | "source"): Facts {
  const { avatar_url: _, content_type: __, content, flags, ...others } = withoutOthers(message);
  const all = itemsOf(flags).toSorted();
  return { ...others, [form]: content, flags: all, isRead: all.includes("read"), isStarred: all.includes("starred") };
}

const ofList = (messages: readonly Message[], id: number, form: "html" | "source"): Facts => {
  const found = messages.find((message) => message.id === id);
  return found === undefined ? {} : shownIn(found, form);
};

/** Returns what a single fetch shows: the source beside any form of the message. */
function ofSingle(expect: Expect, reply: Reply, form: "html" | "source"): Facts {
  if (reply.body.result === "error") return {};
  const { message, raw_content } = expect.succeeded(reply, "GET /messages/{message_id}");
  const shown = shownIn(expect.object(message, "message"), form);
  return form === "source" ? shown : { ...shown, source: raw_content };
}

const byIds = async (actor: Actor, id: number): Promise<readonly Message[]> =>
  messagesIn(await actor.send("GET /messages", { message_ids: [id] }), actor.expect);

/** Returns what a match shows: matches_narrow is asked about one message of its sender. */
async function ofMatch(actor: Actor, id: number, sender: Actor): Promise<Facts> {
  const { expect } = actor;
  const narrow = [{ operator: "sender", operand: sender.email }];
  const messages = await expect.accepted(fetchMatches(actor, [id], narrow));
  if (messages[id] === undefined) return {};
  const { match_content, match_subject } = expect.object(messages[id], "the match of the message");
  return { html: match_content, subject: decoded(expect.text(match_subject, "match_subject")) };
}

/** Returns whether a registration has a message among those that are read or starred. */
async function ofRegistration(actor: Actor, id: number): Promise<Facts> {
  const { starred_messages, unread_msgs } = await register(actor, ["message", "update_message_flags", "starred_messages"]);
  const isUnread = (unread: Body): boolean =>
    Object.values(unread)
      .flatMap(objectsIn)
      .some(({ unread_message_ids }) => itemsOf(unread_message_ids).includes(id));
  return {
    ...(isObject(unread_msgs) && { isRead: !isUnread(unread_msgs) }),
    ...(Array.isArray(starred_messages) && { isStarred: starred_messages.includes(id) }),
  };
}

/** The ways to read a message, by what they are called in differences. */
const reads: Readonly<Record<string, Read>> = {
  "a list": {
    route: "GET /messages",
    clauses: [],
    factsOf: async (actor, id) => ofList(await actor.expect.accepted(fetchAround(actor, id)), id, "html"),
  },
  "a list of sources": {
    route: "GET /messages",
    clauses: ["messages.get/apply-markdown"],
    factsOf: async (actor, id) => ofList(await actor.expect.accepted(fetchAround(actor, id, { apply_markdown: false })), id, "source"),
  },
  "a single fetch": {
    route: "GET /messages/{message_id}",
    clauses: ["messages-id.get/message", "messages-id.get/raw-content"],
    brokenBy: (field) => `messages-id.get/${field === "source" ? "raw-content" : "message"}`,
    factsOf: async (actor, id) => ofSingle(actor.expect, await actor.send(`GET /messages/${id}`), "html"),
  },
  "a single fetch of the source": {
    route: "GET /messages/{message_id}",
    clauses: ["messages-id.get/message", "messages-id.get/apply-markdown"],
    brokenBy: () => "messages-id.get/message",
    factsOf: async (actor, id) => ofSingle(actor.expect, await actor.send(`GET /messages/${id}`, { apply_markdown: false }), "source"),
  },
  "a fetch by ids": {
    route: "GET /messages",
    clauses: ["messages.get/message-ids"],
    brokenBy: () => "messages.get/message-ids",
    factsOf: async (actor, id) => ofList(await byIds(actor, id), id, "html"),
  },
  "a match": {
    route: "GET /messages/matches_narrow",
    isFurther: true,
    clauses: ["match-content", "match-subject", "agrees-with-fetch"].map((words) => `messages.matches_narrow.get/${words}`),
    brokenBy: (field = "") =>
      `messages.matches_narrow.get/${{ html: "match-content", subject: "match-subject" }[field] ?? "agrees-with-fetch"}`,
    factsOf: ofMatch,
  },
  "a registration": {
    route: "POST /register",
    isFurther: true,
    isObserved: true,
    clauses: [],
    factsOf: ofRegistration,
    deleted: { isRead: true, isStarred: false },
  },
};

/** Returns the reads to look at on a target. */
const readsOf = ({ isHeldToObserved, target: { missing } }: Session): readonly (readonly [name: string, Read])[] =>
  Object.entries(reads).filter(
    ([, { route, isFurther = false, isObserved = false }]) => !(isFurther && missing?.has(route)) && (isHeldToObserved || !isObserved),
  );

/** Returns what was done to a message, as reads are to show it to somebody. Whether servers mark what somebody sends as read is theirs to say. */
function doneTo({ content, place, reactions, flags, sender }: StagedMessage, who: PersonName, session: Session): Facts {
  const { starred: isStarred = false, read: isRead = sender === who ? undefined : false } = flags[who] ?? {};
  return {
    source: content,
    subject: "topic" in place ? place.topic : "",
    reacted: reactions.map(({ by, emoji }) => [emoji, session.actor(by).user_id]),
    isStarred,
    ...(isRead !== undefined && { isRead }),
  };
}

/** Returns what a read shows, with who reacted, as `doneTo` tells it, where it shows reactions. */
const withReacted = ({ reactions, ...facts }: Facts): Facts =>
  reactions === undefined
    ? facts
    : { ...facts, reactions, reacted: objectsIn(reactions).map(({ emoji_name, user_id }) => [emoji_name, user_id]) };

const ofField = (name: string): string => `message-resource/${name}`;

/** The words of the clauses that state facts which do not have the names of fields. */
const stating: Readonly<Record<string, string>> = {
  html: "content",
  source: "content",
  reacted: "reactions",
  isRead: "flags-read",
  isStarred: "flags",
};

/** Returns the clause, of those that a property proves, that is broken where a read shows a fact of a message otherwise than the others. */
function clauseOf({ clauses, brokenBy }: Read, field: string, isInHtml: boolean, proven: readonly string[]): string | undefined {
  const ofForm = isInHtml ? clauses.find((id) => id.endsWith("/apply-markdown")) : undefined;
  const clause = ofForm ?? brokenBy?.(field) ?? ofField(stating[field] ?? field);
  return proven.includes(clause) ? clause : undefined;
}

/** Returns the HTML of what a message has now, as another one has it from the start; undefined where two reads show that otherwise. */
async function renderedAnew({ sender, content }: StagedMessage, session: Session): Promise<unknown> {
  const note = await noteToSelf(session.actor(sender), content);
  const [listed] = await session.expect.accepted(fetchAround(session.actor(sender), note.id));
  return listed?.content === note.content ? note.content : undefined;
}

/**
 * Reads a message in every way. Requires that each shows what was done to it, and what the others show.
 * @param proven the clauses of the property
 * @param html what it is to have, where that is known
 */
async function readInAllWays(session: Session, message: StagedMessage, who: PersonName, proven: readonly string[], html?: unknown) {
  const { expect } = session;
  const done = Object.entries(doneTo(message, who, session));
  const known = new Map(done.map(([field, value]) => [field, { value, by: "what was done to it" }]));
  if (html !== undefined) known.set("html", { value: html, by: "another one of that content" });
  for (const [name, read] of readsOf(session)) {
    const facts = withReacted(await read.factsOf(session.actor(who), message.id, session.actor(message.sender)));
    if (message.isDeleted) {
      const clause = read.route === "GET /messages/{message_id}" ? "messages-id.get/missing" : "messages-id.delete/gone";
      const left = Object.entries(read.deleted ?? {}).filter(([field]) => Object.hasOwn(facts, field));
      expect.same(facts, Object.fromEntries(left), `what ${name} shows of the message ${message.id}, which is deleted,`, clause);
      continue;
    }
    expect.holds(Object.keys(facts).length > 0, `${name} does not show the message ${message.id}`, read.brokenBy?.());
    for (const [field, value] of Object.entries(facts)) {
      const { value: before, by } = known.get(field) ?? {};
      const what = `${field} of the message ${message.id} in ${name}, beside ${by},`;
      const isInHtml = field === "source" && value === known.get("html")?.value;
      if (by === undefined) known.set(field, { value, by: name });
      else expect[field === "html" ? "sameHtml" : "same"](value, before, what, clauseOf(read, field, isInHtml, proven));
    }
  }
}

const readers = [...members, "gus", "robo"] as const;

type Reader = (typeof readers)[number];

/** A history that one example plays, and whose reads it looks at. */
interface Example {
  readonly history: History;
  readonly who: Reader;
}

/** Returns the example in which something is done to a message that somebody sent. */
const example = (by: PersonName, to: Destination, who: Reader, ...acts: readonly HistoryAct[]): Example => ({
  history: [{ act: "send", by, to, content: "soup" }, ...acts],
  who,
});

/** Topics are read by whoever is subscribed. */
const topic: Destination = { topic: "a" };

/** People of more than two, one of them a guest. */
const group: Destination = { people: ["alice", "gus"] };

/**
 * Makes the property that after every change of a kind all reads of a message show it, and agree in what they share; each of them read the message
 * before, too. That events tell the same is `events.replica`'s.
 */
function after(kind: ActKind, clauses: readonly string[], ...examples: readonly Example[]): Property {
  const proven = [...new Set([...clauses, ...Object.values(reads).flatMap((read) => read.clauses)])];
  return property({
    clause: proven,
    given: { history: aHistory({ messages: [1, 2], acts: [kind], people: readers }), who: anActor(...readers) },
    examples,
    async holds(session, { history, who }) {
      const stage = await emptyStage(session);
      for (const act of history) {
        await playAct(stage, act);
        for (const message of stage.messages) {
          if (!message.received.includes(who)) continue;
          const html = act.act === "edit" && !message.isDeleted ? await renderedAnew(message, session) : undefined;
          await readInAllWays(session, message, who, proven, html);
        }
      }
      if (!stage.messages.some(({ received }) => received.includes(who))) throw new Untestable(`nothing was sent to ${who}`);
    },
  });
}

/** Additions of people to a message, which stays when the message changes. */
const marks: readonly HistoryAct[] = [
  { act: "react", by: "bob", back: 0, emoji: "tada" },
  { act: "flag", by: "bob", back: 0, flag: "starred" },
];

/** An edited content is in all reads, as HTML and as Markdown. */
export const edited = after(
  "edit",
  [ofField("content"), ofField("reactions")],
  example("alice", topic, "alice", { act: "edit", back: 0, content: "**bread**" }),
  example("alice", topic, "bob", ...marks, { act: "edit", back: 0, content: "bread" }),
  example("robo", topic, "bob", ...marks, { act: "edit", back: 0, content: "**bread**" }),
  example("bob", group, "gus", { act: "edit", back: 0, content: "**bread**" }),
  example("gus", { people: ["alice"] }, "alice", { act: "edit", back: 0, content: "_bread_" }),
);

/** A new topic is in all reads. */
export const moved = after(
  "move",
  [ofField("subject"), ofField("reactions")],
  example("alice", topic, "alice", { act: "move", by: "alice", back: 0, topic: "b" }),
  example("alice", topic, "bob", ...marks, { act: "move", by: "alice", back: 0, topic: "b" }),
  example("robo", topic, "alice", { act: "move", by: "bob", back: 0, topic: "b" }),
  example("gus", topic, "gus", { act: "move", by: "bob", back: 0, topic: "b" }),
);

/** Reactions are in all reads, and in none any more once they are taken back. */
export const reacted = after(
  "reaction",
  [ofField("reactions"), ofField("reactions-order")],
  example(
    ...(["alice", topic, "alice"] as const),
    { act: "react", by: "bob", back: 0, emoji: "tada" },
    { act: "react", by: "alice", back: 0, emoji: "smile" },
    { act: "unreact", by: "bob", back: 0, emoji: "tada" },
  ),
  example(
    ...(["bob", group, "gus"] as const),
    { act: "react", by: "gus", back: 0, emoji: "tada" },
    { act: "react", by: "alice", back: 0, emoji: "smile" },
    { act: "unreact", by: "gus", back: 0, emoji: "tada" },
  ),
  example("alice", { people: ["robo"] }, "alice", { act: "react", by: "robo", back: 0, emoji: "tada" }),
);

/** Flags are in all reads, and in none any more once they are removed. */
export const flagged = after(
  "flag",
  [ofField("flags"), ofField("flags-read")],
  ...(
    [
      ["bob", "alice", topic],
      ["gus", "bob", group],
    ] as const
  ).map(([by, sender, to]) =>
    example(
      ...([sender, to, by] as const),
      { act: "flag", by, back: 0, flag: "starred" },
      { act: "flag", by, back: 0, flag: "read" },
      { act: "unflag", by, back: 0, flag: "starred" },
      { act: "unflag", by, back: 0, flag: "read" },
    ),
  ),
);

/** A deleted message is in no read. */
export const deleted = after(
  "delete",
  ["messages-id.delete/gone", "messages-id.get/missing"],
  example("alice", topic, "bob", { act: "delete", back: 0 }),
  example("bob", group, "gus", { act: "delete", back: 0 }),
);

/** A changed message is found by what it is now, and not by what it was. */
export const found = property({
  clause: ["narrow/has", "narrow/topic"],
  given: { who: anActor("alice", "bob", "dana") },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const actor = session.actor(who);
    const [first, second] = [session.fresh("narrow"), session.fresh("narrow")];
    const { general } = session.channels;
    const id = await sendToChannel(actor, general, first, "plain");
    const hasLink = { operator: "has", operand: "link" };
    const find = async (topic: string): Promise<number[]> =>
      idsOf(await expect.accepted(fetchSince(actor, id, [...topicNarrow(actor, general, topic), hasLink])));
    for (const [content, found] of [
      ["see https://example.com/a", [id]],
      ["plain again", []],
      ["[soup](https://example.com/b.png)", [id]],
    ] as const) {
      await editMessage(actor, id, { content });
      expect.same(await find(first), found, `what has a link, after the content became ${content}`);
    }
    await editMessage(actor, id, { topic: second });
    const what = "what has a link in the first topic, and in the one to which it was moved";
    expect.same([await find(first), await find(second)], [[], [id]], what, "narrow/topic");
  },
});
