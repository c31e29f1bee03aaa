import { isSuccess, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "../../mutants/kit/intercepted.ts";

const keyOf = (kind: string, id: unknown): string => `${kind} ${String(id)}`;

/** Remembers a value for the message that a request sent, if it did. Returns false: nothing was done. */
export function remember(request: InterceptedRequest, said: MutableAnswer, kind: string, value: unknown): false {
  if (request.route === "POST /messages" && isSuccess(said) && value !== undefined) request.memory.set(keyOf(kind, said.body.id), value);
  return false;
}

/** Returns what is remembered for a message; undefined where nothing is. */
export const remembered = (request: InterceptedRequest, message: MutableFields, kind: string): unknown =>
  request.memory.get(keyOf(kind, message.id));
