import type { DraftId, QueueId, ReminderId, ScheduledId, SnippetId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { keysOf, type NavigationView, viewKey } from "../../core/organization.ts";
import type { Reminder, SavedDraft, ScheduledMessage, Snippet } from "../../core/personal.ts";
import type { Queue } from "../../core/queues.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse } from "../../core/refusal.ts";
import type { GroupSetting } from "../../core/settings.ts";
import type { User } from "../../core/users.ts";
import { normalised, type SentSetting, simplified } from "../groups/group-setting.ts";

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

/** The caller's queue of an id. @refuses BAD_EVENT_QUEUE_ID: unknown, deleted, expired or another user's, which look the same */
export function ownQueue(realm: Realm, caller: User, queue_id: string): Queue {
  const queue = realm.queues.get(queue_id as QueueId);
  return queue?.options.owner === caller.id ? queue : refuse(`Bad event queue ID: ${queue_id}`, "BAD_EVENT_QUEUE_ID", { queue_id });
}

/** The views that clients know by themselves, name and all. */
const builtIn: ReadonlySet<string> = new Set([
  "inbox",
  "recent",
  "feed",
  "drafts",
  "scheduled",
  "narrow/has/reaction/sender/me",
  "narrow/is/mentioned",
  "narrow/is/starred",
]);

/**
 * @refuses BAD_REQUEST: a name for a built-in view, or a view of the user has this fragment or name already; on running servers, no
 *          name for a custom view
 * @silent  rulings.unnamedViews
 */
export function checkNewView(realm: Realm, user: User, fragment: string, name: string | undefined): void {
  if (builtIn.has(fragment)) {
    if (name !== undefined) refuse("Built-in views cannot have a custom name.");
  } else if (name === undefined && realm.server.rulings.unnamedViews === "observed") refuse("Custom views must have a valid name.");
  const isTaken = realm.views
    .range(...keysOf(user.id))
    .some((view) => view.fragment === fragment || (name !== undefined && view.name === name));
  if (isTaken) refuse("Navigation view already exists.");
}

/** The user's view of a fragment. @refuses BAD_REQUEST, status 404: there is none */
export function ownView(realm: Realm, user: User, fragment: string): NavigationView {
  const view = realm.views.get(viewKey(user.id, fragment));
  if (!view) throw new Refusal("Navigation view does not exist.", { status: 404 });
  return view;
}

/** @refuses BAD_REQUEST: the view is built in, or a view of the user, were it this one, has the name */
export function checkNewViewName(realm: Realm, user: User, fragment: string, name: string): void {
  if (builtIn.has(fragment)) refuse("Built-in views cannot have a custom name.");
  if (realm.views.range(...keysOf(user.id)).some((view) => view.name === name)) refuse("Navigation view already exists.");
}

/** A change of a setting that names people, with what the client believes that it is, where it says so. */
export interface SettingChange {
  readonly new: SentSetting;
  readonly old: SentSetting | undefined;
}

const isSame = (realm: Realm, current: GroupSetting, sent: SentSetting): boolean =>
  JSON.stringify(normalised(realm, current)) === JSON.stringify(simplified(realm, sent));

/**
 * The value that a setting gets, undefined where it has that already; `check` makes it of what was sent.
 * @refuses EXPECTATION_MISMATCH: the setting is not what the client believes; what `check` refuses
 */
export function changedSetting(
  realm: Realm,
  current: GroupSetting,
  change: SettingChange,
  check: (sent: SentSetting) => GroupSetting,
): GroupSetting | undefined {
  if (change.old !== undefined && !isSame(realm, current, change.old)) {
    const extra = has(realm, "expectedFieldNames") ? { field_name: "old" } : {};
    refuse("'old' value does not match the expected value.", "EXPECTATION_MISMATCH", extra);
  }
  return isSame(realm, current, change.new) ? undefined : check(change.new);
}
