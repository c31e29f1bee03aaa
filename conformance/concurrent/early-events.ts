import { type Answered, compareAnswers } from "../compare/answers.ts";
import { awaited, type Event, mayBe, relevant } from "../compare/events.ts";
import type { Difference, Lens } from "../compare/values.ts";

const messageOf = ({ type, message }: Event): unknown =>
  type === "message" ? (message as { readonly id?: unknown } | undefined)?.id : undefined;

/**
 * Returns where the answer to a poll differs from the model's while other steps are under way. Events need not come at once, so that some may be
 * missing; none may come of what has not happened yet.
 * @param sent ids of the messages that the run sent, as the target has them
 */
export function compareEarlyEvents(expected: Answered, actual: Answered, lens: Lens, sent: ReadonlySet<unknown>): readonly Difference[] {
  const left = relevant(actual.body.events, lens.known);
  const arrived = awaited(expected.body.events, lens).filter((event) => {
    const at = left.findIndex((other) => mayBe(event, other, lens));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  const hasEvents = Array.isArray(expected.body.events);
  const asFar = hasEvents ? { ...expected, body: { ...expected.body, events: arrived } } : expected;
  // What is bound to a message of the model is compared as every answer is.
  const early = left.filter((event) => sent.has(messageOf(event)) && lens.twins.back("message", Number(messageOf(event))) === undefined);
  return [
    ...compareAnswers("events.get", {}, asFar, actual, lens),
    ...early.map((event) => ({ path: "events", expected: undefined, actual: event })),
  ];
}
