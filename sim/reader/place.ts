/** One text or object that is read: a realm file, the body of a request. */
export interface Source {
  /** The name of the whole in errors, such as `realm file`; empty where the error says so itself. */
  readonly name: string;
  /** Returns what is thrown for a place, such as `users.alice.role`, and what is wrong there. */
  readonly error: (path: string, problem: string) => object;
  /** Returns a value as errors show it. Default: its JSON, shortened. */
  readonly words?: (value: unknown) => string;
  /** The instant that relative times count from, and that no time is after. Milliseconds since 1970; default: there is none. */
  readonly start?: number;
  /** Whether texts are of any length and characters: they were copied from a server that has them. */
  readonly isCopied?: boolean;
}

const mostCharacters = 60;

/** Returns a value as JSON, shortened; of what JSON cannot say, its type. */
export function jsonWords(value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    json = undefined;
  }
  const points = Array.from(json ?? `a ${typeof value}`);
  return points.length <= mostCharacters ? points.join("") : `${points.slice(0, mostCharacters - 1).join("")}…`;
}

/** Returns the kind of a value that may be, or hold, a secret. */
export function secretWords(value: unknown): string {
  if (typeof value === "string") return `text of ${value.length} characters`;
  if (typeof value === "number") return "a number";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return jsonWords(value);
}

const plainStep = /^[A-Za-z_][\w-]{0,59}$/;

/** A place in a source. Its path is spelled only when somebody asks. */
export class Place {
  readonly source: Source;
  readonly #within: Place | undefined;
  readonly #step: string | number;

  constructor(source: Source, within?: Place, step: string | number = source.name) {
    this.source = source;
    this.#within = within;
    this.#step = step;
  }

  /** Returns the place of a key or an index inside of this one. */
  at(step: string | number): Place {
    return new Place(this.source, this, step);
  }

  /** Returns the same place, of whose value errors tell only the kind. */
  get secret(): Place {
    return new Place({ ...this.source, words: secretWords }, this.#within, this.#step);
  }

  get path(): string {
    const step = this.#step;
    if (!this.#within) return String(step);
    const within = this.#within.#within ? this.#within.path : "";
    if (typeof step === "string" && plainStep.test(step)) return within ? `${within}.${step}` : step;
    return `${within}[${jsonWords(step)}]`;
  }
}

/** Returns the place of a whole whose errors are made of one line, `<path>: <problem>`, with `before` in front of each. */
export const placeOf = (error: (line: string) => object, before = ""): Place =>
  new Place({ name: "", error: (path, problem) => error(`${before}${path === "" ? "" : `${path}: `}${problem}`) });

/** Throws the error of a source: something is wrong at a place. */
export function fail(at: Place, problem: string): never {
  throw at.source.error(at.path, problem);
}

/** Throws the error of a source: a value is not what is accepted at a place. */
export function wrong(at: Place, value: unknown, expected: string): never {
  const { words = jsonWords } = at.source;
  return fail(at, `${value === undefined ? "missing" : `got ${words(value)}`}, expected ${expected}`);
}

/** Returns names to choose from: `a, b and c`; of very many, the first ones. */
export function listed(names: Iterable<string>, last = "and", most = 20): string {
  const all = [...names];
  const [only = "none"] = all;
  if (all.length > most) return `${all.slice(0, most).join(", ")} ${last} ${all.length - most} more`;
  return all.length <= 1 ? only : `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}`;
}
