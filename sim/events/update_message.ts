import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Message } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { currentFlags, shownTopic } from "../resources/message.ts";
import type { PropagateMode } from "../rules/messages/moved-messages.ts";
import { watchers } from "../rules/messages/watchers.ts";
import { listedIds } from "./delete_message.ts";
import { deliver } from "./deliver.ts";

interface NewContent {
  readonly orig_content?: string;
  readonly orig_rendered_content?: string;
  /** Up to level 283. */
  readonly prev_rendered_content_version?: 1;
  readonly content: string;
  readonly rendered_content: string;
  readonly is_me_message: boolean;
}

interface NewPlace {
  readonly new_stream_id?: ChannelId;
  readonly propagate_mode?: PropagateMode;
  readonly orig_subject?: string;
  readonly subject?: string;
  readonly topic_links?: Message["topic_links"];
}

interface UpdateMessageEvent extends Partial<NewContent>, NewPlace {
  /** Null where the server itself changes a message. */
  readonly user_id: UserId | null;
  /** UNIX seconds. */
  readonly edit_timestamp: number;
  readonly message_id: MessageId;
  readonly message_ids: readonly MessageId[];
  /** Since level 114. */
  readonly rendering_only: boolean;
  /** Of a channel message: where it was. */
  readonly stream_name?: string;
  readonly stream_id?: ChannelId;
  /** Of the account that gets the event. */
  readonly flags: readonly string[];
}

/** What an edit has changed. */
export interface Edited {
  readonly former: Message;
  readonly message: Message;
  /** The messages that moved, the edited one among them. */
  readonly ids: readonly MessageId[];
  readonly content: boolean;
  /** The new topic, of a message that went to another one. */
  readonly topic: string | undefined;
  readonly channel: ChannelId | undefined;
  readonly mode: PropagateMode;
}

const channelFields = ({ world }: Turn, { place: { channel } }: Message): Pick<UpdateMessageEvent, "stream_name" | "stream_id"> =>
  channel === undefined ? {} : { stream_name: world.channels.require(channel).name, stream_id: channel };

const contentFields = ({ content, rendered, is_me_message }: Message): NewContent => ({
  content,
  rendered_content: rendered,
  is_me_message,
});

function editedFields({ world }: Turn, { former, message }: Edited): NewContent {
  return {
    orig_content: former.content,
    orig_rendered_content: former.rendered,
    ...(!has(world, "renderedVersionGone") && { prev_rendered_content_version: 1 }),
    ...contentFields(message),
  };
}

/** The flags of the owner of a queue, among which deprecated ones are not. */
const flagsOf = (message: Message, owner: UserId): readonly string[] =>
  message.hasRow(owner) ? currentFlags(message.flagsOf(owner)) : ["read"];

function placeFields({ world }: Turn, { former, message, topic, channel, mode }: Edited, emptyTopics: boolean): NewPlace {
  const isMove = topic !== undefined || channel !== undefined;
  return {
    ...(isMove && { propagate_mode: mode, orig_subject: shownTopic(world, former.topic, emptyTopics) }),
    ...(topic !== undefined && { subject: shownTopic(world, topic, emptyTopics), topic_links: message.topic_links }),
  };
}

/** Sends `update_message` of an edit or a move to those who see the message. */
export function announceEdit(turn: Turn, reached: ReadonlySet<UserId>, editor: User, edited: Edited): void {
  const { former, message, ids, content, channel } = edited;
  const common = {
    user_id: editor.id,
    edit_timestamp: turn.seconds,
    message_id: message.id,
    message_ids: listedIds(turn.world, ids),
    rendering_only: false,
    ...channelFields(turn, former),
    ...(content && editedFields(turn, edited)),
    ...(channel !== undefined && { new_stream_id: channel }),
  };
  deliver<UpdateMessageEvent>(turn, reached, "update_message", ({ capabilities, owner }) => ({
    ...common,
    ...placeFields(turn, edited, capabilities.has("empty_topic_name")),
    flags: flagsOf(message, owner),
  }));
}

/** Sends `update_message` of a message that is rendered anew, and otherwise is as it was, to those who see it. */
export function announceRendering(turn: Turn, message: Message): void {
  const { id } = message;
  const event = {
    user_id: null,
    edit_timestamp: turn.seconds,
    message_id: id,
    message_ids: [id],
    rendering_only: true,
    ...channelFields(turn, message),
    ...contentFields(message),
  };
  deliver<UpdateMessageEvent>(turn, watchers(turn.world, message), "update_message", ({ owner }) => ({
    ...event,
    flags: flagsOf(message, owner),
  }));
}
