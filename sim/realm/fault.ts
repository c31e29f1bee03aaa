/** A realm file is wrong at one place. The message names the place, what stands there and what is accepted. */
export class RealmFileError extends Error {
  override name = "RealmFileError";
  /** The place in the file, such as `users.alice.role`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
  }
}

const plainStep = /^[A-Za-z_][\w-]*$/;

/** A place in a realm file. Its path is spelled only when somebody asks. */
export class Spot {
  readonly #within: Spot | undefined;
  readonly #step: string | number;
  /** The instant at which the realm starts, which relative times count from. Milliseconds since 1970. */
  readonly start: number;

  constructor(start: number, within?: Spot, step: string | number = "realm file") {
    this.start = start;
    this.#within = within;
    this.#step = step;
  }

  at(step: string | number): Spot {
    return new Spot(this.start, this, step);
  }

  get path(): string {
    const step = this.#step;
    if (!this.#within) return String(step);
    const within = this.#within.#within ? this.#within.path : "";
    if (typeof step === "string" && plainStep.test(step)) return within ? `${within}.${step}` : step;
    return `${within}[${JSON.stringify(step)}]`;
  }
}

const shownLength = 60;

/** A value as JSON, shortened; of what JSON cannot say, its type. */
function shown(value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    json = undefined;
  }
  const points = Array.from(json ?? `a ${typeof value}`);
  return points.length <= shownLength ? points.join("") : `${points.slice(0, shownLength - 1).join("")}…`;
}

/** Says that a value is not what is accepted at a place. */
export function wrong(at: Spot, value: unknown, expected: string): never {
  throw new RealmFileError(at.path, `${value === undefined ? "missing" : `got ${shown(value)}`}, expected ${expected}`);
}

/** Names to choose from: `a, b and c`; of very many, the first ones. */
export function listed(names: Iterable<string>, last = "and", most = 20): string {
  const all = [...names];
  if (all.length === 0) return "none";
  if (all.length > most) return `${all.slice(0, most).join(", ")} ${last} ${all.length - most} more`;
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}`;
}
