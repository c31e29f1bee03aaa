import { daysFrom, instantText, readInstant } from "../../core/clock.ts";
import { checkPattern, patternPlace, type RequestPattern } from "../../journal/criteria.ts";
import { type ExpectedRequest, expectRequests } from "../../journal/expect.ts";
import { checkFields } from "../../journal/known-routes.ts";
import { jsonHeaders } from "../../protocol/envelope.ts";
import { Answer, type Fields } from "../../protocol/wire.ts";
import {
  entriesOf,
  fail,
  listed,
  listOf,
  maybe,
  object,
  oneOf,
  onlyKeys,
  orEmpty,
  type Place,
  regularExpression,
  shape,
  text,
  textLike,
  truth,
  whole,
  wrong,
} from "../../reader/index.ts";
import type { Simulator } from "../../server/simulator.ts";
import { bodyPlace } from "./errors.ts";
import { type ControlRequest, type ControlRoute, done, type Steered } from "./route.ts";

function reset({ simulator, clock }: Steered): object {
  simulator.reset();
  clock.reset();
  return done;
}

const keep = ({ simulator, snapshots }: Steered): object => ({ ...done, id: snapshots.add(simulator.snapshot()) });

function restore({ simulator, clock, snapshots }: Steered, { id }: ControlRequest): object {
  simulator.restore(snapshots.require(id));
  clock.restored();
  return done;
}

function drop({ snapshots }: Steered, { id }: ControlRequest): object {
  snapshots.remove(id);
  return done;
}

export const stateRoutes: readonly ControlRoute[] = [
  { route: "POST /reset", run: reset },
  { route: "POST /snapshots", run: keep },
  { route: "DELETE /snapshots/{id}", run: drop },
  { route: "POST /snapshots/{id}/restore", run: restore },
];

const headers = { ...jsonHeaders, "Content-Type": "application/x-ndjson" };

const fieldPrefix = "field.";
const filters = ["route", "as", "status", "from", "until"];

/** The pattern that a query spells: `field.op=stop` is a field, an empty `as` nobody. */
function patternOf(query: Fields, cast: readonly string[]): RequestPattern {
  const given = [...query];
  const isField = ([name]: readonly [string, string]): boolean => name.startsWith(fieldPrefix);
  onlyKeys(Object.fromEntries(given.filter((pair) => !isField(pair))), patternPlace, filters, `${fieldPrefix}<name>`);
  const { as, status, ...others } = Object.fromEntries(given.filter((pair) => !isField(pair)));
  maybe(textLike(/^\d{1,3}$/, "a status such as 200"))(status, patternPlace.at("status"));
  const pattern = {
    ...others,
    ...(as !== undefined && { as: as === "" ? null : as }),
    ...(status !== undefined && { status: Number(status) }),
    fields: Object.fromEntries(given.filter(isField).map(([name, text]) => [name.slice(fieldPrefix.length), text])),
  };
  checkPattern(pattern, { cast });
  return pattern;
}

function transcript({ simulator }: Steered, { query }: ControlRequest): Answer {
  const found = query.size === 0 ? simulator.transcript : simulator.journal.find(patternOf(query, Object.keys(simulator.cast)));
  return new Answer(200, found.map((exchange) => `${JSON.stringify(exchange)}\n`).join(""), headers);
}

function forget({ simulator }: Steered): object {
  simulator.journal.clear();
  return done;
}

const tests = orEmpty(entriesOf(regularExpression, text(), "an object of regular expressions"));
const values = orEmpty(object);
const unsentNames = maybe(listOf(text(), "a list of names of fields"));

const expectationKeys = ["route", "as", "fields", "matching", "without", "files", "status", "from", "until", "times"];
const orderKeys = ["requests", "in_order"];

/**
 * An expectation as JSON spells it: `matching` has regular expressions for fields, `without` the names of those that are not sent. `more` are
 * further keys that could stand there.
 */
function expected(given: unknown, at: Place, { journal }: Simulator, more: readonly string[] = []): ExpectedRequest {
  const keys = [...expectationKeys, ...more];
  const { matching, fields, without, ...others } = object(given, at);
  onlyKeys(others, at, keys);
  if (Object.keys(given as object).length === 0) wrong(at, given, `one or more of ${listed(keys)}`);
  const byTest = tests(matching, at.at("matching"));
  const byValue = values(fields, at.at("fields"));
  const unsent = Object.fromEntries((unsentNames(without, at.at("without")) ?? []).map((name) => [name, undefined]));
  for (const [key, all] of [
    ["matching", byTest.keys()],
    ["without", Object.keys(unsent)],
  ] as const)
    for (const name of all)
      if (Object.hasOwn(byValue, name)) fail(at.at(key).at(name), "the field stands in fields too, expected one of the two");
  if (typeof others.route === "string") checkFields(others.route, byTest.keys(), at.at("matching"), journal);
  return { ...others, fields: { ...byValue, ...unsent, ...Object.fromEntries(byTest) } };
}

const expectations = (simulator: Simulator) =>
  listOf(
    shape<ExpectedRequest>({}, (value, at) => expected(value, at, simulator)),
    "a list of objects",
  );
const order = maybe(truth);

function verify({ simulator }: Steered, { body }: ControlRequest): object {
  const { requests, in_order, ...one } = body;
  if (requests === undefined) {
    if (in_order !== undefined) wrong(patternPlace.at("in_order"), in_order, "none: it goes with requests, a list");
    return { ...done, exchanges: expectRequests(simulator, [expected(one, patternPlace, simulator, orderKeys)]) };
  }
  onlyKeys(body, patternPlace, orderKeys);
  const inOrder = order(in_order, patternPlace.at("in_order")) ?? false;
  return { ...done, exchanges: expectRequests(simulator, expectations(simulator)(requests, patternPlace.at("requests")), { inOrder }) };
}

export const transcriptRoutes: readonly ControlRoute[] = [
  { route: "GET /coverage", run: ({ simulator }) => simulator.coverage() },
  { route: "GET /transcript", query: "any", run: transcript },
  { route: "DELETE /transcript", run: forget },
  { route: "POST /verify", fields: "any", run: verify },
];

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
  { route: "GET /clock", run: clockShown },
  { route: "POST /clock", fields: ["advance_ms", "set", "next", "mode"], run: change },
];
