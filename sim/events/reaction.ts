import type { MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Message, Reaction } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import { watchers } from "../rules/messages/access.ts";
import { deliver } from "./deliver.ts";

interface ReactionUser {
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
}

interface ReactionEvent extends Pick<Reaction, "emoji_name" | "emoji_code" | "reaction_type"> {
  readonly op: "add" | "remove";
  readonly user_id: UserId;
  /** Up to level 327, and from 339 to 483. */
  readonly user?: ReactionUser;
  readonly message_id: MessageId;
}

function userField(realm: Realm, { user_id }: Reaction): Pick<ReactionEvent, "user"> {
  const returned = has(realm, "reactionEventUser") && !has(realm, "reactionEventUserGone");
  if (has(realm, "reactionUserGone") && !returned) return {};
  const { email, full_name } = realm.users.require(user_id);
  return { user: { user_id, email, full_name } };
}

/** Sends `reaction` to those who can see the message. */
export function announceReaction(turn: Turn, message: Message, op: "add" | "remove", reaction: Reaction): void {
  const { user_id, emoji_name, emoji_code, reaction_type } = reaction;
  const user = userField(turn.world, reaction);
  deliver<ReactionEvent>(turn, watchers(turn.world, message), "reaction", () => ({
    op,
    user_id,
    ...user,
    message_id: message.id,
    emoji_name,
    emoji_code,
    reaction_type,
  }));
}
