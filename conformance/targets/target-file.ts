import type { Member } from "../client/target.ts";
import { BaselineError, type Deviation, readDeviations } from "../report/baseline.ts";
import { loadForNode } from "./platform.ts";

/** One account of a target file, its secrets looked up. */
export interface FileMember {
  readonly email: string;
  readonly api_key: string;
  readonly password: string | undefined;
  /** Only for servers that do not tell. */
  readonly user_id: number | undefined;
  readonly role: Member["role"] | undefined;
  readonly is_bot: boolean | undefined;
  /** False for an account that is deactivated: its key is not tried. */
  readonly active: boolean;
}

/** What a target file says. */
export interface TargetFile {
  readonly url: string | undefined;
  readonly brand: string | undefined;
  readonly level: number | undefined;
  /** Whether the control API is used, default false. */
  readonly control: boolean;
  readonly cast: Readonly<Record<string, FileMember>>;
  /** Names on that server, or ids, by the names that the suite uses. */
  readonly channels: Readonly<Record<string, string | number>>;
  readonly deviations: readonly Deviation[];
}

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

export type Environment = Readonly<Record<string, string | undefined>>;
type Json = Readonly<Record<string, unknown>>;

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
function wrongSecret(path: string, value: unknown, accepted: string): never {
  if (typeof value === "string") throw new TargetFileError(path, `got text of ${value.length} characters, expected ${accepted}`);
  if (typeof value === "number") throw new TargetFileError(path, `got a number, expected ${accepted}`);
  return wrong(path, value, accepted);
}

const isPlain = /^[A-Za-z_][\w-]*$/;
const under = (path: string, key: string): string => {
  const step = isPlain.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  return path === "" ? step.replace(/^\./, "") : `${path}${step}`;
};

function object(value: unknown, path: string, accepted = "an object"): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong(path || "target file", value, accepted);
  return value as Json;
}

function onlyKeys(given: Json, path: string, known: readonly string[]): void {
  const stranger = Object.keys(given).find((key) => !known.includes(key));
  if (stranger !== undefined) throw new TargetFileError(under(path, stranger), `no such key; known here are ${known.join(", ")}`);
}

const text = (value: unknown, path: string, accepted: string, pattern = /./s): string =>
  typeof value === "string" && pattern.test(value) ? value : wrong(path, value, accepted);
const whole = (value: unknown, path: string, accepted: string): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : wrong(path, value, accepted);
const truth = (value: unknown, path: string): boolean => (typeof value === "boolean" ? value : wrong(path, value, "true or false"));
const maybe = <T>(value: unknown, read: (value: unknown) => T): T | undefined => (value === undefined ? undefined : read(value));

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

const apiKey = /^[\x21-\x39\x3b-\x7e]+$/;
const roles: readonly Member["role"][] = ["owner", "administrator", "moderator", "member", "guest"];
const memberAccepted = 'an object such as {"email": "alice@example.com", "api_key_env": "ALICE_KEY"}';
const memberKeys = ["email", "api_key", "api_key_env", "password", "password_env", "user_id", "role", "is_bot", "active"];

/** A secret that stands in the file, or in the environment under a name that the file gives. */
function secret(given: Json, path: string, name: string, env: Environment): string | undefined {
  const [value, variable] = [given[name], given[`${name}_env`]];
  const place = under(path, name);
  if (value !== undefined && variable !== undefined)
    throw new TargetFileError(under(path, `${name}_env`), `${name} stands there too, expected one of the two`);
  if (variable === undefined)
    return value === undefined || (typeof value === "string" && value !== "") ? value : wrongSecret(place, value, "text");
  const at = under(path, `${name}_env`);
  const found = typeof variable === "string" ? env[variable] : undefined;
  // What does not look like the name of a variable may be the secret itself.
  const complain = typeof variable === "string" && /^[A-Z][A-Z0-9_]*$/.test(variable) ? wrong : wrongSecret;
  return found || complain(at, variable, "the name of an environment variable that is set");
}

function member(value: unknown, path: string, env: Environment): FileMember {
  if (typeof value !== "object") wrongSecret(path, value, memberAccepted);
  const given = object(value, path, memberAccepted);
  onlyKeys(given, path, memberKeys);
  const { email } = given;
  if (typeof email !== "string" || !/^[^\s:]+$/.test(email))
    return wrongSecret(under(path, "email"), email, "the e-mail address that the account logs in with");
  const active = maybe(given.active, (one) => truth(one, under(path, "active"))) ?? true;
  const api_key = secret(given, path, "api_key", env);
  if (api_key === undefined && active)
    wrong(under(path, "api_key"), undefined, "the API key, or api_key_env with the name of an environment variable");
  if (api_key !== undefined && !apiKey.test(api_key)) wrongSecret(under(path, "api_key"), api_key, "an API key without spaces and colons");
  const role = roles.find((one) => one === given.role);
  if (given.role !== undefined && !role) wrong(under(path, "role"), given.role, roles.join(", "));
  return {
    email,
    api_key: api_key ?? "",
    password: secret(given, path, "password", env),
    user_id: maybe(given.user_id, (one) => whole(one, under(path, "user_id"), "a user id")),
    role,
    is_bot: maybe(given.is_bot, (one) => truth(one, under(path, "is_bot"))),
    active,
  };
}

const channel = (value: unknown, path: string): string | number =>
  typeof value === "number" ? whole(value, path, "a channel id") : text(value, path, "the name of a channel on that server, or its id");

function byName<T>(value: unknown, path: string, read: (value: unknown, path: string) => T): Record<string, T> {
  const given = object(value ?? {}, path, "an object with a key for each");
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, read(one, under(path, name))]));
}

function deviations(value: unknown): Deviation[] {
  try {
    return readDeviations(value ?? [], "deviations");
  } catch (problem) {
    if (!(problem instanceof BaselineError)) throw problem;
    const [place = "", ...rest] = problem.message.split(": ");
    throw new TargetFileError(place, rest.join(": "));
  }
}

/** Reads the parsed content of a target file. @throws TargetFileError */
export function readTarget(content: unknown, env: Environment): TargetFile {
  const given = object(content, "");
  onlyKeys(given, "", ["url", "brand", "level", "control", "cast", "channels", "deviations"]);
  return {
    url: maybe(given.url, (one) => baseUrl(one).href),
    brand: maybe(given.brand, (one) => text(one, "brand", "a word of lower-case letters", /^[a-z]+$/)),
    level: maybe(given.level, (one) => whole(one, "level", "a feature level")),
    control: maybe(given.control, (one) => truth(one, "control")) ?? false,
    cast: byName(given.cast, "cast", (one, path) => member(one, path, env)),
    channels: byName(given.channels, "channels", channel),
    deviations: deviations(given.deviations),
  };
}

/** Where a text stops being JSON. What stands there is not told: it may be a secret. */
function jsonProblem(problem: unknown, content: string): string {
  const position = /position (\d+)/.exec(String(problem))?.[1];
  if (position === undefined) return "not valid JSON";
  return `not valid JSON, at line ${content.slice(0, Number(position)).split("\n").length}`;
}

/** Reads a target file from the disk. @throws TargetFileError */
export async function readTargetFile(file: string, env: Environment): Promise<TargetFile> {
  const { readFile } = await loadForNode<typeof import("node:fs/promises")>("node:fs/promises");
  const content = await readFile(file, "utf8").catch(() => undefined);
  if (content === undefined) throw new TargetFileError(file, "no readable file, expected the path of a target file");
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (problem) {
    throw new TargetFileError(file, jsonProblem(problem, content));
  }
  return readTarget(parsed, env);
}
