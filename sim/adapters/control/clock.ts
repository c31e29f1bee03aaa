import { daysFrom, instantText } from "../../core/clock.ts";
import { readInstant } from "../../core/iso-8601.ts";
import { fail, oneOf, type Place, shape, whole, wrong } from "../../reader/index.ts";
import { bodyPlace, type ControlRequest, type ControlRoute, done, type Steered } from "./route.ts";

/** The end of the years that ISO 8601 writes with four digits. */
const lastInstant = daysFrom(10_000, 1, 1) * 86_400_000 - 1;

const clockState = ({ simulator, clock }: Steered) => ({ now: simulator.instant, mode: clock.mode });

/** The clock with what happens by itself next: its instant and its kind, or null. */
export const clockShown = (steered: Steered) => {
  const { next } = steered.simulator;
  return { ...clockState(steered), next: next ? { at: instantText(next.at), what: next.what } : null };
};

const anyMillis = whole();
const anInstant = shape<number>(
  {},
  (value, at) =>
    (typeof value === "string" ? readInstant(value) : undefined) ?? wrong(at, value, "an ISO 8601 instant such as 2026-01-01T12:00:00Z"),
);
const anyMode = oneOf("real", "frozen");

function advance({ simulator, clock }: Steered, value: unknown, at: Place): void {
  const millis = anyMillis(value, at);
  if (simulator.now() + millis > lastInstant) wrong(at, value, `so few that the clock does not pass ${instantText(lastInstant)}`);
  clock.advance(millis);
}

function moveTo({ simulator, clock }: Steered, value: unknown, at: Place): void {
  const instant = anInstant(value, at);
  if (instant < simulator.now()) wrong(at, value, `an instant not before ${simulator.instant}: the clock only goes forward`);
  clock.advance(instant - simulator.now());
}

/** Moves the clock to what happens by itself next, and gives its kind. */
function moveToNext({ simulator, clock }: Steered, value: unknown, at: Place): string {
  if (value !== true) wrong(at, value, "true");
  const { next } = simulator;
  if (!next) fail(at, "nothing happens by itself: no queue, scheduled message, reminder or delayed answer waits");
  clock.advance(Math.max(0, next.at - simulator.now()));
  return next.what;
}

function change(steered: Steered, { body }: ControlRequest): object {
  const given = Object.keys(body);
  if (given.length !== 1) wrong(bodyPlace, body, "one of advance_ms, set, next and mode");
  if ("advance_ms" in body) advance(steered, body.advance_ms, bodyPlace.at("advance_ms"));
  else if ("set" in body) moveTo(steered, body.set, bodyPlace.at("set"));
  else if ("next" in body) {
    const what = moveToNext(steered, body.next, bodyPlace.at("next"));
    return { ...done, ...clockState(steered), what };
  } else steered.clock.setMode(anyMode(body.mode, bodyPlace.at("mode")));
  return { ...done, ...clockState(steered) };
}

export const clockRoutes: readonly ControlRoute[] = [
  { route: "GET /clock", fields: [], run: clockShown },
  { route: "POST /clock", fields: ["advance_ms", "set", "next", "mode"], run: change },
];
