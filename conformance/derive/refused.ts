import fc from "fast-check";
import { fnv1a } from "../../sim/index.ts";
import type { Actor } from "../client/actor.ts";
import { makeBot } from "../client/crowd.ts";
import { itemAt } from "../client/json.ts";
import { deactivatedAccount, person, personIfAny, unknownId } from "../client/people.ts";
import { ownRealm, passingRealm, type Session } from "../client/session.ts";
import type { Member, Reply } from "../client/target.ts";
import type { Call, Ready } from "../declare/call.ts";
import type { Property } from "../declare/property.ts";
import { notADate } from "../draw/dates.ts";
import { anActor, type PersonName } from "../draw/people.ts";
import { anId, type IdShape, idOf, nothingsKinds } from "../draw/references.ts";
import { noInteger, noIntegers } from "../draw/spellings.ts";
import { aWrongSecret, nearSecrets, textOf, wrongSecret } from "../draw/texts.ts";
import { type Checks, Untestable } from "../expect.ts";
import type { Callers, EndpointText, Stated } from "../text/index.ts";
import { codes } from "../text/limits.ts";
import { eachShape, type Fact, idOfClause, promise, refuses, refusesAlone, succeed, type TriedParameter } from "./clauses.ts";
import { misspelled, misspellings, type Slip, withSlip } from "./slips.ts";

/** Without the parameter, or with its name misspelled, the call is refused. */
export const required = ({ call, name, stated }: Fact<"required">): Property =>
  promise<Pick<Slip, "how">>(
    { call, stated },
    {
      clause: [`conventions/${call.route.startsWith("GET ") ? "get-query" : "form-fields"}`, "conventions/error-envelope", "errors/body"],
      given: () => ({ how: fc.constantFrom(...misspellings) }),
      examples: () => [{ how: "left out" }],
      async holds(session, _, ready, { how }) {
        const what = `${call.route} with ${name} ${how === "left out" ? how : `as ${misspelled(name, how)}`}`;
        const fields = withSlip(ready.fields, { name, how });
        const look = (reply: Reply) => {
          session.expect.explained(reply, what);
          if (stated.code === undefined) session.expect.missing(reply, name, what);
          else session.expect.refused(reply, stated.code, {}, what);
        };
        await refuses(session, call, ready, { fields, what, look });
      },
    },
  );

/** Requires a refusal, with a code where one is stated. */
const refusedWith = (expect: Checks, reply: Reply, code: string | undefined, what: string) =>
  code === undefined ? expect.declined(reply, what) : expect.refused(reply, code, {}, what);

/** Values of a parameter that have to be refused. */
interface Wrong<W> {
  readonly drawn: fc.Arbitrary<W>;
  readonly examples: readonly W[];
  /** The example that is tried beside all that a call may have, default the first. */
  readonly beside?: W;
  /** Returns what is sent in place of the value that would be right. */
  readonly sentFor?: (wrong: W, session: Session, ready: Ready) => unknown;
  /** Requires the right refusal, default with a code where one is stated. */
  readonly look?: (session: Session, reply: Reply, what: string, value: unknown) => void;
}

/** The level from which servers look at the types of parameters, as was observed: before it they take a truth value for an integer. */
const typedParameters = 253;

