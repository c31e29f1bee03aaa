import type { Outgoing } from "../client/target.ts";
import type { Op } from "../declare/step.ts";
import { nobody } from "../draw/symbols.ts";
import type { Side } from "../model/named-ids.ts";
import { codes } from "../text/errors.ts";
import type { Step } from "./scenario.ts";

/** The request as both sides are to get it: a poll of a scenario never waits. */
const unblocked = (step: Step, request: Outgoing): Outgoing =>
  step.op === "events.get" ? { ...request, fields: { ...request.fields, dont_block: true } } : request;

/** The request of a step in the words of one side. */
export function requestOf(op: Op, step: Step, side: Side): Outgoing {
  const [method = "", pattern = ""] = op.route.split(" ");
  const fields = side.spell(step.fields) as Record<string, unknown>;
  let path = pattern;
  if (pattern.includes("{")) {
    path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = name === "provider" ? side.namedIds.provider : fields[name];
      delete fields[name];
      return encodeURIComponent(String(value).toWellFormed());
    });
  }
  return unblocked(step, { as: step.as === nobody ? null : step.as, method, path, fields });
}

/** A request that stands for an action of a control API, as that takes it. */
export const actionOf = ({ as, fields }: Outgoing): Readonly<Record<string, unknown>> => ({ ...fields, ...(as && { as }) });

/** Returns what comes of an action, with the ids of what it made. */
export const done = (ids: Readonly<Record<string, unknown>> = {}) => ({ status: 200, body: { ...ids, result: "success", msg: "" } });
export const refusedAction = { status: 400, body: { result: "error", code: codes.badRequest, msg: "the action was refused" } };
