import type { Limit } from "./limits.ts";

/** Points that the text leaves open, as the rulings that decide them are called. */
type OpenPoint = "longContent" | "longTopic" | "longPolicyTopic" | "emptyMemberUpdate";

/** A sentence of the specification: the words of its clause, and what that says. */
export interface Stated {
  readonly clause: string;
  readonly says: string;
  /** The feature level that brought it, where it is later than the endpoint's. */
  readonly since?: number;
  /** The ruling that decides the point for the simulator, where the text leaves it open. */
  readonly silent?: OpenPoint;
  /** Heading of the specification, where it is another than the endpoint's. */
  readonly section?: string;
  /** Ids of clauses of other sections that say the same, or that show when it is tried. */
  readonly also?: readonly string[];
}

/** A sentence with more to tell of it. */
type With<T> = Stated & Readonly<T>;

/** A parameter as the specification states it. What it does not state is absent. */
export interface ParameterText {
  /** A JSON type; texts and numbers are sent as they are, the rest as JSON. */
  readonly type: "string" | "integer" | "boolean" | "array" | "object";
  /** The feature level that brought it. */
  readonly since?: number;
  /** The values of other parameters beside which it counts; beside others it is ignored. */
  readonly where?: Readonly<Record<string, readonly unknown[]>>;
  /** Leaving it out is refused, whatever else is sent; with a code where one is stated. */
  readonly required?: With<{ readonly code?: string }>;
  /** The empty text is refused, and where it says `blank`, white space too; with a code where one is stated. */
  readonly nonEmpty?: With<{ readonly blank?: true; readonly code?: string }>;
  /** A text may be as long as a bound that a registration tells, in code points. A longer one is refused, or, where it says what is left open, cut. */
  readonly bound?: With<{ readonly limit: Limit; readonly beyond?: Stated & { readonly silent: OpenPoint } }>;
  /** Any other value than these is refused, but for integers where they are accepted beside words; with a code where one is stated. */
  readonly values?: With<{ readonly accepted: readonly (string | number)[]; readonly orIntegers?: true; readonly code?: string }>;
  /**
   * What is no value of the type is refused: of integers what is below 0 too, of lists what holds something else than its items, and of texts what
   * is none of the form.
   */
  readonly malformed?: With<{ readonly items?: "integer" | "object"; readonly form?: "date" }>;
  /**
   * The id, or the list of ids, of nothing is refused: with BAD_REQUEST, a code of its own and the id in a field of the refusal, or any code.
   * `where` as that of the parameter.
   */
  readonly unknown?: With<{
    readonly code?: string;
    readonly anyCode?: true;
    readonly tells?: string;
    readonly where?: Readonly<Record<string, readonly unknown[]>>;
  }>;
  /** The id of a deactivated account in its list is refused. */
  readonly active?: Stated;
  /** The statement that what is sent is there afterwards. */
  readonly kept?: Stated;
}

/** A return value beside the envelope. */
export interface ReturnText {
  readonly type: string;
  /** It is not in every success. */
  readonly when?: "sometimes";
  readonly stated?: Stated;
  readonly form?: "URL";
  /** The items of a list, in order: JSON types, and parameters that come back. */
  readonly items?: readonly string[];
  /** The feature level that brought it. */
  readonly since?: number;
}

/** The callers of an endpoint; all others are refused. */
export type Callers = "administrators" | "owners";

/** The statements of the specification about an endpoint, in tables. */
export interface EndpointText {
  /** The endpoint's file name: path with dots, then method. */
  readonly stem: string;
  /** As the specification writes it. */
  readonly route: string;
  /** Heading of the specification. */
  readonly section: string;
  /** The feature level that brought it. */
  readonly since: number;
  readonly parameters: Readonly<Record<string, ParameterText>>;
  readonly returns: Readonly<Record<string, ReturnText>>;
  /**
   * What it is for: its fields are kept as they were sent, and seen. Where it changes something, the rest of that stays; where it adds something,
   * what was added before, and others may add the same where it is personal. `initially` is what else a new one has.
   */
  readonly does?: With<{
    readonly changes?: true;
    readonly adds?: true;
    readonly isPersonal?: true;
    readonly initially?: Readonly<Record<string, unknown>>;
  }>;
  /** No parameter is required: a request that asks for nothing changes nothing. Where a ruling is named it may be refused. */
  readonly nothing?: Stated;
  /** The sentence that says so, where a success is the envelope and nothing else. */
  readonly envelope?: Stated;
  readonly allowed?: With<{
    readonly callers: Callers;
    readonly code?: With<{ readonly is: string }>;
    /** The callers at the levels before. */
    readonly before?: With<{ readonly callers: Callers }>;
  }>;
  /** Bots may call it too. */
  readonly bots?: Stated;
  /** The statement that what is refused leaves no trace, where it is made of this endpoint by itself. */
  readonly noTrace?: Stated;
  /** Parts of the path that are ids: that of nothing is refused. */
  readonly unknownInPath?: Stated;
}

/** A sentence about a parameter, a return value or an endpoint. */
export const states = <T extends object = object>(clause: string, says: string, facts?: T): Stated & T => ({
  clause,
  says,
  ...(facts as T),
});

/** The sentence that an endpoint returns nothing of its own. */
export const envelopeAlone = (facts?: Pick<Stated, "also">): Stated =>
  states("envelope", "The answer is the envelope and nothing else.", facts);

/** An endpoint of a route. */
export const endpointText = (
  stem: string,
  route: string,
  facts: Partial<Omit<EndpointText, "stem" | "route" | "section">> = {},
): EndpointText => ({ stem, route, section: `Endpoints > ${route}`, since: 0, parameters: {}, returns: {}, ...facts });

/** The names of the parameters whose absence every server refuses. */
export const requiredOf = ({ parameters, since }: EndpointText): string[] =>
  Object.entries(parameters).flatMap(([name, { required, where }]) => (required && !where && (required.since ?? 0) <= since ? [name] : []));
