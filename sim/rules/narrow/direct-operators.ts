import { has } from "../../core/levels.ts";
import type { Conversation } from "../../core/places.ts";
import type { User } from "../../core/users.ts";
import { findUser, knownUser, nothing, type Reader, type Test } from "./reader.ts";
import { badNarrow } from "./terms.ts";

/** The value as the error texts of running servers print it. */
const printed = (operand: string | readonly number[]): string => (typeof operand === "string" ? operand : `[${operand.join(", ")}]`);

/** The people that a `dm` term names, without order. @refuses BAD_NARROW: one of them is unknown */
function people({ realm }: Reader, operand: string | readonly number[]): User[] {
  const named: readonly (string | number)[] = typeof operand === "string" ? operand.split(",") : operand;
  return named.map((name) => findUser(realm, name) ?? badNarrow(`unknown user in ${printed(operand)}`));
}

/** The conversation of the requester with the people named; undefined where there is none yet, or nobody is named. */
export function namedConversation(reader: Reader, operand: string | readonly number[]): Conversation | undefined {
  const named = people(reader, operand);
  if (named.length === 0 || !reader.user) return undefined;
  const ids = new Set([reader.user, ...named].map(({ id }) => id));
  return reader.realm.conversations.get([...ids].sort((a, b) => a - b).join(","));
}

export function inConversation(reader: Reader, operand: string | readonly number[]): Test {
  const conversation = namedConversation(reader, operand);
  return conversation ? ({ place }) => place.recipient === conversation.recipient_id : nothing;
}

/** Any conversation of the requester that a user takes part in, if it has enough participants. */
const withUser =
  (leastPeople: number) =>
  ({ realm, user }: Reader, operand: string | number): Test => {
    const other = knownUser(realm, operand);
    return ({ place }) =>
      place.channel === undefined &&
      place.conversation.users.length >= leastPeople &&
      place.conversation.audience.has(other.id) &&
      user !== undefined &&
      place.conversation.audience.has(user.id);
  };

export const inAnyConversationWith = withUser(1);

const inGroupOfThreeWith = withUser(3);

/** Group conversations with a user; of all conversations, once pairs are groups too. */
export const inGroupConversationWith = (reader: Reader, operand: string | number): Test =>
  (has(reader.realm, "pairsAreGroups") ? inAnyConversationWith : inGroupOfThreeWith)(reader, operand);
