import { isObject, typeOf } from "../../client/json.ts";
import { hidden } from "../../client/seen.ts";
import type { Reply } from "../../client/target.ts";
import { type Kind, kindOf } from "../../compare/matched-ids.ts";
import { type Difference, isBrief, keyed, rendered, times } from "../../compare/values.ts";
import { isEqual } from "../../expect.ts";
import type { Counterexample } from "../../run/counterexample.ts";
import type { FoundDifference } from "../../run/failing-check.ts";
import { type Calls, NoProgram } from "./calls.ts";
import type { AnswerPath, Check, CheckedPlace, JsonType, Picked } from "./program.ts";
import { formText, jsonText } from "./texts.ts";

type Answer = Readonly<Record<string, unknown>>;

/** Returns the value at a place of an answer; undefined where there is none. */
function valueAt(value: unknown, [key, ...rest]: AnswerPath): unknown {
  if (key === undefined) return value;
  if (key === "*") return Array.isArray(value) ? value.map((item) => valueAt(item, rest)) : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  return valueAt(Array.isArray(value) && typeof key === "number" ? value.at(key) : (value as Answer)[key], rest);
}

/** The parts of a path. An address, which names the presence of an account, is one of them. */
function partsOf(path: string): readonly string[] {
  const [, account, inside = ""] = /^presences\.(.+?@.+?)(?:\.((?:website|aggregated)\b.*))?$/.exec(path) ?? [];
  const parts = (text: string): readonly string[] => text.match(/[^.[\]]+/g) ?? [];
  return account === undefined ? parts(path) : ["presences", account, ...parts(inside)];
}

/** Returns the place of an answer that the parts of a path lead to: digits are an index of a list, and a name in an object. */
function placeOf(parts: readonly string[], answer: Answer): AnswerPath {
  let value: unknown = answer;
  return parts.map((key) => {
    const isIndex = /^\d+$/.test(key) && (Array.isArray(value) || value === undefined);
    const step = isIndex ? Number(key) : key;
    value = valueAt(value, [step]);
    return step;
  });
}

/** Returns the ids by which a list of things is told; none of an empty list, undefined for what is no such list. */
const idsIn = (list: unknown): readonly unknown[] | undefined =>
  isBrief(list) ? list.ids : Array.isArray(list) && list.length === 0 ? [] : undefined;

/** Stands for a value of the model of which nobody knows what the target calls it. */
const unknown = Symbol("unknown");

/** Kinds of things that are there before a run: another server may give the id of any other to what a program makes. */
const standing: ReadonlySet<Kind> = new Set(["user", "channel"]);

/** The kind of an id in a field. The anchor of a window is a message, too. */
const kindIn = (name: string, around: string): Kind | undefined => (name === "anchor" ? "message" : kindOf(name, around));

/** The name of the field at a place, and that of the field which holds it. */
function namesAt(place: AnswerPath): readonly [name: string, around: string] {
  const names = place.filter((key) => typeof key === "string");
  return [String(names.at(-1) ?? ""), String(names.at(-2) ?? "")];
}

/** Values by which a record of a list is told from the others there, and which stay the same in each run but for what a program learns or makes up. */
const tellings: Readonly<Record<string, readonly AnswerPath[]>> = {
  user_topics: [["stream_id"], ["topic_name"]],
  navigation_views: [["fragment"]],
  realm_domains: [["domain"]],
  subscriptions: [["name"]],
  events: [
    ...["type", "op", "message_id", "group_id", "channel_folder_id", "stream_id", "topic_name", "topic", "user_id"].map((name) => [name]),
    ...["message", "group", "channel_folder"].map((name) => [name, "id"]),
    ["sender", "user_id"],
  ],
};

/** The checks that a difference stands for. */
export class ProgramChecks {
  readonly #run: Counterexample;
  readonly #calls: Calls;
  readonly #answer: Answer;

  constructor(run: Counterexample, calls: Calls, { status, body }: Reply) {
    this.#run = run;
    this.#calls = calls;
    this.#answer = { status, ...body };
  }

