import type { World } from "../core/world.ts";
import { isObject } from "../protocol/json.ts";
import type { WireRequest } from "../protocol/wire.ts";

export type AnswerFields = Record<string, unknown>;

/** An answer on its way out. Its fields may be changed in place, but nothing that is in them. */
export interface VariedAnswer {
  status: number;
  readonly body: AnswerFields;
}

/** The request that an answer is about. */
export interface VariedRequest {
  readonly world: World;
  readonly request: WireRequest;
}

export type Below = (below: number) => number;
export type VaryAnswer = (said: VariedAnswer, asked: VariedRequest, next: Below) => void;

/** Changes every event of an answer. */
export function inEvents({ body }: VariedAnswer, change: (event: AnswerFields) => AnswerFields): void {
  if (Array.isArray(body.events)) body.events = body.events.map(change);
}

/** Changes the messages of an answer that stand alone or in events. */
export function inSingleMessages(said: VariedAnswer, change: (message: AnswerFields) => AnswerFields): void {
  if (isObject(said.body.message)) said.body.message = change(said.body.message);
  inEvents(said, (event) => (isObject(event.message) ? { ...event, message: change(event.message) } : event));
}

/** Changes every message of an answer. */
export function inMessages(said: VariedAnswer, change: (message: AnswerFields) => AnswerFields): void {
  inSingleMessages(said, change);
  if (Array.isArray(said.body.messages)) said.body.messages = said.body.messages.map((one) => (isObject(one) ? change(one) : one));
}
