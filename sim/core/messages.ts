import { fileMarks, historyFlags, type Rows } from "./flags.ts";
import type { ChannelId, MessageId, SubmessageId, UserId } from "./ids.ts";
import type { JsonText } from "./json-text.ts";
import { limits } from "./limits.ts";
import type { TopicOrConversation } from "./places.ts";
import { growth, lengthOf } from "./record-length.ts";
import type { Turn } from "./turn.ts";
import { releaseUploads } from "./uploads.ts";

/** A message as its texts are kept with it. */
interface Holder {
  memo: Memo | undefined;
}

/** Wire texts of a message by form, valid while the names are those of `texts`. */
export interface Memo {
  readonly of: MessageTexts;
  readonly byForm: Map<number, JsonText>;
}

/**
 * The wire texts of messages that were made while names, avatars and settings stayed as they are. They are kept with their messages,
 * which forks share; of too many all are dropped, and made anew when they are asked for.
 */
export class MessageTexts {
  #holders: Holder[] = [];
  #length = 0;

  /** The text of a message in a form, if it is kept. */
  get({ memo }: Holder, form: number): JsonText | undefined {
    return memo?.of === this ? memo.byForm.get(form) : undefined;
  }

  /** Keeps the text of a message in a form, and gives it back. */
  keep(message: Holder, form: number, text: JsonText): JsonText {
    if (this.#length > limits.keptTextLength) this.drop();
    if (message.memo?.of !== this) message.memo = { of: this, byForm: new Map() };
    message.memo.byForm.set(form, text);
    this.#holders.push(message);
    this.#length += text.text.length;
    return text;
  }

  /** Forgets all texts. */
  drop(): void {
    for (const holder of this.#holders) if (holder.memo?.of === this) holder.memo = undefined;
    this.#holders = [];
    this.#length = 0;
  }
}

export interface Reaction {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji";
  readonly user_id: UserId;
}

export interface Submessage {
  readonly id: SubmessageId;
  readonly message_id: MessageId;
  readonly sender_id: UserId;
  readonly msg_type: string;
  readonly content: string;
}

/** One entry of the edit history. Only what changed is there. */
export interface Edit {
  readonly user_id: UserId;
  /** UNIX seconds. */
  readonly timestamp: number;
  readonly prev_content?: string;
  readonly prev_rendered_content?: string;
  readonly prev_stream?: ChannelId;
  readonly stream?: ChannelId;
  readonly prev_topic?: string;
  readonly topic?: string;
}

const none: readonly never[] = [];

/** The parts of a message: its fields but those that follow from others. */
export type MessageParts = Omit<Message, "memo" | "with" | "rendered" | "topic" | "hasRow" | "flagsOf" | "flagsFor">;

/** A message is never changed: an edit files its successor under the same id. */
export class Message {
  readonly id: MessageId;
  readonly sender: UserId;
  readonly place: TopicOrConversation;
  readonly content: string;
  /** Rendered HTML; undefined where it is just the content in a paragraph. */
  readonly html: string | undefined;
  readonly client: string;
  /** Milliseconds since 1970. */
  readonly sent: number;
  /** The users who got a row of their own when it was sent. */
  readonly received: ReadonlySet<UserId>;
  /** Rows with flags. Shared between messages where equal. */
  readonly flags: Rows;
  readonly has_link: boolean;
  readonly has_image: boolean;
  readonly has_attachment: boolean;
  readonly is_me_message: boolean;
  /** People named by a loud mention, directly or through a group. */
  readonly mentions: readonly UserId[];
  readonly topic_links: readonly { readonly text: string; readonly url: string }[];
  /** Newest first. */
  readonly edits: readonly Edit[];
  readonly reactions: readonly Reaction[];
  readonly submessages: readonly Submessage[];
  /** Wire texts by form; owned by `MessageTexts`. */
  memo: Memo | undefined = undefined;

  constructor(parts: MessageParts) {
    this.id = parts.id;
    this.sender = parts.sender;
    this.place = parts.place;
    this.content = parts.content;
    this.html = parts.html;
    this.client = parts.client;
    this.sent = parts.sent;
    this.received = parts.received;
    this.flags = parts.flags;
    this.has_link = parts.has_link;
    this.has_image = parts.has_image;
    this.has_attachment = parts.has_attachment;
    this.is_me_message = parts.is_me_message;
    this.mentions = parts.mentions.length ? parts.mentions : none;
    this.topic_links = parts.topic_links.length ? parts.topic_links : none;
    this.edits = parts.edits.length ? parts.edits : none;
    this.reactions = parts.reactions.length ? parts.reactions : none;
    this.submessages = parts.submessages.length ? parts.submessages : none;
  }

  with(changes: Partial<MessageParts>): Message {
    return Object.assign(new Message(this), changes);
  }
  get rendered(): string {
    return this.html ?? `<p>${this.content}</p>`;
  }
  get topic(): string {
    return this.place.channel === undefined ? "" : this.place.topic;
  }
  /** Whether a user has a row of their own: received it, or flagged it since. */
  hasRow(user: UserId): boolean {
    return this.received.has(user) || this.flags.has(user);
  }
  flagsOf(user: UserId): number {
    return this.flags.get(user) ?? 0;
  }
  /** The flags of a user's row; of a message without one, those of history. */
  flagsFor(user: UserId): number {
    return this.hasRow(user) ? this.flagsOf(user) : historyFlags;
  }
}

/** The length that a message takes beside its texts, in UTF-16 units: what the indexes hold of it, too. */
const messageLength = 200;

const lists = ["edits", "reactions", "submessages", "topic_links"] as const;

/** By how much what the realm holds grows with another state of a message. Only what changed is looked at. */
function grown(former: Message | undefined, message: Message | undefined): number {
  let length = (message ? messageLength : 0) - (former ? messageLength : 0);
  for (const name of ["content", "html", "flags"] as const)
    if (former?.[name] !== message?.[name]) length += (message ? lengthOf(message[name]) : 0) - (former ? lengthOf(former[name]) : 0);
  for (const name of lists) length += growth<object>(former?.[name] ?? none, message?.[name] ?? none);
  return length;
}

/** Files a message, new or changed, and keeps the indexes by recipient, topic, mark and word in step. */
export function fileMessage(turn: Turn, message: Message): void {
  const { world } = turn;
  const former = world.messages.get(message.id);
  world.messages.set(message.id, message);
  world.tally.length += grown(former, message);
  world.blocks.add(message);
  fileMarks(world.byMark, message.id, former?.flags, message.flags);
  if (former?.content !== message.content || former.html !== message.html)
    world.words.add(message.id, message.html ?? message.content, true);
  if (former?.place === message.place) return;
  if (message.topic !== "") world.words.add(message.id, message.topic, false);
  if (former) unfile(turn, former);
  world.byRecipient.add(message.place.recipient, message.id);
  if (message.place.channel !== undefined) world.byTopic.add(message.place.thread, message.id);
}

export function removeMessage(turn: Turn, message: Message): void {
  turn.world.messages.delete(message.id);
  turn.world.tally.length += grown(message, undefined);
  fileMarks(turn.world.byMark, message.id, message.flags);
  unfile(turn, message);
  if (message.has_attachment) releaseUploads(turn, message.id);
}

function unfile({ world }: Turn, { id, place }: Message): void {
  world.byRecipient.remove(place.recipient, id);
  if (place.channel !== undefined) world.byTopic.remove(place.thread, id);
}
