import { instantText } from "../../core/clock.ts";
import { readInstant } from "../../core/iso-8601.ts";
import { ControlError, type ControlRequest, type ControlRoute, done, type Steered } from "./route.ts";

/** The end of the years that ISO 8601 writes with four digits. */
const lastInstant = readInstant("9999-12-31T23:59:59.999Z")!;

const shown = ({ simulator, clock }: Steered) => ({ now: simulator.instant, mode: clock.mode });

function refuse(line: string): never {
  throw new ControlError(400, line);
}

function advance({ simulator, clock }: Steered, value: unknown): void {
  if (!Number.isSafeInteger(value) || (value as number) < 0) refuse("advance_ms is not a whole number of milliseconds, 0 or more");
  if (simulator.now() + (value as number) > lastInstant) refuse(`advance_ms goes beyond ${instantText(lastInstant)}`);
  clock.advance(value as number);
}

function moveTo({ simulator, clock }: Steered, value: unknown): void {
  const instant = typeof value === "string" ? readInstant(value) : undefined;
  if (instant === undefined) refuse("set is not an ISO 8601 instant such as 2026-01-01T12:00:00Z");
  if (instant < simulator.now()) refuse(`set: the clock only goes forward, and it is ${simulator.instant} already`);
  clock.advance(instant - simulator.now());
}

function change(steered: Steered, { body }: ControlRequest): object {
  const given = Object.keys(body);
  if (given.length !== 1) refuse(`give one of advance_ms, set, mode, not ${given.length === 0 ? "none" : given.join(" and ")}`);
  if ("advance_ms" in body) advance(steered, body.advance_ms);
  else if ("set" in body) moveTo(steered, body.set);
  else if (body.mode === "real" || body.mode === "frozen") steered.clock.setMode(body.mode);
  else refuse('mode is not "real" or "frozen"');
  return { ...done, ...shown(steered) };
}

export const clockRoutes: readonly ControlRoute[] = [
  { route: "GET /clock", fields: [], run: shown },
  { route: "POST /clock", fields: ["advance_ms", "set", "mode"], run: change },
];