  /** Returns a value of the model as the target has to have it. @throws unknown: that cannot be said */
  #theirs(value: unknown, name: string, around: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#theirs(item, name, around));
    if (typeof value === "object" && value !== null) {
      const inside = name === "" ? around : name;
      return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, this.#theirs(inner, field, inside)]));
    }
    if (times.has(name) || /^(api_key|password)$/.test(name)) throw unknown;
    const kind = kindOf(name, around);
    if (kind && (typeof value === "number" || typeof value === "string")) {
      const there = this.#run.there(kind, value) ?? (this.#run.known ? value : undefined);
      if (there === undefined) throw unknown;
      return this.#calls.variable(kind, there) ?? there;
    }
    if (rendered.has(name) && !this.#run.known) throw unknown;
    return this.#calls.unmarked(value);
  }

  #known(value: unknown, name: string, around: string): unknown {
    try {
      return this.#theirs(value, name, around);
    } catch (thrown) {
      if (thrown === unknown) return unknown;
      throw thrown;
    }
  }

  #isAt(place: AnswerPath, actual: unknown): boolean {
    return isEqual(valueAt(this.#answer, place), actual);
  }

  /** Returns what tells a record of a list from the others there; undefined where nothing does. @param from the one which it is, of a list that has it */
  #picked(record: unknown, list: string, from: readonly unknown[] = []): Picked | undefined {
    if (!isObject(record)) return undefined;
    const where = (tellings[list] ?? [["id"]]).flatMap((place): Picked["where"] => {
      const [value, name] = [valueAt(record, place), String(place.at(-1))];
      if (!["string", "number"].includes(typeof value)) return [];
      const kind = kindOf(name, place.length > 1 ? String(place[0]) : list);
      const made = kind && this.#calls.variable(kind, value);
      if (kind && made === undefined && !standing.has(kind)) return [];
      return [[place, jsonText(made ?? this.#calls.unmarked(value))]];
    });
    const isAlike = (other: unknown): boolean => where.every(([place]) => isEqual(valueAt(other, place), valueAt(record, place)));
    return where.length === 0 || from.filter(isAlike).length > 1 ? undefined : { where };
  }

  /**
   * Returns a check in whose place the ids of messages that the run sent are variables: they are others in each run. A record is picked by what
   * tells it, where something does: each run leaves more of them.
   */
  #learnt(check: Check): Check {
    let [value, name]: [unknown, string] = [this.#answer, ""];
    const place = check.place.flatMap((key): CheckedPlace => {
      const made = typeof key === "string" && /^\d+$/.test(key) ? this.#calls.variable("message", Number(key)) : undefined;
      const list = value;
      value = typeof key === "object" ? undefined : valueAt(list, [key]);
      if (typeof key === "string") name = key;
      if (made !== undefined) return formText(made);
      if (typeof key !== "number" || !Array.isArray(list)) return [key];
      const picked = name === "events" || name === "messages" ? undefined : this.#picked(value, name, list);
      return [picked ?? key];
    });
    return { ...check, place };
  }

  /** Returns the parts of a path with the target's own key of an entry in place of the model's. @throws NoProgram: nobody knows it */
  #theirParts(path: string): readonly string[] {
    const [name = "", key, ...inside] = partsOf(path);
    const kind = keyed(name, "");
    const entries = this.#answer[name];
    if (kind === undefined || key === undefined || !isObject(entries)) return partsOf(path);
    const theirs = this.#run.there(kind, kind === "message" ? Number(key) : key);
    if (theirs === undefined && !this.#run.known && !Object.hasOwn(entries, key))
      throw new NoProgram(`nobody knows what the target calls the entry ${key} of ${name}`);
    return [name, String(theirs ?? key), ...inside];
  }

  /** Lists that differ in length are compared by what they hold: ids, or types of events. */
  #ofList(place: AnswerPath, { expected, actual }: Difference): Check | undefined {
    const [ours, theirs] = [idsIn(expected), idsIn(actual)];
    const name = String(place.findLast((key) => typeof key === "string") ?? "");
    if (ours && theirs && (isBrief(expected) || isBrief(actual))) {
      const value = this.#known(
        ours.map((id: unknown) => ({ id })),
        name,
        name,
      );
      if (value === unknown) return undefined;
      return { place: [...place, "*", "id"], must: "be", value: jsonText((value as { id: unknown }[]).map(({ id }) => id)) };
    }
    const isTypes = name === "events" && Array.isArray(expected) && expected.every((type) => typeof type === "string");
    return isTypes ? { place: [...place, "*", "type"], must: "be", value: jsonText(expected) } : undefined;
  }

  /** Returns what has to hold of the target's answer. It does not hold of the answer that came. */
  of(difference: FoundDifference): Check {
    return difference.isItem ? this.#ofItem(difference) : this.#learnt(this.#checkOf(difference));
  }

  /** Returns the check that a list has a record, or has it not. @throws NoProgram: nothing tells it from others */
  #ofItem({ path, expected, actual }: FoundDifference): Check {
    const place = placeOf(partsOf(path), this.#answer);
    const list = String(place.at(-1));
    const picked = this.#picked(expected ?? actual, list);
    if (!picked) throw new NoProgram(`nothing tells a record of ${list} from others there`);
    const own = [...place, picked];
    return expected === undefined ? { place: own, must: "be absent" } : { place: own, must: "be of the type", type: "object" };
  }

  #checkOf(difference: FoundDifference): Check {
    const place = placeOf(this.#theirParts(difference.path), this.#answer);
    const list = this.#ofList(place, difference);
    if (list) return list;
    const { expected, actual, types, isUnordered } = difference;
    if (isUnordered) return this.#notBe(place);
    if (types && (types.length > 1 || types[0] === "integer") && actual !== undefined) return this.#notBe(place);
    if (types) return { place, must: "be of the type", type: typeOf(expected) as JsonType };
    if (!this.#isAt(place, actual)) return this.#notBe(place.slice(0, 1));
    if (expected === undefined) return { place, must: "be absent" };
    // Of a list, the model may not have what was there before.
    if (Array.isArray(expected) && !Array.isArray(actual) && !this.#run.known) return { place, must: "be of the type", type: "array" };
    const [name, around] = namesAt(place);
    const value = this.#known(expected, name, around);
    const kind = kindIn(name, around);
    const made = kind && this.#calls.variable(kind, actual);
    // Of what was there before the run, another server has none, or other things: in an anchor it may come first.
    const isFromBefore = kind && (name === "anchor" || (value === expected && !standing.has(kind)));
    if (isFromBefore && made !== undefined) return this.#notBe(place);
    if (kind && value === (made ?? actual)) throw new NoProgram(`the ${kind} that differs is one for which each server has ids of its own`);
    if (value !== unknown && !isEqual(value, actual)) return { place, must: "be", value: jsonText(value) };
    return typeOf(expected) === typeOf(actual) ? this.#notBe(place) : { place, must: "be of the type", type: typeOf(expected) as JsonType };
  }

  #notBe(place: AnswerPath): Check {
    const value = valueAt(this.#answer, place);
    if (!isEqual(hidden({ [String(place.at(-1))]: value }), { [String(place.at(-1))]: value }))
      throw new NoProgram("what differs holds a key or a password");
    const kind = typeof value === "object" ? undefined : kindIn(...namesAt(place));
    const made = kind && this.#calls.variable(kind, value);
    if (kind && made === undefined && !standing.has(kind))
      throw new NoProgram(`no earlier answer has the ${kind} ${jsonText(value).join("")}, which another server may give to something else`);
    return { place, must: "not be", value: jsonText(made ?? this.#calls.unmarked(value)) };
  }

  /** Checks that this answer, a right one, has what it has at places where another server's differs. */
  like(differences: readonly Difference[]): Check[] {
    const checks = differences.map(({ path }): Check => {
      const place = placeOf(partsOf(path), this.#answer);
      const value = valueAt(this.#answer, place);
      if (value === undefined) return { place, must: "be absent" };
      const theirs = this.#known(value, ...namesAt(place));
      return theirs === unknown
        ? { place, must: "be of the type", type: typeOf(value) as JsonType }
        : { place, must: "be", value: jsonText(theirs) };
    });
    return checks.map((check) => this.#learnt(check));
  }

  /**
   * Returns what the model answers to the last request, where the target answers the same: its kind, and the types of its fields.
   * @param isOpen whether status and code are the target's own
   */
  ofAgreement(isOpen: boolean): Check[] {
    const { expected } = this.#run;
    if (!expected) return [];
    const { result, code } = expected.body;
    const outcome: readonly (readonly [string, unknown])[] = [
      ["result", result],
      ...(isOpen ? [] : [["status", expected.status] as const, ...(code ? [["code", code] as const] : [])]),
    ];
    const be = outcome.map(([name, value]): Check => ({ place: [name], must: "be", value: jsonText(value) }));
    const fields = Object.entries(expected.body).filter(([name]) => !outcome.some(([known]) => known === name));
    return [...be, ...fields.map(([name, value]): Check => ({ place: [name], must: "be of the type", type: typeOf(value) as JsonType }))];
  }
}
