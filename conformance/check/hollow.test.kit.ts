import type { Reply } from "../client/target.ts";
import type { AlterReply } from "./altered.test.kit.ts";

const answering =
  (status: number, body: Reply["body"]): AlterReply =>
  () => ({ status, headers: {}, body });

/** A value of JSON with every value inside it replaced by what `put` makes of it, down to so many levels. */
function mangled(value: unknown, depth: number, put: (value: unknown) => unknown): unknown {
  if (depth === 0) return put(value);
  if (Array.isArray(value)) return value.map((item) => mangled(item, depth - 1, put));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mangled(inner, depth - 1, put)]));
}

const envelope = new Set(["result", "msg", "code", "queue_id"]);

/** Successes whose values, at a depth below the body, are others. What a queue is called stays, so that it can be polled. */
const putting =
  (depth: number, put: (value: unknown) => unknown): AlterReply =>
  (reply) => {
    if (reply.body.result !== "success") return reply;
    const entries = Object.entries(reply.body).map(([name, value]) => [name, envelope.has(name) ? value : mangled(value, depth, put)]);
    return { status: reply.status, headers: reply.headers, body: Object.fromEntries(entries) };
  };

/** Servers whose every answer says nothing. */
export const hollows: Readonly<Record<string, AlterReply>> = {
  "empty success": answering(200, { result: "success", msg: "" }),
  "empty error": answering(400, { result: "error", msg: "No", code: "BAD_REQUEST" }),
  "empty body": answering(200, {}),
};

/** Servers whose every answer has values of other types, at each depth of an answer. */
export const mangles: Readonly<Record<string, AlterReply>> = Object.fromEntries(
  [0, 1, 2, 3, 4].flatMap((depth) =>
    Object.entries({
      null: null,
      "a text": "seven",
      "a number": -7.5,
      "an empty list": [],
      "an empty object": {},
      "a list of null": [null],
    }).map(([name, value]) => [`${name} at depth ${depth}`, putting(depth, () => value)]),
  ),
);
