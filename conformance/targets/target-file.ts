import { contradicted, type RulingName } from "../../sim/index.ts";
import {
  entriesOf,
  fail,
  listOf,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  orEmpty,
  type Place,
  parsedJson,
  type Read,
  record,
  type Shape,
  secret,
  shape,
  text,
  textLike,
  truth,
  whole,
  wrong,
} from "../../sim/reader/index.ts";
import { type Member, roleNumbers, roleOf } from "../client/target.ts";
import { type Deviation, deviationsShape } from "../run/baseline.ts";
import { loadForNode } from "./platform.ts";
import { TargetFileError, targetFile, urlShape } from "./target-values.ts";

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

/** The content of a target file. */
export interface TargetFile {
  readonly url: string | undefined;
  readonly brand: string | undefined;
  readonly level: number | undefined;
  /** Whether the control API is used, default false. */
  readonly control: boolean;
  /** Whether the server's own endpoints may prepare what runs need, by an owner or administrator of the cast, default true. */
  readonly staging: boolean;
  /** Whether runs may make what nobody can remove, such as channels; default only on this machine. */
  readonly allowTraces: boolean | undefined;
  /** The kind of running servers that the server is held to behave like, beside what the specification states. */
  readonly like: "zulip" | undefined;
  readonly cast: Readonly<Record<string, FileMember>>;
  /** Names on that server, or ids, by the names that the suite uses. */
  readonly channels: Readonly<Record<string, string | number>>;
  readonly deviations: readonly Deviation[];
  /** Points that the specification states and that this server may decide as running servers do. */
  readonly accepts: readonly RulingName[];
}

/** An account as it stands in a target file, or in a call. */
interface MemberContent extends Partial<Omit<FileMember, "email" | "password">> {
  readonly email: string;
  readonly password?: string | null;
  /** Names of environment variables that hold the secrets. */
  readonly api_key_env?: string;
  readonly password_env?: string;
}

/** The content of a target file, as it is written. */
export interface TargetContent {
  readonly cast: Readonly<Record<string, MemberContent>>;
  readonly channels: TargetFile["channels"];
  readonly control: boolean;
  readonly staging: boolean;
  readonly allowTraces: boolean;
  readonly deviations: TargetFile["deviations"];
  readonly accepts: readonly ("observed" | RulingName)[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

const someText = text(undefined, 1);

const variableExpected = "the name of an environment variable that is set";
const variableName = secret(
  shape<string>({ type: "string" }, (value, at) => (typeof value === "string" ? value : wrong(at, value, variableExpected))),
);

const roleWord = oneOf(...(Object.keys(roleNumbers) as Member["role"][]));

/** A role by its word, or by the number that the specification gives it. */
const roleShape: Shape<Member["role"]> = shape(
  {},
  (value, at) => (typeof value === "number" ? roleOf(value) : undefined) ?? roleWord(value, at),
);

const memberKeys = record({
  email: secret(textLike(/^[^\s:]+$/, "the e-mail address that the account logs in with")),
  api_key: maybe(secret(someText)),
  api_key_env: maybe(variableName),
  // What `serve --json` prints has null for the password of a bot.
  password: maybe(nullable(secret(someText))),
  password_env: maybe(variableName),
  user_id: maybe(whole()),
  role: maybe(roleShape),
  is_bot: maybe(truth),
  active: maybe(truth),
});

type MemberInFile = Read<typeof memberKeys>;

/** Returns a secret that stands in the file, or in the environment under a name that the file gives. */
function secretOf(given: MemberInFile, at: Place, name: "api_key" | "password", env: Environment): string | undefined {
  const [value, variable] = [given[name], given[`${name}_env`]];
  if (variable === undefined) return value ?? undefined;
  const place = at.at(`${name}_env`);
  if (value !== undefined) fail(place, `${name} stands there too, expected one of the two`);
  // What does not look like the name of a variable may be the secret itself.
  const wordedAt = /^[A-Z][A-Z0-9_]*$/.test(variable) ? place : place.secret;
  return env[variable] || wrong(wordedAt, variable, variableExpected);
}

const keyPattern = /^[!-9;-~]+$/;
const keyExpected = "an API key without spaces and colons";
const apiKey = secret(textLike(keyPattern, keyExpected));
/** A text such as `$ALICE_KEY`, of which nothing makes the value of a variable. */
const reference = /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})$/;

