import fc from "fast-check";
import { ifTold } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import type { Call, Ready } from "../../declare/call.ts";
import { besides, eachShape, readBack, succeed } from "../../derive/clauses.ts";
import { atProportion, proportion } from "../../draw/combinators.ts";
import { booleanSpellings, inStyle, type JsonStyle, jsonStyle } from "../../draw/spellings.ts";
import { type Body, Untestable } from "../../expect.ts";
import { endpoints, type ParameterText } from "../../text/index.ts";
import { codes } from "../../text/limits.ts";
import { forEachCall } from "../each-call.ts";

/** Returns a test for the endpoints that have a parameter of a type. */
const having =
  (type: ParameterText["type"]) =>
  ({ stem }: Call): boolean =>
    Object.values(endpoints.get(stem)?.parameters ?? {}).some((parameter) => parameter.type === type);

const withLists = having("array");
const withBooleans = having("boolean");

/** One way to write the value of a parameter, of those that a call has of a type. */
interface Spelling {
  /** The index of the parameter among those of its type. */
  readonly at: number;
  /** Returns whether the specification says that a parameter is spelled in this way. */
  readonly isFor: (value: unknown, name: string) => boolean;
  readonly write: (value: unknown) => string;
}

/** Sends a call with one of its parameters written in a way. Returns the answer, the call in words, and the value that was written. */
async function respell(
  session: Session,
  call: Call,
  { actor, route, fields }: Ready,
  { at, isFor, write }: Spelling,
): Promise<readonly [Reply, what: string, meant: Body]> {
  const all = Object.entries({ ...besides(call, session).known, ...fields });
  const suitable = all.filter(([name, value]) => isFor(value, name));
  const [name, value] = atProportion(at, suitable) ?? [];
  if (name === undefined) throw new Untestable(`${call.route} has no such parameter at level ${session.level}`);
  const text = write(value);
  return [await actor.send(route, { ...fields, [name]: text }), `${call.route} with ${name}=${text}`, { [name]: value }];
}

/** Examples for each of so many parameters. */
const forEach = <T extends object>(count: number, example: T): readonly (T & { readonly at: number })[] =>
  Array.from({ length: count }, (_, i) => ({ ...example, at: i / count }));

const isList = (value: unknown): boolean => Array.isArray(value);
const isBoolean = (value: unknown): boolean => typeof value === "boolean";

/** The level from which a list that is none has the generic code; a validator before it had one of its own. */
const typedLists = 253;

/** Styles of lists: that of the specification's own examples, `[9, 10]`, and others that JSON allows. */
const styles: readonly JsonStyle[] = [
  { spaces: ["", "", "", " ", "", "", ""], escapes: false, reversed: false },
  { spaces: [" ", "\n"], escapes: false, reversed: true },
  { spaces: [""], escapes: true, reversed: false },
];

/** A list is read as JSON, with whatever white space, escapes and order of keys JSON allows: it does what the values in it say. */
export const lists = forEachCall<{ readonly style: JsonStyle; readonly at: number; readonly shape?: never }>({
  clause: "json-lists",
  of: withLists,
  given: () => ({ style: jsonStyle, at: proportion }),
  // Each style for what a plain call has, and one for what other calls have: lists of two and more.
  examples: (call) => [
    ...styles.flatMap((style) => forEach(2, { style })),
    ...eachShape(call)
      .slice(1)
      .flatMap((shape) => styles.slice(0, 1).map((style) => ({ style, at: 0, shape }))),
  ],
  async holds(session, call, ready, { style, at }) {
    const { expect, nobody } = session;
    const [reply, what, meant] = await respell(session, call, ready, { at, isFor: isList, write: (value) => inStyle(value, style) });
    const body = expect.succeeded(reply, what);
    // On a shared server what stands beside the fields may find what others send meanwhile.
    if (call.route.startsWith("GET ") && Object.keys(meant).every((name) => name in ready.fields)) {
      const plainly = await ready.actor.send(ready.route, { ...ready.fields, ...meant });
      expect.same(body, expect.succeeded(plainly, call.route), `the answer to ${what}`);
    }
    const kept = await ifTold(Promise.resolve(call.kept?.(ready.actor, { ...ready, fields: { ...ready.fields, ...meant } }, body)));
    for (const [name, value] of Object.entries(meant))
      if (kept && Object.hasOwn(kept, name)) expect.same(kept[name], value, readBack(name, what));
    expect.declined(await nobody.send(ready.route, ready.fields), `${call.route} by nobody`);
  },
});

