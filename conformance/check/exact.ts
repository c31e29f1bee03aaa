import fc from "fast-check";
import { declaredStep } from "../catalogue/catalogue.ts";
import { routed } from "../catalogue/route.ts";
import { itemAt, typeOf } from "../client/json.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { passOver } from "../client/thrown.ts";
import { kindOf, type MatchedIds } from "../compare/matched-ids.ts";
import { keyed, times } from "../compare/values.ts";
import * as endpoints from "../endpoints/index.ts";
import { drawn, scenariosOn } from "../generate/draw.ts";
import { matchedIdsOf } from "../model/named-ids.ts";
import { oracleFor } from "../model/oracle.ts";
import { freshSuffix, requestOf } from "../play/scenario.ts";
import { Sides } from "../play/sides.ts";
import { alike } from "./compare-targets.ts";

/** A place of the answers of a route at which two servers differ. */
export interface ExactDifference {
  readonly route: string;
  /** A field of the answer, such as `messages[].subject`; `status` is the status code. */
  readonly field: string;
  count: number;
  /** The first exchange that shows it. */
  readonly example: { readonly request: Outgoing; readonly first: unknown; readonly second: unknown };
}

/** Parts of an API of which the share that agrees is told by itself. */
export type Part = "the endpoints" | "what else clients ask" | "event polls";

/** The number of exchanges, and of those that agree. */
interface Share {
  exchanges: number;
  agreeing: number;
}

/** The answers of two servers to the same requests. */
export interface Exactness extends Share {
  readonly parts: Readonly<Record<Part, Share>>;
  readonly differences: ExactDifference[];
}

export interface ExactOptions {
  readonly seed: number;
  /** The number of scenarios that are drawn. */
  readonly runs: number;
  readonly steps: number;
  /** The only routes that are counted; all others are asked where these need them. */
  readonly only?: readonly string[];
}

/** Reads beside the specification that ask for what scenarios leave. */
const beside = [
  "/users/me",
  "/users",
  "/streams",
  "/users/me/subscriptions",
  "/user_groups",
  "/channel_folders",
  "/drafts",
  "/realm/filters",
];

/** Values in place of a field that is spoilt; undefined leaves it out. */
const odd = [
  ...[undefined, "", " ", "-1", "0", "1.5", "1234567890123456", "99999999999999999999", "NaN", "null", "true", "false"],
  ...["[]", "[true]", "[1,1]", "{}", '{"x":1}', "x", "\u0000", "\ud83c\udf72"],
];

/** Of so many requests one is sent once more before, with a spoilt field. */
const spoiling = fc.record({ isOdd: fc.nat(2), field: fc.nat(30), value: fc.constantFrom(...odd) });

/** An instant in seconds, by the name of its field or by what it looks like; undefined for any other value. */
function instantIn(value: unknown, name: string): number | undefined {
  if (typeof value === "string") return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? Date.parse(withSeconds(value)) / 1000 : undefined;
  return typeof value === "number" && (times.has(name) || (value > 1e9 && value < 4e9)) ? value : undefined;
}

/** A date as every engine reads it: one without seconds gets them. */
const withSeconds = (text: string): string => text.replace(/(T\d\d:\d\d)(?!:)/, "$1:00");

/** The most seconds between two instants, beside what the clocks are apart. */
const tolerance = 10;
const minute = 60 + tolerance;

/** The kind of an id that no table knows. */
const idKind = (name: string, around: string): string | undefined => (/(^|_)ids?$/.test(name) ? `${around} ${name}` : undefined);

/** A text of one server, and the other's for the same. */
type Pair = readonly [string, string];

/** Returns what two requests name differently, such as an event queue: each server may say it again. */
const ownOf = ({ fields }: Outgoing, other: Outgoing): readonly Pair[] =>
  Object.entries(fields).flatMap(([name, value]): Pair[] => {
    const its = other.fields[name];
    return typeof value === "string" && typeof its === "string" && value !== "" && its !== "" && value !== its ? [[value, its]] : [];
  });

/** Compares answers to the letter, but for ids, keys and instants, of which each server has its own. */
class Letter {
  readonly #twins: MatchedIds;
  readonly #own: readonly Pair[];
  readonly #clocks: { apart?: number };
  readonly found: { readonly field: string; readonly first: unknown; readonly second: unknown }[] = [];