/** Returns the API key of an account. Errors name the variable that holds it. */
function keyOf(given: MemberInFile, at: Place, env: Environment): string | undefined {
  const key = secretOf(given, at, "api_key", env);
  const [place, variable] = [at.at("api_key"), given.api_key_env];
  if (key === undefined) return undefined;
  if (variable === undefined && !reference.test(key)) return apiKey(key, place);
  if (variable === undefined) return fail(place, 'got a reference to a variable, expected the key, or "api_key_env" with the bare name');
  if (keyPattern.test(key)) return key;
  const fault = /[\r\n]$/.test(key) ? "ends in a line break" : `is text of ${key.length} characters`;
  return fail(at.at("api_key_env"), `the value of ${variable} ${fault}, expected ${keyExpected}`);
}

const memberExpected = 'an object such as {"email": "alice@example.com", "api_key_env": "ALICE_KEY"}';
const noKey = "the API key, or api_key_env with the name of an environment variable";

const memberShape = (env: Environment): Shape<FileMember> =>
  shape({}, (value, at) => {
    if (typeof value !== "object") wrong(at.secret, value, memberExpected);
    const given = memberKeys(object(value, at, memberExpected), at);
    const { email, user_id, role, is_bot, active } = given;
    const key = keyOf(given, at, env);
    if (key === undefined && active !== false) wrong(at.at("api_key"), undefined, noKey);
    return { email, api_key: key ?? "", password: secretOf(given, at, "password", env), user_id, role, is_bot, active };
  });

const channelExpected = "the name of a channel on that server, or its id";
const channelObject = record({ stream_id: whole() });

/** A channel by its name or its id, or as `serve --json` prints it. */
const channelShape: Shape<string | number> = shape({}, (value, at) => {
  if (typeof value === "object" && value !== null) return channelObject(value, at).stream_id;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  return typeof value === "string" && value !== "" ? value : wrong(at, value, channelExpected);
});

const accepted = oneOf("observed", ...contradicted);

/** Whether there is a control API, or where it is, as worlds say it. */
const controlShape: Shape<boolean> = shape({}, (value, at) =>
  /^https?:/.test(String(value)) ? urlShape(value, at) !== undefined : truth(value, at),
);

/** The keys of a target file. What `serve --json` and the making of a world print beside them says nothing of how the server is tested. */
const fileShape = (env: Environment) =>
  record({
    url: maybe(urlShape),
    brand: maybe(textLike(/^[a-z]+$/, "a word of lower-case letters")),
    level: maybe(whole()),
    control: optional(controlShape, false),
    staging: optional(truth, true),
    allowTraces: maybe(truth),
    like: maybe(oneOf("zulip")),
    cast: orEmpty(entriesOf(memberShape(env))),
    channels: orEmpty(entriesOf(channelShape)),
    deviations: optional(deviationsShape, []),
    accepts: optional(listOf(accepted, `a list of "observed" or names of rulings`), []),
  });

const ofServe = ["seed", "realm", "variations", "result", "id", "clock"];

/** Reads the parsed content of a target file, or of what `serve --json` or the making of a world prints. @throws TargetFileError */
export function readTarget(content: unknown, env: Environment): TargetFile {
  const given = Object.entries(object(content, targetFile)).filter(([key]) => !ofServe.includes(key));
  const { url, cast, channels, accepts, ...others } = fileShape(env)(Object.fromEntries(given), targetFile);
  return {
    ...others,
    url: url?.href,
    cast: Object.fromEntries(cast),
    channels: Object.fromEntries(channels),
    accepts: accepts.flatMap((name) => (name === "observed" ? contradicted : [name])),
  };
}

/** Reads a target file from the disk. @throws TargetFileError */
export async function readTargetFile(file: string, env: Environment): Promise<TargetFile> {
  const { readFile } = await loadForNode<typeof import("node:fs/promises")>("node:fs/promises");
  const content = await readFile(file, "utf8").catch(() => undefined);
  if (content === undefined) throw new TargetFileError(file, "no readable file, expected the path of a target file");
  try {
    return readTarget(parsedJson(content), env);
  } catch (problem) {
    if (problem instanceof TargetFileError) throw new TargetFileError(problem.path, problem.problem, file);
    throw problem instanceof SyntaxError ? new TargetFileError(file, problem.message) : problem;
  }
}
