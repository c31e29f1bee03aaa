import { structureOf } from "./client/html.ts";
import { type Body, differingParts, isEqual, jsonText, noObjectIn, sortedTexts, typeOf } from "./client/json.ts";
import { returnValues } from "./client/return-values.ts";
import type { Reply } from "./client/target.ts";
import { Differs, Unprepared, Untestable } from "./client/thrown.ts";
import { codes } from "./text/limits.ts";

export { at, type Body, isEqual, jsonText } from "./client/json.ts";
export { Differs, NoAnswer, Unprepared, Untestable } from "./client/thrown.ts";

/** Returns the names of the fields that stand beside the envelope of a success. */
export const fieldsOf = (success: Body): string[] => Object.keys(success).filter((name) => name !== "result" && name !== "msg");

/** Parts of answers that are left to servers. */
interface Open {
  /** Whether a refusal with the generic code may as well have another one. */
  readonly codes?: boolean;
  /** Whether the envelope alone tells successes from refusals, whatever their statuses. */
  readonly statuses?: boolean;
}

const errorEnvelope = "conventions/error-envelope";

/** Looks at answers, and throws where they are not as they have to be. */
export class Checks {
  readonly #failed: (why: string, clause?: string) => Differs | Unprepared;
  readonly #open: Open;

  /** @param failed makes the error to throw of a sentence that says what was seen */
  constructor(failed: (why: string, clause?: string) => Differs | Unprepared, open: Open = {}) {
    this.#failed = failed;
    this.#open = open;
  }

