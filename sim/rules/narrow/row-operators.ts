import { flagBits, marks } from "../../core/flags.ts";
import { has, type levels } from "../../core/levels.ts";
import { own } from "../../core/lookup.ts";
import type { Realm } from "../../core/realm.ts";
import { resolvedPrefix } from "../../core/topics.ts";
import type { User } from "../../core/users.ts";
import { isFollowed, notMuted } from "./muting.ts";
import { anything, nothing, type Reader, type Test } from "./reader.ts";
import { badNarrow } from "./terms.ts";

interface State {
  readonly since?: keyof typeof levels;
  readonly test: (realm: Realm, user: User) => Test;
}

const flagged =
  (bits: number): State["test"] =>
  (_, { id }) =>
  (message) =>
    (message.flagsOf(id) & bits) !== 0;

const isDirect: Test = ({ place }) => place.channel === undefined;
const isResolved: Test = (message) => message.topic.startsWith(resolvedPrefix);
export const isUnreadFor =
  ({ id }: User): Test =>
  (message) =>
    (message.flagsOf(id) & flagBits.read) === 0;

const states: Readonly<Record<string, State>> = {
  dm: { since: "directOperators", test: () => isDirect },
  private: { test: () => isDirect },
  starred: { test: flagged(marks.starred) },
  unread: { test: (_, user) => isUnreadFor(user) },
  mentioned: { test: flagged(marks.mentioned) },
  alerted: { test: flagged(marks.alerted) },
  followed: { since: "isFollowed", test: isFollowed },
  muted: {
    since: "isMuted",
    test: (realm, user) => {
      const heard = notMuted(realm, user);
      return (message) => !heard(message);
    },
  },
};

/** Messages in one state for the requester. Spectators, who have no rows, may ask for `resolved` alone. */
export function isInState({ realm, user }: Reader, operand: string): Test {
  if (operand === "resolved") return isResolved;
  const state = own(states, operand);
  if (!state || (state.since && !has(realm, state.since))) return badNarrow(`unknown 'is' operand ${operand}`);
  return user ? state.test(realm, user) : nothing;
}

export function isInView({ realm, user }: Reader, operand: string): Test {
  if (operand === "all") return anything;
  if (operand !== "home") return badNarrow(`unknown 'in' operand ${operand}`);
  return user ? notMuted(realm, user) : anything;
}
