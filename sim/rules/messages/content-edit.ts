import { limits } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { withoutSpaceAtEnd } from "../../markdown/index.ts";
import { contentToSend } from "./content.ts";

/** Whether more time has passed since a message was sent than a setting allows; servers are not strict about the last seconds. */
export const isTooLate = (realm: Realm, { sent }: Message, limitSeconds: number | null): boolean =>
  limitSeconds !== null && realm.now - sent > (limitSeconds + limits.editGraceSeconds) * 1000;

/** One who may change what a message says. @refuses BAD_REQUEST: editing is turned off, not the sender, too late */
export function mayEditContent(realm: Realm, caller: User, message: Message): void {
  const { allow_message_editing, message_content_edit_limit_seconds } = realm.settings;
  if (!allow_message_editing) refuse("Your organization has turned off message editing");
  if (message.sender !== caller.id) refuse("You don't have permission to edit this message");
  if (isTooLate(realm, message, message_content_edit_limit_seconds)) refuse("The time limit for editing this message has passed");
}

/** The text in place of content that was edited away. */
const deleted = "(deleted)";

/** The content that an edit leaves. @refuses BAD_REQUEST: as when it is sent, but nothing left is no fault */
export const contentLeft = (realm: Realm, given: string): string =>
  withoutSpaceAtEnd(given) === "" ? deleted : contentToSend(realm, given);