const isOfTruth = (value: unknown): boolean => /^\s*\[?\s*(true|false)\b/.test(String(value));

/** A call with another value of a parameter is refused and does nothing, and the call as it is succeeds. */
const refusesValue = <W>(
  { call, name, type, stated }: TriedParameter<Stated & { readonly code?: string; readonly items?: string }>,
  { drawn, examples, beside, sentFor = (wrong) => wrong, look }: Wrong<W>,
): Property =>
  promise<{ readonly wrong: W; readonly shape?: never }>(
    { call, stated },
    {
      given: () => ({ wrong: drawn }),
      // Beside all that a call may have, too.
      examples: () => [
        ...examples.map((wrong) => ({ wrong })),
        ...(beside === undefined ? examples.slice(0, 1) : [beside]).flatMap((wrong) =>
          eachShape(call)
            .slice(1)
            .slice(-1)
            .map((shape) => ({ wrong, shape })),
        ),
      ],
      async holds(session, _, ready, { wrong }) {
        const value = await sentFor(wrong, session, ready);
        const isOfIntegers = type === "integer" || stated.items === "integer";
        if (isOfIntegers && session.level < typedParameters && isOfTruth(value)) throw new Untestable("it may be an integer");
        await refuses(session, call, ready, {
          fields: { ...ready.fields, [name]: value },
          what: `${call.route} with the ${name} ${JSON.stringify(value)}`,
          look: (reply, what) => (look ? look(session, reply, what, value) : void refusedWith(session.expect, reply, stated.code, what)),
        });
      },
    },
  );

/** So many blanks more are sent at most. */
const mostBlanks = 24;

/** The empty text is refused, and where it is stated, one of white space. */
export const nonEmpty = (tried: Fact<"nonEmpty">): Property =>
  refusesValue(tried, {
    drawn: fc.constantFrom("", ...(tried.stated.blank ? [" ", "   ", "\t", "\n", " \r\n "] : [])),
    examples: ["", ...(tried.stated.blank ? ["   "] : [])],
    // Where a server takes one by mistake, the second may be refused since the first is there.
    sentFor: (wrong, session) => (wrong === "" ? wrong : wrong.padEnd(wrong.length + (fnv1a(session.fresh()) % mostBlanks))),
  });

/** Draws values near those that are accepted, and any other text. */
const nearTexts = (accepted: readonly (string | number)[]): fc.Arbitrary<string> =>
  fc.oneof(
    { withCrossShrink: true },
    textOf({ max: 12 }),
    fc.constantFrom("", ...accepted.map(String).flatMap((word) => [word.slice(0, -1), `${word}s`, `"${word}"`])),
  );

const noValues: Readonly<Record<"string" | "integer", (accepted: readonly (string | number)[]) => fc.Arbitrary<unknown>>> = {
  string: nearTexts,
  integer: () =>
    fc.oneof({ withCrossShrink: true }, fc.integer({ min: -1000, max: 1000 }), fc.constantFrom("one", "1.5", "", "[1]", "true")),
};

/** Any other value is refused. */
export function values(tried: Fact<"values">): Property {
  const { accepted, orIntegers } = tried.stated;
  const isOther = (value: unknown): boolean =>
    !accepted.some((each) => String(each) === String(value).trim().toLowerCase()) && !(orIntegers && /\p{N}/u.test(String(value)));
  const isInteger = tried.type === "integer";
  return refusesValue<unknown>(tried, {
    drawn: noValues[isInteger ? "integer" : "string"](accepted).filter(isOther),
    examples: isInteger ? [Math.max(...accepted.map(Number)) + 1, -1] : ["other"],
  });
}

/** Texts that no server can read as a value of a type, the examples first. In place of `#` stands the first item of the list that would be right. */
const noValuesOf: Readonly<
  Record<"integer" | "date" | "array" | `array of ${"integer" | "object"}`, readonly [readonly string[], fc.Arbitrary<string>]>
> = {
  integer: [["seven", "-1", "7.5", "#.5", "[#]"], fc.oneof(noInteger, fc.integer({ min: -2_147_483_648, max: -1 }).map(String))],
  date: [["yesterday", "2024-13-01", "2024-02-30", "12:00", "1 May 2024"], notADate],
  array: [["one", "1"], fc.constantFrom("true", "[", "{", "{}", '"sender"', '{"operator":"sender","operand":"x"}')],
  "array of object": [["one", "{}", "[3]", '["one"]'], fc.constantFrom("true", "[", "[null]", "[[]]", '[{"id": 1, "value": "x"}, 3]')],
  "array of integer": [
    ["one", "[9.5]", '["nine"]', "#"],
    fc.oneof(noIntegers, fc.constantFrom("#", '{"0": #}', "[#", "#]", "(#)", "#, #", "[[#]]", "[#.5]")),
  ],
};

/** Checks that values of no such type are refused. */
export function malformed(tried: Fact<"malformed">): Property {
  const { name, type, stated } = tried;
  const list = stated.items ? (`array of ${stated.items}` as const) : "array";
  const [examples, drawn] = noValuesOf[stated.form ?? (type === "integer" ? type : list)];
  return refusesValue(tried, {
    drawn: fc.oneof({ withCrossShrink: true }, fc.constantFrom(...examples), drawn),
    examples,
    sentFor(text, session, { fields }) {
      // That a number is not below 0 no sentence says.
      const given = !session.isHeldToObserved && /^-\d+$/.test(text) ? "seven" : text;
      return given.replaceAll("#", JSON.stringify([fields[name]].flat()[0]));
    },
    look: ({ expect }, reply, what) => void expect.declined(reply, what, name),
  });
}

/** A text that is nearly that of an id. */
type NearShape = (typeof nearSecrets)[number];

const isNear = (nothing: IdShape | NearShape): nothing is NearShape => nearSecrets.some(({ kind }) => kind === nothing.kind);

/** Ids in forms that servers give to what has texts for ids, those of something in nearly the same spelling, and any other text. */
const anUnknownText: fc.Arbitrary<NearShape | string> = fc.oneof(
  { withCrossShrink: true },
  aWrongSecret("changed", "other case", "longer", "shorter"),
  fc.constantFrom("0:1", "no such id", "1", "-1", "null", "00000000-0000-0000-0000-000000000000", "1791000000:999999999"),
  textOf({ max: 60 }),
);

/** The id of nothing, and where it stands in a list. */
interface OfNothing {
  readonly nothing: IdShape | NearShape | string;
  readonly beside: "none" | "before" | "behind";
}

/** The id of nothing is refused, in a list too: alone and beside those of the call. */
export function unknown(tried: Fact<"unknown">): Property {
  const { name, type, stated } = tried;
  const isList = type === "array";
  const nothings: readonly OfNothing[] = [
    { nothing: { kind: "unknown", id: unknownId }, beside: "none" },
    { nothing: { kind: "zero" }, beside: "behind" },
  ];
  return refusesValue<OfNothing>(tried, {
    drawn: fc.record({
      nothing: type === "string" ? anUnknownText : isList ? anId("unknown", "zero", "negative") : anId(...nothingsKinds),
      beside: isList ? fc.constantFrom("none", "before", "behind") : fc.constant("none"),
    }),
    examples: type === "string" ? ["no such id", "0:1", ...nearSecrets].map((nothing) => ({ nothing, beside: "none" })) : nothings,
    // A server may do its part for those that there are.
    ...(isList && { beside: { nothing: { kind: "unknown", id: unknownId }, beside: "behind" } as const }),
    sentFor({ nothing, beside }, session, { fields: { [name]: known } }) {
      // A list of texts is one of addresses.
      const isOfTexts = Array.isArray(known) && typeof known[0] === "string";
      const address = () => `${session.fresh("nobody").replaceAll(" ", "-")}@nowhere.invalid`;
      const idFor = (shape: IdShape | NearShape) =>
        isNear(shape) ? (wrongSecret(shape, String(known)) ?? "no such id") : idOf(shape, { existing: [] });
      const id = isOfTexts ? address() : typeof nothing === "string" ? nothing : idFor(nothing);
      if (!isList) return id;
      return beside === "none" || !Array.isArray(known) ? [id] : beside === "before" ? [id, ...known] : [...known, id];
    },
    look({ expect }, reply, what, value) {
      const { code = codes.badRequest, tells, anyCode } = stated;
      if (anyCode) expect.declined(reply, what, name);
      else expect.refused(reply, code, tells === undefined ? {} : { [tells]: value }, what);
    },
  });
}

/** The id of a deactivated account is refused, alone and beside those of the call. */
export const active = (tried: Fact<"active">): Property =>
  refusesValue(tried, {
    drawn: fc.constantFrom("beside others", "alone"),
    examples: ["beside others", "alone"],
    async sentFor(where, _, { actor, fields: { [tried.name]: known } }) {
      const gone = await deactivatedAccount(actor);
      return [...(where === "alone" || !Array.isArray(known) ? [] : known), gone];
    },
  });

/** The id of nothing in the path is refused. */
export const unknownInPath = ({ call, stated }: Pick<TriedParameter<Stated>, "call" | "stated">): Property =>
  promise<{ readonly nothing: IdShape }>(
    { call, stated },
    {
      given: () => ({ nothing: anId("unknown", "zero") }),
      examples: () => [{ nothing: { kind: "unknown", id: unknownId } }],
      async holds(session, _, ready, { nothing }) {
        const route = ready.route.replace(/\/\d+/, `/${idOf(nothing, { existing: [] })}`);
        const look = (reply: Reply) => session.expect.refused(reply, codes.badRequest, {}, route);
        await refuses(session, call, ready, { route, what: route, look });
      },
    },
  );

const others: Readonly<Record<Callers, readonly PersonName[]>> = {
  administrators: ["alice", "bob", "cara", "robo", "gus"],
  owners: ["alice", "bob", "cara", "robo", "gus", "dana"],
};

const roles: Readonly<Record<Callers, readonly Member["role"][]>> = { administrators: ["administrator", "owner"], owners: ["owner"] };

/** Those whom no cast has: a moderator, who is neither administrator nor owner, one who made the call with a role that was taken away, and a bot of one who may. */
const madeLesser = ["a moderator", "one who could", "a bot of theirs"] as const;

/** A member of the cast, or one who is made what none of them is. */
type Lesser = PersonName | (typeof madeLesser)[number];

const isMadeLesser = (who: Lesser): who is (typeof madeLesser)[number] => (madeLesser as readonly string[]).includes(who);

/** Returns one of lesser role, at the call that they are refused. @throws Untestable: the role has to be given, and others share the realm */
async function lesser(session: Session, call: Call, who: Lesser, callers: Callers): Promise<Actor> {
  if (!isMadeLesser(who)) return session.actor(who);
  const moderator = who === "a moderator" ? personIfAny(session, "moderator") : undefined;
  if (moderator) return moderator;
  const { act } = who === "a moderator" ? ownRealm(session) : passingRealm(session);
  if (who === "a bot of theirs") return makeBot(person(session, ...roles[callers]), 1);
  const { cara } = session.as;
  const setRole = (value: string) => act({ action: "set_user", as: "cara", property: "role", value });
  if (who === "one who could") {
    await setRole(itemAt(roles[callers], 0));
    await succeed(session, call, await call.prepare(session, cara));
  }
  await setRole(who === "a moderator" ? "moderator" : "member");
  return cara;
}

/** Those of lesser roles are refused what those who may are granted, or refused alone where the cast has nobody who may. */
export function allowed(call: Call, stated: NonNullable<EndpointText["allowed"]>, until?: number): Property {
  const mayAnybody = (session: Session): boolean => personIfAny(session, ...roles[stated.callers]) !== undefined;
  return promise<{ readonly who: Lesser; readonly by?: never; readonly shape?: never }>(
    { call, stated },
    {
      clause: stated.code ? [idOfClause(call, stated.code)] : [],
      ...(until !== undefined && { until }),
      given: () => ({ who: fc.oneof({ withCrossShrink: true }, anActor(...others[stated.callers]), fc.constantFrom(...madeLesser)) }),
      // Each of the others, each who may, and each kind of call.
      examples: ({ by: all = [] }) => [
        ...[...others[stated.callers], ...madeLesser].map((who) => ({ who })),
        ...all.slice(1).map((by) => ({ who: "alice" as const, by: by as never })),
        ...eachShape(call)
          .slice(1)
          .map((shape) => ({ who: "alice" as const, shape })),
      ],
      caller: (session, { who, by }) => (mayAnybody(session) || isMadeLesser(who) ? by && session.actor(by) : session.actor(who)),
      async holds(session, _, ready, { who }) {
        const by = await lesser(session, call, who, stated.callers);
        if (roles[stated.callers].includes(by.role)) throw new Untestable(`${who} is an ${by.role}`);
        const look = (reply: Reply, what: string) => {
          const { code } = stated;
          // A refusal is what is stated, so that only its code may be wrong.
          const checks = code && reply.body.result === "error" ? session.expect.against(idOfClause(call, code)) : session.expect;
          return refusedWith(checks, reply, code?.is, what);
        };
        await (mayAnybody(session) ? refuses : refusesAlone)(session, call, ready, { by, what: `${call.route} by ${who}`, look });
      },
    },
  );
}
