import { inMessages, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

type Change = (message: MutableFields, request: InterceptedRequest) => void;

/** The objects of a list; none where it is no list. */
export const entriesOf = (value: unknown): MutableFields[] => (Array.isArray(value) ? (value as MutableFields[]) : []);

/** Makes a mutant that changes every message wherever it is shown, in events too. */
export const inShown = (name: string, breaks: Breaks, says: string, change: Change): Mutant =>
  mutant({ name, breaks, says, answer: inMessages(change) });

/** Makes a mutant that changes every message where it is fetched, alone or in a list. */
export const inFetched = (name: string, breaks: Breaks, says: string, change: Change): Mutant =>
  mutant({ name, breaks, says, on: ["GET /messages", "GET /messages/{id}"], answer: inMessages(change) });
