import type { DraftId, ReminderId, ScheduledId, SnippetId } from "../../core/ids.ts";
import type { Reminder, SavedDraft, ScheduledMessage, Snippet } from "../../core/personal.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";

/** A record, if it is the caller's. @refuses BAD_REQUEST (404): there is none, or it is another's */
function own<T extends { readonly user_id: User["id"] }>(record: T | undefined, caller: User, msg: string): T {
  if (record?.user_id !== caller.id) throw new Refusal(msg, { status: 404 });
  return record;
}

export const ownDraft = (realm: Realm, caller: User, id: number): SavedDraft =>
  own(realm.drafts.get(id as DraftId), caller, "Draft does not exist");

export const ownSnippet = (realm: Realm, caller: User, id: number): Snippet =>
  own(realm.snippets.get(id as SnippetId), caller, "Saved snippet does not exist.");

export const ownReminder = (realm: Realm, caller: User, id: number): Reminder =>
  own(realm.reminders.get(id as ReminderId), caller, "Reminder does not exist");

export const ownScheduled = (realm: Realm, caller: User, id: number): ScheduledMessage =>
  own(realm.scheduled.get(id as ScheduledId), caller, "Scheduled message does not exist");
