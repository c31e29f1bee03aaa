import { has, isThere, type levels } from "../core/levels.ts";
import { codePoints, withoutSpaceAround } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse, refuseAs, refuseMissing } from "../core/refusal.ts";
import { aBoolean, aCount, aKeptInteger, anInteger, aString, type Check, listOf, orNull, parseJson, readJson } from "./json.ts";
import { described, schemaOf } from "./schema.ts";
import type { Fields, WireRequest } from "./wire.ts";

/** Turns the text of one parameter into its value, or refuses it by its name. */
export type Decoder<T> = (text: string, name: string, realm: Realm) => T;

export interface Param<T> extends Options {
  readonly decode: Decoder<T>;
  readonly required: boolean;
  readonly fallback: T;
  readonly aliases: readonly string[];
  /** The change that made the parameter a required one; before it absent gives the fallback. */
  readonly requiredSince?: keyof typeof levels;
}

/** The order in which servers before a change looked at parameters. What has no place in it comes last, in declared order. */
export interface OlderOrder<Name extends string = string> {
  readonly until: keyof typeof levels;
  readonly names: readonly Name[];
}

/** The texts of parameters as they were sent, undefined for those that were not. */
export type Sent = (name: string) => string | undefined;

interface Options {
  /** The change since which the parameter may be left out. */
  readonly requiredUntil?: keyof typeof levels;
  /** Other names, in order of preference. */
  readonly aliases?: readonly string[];
  readonly since?: keyof typeof levels;
  /** The change that took the parameter away. */
  readonly until?: keyof typeof levels;
  /** Whether the others that were sent make the parameter ignored, so that its form does not matter. @silent rulings.ignoredMalformed */
  readonly unless?: (sent: Sent) => boolean;
  /** Whether running servers read it and no table of the specification has it. @silent rulings.undocumentedParameters */
  readonly undocumented?: boolean;
}

const none: readonly never[] = [];

export const required = <T>(decode: Decoder<T>, options: Options = {}): Param<T> => ({
  aliases: none,
  ...options,
  decode,
  required: true,
  fallback: undefined as T,
});

/** Required from the level of a change on. Before it absent gives the fallback. */
export const requiredFrom = <T>(requiredSince: keyof typeof levels, decode: Decoder<T>, fallback: T): Param<T> => ({
  ...required(decode),
  fallback,
  requiredSince,
});

/** Absent gives undefined, or the fallback. */
export function optional<T>(decode: Decoder<T>, options?: Options): Param<T | undefined>;
export function optional<T>(decode: Decoder<T>, options: Options & { readonly fallback: T }): Param<T>;
export function optional<T>(decode: Decoder<T>, { fallback, ...options }: Options & { fallback?: T } = {}): Param<T | undefined> {
  return { ...required<T | undefined>(decode, options), required: false, fallback };
}

/** Text as it is; `stripped` removes white space around it first. `max` counts code points. */
export const text = ({
  max,
  stripped = false,
  blank = true,
}: {
  max?: number;
  stripped?: boolean;
  blank?: boolean;
} = {}): Decoder<string> =>
  described<Decoder<string>>(
    (given, name) => {
      const value = stripped ? withoutSpaceAround(given) : given;
      if (!blank && value === "") refuse(`${name} cannot be blank`);
      if (max !== undefined && codePoints(value) > max) refuse(`${name} is too long (limit: ${max} characters)`);
      return value;
    },
    { type: "string", ...(max !== undefined && { maxLength: max }), ...(!blank && { minLength: 1 }) },
  );

export const json = <T>(check: Check<T>): Decoder<T> =>
  described<Decoder<T>>((given, name, realm) => {
    const typed = has(realm, "typedParameters");
    return check(parseJson(given, name, typed), name, typed);
  }, schemaOf(check));

export const boolean = json(aBoolean);
export const integer = json(anInteger);
export const integers = json(listOf(anInteger));
/** An integer that is stored. @refuses BAD_REQUEST: it cannot be kept exactly */
export const keptInteger = json(aKeptInteger);
export const texts = json(listOf(aString));

const typedCount = json(aCount);

/** A non-negative integer. Before parameters were typed every other value gets REQUEST_VARIABLE_INVALID. */
export const count: Decoder<number> = described<Decoder<number>>((given, name, realm) => {
  if (has(realm, "typedParameters")) return typedCount(given, name, realm);
  const value = readJson(given);
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  return refuse(`Bad value for '${name}': ${given}`, "REQUEST_VARIABLE_INVALID", { var_name: name, bad_value: given });
}, schemaOf(aCount));

/** One of a closed set of words. */
export const oneOf = <const T extends string>(...words: readonly T[]): Decoder<T> =>
  described<Decoder<T>>((given, name) => ((words as readonly string[]).includes(given) ? (given as T) : refuse(`Invalid ${name}`)), {
    type: "string",
    enum: words,
  });

/** One of a closed set of integers. */
export const oneOfIntegers = <const T extends number>(...values: readonly T[]): Decoder<T> =>
  described<Decoder<T>>(
    (given, name, realm) => {
      const value = integer(given, name, realm);
      if ((values as readonly number[]).includes(value)) return value as T;
      return refuse(`Invalid ${name}${has(realm, "typedParameters") ? ": Value error, Not in the list of possible values" : ""}`);
    },
    { type: "integer", enum: values },
  );

