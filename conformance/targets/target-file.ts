import { contradicted, type RulingName } from "../../sim/index.ts";
import type { Member } from "../client/target.ts";
import { BaselineError, type Deviation, readDeviations } from "../report/baseline.ts";
import { loadForNode } from "./platform.ts";
import {
  baseUrl,
  type Json,
  maybe,
  object,
  onlyKeys,
  TargetFileError,
  text,
  truth,
  under,
  whole,
  wrong,
  wrongSecret,
} from "./target-values.ts";

export { baseUrl, TargetFileError } from "./target-values.ts";

/** One account of a target file, its secrets looked up. */
export interface FileMember {
  readonly email: string;
  readonly api_key: string;
  readonly password: string | undefined;
  /** Only for servers that do not tell. */
  readonly user_id: number | undefined;
  readonly role: Member["role"] | undefined;
  readonly is_bot: boolean | undefined;
  /** False for an account that is deactivated, whose key is not tried; undefined where the server is to tell. */
  readonly active: boolean | undefined;
}

/** What a target file says. */
export interface TargetFile {
  readonly url: string | undefined;
  readonly brand: string | undefined;
  readonly level: number | undefined;
  /** Whether the control API is used, default false. */
  readonly control: boolean;
  /** Whether the server's own endpoints may prepare what runs need, by an owner or administrator of the cast, default true. */
  readonly staging: boolean;
  readonly cast: Readonly<Record<string, FileMember>>;
  /** Names on that server, or ids, by the names that the suite uses. */
  readonly channels: Readonly<Record<string, string | number>>;
  readonly deviations: readonly Deviation[];
  /** Points that the specification states and that this server may decide as running servers do. */
  readonly accepts: readonly RulingName[];
}

export type Environment = Readonly<Record<string, string | undefined>>;
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
  const active = maybe(given.active, (one) => truth(one, under(path, "active")));
  const api_key = secret(given, path, "api_key", env);
  if (api_key === undefined && active !== false)
    wrong(under(path, "api_key"), undefined, "the API key, or api_key_env with the name of an environment variable");
  if (api_key !== undefined && !apiKey.test(api_key)) wrongSecret(under(path, "api_key"), api_key, "an API key without spaces and colons");
  const role = roles.find((one) => one === given.role);
  if (given.role !== undefined && !role) wrong(under(path, "role"), given.role, roles.join(", "));
  return {
    email,
    api_key: api_key ?? "",
    // What `serve --json` prints has null for the password of a bot.
    password: given.password === null ? undefined : secret(given, path, "password", env),
    user_id: maybe(given.user_id, (one) => whole(one, under(path, "user_id"), "a user id")),
    role,
    is_bot: maybe(given.is_bot, (one) => truth(one, under(path, "is_bot"))),
    active,
  };
}

/** A channel by its name or its id, or as `serve --json` prints it. */
function channel(value: unknown, path: string): string | number {
  if (typeof value === "number") return whole(value, path, "a channel id");
  if (typeof value !== "object") return text(value, path, "the name of a channel on that server, or its id");
  const given = object(value, path, 'the name of a channel on that server, its id, or an object such as {"stream_id": 41}');
  onlyKeys(given, path, ["stream_id"]);
  return whole(given.stream_id, under(path, "stream_id"), "a channel id");
}

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

function accepts(value: unknown): RulingName[] {
  const names = contradicted as readonly RulingName[];
  const expected = `"observed" or the name of a ruling: ${names.join(", ")}`;
  const given = maybe(value, (one) => (Array.isArray(one) ? (one as unknown[]) : wrong("accepts", one, `a list of ${expected}`))) ?? [];
  return given.flatMap((one, i) => {
    if (one === "observed") return names;
    return names.find((name) => name === one) ?? wrong(`accepts[${i}]`, one, expected);
  });
}

const keys = ["url", "brand", "level", "control", "staging", "cast", "channels", "deviations", "accepts"];
/** What `serve --json` prints beside them. It says nothing of how the server is tested. */
const ofServe = ["seed", "realm", "variations"];

/** Reads the parsed content of a target file, or of what `serve --json` prints. @throws TargetFileError */
export function readTarget(content: unknown, env: Environment): TargetFile {
  const given = object(content, "");
  onlyKeys(Object.fromEntries(Object.entries(given).filter(([key]) => !ofServe.includes(key))), "", keys);
  return {
    url: maybe(given.url, (one) => baseUrl(one).href),
    brand: maybe(given.brand, (one) => text(one, "brand", "a word of lower-case letters", /^[a-z]+$/)),
    level: maybe(given.level, (one) => whole(one, "level", "a feature level")),
    control: maybe(given.control, (one) => truth(one, "control")) ?? false,
    staging: maybe(given.staging, (one) => truth(one, "staging")) ?? true,
    cast: byName(given.cast, "cast", (one, path) => member(one, path, env)),
    channels: byName(given.channels, "channels", channel),
    deviations: deviations(given.deviations),
    accepts: accepts(given.accepts),
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
