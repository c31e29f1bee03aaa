import type { Simulator } from "../../sim/index.ts";
import type { Credentials, WireResponse } from "../../sim/protocol/wire.ts";
import { replyOf } from "../client/reply-of.ts";
import type { Outgoing } from "../client/target.ts";
import { type ComparedAnswer, registrationFor, withId } from "../compare/matched-ids.ts";
import type { Op } from "../declare/step.ts";
import { credentialsOf, wireRequest } from "../model/wire-request.ts";
import { actionOf, done, refusedAction } from "./scenario.ts";

/** The model's answer; its text where it was a request. */
export type Expected = ComparedAnswer & {
  readonly text?: string;
  /** True where the id of what was made is that of a registration, which the target is to be asked for as well. */
  readonly isLookedUp?: boolean;
  /** The name of a refusal, where it has one. */
  readonly refusal?: WireResponse["refusal"];
};

const anonymous: Credentials = { kind: "none" };

/** Returns what comes of an action of the model. */
function acted(simulator: Simulator, asked: Outgoing): ComparedAnswer {
  try {
    if (asked.fields.action !== "advance") return done(simulator.act(actionOf(asked)));
    simulator.advance({ ms: Number(asked.fields.ms) });
    return done();
  } catch {
    return refusedAction;
  }
}

function answered(simulator: Simulator, cast: Simulator["cast"], request: Outgoing): Expected {
  const { as, method, path } = request;
  const member = as === null ? undefined : cast[as];
  const answer = simulator.exchange(wireRequest(request, member ? credentialsOf(member) : anonymous));
  if (!("text" in answer)) throw new Error(`${method} ${path} is held in the model`);
  return replyOf(answer);
}

/** Returns what the model answers to a step. @param cast the model's, which is asked for once */
export function askModel(simulator: Simulator, cast: Simulator["cast"], op: Op, asked: Outgoing): Expected {
  if (op.action) return acted(simulator, asked);
  const answer = answered(simulator, cast, asked);
  const wanted = registrationFor(op, asked, answer);
  if (!wanted) return answer;
  const { status, text, body } = answer;
  return {
    ...withId(op, asked, { status, ...(text !== undefined && { text }), body }, answered(simulator, cast, wanted)),
    isLookedUp: true,
  };
}