/** A text that is no list: one of its own, or the JSON of the list with so many characters missing at one end. */
type NoList = { readonly text: string } | { readonly missing: number; readonly from: "start" | "end" };

const noList: fc.Arbitrary<NoList> = fc.oneof(
  { withCrossShrink: true },
  fc.record({ text: fc.constantFrom("[1", '{"no": "list"}', "{}", "[1,]", "[1 2]", "[,1]", "['a']", "[]]", "[1] [2]", "{") }),
  fc.record({ missing: fc.integer({ min: 1, max: 6 }), from: fc.constantFrom("start", "end") }),
);

/** Returns the text that is sent in place of a list. The JSON of a list without one of its brackets is no JSON. */
function unlisted(shape: NoList, value: unknown): string {
  if ("text" in shape) return shape.text;
  const json = JSON.stringify(value);
  const missing = Math.min(shape.missing, json.length - 1);
  return shape.from === "end" ? json.slice(0, json.length - missing) : json.slice(missing);
}

/** A list that is no JSON, or JSON of another type, is refused. */
export const wrongLists = forEachCall<{ readonly wrong: NoList; readonly at: number }>({
  clause: "no-other-lists",
  of: withLists,
  given: () => ({ wrong: noList, at: proportion }),
  examples: () => [...forEach(2, { wrong: { text: "[1" } }), ...forEach(2, { wrong: { text: '{"no": "list"}' } })],
  async holds(session, call, ready, { wrong, at }) {
    const { expect, level } = session;
    const [reply, what] = await respell(session, call, ready, { at, isFor: isList, write: (value) => unlisted(wrong, value) });
    if (level < typedLists) expect.declined(reply, what);
    else expect.refused(reply, codes.badRequest, {}, what);
    await succeed(session, call, ready);
  },
});

/** Returns how many booleans a call has: of those beside its fields, at least one. */
const booleansOf = ({ beside = {} }: Call): number => Math.max(1, Object.values(beside).filter(({ value }) => isBoolean(value)).length);

/** Both booleans are read, wherever a boolean is asked for. */
export const booleans = forEachCall({
  clause: "booleans",
  of: withBooleans,
  given: () => ({ is: booleanSpellings.valid, at: proportion }),
  examples: (call) => [true, false].flatMap((means) => forEach(booleansOf(call), { is: { text: String(means), means } })),
  async holds(session, call, ready, { is, at }) {
    const { expect, nobody } = session;
    const isFor = (value: unknown, name: string): boolean => isBoolean(value) && name !== "use_first_unread_anchor";
    const [reply, what] = await respell(session, call, ready, { at, isFor, write: () => is.text });
    expect.succeeded(reply, what);
    expect.declined(await nobody.send(ready.route, ready.fields), `${call.route} by nobody`);
  },
});

/** A text that is no boolean is refused and never taken for one. */
export const wrongBooleans = forEachCall({
  clause: "no-other-booleans",
  of: withBooleans,
  given: () => ({ is: booleanSpellings.wrong, at: proportion }),
  examples: (call) => ["maybe", "[true]"].flatMap((text) => forEach(booleansOf(call), { is: { text, means: undefined } })),
  async holds(session, call, ready, { is, at }) {
    const [reply, what] = await respell(session, call, ready, { at, isFor: isBoolean, write: () => is.text });
    session.expect.refused(reply, codes.badRequest, {}, what);
    await succeed(session, call, ready);
  },
});
