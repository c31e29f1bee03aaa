import type { Message } from "../core/messages.ts";
import type { Reminder } from "../core/personal.ts";
import type { Realm } from "../core/realm.ts";
import type { User } from "../core/users.ts";
import { renderedText } from "./content.ts";
import { messageLink, quoted } from "./quote.ts";

/** Returns where a message is: a link to it, or words for a direct message. */
const place = (realm: Realm, { id, place }: Message): string =>
  place.channel === undefined ? "the following direct message" : messageLink(realm, id, place);

/** A text as it stands in the address of a narrow. */
const inAddress = (text: string): string => encodeURIComponent(text).replaceAll(".", "%2E").replaceAll("%", ".");

/** The address of a message among those around it. */
function address(realm: Realm, { id, place }: Message): string {
  if (place.channel === undefined) return `#narrow/dm/${place.conversation.users.join(",")}/near/${id}`;
  const name = realm.channels.require(place.channel).name.replaceAll(" ", "-");
  return `#narrow/channel/${place.channel}-${inAddress(name)}/topic/${inAddress(place.topic)}/near/${id}`;
}

/** Returns what a person is told when the time of a reminder has come: which message, their note, and the message itself. */
export function reminderText(realm: Realm, { message_id, note }: Reminder): string {
  const message = realm.messages.require(message_id);
  const { full_name, id } = realm.users.require(message.sender);
  const about = `You requested a reminder for ${place(realm, message)}.${note === "" ? "" : ` Note:\n > ${note}`}`;
  const author = `@_**${full_name}|${id}**`;
  const link = address(realm, message);
  const widget = /^\/(poll|todo)\b/.exec(message.content)?.[1];
  if (widget) return `${about}\n\n${author} [sent](${link}) a ${widget === "poll" ? "poll" : "todo list"}.`;
  return `${about}\n\n${author} [said](${link}):\n${quoted(message.content)}`;
}

/** A reminder as its owner reads it. */
export function reminderRecord(realm: Realm, owner: User, reminder: Reminder) {
  const content = reminderText(realm, reminder);
  return {
    reminder_id: reminder.id,
    type: "private",
    to: [owner.id],
    content,
    rendered_content: renderedText(realm, owner, content),
    scheduled_delivery_timestamp: reminder.due,
    failed: false,
    reminder_target_message_id: reminder.message_id,
  };
}

/** An account's reminders, the next one first. */
export const reminderRecords = (realm: Realm, owner: User) =>
  [...realm.reminders.values()]
    .filter(({ user_id }) => user_id === owner.id)
    .sort((a, b) => a.due - b.due || a.id - b.id)
    .map((reminder) => reminderRecord(realm, owner, reminder));
