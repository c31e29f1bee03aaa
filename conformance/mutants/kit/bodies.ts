import { isObject } from "../../client/json.ts";
import type { Asked, Said } from "./asked.ts";

export type Fields = Record<string, unknown>;
export type Answer = (said: Said, asked: Asked) => void;

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);
export const isSuccess = ({ body }: Said): boolean => body.result === "success";

/** A success with the fields given. */
export const success = (fields: Fields = {}): Said => ({ status: 200, body: { result: "success", msg: "", ...fields } });

/** A refusal with a code. */
export const refusal = (code = "BAD_REQUEST", extra: Fields = {}): Said => ({
  status: 400,
  body: { result: "error", msg: "This is refused.", code, ...extra },
});

/** Turns an answer into another, in place. */
export function becomes(said: Said, other: Said): void {
  said.status = other.status;
  said.body = other.body;
}

/** The messages of an answer: of a single fetch, of a list, of message events. */
export function messagesIn({ body }: Said): Fields[] {
  const single = isObject(body.message) ? [body.message] : [];
  const inEvents = listOf(body.events).flatMap(({ message }) => (isObject(message) ? [message] : []));
  return [...single, ...listOf(body.messages), ...inEvents];
}

/** Changes every message wherever it is shown. */
export const inMessages =
  (change: (message: Fields, asked: Asked) => void): Answer =>
  (said, asked) => {
    for (const message of messagesIn(said)) change(message, asked);
  };

/** Changes every event of a type in answers of polls. */
export const inEvents =
  (type: string, change: (event: Fields, asked: Asked) => void): Answer =>
  (said, asked) => {
    for (const event of listOf(said.body.events)) if (event.type === type) change(event, asked);
  };

/** Takes events out of answers of polls. The poll is then answered without them. */
export const withoutEvents =
  (picked: (event: Fields, asked: Asked) => boolean): Answer =>
  (said, asked) => {
    const all = listOf(said.body.events);
    const left = all.map((event) => (picked(event, asked) ? { type: "heartbeat", id: event.id } : event));
    if (all.length > 0) said.body.events = left;
  };

/** Changes a success. */
export const inSuccess =
  (change: (body: Fields, asked: Asked) => void): Answer =>
  (said, asked) => {
    if (isSuccess(said)) change(said.body, asked);
  };

/** Takes fields out of a success. */
export const lacking = (...names: readonly string[]): Answer =>
  inSuccess((body) => {
    for (const name of names) delete body[name];
  });

/** Changes a refusal with a code; without one, every refusal. */
export const inRefusal =
  (code: string | undefined, change: (said: Said, asked: Asked) => void): Answer =>
  (said, asked) => {
    if (said.body.result === "error" && (code === undefined || said.body.code === code)) change(said, asked);
  };

/** Replaces the code of a refusal. */
export const recoded = (code: string, other: string): Answer => inRefusal(code, (said) => void (said.body.code = other));

/** The answer of the server, which then does nothing. */
export const swallowed = (asked: Asked): Said | undefined => {
  const said = asked.wouldSay();
  return isSuccess(said) ? said : undefined;
};

/** Refuses what the server would accept, where a test picks it. */
export const refusing =
  (picked: (asked: Asked) => boolean, code = "BAD_REQUEST") =>
  (asked: Asked): Said | undefined =>
    picked(asked) && isSuccess(asked.wouldSay()) ? refusal(code) : undefined;

/** Takes fields out of requests. */
export const ignoring =
  (...names: readonly string[]) =>
  (asked: Asked) =>
    names.some((name) => asked.field(name) !== undefined)
      ? asked.with(Object.fromEntries(names.map((name) => [name, undefined])))
      : undefined;

/** Changes one field of requests that have it. */
export const reading = (name: string, change: (text: string, asked: Asked) => unknown) => (asked: Asked) => {
  const text = asked.field(name);
  const other = text === undefined ? undefined : change(text, asked);
  return text === undefined || other === text ? undefined : asked.with({ [name]: other });
};

/** Does a refused request under another name, which may. */
export const inNameOf =
  (name: string, picked: (asked: Asked) => boolean = () => true) =>
  (asked: Asked) =>
    picked(asked) && asked.caller !== undefined && !isSuccess(asked.wouldSay()) ? asked.by(name) : undefined;