export type Params = Readonly<Record<string, Param<unknown>>>;

/** The parameters of an endpoint that looks at none at all. @silent rulings.ignoredWithoutParameters */
export const undeclared: Params = {};

export type Decoded<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never };

const lookUp = (name: string, form: Fields, query: Fields): string | undefined => form.get(name) ?? query.get(name);

/** Whether a server of a level refuses requests without the parameter. */
export const isRequired = ({ required, requiredSince: since, requiredUntil: until }: Param<unknown>, level: number): boolean =>
  required ? isThere(since ? { since } : {}, level) : until !== undefined && isThere({ until }, level);

function decodeOne(realm: Realm, name: string, param: Param<unknown>, form: Fields, query: Fields): unknown {
  let found = lookUp(name, form, query);
  let foundName = name;
  for (const alias of param.aliases) {
    const other = lookUp(alias, form, query);
    if (other === undefined) continue;
    if (found !== undefined) {
      refuseAs(`${name} under two names`, `Can't decide between '${foundName}' and '${alias}' arguments`, "REQUEST_CONFUSING_VAR", {
        var_name1: foundName,
        var_name2: alias,
      });
    }
    [found, foundName] = [other, alias];
  }
  if (found !== undefined) return param.decode(found, name, realm);
  return isRequired(param, realm.server.level) ? refuseMissing(name) : param.fallback;
}

/** Whether a server reads parameters that no table of the specification has. */
export const readsUndocumented = ({ server: { rulings } }: Pick<Realm, "server">): boolean => rulings.undocumentedParameters === "observed";

/** The parts of a request that may name its client. */
type ClientSource = Pick<WireRequest, "method" | "form" | "query">;

/**
 * The `client` of a request; undefined where it has none or the server reads none. Servers look for it before they read the forms of
 * other methods than POST.
 * @silent rulings.undocumentedParameters
 */
export function namedClient(realm: Pick<Realm, "server">, { method, form, query }: ClientSource): string | undefined {
  if (!readsUndocumented(realm)) return undefined;
  return (method === "POST" ? form.get("client") : undefined) ?? query.get("client");
}

/** Whether a server reads a parameter at its level. */
const isRead = (realm: Realm, param: Param<unknown>): boolean =>
  isThere(param, realm.server.level) && (!param.undocumented || readsUndocumented(realm));

/** The names of parameters in the order in which a server of the level looks at them. */
function namesInOrder(realm: Realm, params: Params, orders: readonly OlderOrder[] = []): readonly string[] {
  const older = orders.find(({ until }) => !has(realm, until));
  return older ? [...new Set([...older.names, ...Object.keys(params)])] : Object.keys(params);
}

/**
 * Decodes all parameters in the order of the server's level; the first fault refuses. Those that the level does not have are not looked at.
 */
export function decodeParams<P extends Params>(
  realm: Realm,
  { params, olderOrders }: { readonly params: P; readonly olderOrders?: readonly OlderOrder[] },
  { form, query }: { readonly form: Fields; readonly query: Fields },
): Decoded<P> {
  const values: Record<string, unknown> = {};
  const sent: Sent = (name) => lookUp(name, form, query);
  const ignores = realm.server.rulings.ignoredMalformed === "ignored";
  for (const name of namesInOrder(realm, params, olderOrders)) {
    const param = params[name];
    if (!param) continue;
    values[name] = isRead(realm, param) && !(ignores && param.unless?.(sent)) ? decodeOne(realm, name, param, form, query) : param.fallback;
  }
  return values as Decoded<P>;
}

/** The parameters by all the names that they may be sent under. */
const byAnyName = new WeakMap<Params, ReadonlyMap<string, Param<unknown>>>();

function named(params: Params): ReadonlyMap<string, Param<unknown>> {
  let names = byAnyName.get(params);
  if (!names) {
    names = new Map(Object.entries(params).flatMap(([name, param]) => [name, ...param.aliases].map((each) => [each, param] as const)));
    byAnyName.set(params, names);
  }
  return names;
}

/** Names that were sent and that the endpoint does not know at this level, sorted by code point. @silent rulings.ignoredWithoutParameters */
export function unsupported(realm: Realm, params: Params, request: ClientSource): string[] | undefined {
  const { form, query } = request;
  if (form.size + query.size === 0) return undefined;
  if (params === undeclared && realm.server.rulings.ignoredWithoutParameters === "observed") return undefined;
  const names = named(params);
  const readsClient = namedClient(realm, request) !== undefined;
  let left: Set<string> | undefined;
  for (const fields of [form, query]) {
    for (const name of fields.keys()) {
      const param = names.get(name);
      if (!(readsClient && name === "client") && !(param && isRead(realm, param))) (left ??= new Set()).add(name);
    }
  }
  return left && [...left].sort();
}

/** A value or null for none, where the server takes null: those of the 10.x series do not. */
export function nullable<T>(check: Check<T>): Decoder<T | null> {
  const [value, valueOrNull] = [json(check), json(orNull(check))];
  return (given, name, realm) => (has(realm, "nullRefused") && !has(realm, "nullTaken") ? value : valueOrNull)(given, name, realm);
}