  /**
   * @param own texts that each server has for the same
   * @param clocks how far the two are apart, in seconds, from the first instant on
   */
  constructor(twins: MatchedIds, own: readonly Pair[], clocks: { apart?: number }) {
    this.#twins = twins;
    this.#own = own;
    this.#clocks = clocks;
  }

  value(first: unknown, second: unknown, field: string, name: string, around: string): void {
    if (typeOf(first) !== typeOf(second)) this.#note(field, first, second);
    else if (Array.isArray(first)) this.#list(first, second as unknown[], field, name, around);
    else if (typeof first === "object" && first !== null) this.#object(first, second as object, field, name, around);
    else if (first !== second && !this.#isSame(first, second, name, around)) this.#note(field, first, second);
    else if (first === second) this.#bind(first, second, name, around);
  }

  #note(field: string, first: unknown, second: unknown): void {
    this.found.push({ field, first, second });
  }

  /** Whether two values are ids of the same thing; undefined where they are no ids. */
  #bind(first: unknown, second: unknown, name: string, around: string): boolean | undefined {
    const kind = name === "anchor" ? "message" : (kindOf(name, around) ?? idKind(name, around));
    const isId = (value: unknown): value is string | number => typeof value === "number" || typeof value === "string";
    return kind !== undefined && isId(first) && isId(second) ? this.#twins.bind(kind, first, second) : undefined;
  }

  #isSame(first: unknown, second: unknown, name: string, around: string): boolean {
    const [ours, theirs] = [instantIn(first, name), instantIn(second, name)];
    if (ours !== undefined && theirs !== undefined) {
      this.#clocks.apart ??= theirs - ours;
      return Math.abs(theirs - ours - this.#clocks.apart) <= (typeof first === "string" ? minute : tolerance);
    }
    const bound = this.#bind(first, second, name, around);
    if (bound !== undefined) return bound;
    return typeof first === "string" && this.#isSameText(first, second as string);
  }

  /** Whether two texts are the same but for ids in them. */
  #isSameText(first: string, second: string): boolean {
    const plain = [0, 1].map((i) => this.#own.reduce((text, pair) => text.replaceAll(pair[i] ?? "", ""), i === 0 ? first : second));
    const [ours = [], theirs = []] = plain.map((text) => text.split(/(\d+)/));
    const kinds = ["user", "channel", "message", "group", "folder", "linkifier", "field"];
    const isTwin = (a: string, b: string): boolean => kinds.some((kind) => this.#twins.there(kind, Number(a)) === Number(b));
    return ours.length === theirs.length && ours.every((part, i) => part === theirs[i] || (i % 2 === 1 && isTwin(part, theirs[i] ?? "")));
  }

  #list(first: readonly unknown[], second: readonly unknown[], field: string, name: string, around: string): void {
    if (first.length !== second.length) {
      this.#note(field, `${first.length} items`, `${second.length} items`);
      return;
    }
    for (const [i, item] of first.entries()) {
      const isObject = typeof item === "object" && item !== null;
      this.value(item, second[i], `${field}[]`, isObject ? "" : name, isObject ? name : around);
    }
  }

  #object(first: object, second: object, field: string, name: string, around: string): void {
    const kind = keyed(name, around);
    const theirs: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(second))
      theirs[String((kind && this.#twins.back(kind, kind === "message" ? Number(key) : key)) ?? key)] = value;
    const ours: Record<string, unknown> = { ...first };
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const at = [...(field === "" ? [] : [field]), kind ? "*" : key].join(".");
      this.value(ours[key], theirs[key], at, key, name === "" ? around : name);
    }
  }
}

const specified: ReadonlySet<string> = new Set(Object.values(endpoints).map(({ call }) => call.route));

const partOf = (route: string): Part =>
  route === "GET /events" ? "event polls" : specified.has(route) ? "the endpoints" : "what else clients ask";

class LockStep {
  readonly #targets: readonly [Target, Target];
  readonly #only: ReadonlySet<string> | undefined;
  readonly #result: Exactness;
  readonly #clocks = {};
  readonly sides: Sides;

  constructor(targets: readonly [Target, Target], sides: Sides, result: Exactness, only: readonly string[] | undefined) {
    this.#targets = targets;
    this.sides = sides;
    this.#result = result;
    this.#only = only && new Set(only);
  }

