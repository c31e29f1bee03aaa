/** A sentence of the specification: the words of its clause, and what that says. */
export interface Stated {
  readonly clause: string;
  readonly says: string;
  /** The feature level that brought it, where it is later than the endpoint's. */
  readonly since?: number;
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
  /** Leaving it out is refused, whatever else is sent. */
  readonly required?: Stated;
  /** The empty text is refused. */
  readonly nonEmpty?: Stated;
  /** A text may be as long as a bound that a registration tells, in code points, and no longer. */
  readonly bound?: With<{ readonly limit: string }>;
  /** Any other value than these is refused. */
  readonly values?: With<{ readonly accepted: readonly (string | number)[] }>;
  /** The id, or the list of ids, of nothing is refused. */
  readonly unknown?: Stated;
}

/** A return value beside the envelope. */
export interface ReturnText {
  readonly type: string;
  readonly stated?: Stated;
  readonly since?: number;
}

/** Who may call an endpoint; all others are refused. */
export type Callers = "administrators" | "owners";

/** What the specification states of an endpoint in tables. */
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
  /** What it is for: its fields are kept as they were sent, and seen. Where it changes something, the rest of that stays. */
  readonly does?: With<{ readonly changes?: true }>;
  /** Where a success is the envelope and nothing else, the sentence that says so. */
  readonly envelope?: Stated;
  readonly allowed?: With<{ readonly callers: Callers; readonly code?: With<{ readonly is: string }> }>;
  /** What is refused leaves no trace: said of this endpoint by itself. */
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

/** An endpoint of a route. */
export const endpointText = (
  stem: string,
  route: string,
  facts: Partial<Omit<EndpointText, "stem" | "route" | "section">> = {},
): EndpointText => ({ stem, route, section: `Endpoints > ${route}`, since: 0, parameters: {}, returns: {}, ...facts });

/** The names of the parameters whose absence every server refuses. */
export const requiredOf = ({ parameters, since }: EndpointText): string[] =>
  Object.entries(parameters).flatMap(([name, { required }]) => (required && (required.since ?? 0) <= since ? [name] : []));
