import fc from "fast-check";
import type { Actor, ServerEvent } from "../../client/actor.ts";
import { type StagedHistory, stagedIds, stageHistory } from "../../client/history.ts";
import { itemAt, itemsOf, objectsIn, present } from "../../client/json.ts";
import { eventsSoFar, fetchSince, idsOf, type Message, messageOf, requireNamed } from "../../client/messages.ts";
import { capabilities } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { type ActKind, aHistory, type History } from "../../draw/histories.ts";
import { activePeople, anActor } from "../../draw/people.ts";
import type { Body } from "../../expect.ts";

const aspects = ["content", "subject", "reactions", "flags"] as const;

type Aspect = (typeof aspects)[number];
type Row = { readonly [A in Aspect]: unknown };

const reactionOf = ({ user_id, emoji_name, emoji_code, reaction_type }: Body) => ({ user_id, emoji_name, emoji_code, reaction_type });

/** Returns what changes of a message, in the one form that equal messages have: flags in order of their names. */
function rowOf({ content, subject, reactions, flags }: Body): Row {
  const plain = objectsIn(reactions).map(reactionOf);
  return { content, subject, reactions: plain, flags: [...itemsOf(flags)].sort() };
}

const idsIn = ({ message_ids, message_id }: ServerEvent): readonly unknown[] => (Array.isArray(message_ids) ? message_ids : [message_id]);

/** The fields by which the events of some types are read. */
const read: Readonly<Record<string, readonly string[]>> = {
  ...{ delete_message: ["message_id"], update_message: ["message_id"], reaction: ["message_id"], update_message_flags: ["messages"] },
};

/** The messages of one person as the events of a queue tell of them. */
class Replica {
  readonly actor: Actor;
  readonly rows = new Map<number, Row>();
  /** The aspects of messages that stood in events since the last call of `settle`, such as `12 content`, with the clause that the last of these events is about. */
  #told = new Map<string, string>();

  constructor(actor: Actor) {
    this.actor = actor;
  }

  /** Returns the clause of the last event since the last call of `settle` in which an aspect of a message stood; undefined where none had it. */
  clauseOf(id: number, aspect: Aspect): string | undefined {
    return this.#told.get(`${id} ${aspect}`);
  }

  /** Takes messages over as a fetch has them: servers need not send events of all changes. */
  settle(messages: readonly Message[]): void {
    this.rows.clear();
    for (const message of messages) this.rows.set(message.id, rowOf(message));
    this.#told = new Map();
  }

  #change(id: unknown, change: Partial<Row>): void {
    const row = this.rows.get(id as number);
    if (!row) return;
    this.rows.set(id as number, rowOf({ ...row, ...change }));
    for (const aspect of Object.keys(change)) this.#told.set(`${id} ${aspect}`, "events/changes-told");
  }

  fold(event: ServerEvent): void {
    const { type } = event;
    requireNamed(this.actor.session, { ...event, message_id: event.message_id ?? event.message_ids }, ...(read[type] ?? []));
    if (type === "message") this.#add(event);
    else if (type === "delete_message") for (const id of idsIn(event)) this.rows.delete(id as number);
    else if (type === "update_message") this.#edit(event);
    else if (type === "reaction") this.#react(event);
    else if (type === "update_message_flags") this.#flag(event);
  }

  #add(event: ServerEvent): void {
    const message = messageOf(event);
    requireNamed(this.actor.session, { ...message, type: event.type }, "content", "subject");
    // Whether flags stand in the message or beside it no sentence says.
    const flags = event.flags ?? (this.actor.session.isHeldToObserved ? undefined : message.flags);
    this.rows.set(message.id as number, rowOf({ ...message, flags }));
    for (const aspect of aspects) this.#told.set(`${message.id} ${aspect}`, "events/message-told");
  }

  #edit(event: ServerEvent): void {
    const { message_id, rendered_content, subject, flags } = event;
    if (rendered_content !== undefined) this.#change(message_id, { content: rendered_content });
    if (flags !== undefined) this.#change(message_id, { flags });
    if (subject !== undefined) for (const id of idsIn(event)) this.#change(id, { subject });
  }

  #react({ op, message_id, ...reaction }: ServerEvent): void {
    const before = objectsIn(this.rows.get(message_id as number)?.reactions);
    const { user_id, emoji_code, reaction_type } = reaction;
    const others = before.filter(
      (other) => other.user_id !== user_id || other.emoji_code !== emoji_code || other.reaction_type !== reaction_type,
    );
    this.#change(message_id, { reactions: op === "add" ? [...others, reaction] : others });
  }

  #flag({ op, operation, flag, messages }: ServerEvent): void {
    for (const id of itemsOf(messages)) {
      const others = itemsOf(this.rows.get(id as number)?.flags).filter((one) => one !== flag);
      this.#change(id, { flags: (op ?? operation) === "add" ? [...others, flag] : others });
    }
  }
}

