import { isObject } from "../../client/json.ts";
import type { InterceptedRequest, MutableAnswer } from "./intercepted.ts";

export type MutableFields = Record<string, unknown>;
export type AlterAnswer = (said: MutableAnswer, request: InterceptedRequest) => void;

const listOf = (value: unknown): MutableFields[] => (Array.isArray(value) ? (value as MutableFields[]) : []);
export const isSuccess = ({ body }: MutableAnswer): boolean => body.result === "success";

/** A success with the fields given. */
export const success = (fields: MutableFields = {}): MutableAnswer => ({ status: 200, body: { result: "success", msg: "", ...fields } });

/** A refusal with a code. */
export const refusal = (code = "BAD_REQUEST", extra: MutableFields = {}): MutableAnswer => ({
  status: 400,
  body: { result: "error", msg: "This is refused.", code, ...extra },
});

/** Turns an answer into another, in place. */
export function becomes(said: MutableAnswer, other: MutableAnswer): void {
  said.status = other.status;
  said.body = other.body;
}

/** The messages of an answer: of a single fetch, of a list, of message events. */
export function messagesIn({ body }: MutableAnswer): MutableFields[] {
  const single = isObject(body.message) ? [body.message] : [];
  const inEvents = listOf(body.events).flatMap(({ message }) => (isObject(message) ? [message] : []));
  return [...single, ...listOf(body.messages), ...inEvents];
}

/** Changes every message wherever it is shown. */
export const inMessages =
  (change: (message: MutableFields, request: InterceptedRequest) => void): AlterAnswer =>
  (said, request) => {
    for (const message of messagesIn(said)) change(message, request);
  };

/** Changes every event of a type in answers of polls. */
export const inEvents =
  (type: string, change: (event: MutableFields, request: InterceptedRequest) => void): AlterAnswer =>
  (said, request) => {
    for (const event of listOf(said.body.events)) if (event.type === type) change(event, request);
  };

/** Takes events out of answers of polls. The poll is then answered without them. */
export const withoutEvents =
  (picked: (event: MutableFields, request: InterceptedRequest) => boolean): AlterAnswer =>
  (said, request) => {
    const all = listOf(said.body.events);
    const left = all.map((event) => (picked(event, request) ? { type: "heartbeat", id: event.id } : event));
    if (all.length > 0) said.body.events = left;
  };

/** Changes a success. */
export const inSuccess =
  (change: (body: MutableFields, request: InterceptedRequest) => void): AlterAnswer =>
  (said, request) => {
    if (isSuccess(said)) change(said.body, request);
  };

/** Takes fields out of a success. */
export const lacking = (...names: readonly string[]): AlterAnswer =>
  inSuccess((body) => {
    for (const name of names) delete body[name];
  });

/** Changes a refusal with a code; without one, every refusal. */
export const inRefusal =
  (code: string | undefined, change: (said: MutableAnswer, request: InterceptedRequest) => void): AlterAnswer =>
  (said, request) => {
    if (said.body.result === "error" && (code === undefined || said.body.code === code)) change(said, request);
  };

/** Replaces the code of a refusal. */
export const recoded = (code: string, other: string): AlterAnswer => inRefusal(code, (said) => void (said.body.code = other));

/** The answer of the server, which then does nothing. */
export const swallowed = (request: InterceptedRequest): MutableAnswer | undefined => {
  const said = request.wouldSay();
  return isSuccess(said) ? said : undefined;
};

/** Refuses what the server would accept, where a test picks it. */
export const refusing =
  (picked: (request: InterceptedRequest) => boolean, code = "BAD_REQUEST") =>
  (request: InterceptedRequest): MutableAnswer | undefined =>
    picked(request) && isSuccess(request.wouldSay()) ? refusal(code) : undefined;

/** Takes fields out of requests. */
export const ignoring =
  (...names: readonly string[]) =>
  (request: InterceptedRequest) =>
    names.some((name) => request.field(name) !== undefined)
      ? request.with(Object.fromEntries(names.map((name) => [name, undefined])))
      : undefined;

/** Changes one field of requests that have it. */
export const reading = (name: string, change: (text: string, request: InterceptedRequest) => unknown) => (request: InterceptedRequest) => {
  const text = request.field(name);
  const other = text === undefined ? undefined : change(text, request);
  return text === undefined || other === text ? undefined : request.with({ [name]: other });
};

/** Does a refused request under another name, which may. */
export const inNameOf =
  (name: string, picked: (request: InterceptedRequest) => boolean = () => true) =>
  (request: InterceptedRequest) =>
    picked(request) && request.caller !== undefined && !isSuccess(request.wouldSay()) ? request.by(name) : undefined;
