import type { Channel } from "../core/channels.ts";
import { ownFlags } from "../core/flags.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { addSubmessage as attach } from "../effects/create-message.ts";
import { differing, editMessage, type Following, type MessageEdit } from "../effects/edit-message.ts";
import { flagMessage } from "../effects/flags.ts";
import { contentOf } from "../resources/content.ts";
import { accessibleChannel, maySee } from "../rules/messages/access.ts";
import { contentLeft } from "../rules/messages/changes.ts";
import { type PropagateMode, propagateModes, resolutionOf } from "../rules/messages/moving.ts";
import { boundedTopic, topicToSendTo } from "../rules/messages/topics.ts";
import { action, fieldSet, noIds, optional } from "./action.ts";
import { actor, channelById, message, oneOf, text } from "./fields.ts";

/** Refuses one who does not see a message. */
export function mustSee(realm: Realm, user: User, which: Message): void {
  if (!maySee(realm, user, which)) refuse(`${user.key} does not see message ${which.id}`);
}

function newContent(realm: Realm, editor: User, { sender }: Message, given: string): MessageEdit["content"] & object {
  if (sender !== editor.id) refuse(`content: only ${realm.users.require(sender).key}, who sent it, may change it`);
  return contentOf(realm, editor, contentLeft(realm, given));
}

interface Wanted {
  readonly content: string | undefined;
  readonly topic: string | undefined;
  readonly stream_id: Channel | undefined;
  readonly propagate_mode: PropagateMode | undefined;
}

interface Edit {
  readonly change: MessageEdit;
  readonly following: Following;
}

/** Returns what an edit comes to, as far as it differs from what is. Only of resolving a topic is there a notice, as nobody can turn that off. */
function editOf(
  realm: Realm,
  editor: User,
  which: Message,
  { content, topic, stream_id, propagate_mode: mode = "change_one" }: Wanted,
): Edit {
  if (which.place.channel === undefined && (topic !== undefined || stream_id))
    refuse("direct messages have no topic and no channel to change");
  const asked = topic === undefined ? undefined : topicToSendTo(realm, topic.trim());
  const change = differing(which, {
    ...(content !== undefined && { content: newContent(realm, editor, which, content) }),
    ...(asked !== undefined && { topic: boundedTopic(realm, asked) }),
    ...(stream_id && { channel: accessibleChannel(realm, editor, stream_id.id) }),
  });
  if (Object.keys(change).length === 0) refuse("nothing to change: give a content, topic or stream_id that the message does not have");
  const resolution = asked === undefined ? undefined : resolutionOf(which.topic, asked);
  return { change, following: { mode, resolution, inOldThread: false, inNewThread: false } };
}

const edit = action({
  name: "edit_message",
  fields: fieldSet({
    as: actor,
    message_id: message,
    content: optional(text()),
    topic: optional(text()),
    stream_id: optional(channelById),
    propagate_mode: optional(oneOf(...propagateModes)),
  }),
  rules: (realm, { as, message_id: which, ...wanted }) => {
    mustSee(realm, as, which);
    return editOf(realm, as, which, wanted);
  },
  effect: (turn, { as, message_id: which }, { change, following }) => {
    editMessage(turn, as, which, change, following);
    return noIds;
  },
});

const setFlag = action({
  name: "set_flag",
  fields: fieldSet({
    as: actor,
    message_id: message,
    flag: oneOf(...ownFlags),
    op: oneOf("add", "remove"),
  }),
  rules: (realm, { as, message_id: which }) => mustSee(realm, as, which),
  effect: (turn, { as, message_id: which, flag, op }) => {
    flagMessage(turn, as, which, flag, op);
    return noIds;
  },
});

const addSubmessage = action({
  name: "add_submessage",
  fields: fieldSet({ as: actor, message_id: message, msg_type: text(1), content: text() }),
  rules: (realm, { as, message_id: which }) => mustSee(realm, as, which),
  effect: (turn, { as, message_id: which, msg_type, content }) => ({ submessage_id: attach(turn, as, which, msg_type, content) }),
});

export const messageActions = [edit, setFlag, addSubmessage];
