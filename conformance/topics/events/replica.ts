import type { Actor, Event } from "../../client/actor.ts";
import { type Message, messageOf } from "../../client/messages.ts";
import type { Body } from "../../expect.ts";

/** What changes of a message while it is there. */
export const aspects = ["content", "subject", "reactions", "flags"] as const;

type Aspect = (typeof aspects)[number];
type Row = { readonly [A in Aspect]: unknown };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const reactionOf = ({ user_id, emoji_name, emoji_code, reaction_type }: Body) => ({ user_id, emoji_name, emoji_code, reaction_type });

/** Returns what changes of a message, in the one form that equal messages have: flags in order of their names. */
export function rowOf({ content, subject, reactions, flags }: Body): Row {
  const plain = listOf(reactions).map((reaction) => reactionOf(reaction as Body));
  return { content, subject, reactions: plain, flags: [...listOf(flags)].sort() };
}

const idsIn = ({ message_ids, message_id }: Event): readonly unknown[] => (Array.isArray(message_ids) ? message_ids : [message_id]);

/** The messages of one person as the events of a queue tell of them. */
export class Replica {
  readonly actor: Actor;
  readonly rows = new Map<number, Row>();
  /** Which aspects of which messages stood in events since the last call of `settle`, such as `12 content`. */
  #aspectsInEvents = new Set<string>();

  constructor(actor: Actor) {
    this.actor = actor;
  }

  /** Returns whether an aspect of a message stood in an event since the last call of `settle`. */
  isInEvents(id: number, aspect: Aspect): boolean {
    return this.#aspectsInEvents.has(`${id} ${aspect}`);
  }

  /** Takes messages over as a fetch has them: servers need not send events of all changes. */
  settle(messages: readonly Message[]): void {
    for (const message of messages) this.rows.set(message.id, rowOf(message));
    this.#aspectsInEvents = new Set();
  }

  #change(id: unknown, change: Partial<Row>): void {
    const row = this.rows.get(id as number);
    if (!row) return;
    this.rows.set(id as number, rowOf({ ...row, ...change }));
    for (const aspect of Object.keys(change)) this.#aspectsInEvents.add(`${id} ${aspect}`);
  }

  fold(event: Event): void {
    const { type } = event;
    if (type === "message") this.#add(event);
    else if (type === "delete_message") for (const id of idsIn(event)) this.rows.delete(id as number);
    else if (type === "update_message") this.#edit(event);
    else if (type === "reaction") this.#react(event);
    else if (type === "update_message_flags") this.#flag(event);
  }

  #add(event: Event): void {
    const message = messageOf(event);
    this.rows.set(message.id as number, rowOf({ ...message, flags: event.flags }));
    for (const aspect of aspects) this.#aspectsInEvents.add(`${message.id} ${aspect}`);
  }

  #edit(event: Event): void {
    const { message_id, rendered_content, subject, flags } = event;
    if (rendered_content !== undefined) this.#change(message_id, { content: rendered_content });
    if (flags !== undefined) this.#change(message_id, { flags });
    if (subject !== undefined) for (const id of idsIn(event)) this.#change(id, { subject });
  }

  #react({ op, message_id, ...reaction }: Event): void {
    const before = listOf(this.rows.get(message_id as number)?.reactions);
    const { user_id, emoji_code, reaction_type } = reaction;
    const others = before.filter((one) => {
      const other = one as Body;
      return other.user_id !== user_id || other.emoji_code !== emoji_code || other.reaction_type !== reaction_type;
    });
    this.#change(message_id, { reactions: op === "add" ? [...others, reaction] : others });
  }

  #flag({ op, operation, flag, messages }: Event): void {
    for (const id of listOf(messages)) {
      const others = listOf(this.rows.get(id as number)?.flags).filter((one) => one !== flag);
      this.#change(id, { flags: (op ?? operation) === "add" ? [...others, flag] : others });
    }
  }
}