  /** Returns checks that say of what fails which clause is broken: one that the property proves beside its first; undefined for that. */
  against(clause: string | undefined): Checks {
    if (clause === undefined) return this;
    const checks = new Checks((why, own) => this.#failed(why, own ?? clause), this.#open);
    checks.looks = () => this.looks();
    return checks;
  }

  /** Called by each check before it looks. */
  protected looks(): void {}

  /**
   * Requires a condition.
   * @param otherwise the sentence that says what is wrong where it does not hold
   * @param clause the clause that is broken then, where it is another than those that the property proves
   */
  holds(condition: boolean, otherwise: string, clause?: string): void {
    this.looks();
    if (!condition) throw this.#failed(otherwise, clause);
  }

  /** Requires two values that are equal as JSON. @param clause as in `holds` */
  same(actual: unknown, expected: unknown, what: string, clause?: string): void {
    if (isEqual(actual, expected)) {
      this.looks();
      return;
    }
    const { place, ...parts } = differingParts(actual, expected);
    const where = place === "" ? what : `${what.replace(/,$/, "")}, at ${place},`;
    this.holds(false, `${where} is ${jsonText(parts.actual)}, not ${jsonText(parts.expected)}`, clause);
  }

  /** Requires two texts that are the same as HTML: how a server renders is left open. */
  sameHtml(actual: unknown, expected: unknown, what: string, clause?: string): void {
    if (actual === expected) this.looks();
    else this.same(structureOf(actual), structureOf(expected), what, clause);
  }

  /** Requires a list of some values in any order, each as often as it is expected. */
  sameSet(actual: unknown, expected: readonly unknown[], what: string): void {
    this.same(sortedTexts(this.list(actual, what)), sortedTexts(expected), `${what}, sorted,`);
  }

  /** Requires a value of one of the JSON types: string, number, integer, boolean, array, object, null, such as `string or null`. */
  typed(value: unknown, types: string, what: string): void {
    const accepted = types.split(" or ");
    const isOne = accepted.includes(typeOf(value)) || (accepted.includes("integer") && Number.isInteger(value));
    this.holds(isOne, isOne ? "" : `${what} is ${jsonText(value)}, not ${types}`);
  }

  /** Returns a value that has to be there: neither undefined nor null. */
  present<T>(value: T, what: string): NonNullable<T> {
    this.holds(value !== undefined && value !== null, `${what} is not there`);
    return value as NonNullable<T>;
  }

  text(value: unknown, what: string): string {
    this.typed(value, "string", what);
    return value as string;
  }

  integer(value: unknown, what: string): number {
    this.typed(value, "integer", what);
    return value as number;
  }

  object(value: unknown, what: string): Body {
    this.typed(value, "object", what);
    return value as Body;
  }

  list(value: unknown, what: string): readonly unknown[] {
    this.typed(value, "array", what);
    return value as unknown[];
  }

  /** Returns a list of objects. */
  objects(value: unknown, what: string): readonly Body[] {
    const list = this.list(value, what);
    for (const item of list) this.typed(item, "object", `an item of ${what}`);
    return list as Body[];
  }

  /** Returns the first of a list that has to have one. */
  first<T>(list: readonly T[], what: string): T {
    this.holds(list.length > 0, `${what} is not there`);
    return list[0] as T;
  }

  /** Returns the body of a success in the envelope (Conventions 4), but for its `msg`: one mistake there is not to hide what else a property looks at. */
  succeeded(reply: Reply, what = "the request"): Body {
    const { status, body } = reply;
    const isOfStatus = this.#open.statuses ? status >= 200 && status <= 299 : status === 200;
    this.looks();
    // A registration is long: it is spelled where it is not as it has to be.
    if (isOfStatus && body.result === "success") return body;
    const isOtherwise = body.result === "success" || (body.result !== "error" && isOfStatus);
    const why = isOtherwise ? "not a success in the envelope, which has the status 200" : "not a success";
    const told = `${what} answers ${status} ${noObjectIn(reply) ?? `${jsonText(body)}, ${why}`}`;
    throw body.result === "error"
      ? this.#refusing(told, body)
      : this.#failed(told, isOtherwise ? "conventions/success-envelope" : undefined);
  }

  /** Returns the error to throw where a refusal came that was not expected. */
  #refusing(why: string, refusal: Body): Differs | Unprepared {
    return Object.assign(this.#failed(why), { refusal });
  }

  /** Returns whether a request was accepted, where it may be refused, too. @throws Differs: the answer is neither a success nor a refusal */
  isAccepted(reply: Reply, what?: string, parameter?: unknown): boolean {
    const isRefused = reply.body.result === "error";
    if (isRefused) this.declined(reply, what, parameter);
    else this.succeeded(reply, what);
    return !isRefused;
  }

  /** Requires a success of an endpoint that returns the envelope only: none of the specified return values. Fields of newer servers pass. */
  bare(reply: Reply, what = "the request"): void {
    const body = this.succeeded(reply, what);
    for (const name of returnValues)
      this.holds(!Object.hasOwn(body, name), `the answer to ${what} is to be the envelope alone, and has the field ${name}`);
  }

  /**
   * Returns the body of a refusal in the envelope (Conventions 6): with this code, and with these extra fields and no others.
   * The list of ignored parameters may stand beside them.
   */
  refused(reply: Reply, code: string, extra: Body = {}, what = "the request"): Body {
    const body = this.declined(reply, what, extra.var_name);
    if (this.#open.codes && code === codes.badRequest) return body;
    this.looks();
    if (body.code !== code)
      throw Object.assign(this.#failed(`${what} is refused with the code ${jsonText(body.code)}, not ${code}`), { otherRefusal: body });
    for (const [name, value] of Object.entries(extra)) this.same(body[name], value, `the field ${name} of the refusal of ${what}`);
    const allowed = new Set([...Object.keys(extra), "result", "msg", "code", "ignored_parameters_unsupported"]);
    const further = Object.keys(body).find((name) => !allowed.has(name));
    this.holds(further === undefined, `the refusal of ${what} has the field ${further}, which ${code} does not carry`);
    return body;
  }

  /**
   * Requires the refusal of a request that leaves out a required parameter: BAD_REQUEST, or the code for missing parameters with
   * the parameter's name.
   */
  missing(reply: Reply, parameter: string, what = `a request without ${parameter}`): void {
    const isNamed = reply.body.code === "REQUEST_VARIABLE_MISSING" && !this.#open.codes;
    this.refused(reply, isNamed ? "REQUEST_VARIABLE_MISSING" : codes.badRequest, isNamed ? { var_name: parameter } : {}, what);
  }

  /**
   * Returns the body of a refusal whose code the specification leaves open. Like successes, it may lack a text or a code: monitors see that.
   * @param parameter the name that a refusal for a missing parameter has to give
   */
  declined(reply: Reply, what = "the request", parameter?: unknown): Body {
    const { status, body } = reply;
    const { result, code, var_name } = body;
    const isOfStatus = status <= 499 && (this.#open.statuses || status >= 400);
    const broken = result === "error" || (result !== "success" && status >= 400) ? errorEnvelope : undefined;
    this.holds(
      result === "error" && isOfStatus,
      `${what} answers ${status} ${noObjectIn(reply) ?? `${jsonText(body)}, not a refusal`}`,
      broken,
    );
    if (code === "REQUEST_VARIABLE_MISSING" && parameter !== undefined && !this.#open.codes)
      this.same(var_name, parameter, `the var_name of the refusal of ${what}`);
    return body;
  }

  /** Requires a refusal with a text for people and a code. */
  explained(reply: Reply, what: string): void {
    const { msg, code } = this.declined(reply, what);
    for (const [name, text] of Object.entries({ msg, code }))
      this.holds(typeof text === "string" && text !== "", `${what} is refused with the ${name} ${jsonText(text)}`, errorEnvelope);
  }
}

/** The checks of one run of a property. They throw Differs, and are counted: a run without one proves nothing. */
export class Expect extends Checks {
  #count = 0;

  readonly #onFailure: (thrown: Differs) => void;

  /** @param onFailure is told what is thrown where a check fails */
  constructor(open: Open = {}, onFailure: (thrown: Differs) => void = () => {}) {
    super((why, clause) => {
      const thrown = new Differs(why, clause);
      onFailure(thrown);
      return thrown;
    }, open);
    this.#onFailure = onFailure;
  }

  /** The number of checks that were made. */
  get count(): number {
    return this.#count;
  }

  protected override looks(): void {
    this.#count++;
  }

  /** Looks at each item of a list. @throws Untestable: the list is empty, so that nothing could fail */
  each<T>(list: Iterable<T>, what: string, look: (item: T, index: number) => void): void {
    const items = [...list];
    if (items.length === 0) throw new Untestable(`nothing to look at: there is no ${what}`);
    for (const [index, item] of items.entries()) look(item, index);
  }

  /**
   * Returns what a verb of the client returns, where the request itself is what the property is about.
   * @param clause the clause that is broken then, where it is not the property's first
   * @throws Differs: it was refused, or answered in another shape
   */
  async accepted<T>(request: Promise<T>, clause?: string): Promise<T> {
    try {
      const result = await request;
      this.looks();
      return result;
    } catch (thrown) {
      if (!(thrown instanceof Unprepared)) throw thrown;
      const differs = new Differs(thrown.message, clause);
      differs.refusal = thrown.refusal;
      this.#onFailure(differs);
      throw differs;
    }
  }
}

/** The checks of what only prepares: they throw Unprepared, and count for nothing. */
export const prepared = new Checks((why) => new Unprepared(why), { statuses: true });
