import type { Channel } from "../core/channels.ts";
import type { SubmessageId } from "../core/ids.ts";
import { fileMessage, type Message, type Submessage } from "../core/messages.ts";
import { deliver } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { type Change, editMessage } from "../effects/edit-message.ts";
import { flagMessage, ownFlags } from "../effects/flag-message.ts";
import { contentOf } from "../resources/content.ts";
import { accessibleChannel, maySee } from "../rules/access.ts";
import { contentToSend } from "../rules/content.ts";
import { boundedTopic, topicToSendTo } from "../rules/topic-name.ts";
import { watchers } from "../rules/watchers.ts";
import { action, noIds, optional, required } from "./action.ts";
import { actor, channelById, message, oneOf, text } from "./fields.ts";

/** Refuses one who does not see a message. */
export function mustSee(realm: Realm, user: User, which: Message): void {
  if (!maySee(realm, user, which)) refuse(`${user.key} does not see message ${which.id}`);
}

/** What stands in place of content that was edited away. */
const deleted = "(deleted)";

function newContent(realm: Realm, editor: User, { sender }: Message, given: string): Change["content"] & object {
  if (sender !== editor.id) refuse(`content: only ${realm.users.get(sender)!.key}, who sent it, may change it`);
  return contentOf(realm, editor, given.trim() === "" ? deleted : contentToSend(realm, given));
}

interface Wanted {
  readonly content: string | undefined;
  readonly topic: string | undefined;
  readonly stream_id: Channel | undefined;
}

/** What an edit comes to, as far as it differs from what is. */
function changeOf(realm: Realm, editor: User, which: Message, { content, topic, stream_id }: Wanted): Change {
  const { channel } = which.place;
  if (channel === undefined && (topic !== undefined || stream_id)) refuse("direct messages have no topic and no channel to change");
  const change = {
    ...(content !== undefined && { content: newContent(realm, editor, which, content) }),
    ...(topic !== undefined && { topic: boundedTopic(realm, topicToSendTo(realm, topic.trim())) }),
    ...(stream_id && { channel: accessibleChannel(realm, editor, stream_id.id) }),
  };
  const same =
    (!change.content || change.content.source === which.content) &&
    (change.topic === undefined || change.topic === which.topic) &&
    (!change.channel || change.channel.id === channel);
  return same ? refuse("nothing to change: give a content, topic or stream_id that the message does not have") : change;
}

const edit = action({
  name: "edit_message",
  fields: {
    as: required(actor),
    message_id: required(message),
    content: optional(text()),
    topic: optional(text()),
    stream_id: optional(channelById),
  },
  rules: (realm, { as, message_id: which, content, topic, stream_id }) => {
    mustSee(realm, as, which);
    return changeOf(realm, as, which, { content, topic, stream_id });
  },
  effect: (turn, { as, message_id: which }, change) => {
    editMessage(turn, as, which, change);
    return noIds;
  },
});

const setFlag = action({
  name: "set_flag",
  fields: {
    as: required(actor),
    message_id: required(message),
    flag: required(oneOf(...ownFlags)),
    op: required(oneOf("add", "remove")),
  },
  rules: (realm, { as, message_id: which }) => mustSee(realm, as, which),
  effect: (turn, { as, message_id: which, flag, op }) => {
    flagMessage(turn, as, which, flag, op);
    return noIds;
  },
});

const addSubmessage = action({
  name: "add_submessage",
  fields: { as: required(actor), message_id: required(message), msg_type: required(text(1)), content: required(text()) },
  rules: (realm, { as, message_id: which }) => mustSee(realm, as, which),
  effect: (turn, { as, message_id: which, msg_type, content }) => {
    const id = turn.nextId("submessage") as SubmessageId;
    const submessage: Submessage = { id, message_id: which.id, sender_id: as.id, msg_type, content };
    const changed = which.with({ submessages: [...which.submessages, submessage] });
    fileMessage(turn, changed);
    const event = { msg_type, message_id: which.id, submessage_id: id, sender_id: as.id, content };
    deliver(turn, watchers(turn.world, changed), "submessage", () => event);
    return { submessage_id: id };
  },
});

export const messageActions = [edit, setFlag, addSubmessage];
