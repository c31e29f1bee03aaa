/** A target file or URL is wrong at one place. The message names the place, what stands there and what is accepted, never a secret. */
export class TargetFileError extends Error {
  override name = "TargetFileError";
  /** The place in the file, such as `cast.alice.email`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
  }
}

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

const shownLength = 60;

/** Lists and objects are not shown: secrets may stand in them. */
function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  const json = JSON.stringify(value);
  return json.length <= shownLength ? json : `${json.slice(0, shownLength)}…`;
}

/** Says what stands at a place, and what is accepted. */
export function wrong(path: string, value: unknown, accepted: string): never {
  throw new TargetFileError(path, `${value === undefined ? "missing" : `got ${shown(value)}`}, expected ${accepted}`);
}

/** The same where a secret may stand, of which only the kind is told. */
export function wrongSecret(path: string, value: unknown, accepted: string): never {
  if (typeof value === "string") throw new TargetFileError(path, `got text of ${value.length} characters, expected ${accepted}`);
  if (typeof value === "number") throw new TargetFileError(path, `got a number, expected ${accepted}`);
  return wrong(path, value, accepted);
}

const isPlain = /^[A-Za-z_][\w-]*$/;

/** The place of a key inside of the object at a place. */
export const under = (path: string, key: string): string => {
  const step = isPlain.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  return path === "" ? step.replace(/^\./, "") : `${path}${step}`;
};

export function object(value: unknown, path: string, accepted = "an object"): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong(path || "target file", value, accepted);
  return value as Json;
}

/** Refuses an object with a key that is not known. */
export function onlyKeys(given: Json, path: string, known: readonly string[]): void {
  const stranger = Object.keys(given).find((key) => !known.includes(key));
  if (stranger !== undefined) throw new TargetFileError(under(path, stranger), `no such key; known here are ${known.join(", ")}`);
}

/** A text that matches a pattern; by default any that is not empty. */
export const text = (value: unknown, path: string, accepted: string, pattern = /./s): string =>
  typeof value === "string" && pattern.test(value) ? value : wrong(path, value, accepted);
/** An integer from 0 on. */
export const whole = (value: unknown, path: string, accepted: string): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : wrong(path, value, accepted);
export const truth = (value: unknown, path: string): boolean => (typeof value === "boolean" ? value : wrong(path, value, "true or false"));
/** What a reader makes of a value that may be left out. */
export const maybe = <T>(value: unknown, read: (value: unknown) => T): T | undefined => (value === undefined ? undefined : read(value));

/** The base URL of a server: where `/api/v1` begins. */
export function baseUrl(given: unknown, path = "url"): URL {
  const accepted = "the base URL of a server, such as https://chat.example.com";
  if (typeof given !== "string" || !URL.canParse(given)) return wrong(path, given, accepted);
  const url = new URL(given);
  if (url.username || url.password)
    throw new TargetFileError(path, `got a URL with credentials, expected ${accepted}, and keys in a target file`);
  if (url.search || url.hash) throw new TargetFileError(path, `got a URL with a query, expected ${accepted}`);
  if (!/^https?:$/.test(url.protocol)) wrong(path, given, accepted);
  url.pathname = url.pathname.replace(/(\/api(\/v1)?)?\/*$/, "");
  return url;
}