const event_types = ["message", "update_message", "delete_message", "reaction", "update_message_flags"];

/** Acts of the histories: nobody comes or goes, as the text does not say what newcomers are told of what was there before. */
const acts: readonly ActKind[] = ["edit", "reaction", "flag", "policy", "move", "delete", "mute"];

/** Returns the messages of the history that are in a reader's own, as a fetch shows them. */
async function fetched({ messages }: StagedHistory, { actor }: Replica): Promise<readonly Message[]> {
  const ids = new Set(stagedIds(messages));
  const all = await actor.expect.accepted(fetchSince(actor, itemAt(messages, 0).id, []));
  return all.filter(({ id }) => ids.has(id));
}

/** Requires a replica that is what a fetch shows. What no event told of is taken over. */
async function compare(staged: StagedHistory, replica: Replica): Promise<void> {
  const { expect, name } = replica.actor;
  const ids = new Set(stagedIds(staged.messages));
  const own = await fetched(staged, replica);
  const listed = new Set(idsOf(own));
  // That an event tells of a deletion no sentence says.
  const isWanted = (id: number): boolean => ids.has(id) && (replica.actor.session.isHeldToObserved || listed.has(id));
  const remaining = [...replica.rows.keys()].filter(isWanted);
  const broken = remaining.length > own.length ? "messages-id.delete/told" : "events/message-told";
  expect.same(remaining, idsOf(own), `the messages that the events for ${name} leave`, broken);
  for (const message of own) {
    const [row, fetchedRow] = [present(replica.rows.get(message.id), `row ${message.id}`), rowOf(message)];
    for (const aspect of aspects) {
      const clause = replica.clauseOf(message.id, aspect);
      const what = `${aspect} of the message ${message.id} by the events for ${name}, beside a fetch,`;
      if (clause) expect[aspect === "content" ? "sameHtml" : "same"](row[aspect], fetchedRow[aspect], what, clause);
    }
  }
  replica.settle(own);
}

const oneOfAll: History = [
  { act: "send", by: "alice", to: { topic: "a" }, content: "**soup**" },
  { act: "react", by: "bob", back: 0, emoji: "tada" },
  { act: "react", by: "alice", back: 0, emoji: "smile" },
  { act: "edit", back: 0, content: "*bread*" },
  { act: "move", by: "alice", back: 0, topic: "b" },
  { act: "flag", by: "bob", back: 0, flag: "starred" },
  { act: "unreact", by: "bob", back: 0, emoji: "tada" },
  { act: "send", by: "bob", to: { people: ["alice"] }, content: "rain" },
  { act: "unflag", by: "bob", back: 0.9, flag: "starred" },
  { act: "delete", back: 0.9 },
];

/** The events of a queue, folded one after the other, give at every point what a fetch shows then. */
export const folded = property({
  clause: ["message-told", "changes-told", "messages-id.delete/told"],
  given: {
    history: aHistory({ messages: [1, 4], people: ["alice", "bob", "cara", "gus"], acts }),
    who: anActor(...activePeople),
    isOftenPolled: fc.boolean(),
  },
  examples: [
    { history: oneOfAll, who: "bob", isOftenPolled: true },
    { history: oneOfAll, who: "alice", isOftenPolled: true },
    { history: oneOfAll, who: "bob", isOftenPolled: false },
  ],
  async holds(session, { history, who, isOftenPolled }) {
    const actor = session.actor(who);
    const queue = await actor.queue({ event_types, apply_markdown: true, client_capabilities: capabilities });
    const replica = new Replica(actor);
    const look = async (staged: StagedHistory) => {
      if (staged.messages.length === 0) return;
      for (const event of await eventsSoFar(queue)) replica.fold(event);
      await compare(staged, replica);
    };
    const staged = await stageHistory(session, history, isOftenPolled ? look : undefined);
    await look(staged);
  },
});
