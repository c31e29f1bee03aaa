import type { Asked, Said } from "../../mutants/kit/asked.ts";
import { type Fields, isSuccess } from "../../mutants/kit/bodies.ts";

const keyOf = (kind: string, id: unknown): string => `${kind} ${String(id)}`;

/** Remembers a value for the message that a request sent, if it did. Returns false: nothing was done. */
export function remember(asked: Asked, said: Said, kind: string, value: unknown): false {
  if (asked.route === "POST /messages" && isSuccess(said) && value !== undefined) asked.memory.set(keyOf(kind, said.body.id), value);
  return false;
}

/** Returns what is remembered for a message; undefined where nothing is. */
export const remembered = (asked: Asked, message: Fields, kind: string): unknown => asked.memory.get(keyOf(kind, message.id));
