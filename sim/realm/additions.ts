import { instantText } from "../core/clock.ts";
import type { SubmessageId } from "../core/ids.ts";
import { fileMessage, type Message, type Reaction } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { differing, editMessage } from "../effects/edit-message.ts";
import { addReaction, sameReaction } from "../effects/react.ts";
import { emojiCode } from "../markdown/index.ts";
import { wrong } from "../reader/index.ts";
import { contentOf } from "../resources/content.ts";
import type { Agenda } from "./agenda.ts";

import type { EditInFile, MessageInFile, ReactionInFile } from "./messages.ts";
import { type Names, namesOf } from "./names.ts";

/** The code that an emoji has in its namespace. */
function codeOf(world: World, { emoji, type, place: inFile }: ReactionInFile): string {
  if (type === "zulip_extra_emoji") return emoji;
  if (type === "unicode_emoji") return emojiCode(emoji) ?? wrong(inFile.at("emoji"), emoji, 'the name of a Unicode emoji, such as "tada"');
  const custom = [...world.emoji.values()].find(({ name }) => name === emoji);
  return String(custom?.id ?? wrong(inFile.at("emoji"), emoji, `an emoji of this realm: ${namesOf(world.emoji.values())}`));
}

function react(turn: Turn, names: Names, message: Message, given: ReactionInFile): Message {
  const emoji_code = given.code ?? codeOf(turn.world, given);
  const reaction: Reaction = { emoji_name: given.emoji, emoji_code, reaction_type: given.type, user_id: names.user(given.by).id };
  if (message.reactions.some((other) => sameReaction(other, reaction))) wrong(given.place, given.emoji, "a reaction that is not there yet");
  return addReaction(turn, message, reaction);
}

function addSubmessages(turn: Turn, names: Names, message: Message, { submessages }: MessageInFile): void {
  if (submessages.length === 0) return;
  const { counters } = turn.world;
  const added = submessages.map(({ id: given, by, type, content }) => {
    const id = (given ?? turn.nextId("submessage")) as SubmessageId;
    counters.submessage = Math.max(counters.submessage, id + 1);
    return { id, message_id: message.id, sender_id: names.user(by).id, msg_type: type, content };
  });
  fileMessage(turn, message.with({ submessages: added }));
}

function editLater(turn: Turn, names: Names, agenda: Agenda, { id, place, sent }: Message, edit: EditInFile): void {
  const { world } = turn;
  const { by, at, content, topic, channel, place: inFile } = edit;
  const editor = names.user(by);
  const destination = channel && names.channel(channel);
  if (at < sent) wrong(inFile.at("at"), instantText(at), `an instant not before that of the message, ${instantText(sent)}`);
  if (place.channel === undefined && topic !== undefined) wrong(inFile.at("topic"), topic, "none: this is a direct message");
  if (place.channel === undefined && channel) wrong(channel.at, channel.name, "none: this is a direct message");
  agenda.add(at, (later) => {
    const message = world.messages.require(id);
    const sender = world.users.require(message.sender);
    const change = differing(message, {
      ...(content !== undefined && { content: contentOf(world, sender, content) }),
      ...(topic !== undefined && { topic }),
      ...(destination && { channel: world.channels.require(destination.id) }),
    });
    if (Object.keys(change).length > 0) editMessage(later, editor, message, change);
  });
}

/** Adds to a message what was done with it: reactions and submessages now, edits when they are due. */
export function addToMessage(turn: Turn, names: Names, agenda: Agenda, message: Message, given: MessageInFile): void {
  let present = message;
  for (const reaction of given.reactions) present = react(turn, names, present, reaction);
  addSubmessages(turn, names, present, given);
  for (const edit of given.edits) editLater(turn, names, agenda, message, edit);
}
