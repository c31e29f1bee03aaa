import { proportion } from "../../draw/combinators.ts";
import { type ActKind, aHistory, type History, sends } from "../../draw/histories.ts";
import { activePeople, type Recipients, recipients } from "../../draw/people.ts";

/** What may become of messages before they are deleted. */
export const acts: readonly ActKind[] = ["edit", "move", "reaction", "flag"];

export const people = ["alice", "bob", "cara", "dana", "gus"] as const;

/** A history, the message of it that is deleted, and somebody, by proportions. */
export interface Deletion {
  readonly history: History;
  readonly at: number;
  readonly reader: number;
}

export const aDeletion = { history: aHistory({ messages: [2, 5], people, acts }), at: proportion, reader: proportion };

export const toDana: History = [{ act: "send", by: "alice", to: { people: ["dana"] }, content: "this stays" }];
export const threeInTopic = sends("alice", "a", "one", "two", "three");
export const twoDirect: History = [...toDana, { act: "send", by: "alice", to: { people: ["dana"] }, content: "this goes" }];

export interface Overheard {
  readonly mail: Recipients;
  readonly outsider: number;
}

export const aPrivateMail = { mail: recipients({ from: activePeople, max: 3 }), outsider: proportion };

export const privateMails: readonly Overheard[] = [
  { mail: { sender: "alice", to: ["bob"] }, outsider: 0 },
  { mail: { sender: "alice", to: ["bob"] }, outsider: 0.3 },
  { mail: { sender: "dana", to: ["alice"] }, outsider: 0.3 },
];
