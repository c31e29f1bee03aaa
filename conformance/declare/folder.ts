import { present } from "../client/json.ts";
import { endpointClauses } from "../derive/clauses.ts";
import { trialsOf } from "../derive/trials.ts";
import type { Mutant } from "../mutants/kit/mutant.ts";
import { endpoints, requiredOf } from "../text/index.ts";
import type { Call, CallBeside } from "./call.ts";
import { type Clause, clausesOf, type Statements } from "./clause.ts";
import type { Property } from "./property.ts";
import type { Op, StepBeside } from "./step.ts";

/** The declarations of a folder of the suite. */
export interface Folder {
  /** Its name: the stem of an endpoint, or a topic. */
  readonly name: string;
  readonly clauses: readonly Clause[];
  /** By address: the folder's name, a dot and the file's aspect where it has one, a slash, the property's name. */
  readonly properties: ReadonlyMap<string, Property>;
  /** Types of events that the specification names here: they are compared on every server. */
  readonly events: readonly string[];
  /** Kinds of steps by their names. */
  readonly steps: ReadonlyMap<string, Op>;
  /** Loaded when they are asked for: no check of a server needs them. */
  readonly mutants: () => Promise<readonly Mutant[]>;
}

/** A folder of one endpoint of the specification. */
export interface Endpoint extends Folder {
  readonly call: Call;
}

type LoadMutants = () => Promise<{ readonly mutants: readonly Mutant[] }>;

interface Declared {
  readonly clauses: readonly Clause[];
  /** The property files by their aspects: `properties.windows.ts` is `windows`, `properties.ts` is the empty text. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, Property>>>>;
  readonly mutants: LoadMutants;
  readonly events?: readonly string[];
}

/** Returns the id of a clause that a property names: one of its folder by the words after the slash, any other in full. */
function idOf(words: string, own: readonly Clause[]): string {
  if (words.includes("/")) return words;
  const [clause, ...others] = own.filter(({ id }) => id.endsWith(`/${words}`));
  if (!clause || others.length > 0) throw new Error(`${others.length + (clause ? 1 : 0)} clauses of the folder are ${words}`);
  return clause.id;
}

const addressed = (name: string, files: Declared["properties"], own: readonly Clause[]): [string, Property][] =>
  Object.entries(files).flatMap(([aspect, file]) =>
    Object.entries(file).map(([word, property]): [string, Property] => [
      `${name}${aspect && `.${aspect}`}/${word}`,
      { ...property, clauses: property.clauses.map((words) => idOf(words, own)) },
    ]),
  );

/** The declarations of an endpoint's folder beside its table. */
interface Beside extends Omit<Declared, "clauses"> {
  /** Statements of the endpoint's section that the table does not have. */
  readonly clauses: Statements;
  /** Statements of other sections about the endpoint. */
  readonly elsewhere?: readonly Clause[];
  readonly call: CallBeside;
  readonly step: StepBeside;
}

/**
 * Declares the folder of an endpoint whose table states the rest: the clauses and trials of that come first.
 * @param stem that of its table: path with dots, then method
 */
export function stated(stem: string, { clauses, elsewhere = [], properties, call, step, ...rest }: Beside): Endpoint {
  const text = present(endpoints.get(stem), `table of the endpoint ${stem}`);
  const { route, section, since, returns, parameters } = text;
  const whole: Call = {
    stem,
    route,
    since,
    required: requiredOf(text),
    returns: Object.fromEntries(
      Object.entries(returns).flatMap(([name, { type, when, since: later = 0 }]) => (!when && later <= since ? [[name, type]] : [])),
    ),
    ...(Object.keys(parameters).length === 0 && route.startsWith("GET ") && { isBare: true }),
    ...call,
    beside: Object.fromEntries(
      Object.entries(call.beside ?? {}).map(([name, value]) => [name, { since: parameters[name]?.since ?? 0, ...value }]),
    ),
  };
  const folder = topic(stem, {
    ...rest,
    clauses: [...endpointClauses(text), ...clausesOf(section, stem, clauses, since), ...elsewhere],
    properties: { text: trialsOf(text, whole), ...properties },
    steps: { [stem]: { route, ...step } },
  });
  return { ...folder, call: whole };
}

const none: LoadMutants = async () => ({ mutants: [] });

/** Declares the folder of a topic: what crosses endpoints. */
export function topic(
  name: string,
  {
    clauses = [],
    properties = {},
    ofEach = [],
    steps = {},
    mutants = none,
    events = [],
  }: Partial<Declared> & {
    /** Files of promises that are tried on every endpoint. Their addresses are the topic, a dot, the promise, a slash, the endpoint's stem. */
    readonly ofEach?: readonly Declared["properties"][];
    readonly steps?: Readonly<Record<string, Op>>;
  },
): Folder {
  return {
    name,
    clauses,
    properties: new Map([properties, ...ofEach].flatMap((files) => addressed(name, files, clauses))),
    events,
    steps: new Map(Object.entries(steps)),
    mutants: async () => (await mutants()).mutants,
  };
}
