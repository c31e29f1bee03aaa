import type { Message } from "../core/messages.ts";
import type { TopicOrConversation } from "../core/places.ts";
import type { Realm } from "../core/realm.ts";

type PlaceInChannel = Extract<TopicOrConversation, { readonly topic: string }>;

/** A fence of backticks that a text does not end. */
const fenceFor = (text: string): string => "`".repeat(Math.max(3, ...[...text.matchAll(/^`{3,}/gm)].map(([run]) => run.length + 1)));

/** A text as the Markdown of a quotation of it. */
export function quoted(text: string): string {
  const fence = fenceFor(text);
  return `${fence}quote\n${text}\n${fence}`;
}

/** The Markdown of a link to a message of a channel. */
export const messageLink = (realm: Realm, id: Message["id"], { channel, topic }: PlaceInChannel): string =>
  `#**${realm.channels.require(channel).name}>${topic}@${id}**`;
