import { unknownId } from "../../client/people.ts";
import { aHistory, type History, sends } from "../../draw/histories.ts";
import type { IdShape } from "../../draw/ids.ts";
import type { TermShape } from "../../draw/narrow-terms.ts";
import { anActor } from "../../draw/people.ts";

/** Somebody active who may read the channel general. */
export const aReader = anActor("alice", "bob", "cara", "dana", "gus");

/** What people did in topics and conversations; nobody leaves the channel. */
export const histories = aHistory({ messages: [1, 8], acts: ["edit", "move", "delete", "reaction", "flag"] });

/** Messages of alice's to two topics. */
export const twoTopics: History = [...sends("alice", "a", "one", "two", "three"), ...sends("alice", "b", "four")];
/** Ids of messages that may be seen, at these places among them. */
export const existing = (...places: readonly number[]): IdShape[] => places.map((at) => ({ kind: "existing", at }));
/** An id that no message has. */
export const unknown: IdShape = { kind: "unknown", id: unknownId };

/** Messages with links and without. */
export const mixed: History = sends("alice", "a", "see https://example.com/a", "nothing", "/me waves", "and http://example.org");

/** Returns a term of a narrow. */
export const term = (operator: TermShape["operator"], operand: TermShape["operand"], negated = false): TermShape => ({
  operator,
  operand,
  negated,
});

/** Whoever wrote first. */
export const alice = { of: "person", at: 0, as: "email" } as const;
export const link = { of: "word", word: "link" } as const;
