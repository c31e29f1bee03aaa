import { isObject } from "../../client/json.ts";
import type { InterceptedRequest, MutableAnswer } from "./intercepted.ts";

export type MutableFields = Record<string, unknown>;
/** Returns another answer in place of one, or changes that one in place. */
export type AlterAnswer = (said: MutableAnswer, request: InterceptedRequest) => MutableAnswer | false | undefined;

/** Returns the fields that differ, undefined for one that goes; or changes the fields in place. */
type Changing = (fields: MutableFields, request: InterceptedRequest) => MutableFields | false | undefined;
/** The fields that differ, undefined for one that goes, or what changes them. */
export type Change = MutableFields | Changing;

/** Changes fields in place. */
export function changeFields(fields: MutableFields, by: Change, request: InterceptedRequest): void {
  const others = typeof by === "function" ? by(fields, request) : by;
  for (const [name, value] of Object.entries(others || {})) {
    if (value === undefined) delete fields[name];
    else fields[name] = value;
  }
}

/** Returns a list of objects; an empty one for what is no list. */
export const listOf = (value: unknown): MutableFields[] => (Array.isArray(value) ? (value as MutableFields[]) : []);
export const isSuccess = ({ body }: MutableAnswer): boolean => body.result === "success";

/** A success with the fields given. */
export const success = (fields: MutableFields = {}): MutableAnswer => ({ status: 200, body: { result: "success", msg: "", ...fields } });

/** A refusal with a code. */
export const refusal = (code = "BAD_REQUEST", extra: MutableFields = {}): MutableAnswer => ({
  status: 400,
  body: { result: "error", msg: "This is refused.", code, ...extra },
});

/** The messages of an answer: of a single fetch, of a list, of message events. */
export function messagesIn({ body }: MutableAnswer): MutableFields[] {
  const single = isObject(body.message) ? [body.message] : [];
  const inEvents = listOf(body.events).flatMap(({ message }) => (isObject(message) ? [message] : []));
  return [...single, ...listOf(body.messages), ...inEvents];
}

/** Changes every message wherever it is shown. */
export const inMessages =
  (by: Change): AlterAnswer =>
  (said, request) => {
    for (const message of messagesIn(said)) changeFields(message, by, request);
  };

/** Changes every object of a list, or of those that stand under keys. */
export const inEach =
  (list: string, by: Change): Changing =>
  (fields, request) => {
    for (const entry of Object.values(fields[list] ?? {})) changeFields(entry, by, request);
    return undefined;
  };

/** Changes an object inside another, where it is there. */
export const within =
  (name: string, by: Change): Changing =>
  (fields, request) => {
    const inner = fields[name];
    if (isObject(inner)) changeFields(inner, by, request);
    return undefined;
  };

/** Changes every event of a type in answers of polls. */
export const inEvents =
  (type: string, by: Change): AlterAnswer =>
  (said, request) => {
    for (const event of listOf(said.body.events)) if (event.type === type) changeFields(event, by, request);
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
  (by: Change): AlterAnswer =>
  (said, request) => {
    if (isSuccess(said)) changeFields(said.body, by, request);
  };

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