  /** Sends a request to both, each in its own ids, and compares the answers. */
  async ask(route: string, one: Outgoing, other: Outgoing): Promise<readonly [Reply | undefined, Reply | undefined]> {
    const [a, b] = this.#targets;
    // No answer is a difference to one.
    const [first, second] = [await a.send(one).catch(passOver), await b.send(other).catch(passOver)];
    const own: readonly Pair[] = [[a.url, b.url], ...ownOf(one, other)];
    const letter = new Letter(this.sides.lens.twins, own, this.#clocks);
    letter.value(first?.status, second?.status, "status", "", "");
    letter.value(first?.body, second?.body, "", "", route === "POST /messages" ? "message" : "");
    if (!this.#only || this.#only.has(route)) this.#tally(route, one, letter.found);
    return [first, second];
  }

  #tally(route: string, request: Outgoing, found: Letter["found"]): void {
    const { differences } = this.#result;
    for (const share of [this.#result, this.#result.parts[partOf(route)]]) {
      share.exchanges++;
      if (found.length === 0) share.agreeing++;
    }
    for (const field of new Set(found.map((one) => one.field))) {
      const known = differences.find((one) => one.route === route && one.field === field);
      const example = found.find((one) => one.field === field);
      if (known) known.count++;
      else differences.push({ route, field, count: 1, example: { request, first: example?.first, second: example?.second } });
    }
  }
}

function spoilt(request: Outgoing, at: number, value: unknown): Outgoing | undefined {
  const names = Object.keys(request.fields);
  if (names.length === 0) return undefined;
  const { [itemAt(names, at % names.length)]: _, ...rest } = request.fields;
  return { ...request, fields: value === undefined ? rest : { ...rest, [itemAt(names, at % names.length)]: value } };
}

/** Servers whose answers cannot be the same to the letter. */
export class Unlike extends Error {
  override name = "Unlike";
}

/**
 * Asks two servers the same, request by request, and compares status, body and events to the letter.
 * @throws Unlike: they have different levels
 */
export async function exactly(one: Target, other: Target, { seed, runs, steps, only }: ExactOptions): Promise<Exactness> {
  if (one.level !== other.level) throw new Unlike(`the levels differ: ${one.level} and ${other.level}`);
  const [first, second] = alike(one, other);
  const [oracle, { theirs }] = [await oracleFor(first), await oracleFor(second)];
  const scenarios = scenariosOn(oracle, steps);
  const none = (): Share => ({ exchanges: 0, agreeing: 0 });
  const parts = { "the endpoints": none(), "what else clients ask": none(), "event polls": none() };
  const result: Exactness = { ...none(), parts, differences: [] };
  for (let i = 0; i < runs; i++) {
    const { steps: listed } = drawn(scenarios, seed, i);
    const spoils = fc.sample(spoiling, { seed: seed + i, numRuns: listed.length });
    const between = { ...oracle, ours: oracle.theirs, theirs, twins: matchedIdsOf(oracle.theirs, theirs) };
    const targets = [first.isolated(), second.isolated()] as const;
    const run = new LockStep(targets, new Sides({ oracle: between, suffix: freshSuffix(first), choices: {} }), result, only);
    for (const [j, step] of listed.entries()) {
      const op = declaredStep(step.op);
      if (op.action) continue;
      const [ours, its] = [requestOf(op, step, run.sides.ours), requestOf(op, step, run.sides.theirs)];
      const { isOdd, field, value } = itemAt(spoils, j);
      const [bad, badToo] = [spoilt(ours, field, value), spoilt(its, field, value)];
      const isPoll = op.route === "GET /events";
      if (isOdd === 0 && bad && badToo && !isPoll) await run.ask(op.route, bad, badToo);
      const [a, b] = await run.ask(op.route, ours, its);
      if (a && b && a.body.result === "success" && b.body.result === "success") run.sides.note(op, step, a, b);
    }
    const [as = null] = Object.keys(first.cast);
    for (const path of beside) {
      const request: Outgoing = { as, method: "GET", path, fields: {} };
      await run.ask(routed("GET", path).route, request, request);
    }
    for (const target of targets) await target.close();
  }
  return { ...result, differences: result.differences.sort((a, b) => b.count - a.count) };
}
