import { has } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import { own } from "../../core/lookup.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { knownUser, type Reader, type Test } from "./reader.ts";
import { badNarrow, type Operand } from "./terms.ts";

export function sentBy({ realm }: Reader, operand: string | number): Test {
  const { id } = knownUser(realm, operand);
  return ({ sender }) => sender === id;
}

const features: Readonly<Record<string, (message: Message) => boolean>> = {
  link: (message) => message.has_link,
  image: (message) => message.has_image,
  attachment: (message) => message.has_attachment,
  reaction: (message) => message.reactions.length > 0,
};

export function hasFeature({ realm }: Reader, operand: string): Test {
  const isKnown = operand !== "reaction" || has(realm, "hasReaction");
  return (isKnown && own(features, operand)) || badNarrow(`unknown 'has' operand ${operand}`);
}

/** An operand as a message id; undefined where it is anything but digits. */
const idOf = (operand: Operand): number | undefined => (/^\d+$/.test(String(operand)) ? Number(operand) : undefined);

/** The id that an `id` term names. @refuses BAD_NARROW: none, or one that no message can have */
export function namedId(realm: Realm, operand: string | number): number {
  const id = idOf(operand);
  return id === undefined || (id > limits.largestMessageId && has(realm, "messageIdBound")) ? badNarrow("Invalid message ID") : id;
}

export function hasId({ realm }: Reader, operand: string | number): Test {
  const wanted = namedId(realm, operand);
  return ({ id }) => id === wanted;
}

/** Messages that name a user directly and aloud: neither through a group or a wildcard, nor silently. */
export function mentionsUser({ realm }: Reader, operand: string | number): Test {
  const { id } = knownUser(realm, operand);
  const span = `<span class="user-mention" data-user-id="${id}">`;
  return (message) => message.mentions.includes(id) && message.rendered.includes(span);
}
