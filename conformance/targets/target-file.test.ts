import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { contradicted, newestLevel } from "../../sim/index.ts";
import { baseUrl, readTarget, readTargetFile, TargetFileError } from "./target-file.ts";

const secret = "SecretKey0123456789abcdefghijklm";
const env = { BROKEN: `${secret}\n`, SPACED: `${secret} `, ALICE_KEY: secret, EMPTY: "" };
const alice = { email: "alice@example.com", api_key_env: "ALICE_KEY" };

/** Returns the mistake in the content of a target file, or undefined where it reads. */
function complaint(content: unknown): string | undefined {
  try {
    readTarget(content, env);
  } catch (problem) {
    if (!(problem instanceof TargetFileError)) throw problem;
    assert.ok(problem.message.startsWith(`${problem.path}: `));
    return problem.message;
  }
  return undefined;
}

test("everything is read, with secrets from the environment", () => {
  const deviations = [{ clause: "a/b", reason: "old", expires: "2030-01-01" }];
  const content = { url: "https://chat.example.com/", brand: "zulip", level: 470, control: true, deviations };
  const read = readTarget(
    { ...content, cast: { alice, zoe: { email: "z@x", active: false } }, channels: { general: "Lobby", team: 7 } },
    env,
  );
  assert.equal([read.url, read.brand, read.level, read.control], ["https://chat.example.com/", "zulip", 470, true]);
  assert.equal([read.cast.alice!.api_key, read.cast.alice!.active, read.cast.zoe!.active], [secret, undefined, false]);
  assert.equal(read.channels, { general: "Lobby", team: 7 });
  assert.equal(read.deviations, deviations);
});

test("what serve --json prints is a target file", () => {
  const printed = { seed: 1, realm: "small", variations: ["id-gaps"], channels: { attic: { stream_id: 46 } } };
  const robo = { user_id: 18, email: "robo-bot@example.com", api_key: secret, password: null, role: "member" };
  const read = readTarget(
    { url: "http://127.0.0.1:9991", level: newestLevel, brand: "service", control: true, ...printed, cast: { robo } },
    env,
  );
  assert.equal(read.channels, { attic: 46 });
  assert.equal([read.cast.robo!.password, read.cast.robo!.user_id, read.control], [undefined, 18, true]);
});

test("what is accepted is named, or all that running servers decide otherwise", () => {
  const read = (accepts: unknown) => readTarget({ accepts }, env).accepts;
  assert.equal(read(["localEcho", "spectators"]), ["localEcho", "spectators"]);
  assert.equal(read(["observed"]), contradicted);
  assert.equal(read(undefined), []);
});

test("nothing is needed but an account", () => {
  const read = readTarget({ cast: { alice: { email: "alice@example.com", api_key: secret, password: "p w:d" } } }, env);
  assert.equal(
    [read.url, read.brand, read.level, read.control, read.channels, read.deviations],
    [undefined, undefined, undefined, false, {}, []],
  );
  assert.is(read.cast.alice!.password, "p w:d");
});

test("a role is a word, or the number that stands for it", () => {
  const read = (role: unknown) => readTarget(withAlice({ api_key: secret, role }), env).cast.alice!.role;
  assert.equal([100, 200, 300, 400, 600, "guest"].map(read), ["owner", "administrator", "moderator", "member", "guest", "guest"]);
});

const withAlice = (fields: object) => ({ cast: { alice: { email: "alice@example.com", ...fields } } });
const memberKeys = "email, api_key, api_key_env, password, password_env, user_id, role, is_bot and active";

const rows: readonly (readonly [unknown, string])[] = [
  [null, "target file: got null, expected an object"],
  [[], "target file: got a list, expected an object"],
  [
    { ur: 1 },
    "ur: no such key; known here are url, brand, level, control, staging, allowTraces, like, cast, channels, deviations and accepts",
  ],
  [{ url: 7 }, "url: got 7, expected the base URL of a server, such as https://chat.example.com"],
  [{ url: "chat.example.com" }, 'url: got "chat.example.com", expected the base URL of a server, such as https://chat.example.com'],
  [{ url: "ftp://a" }, 'url: got "ftp://a", expected the base URL of a server, such as https://chat.example.com'],
  [{ url: "https://a?x=1" }, "url: got a URL with a query, expected the base URL of a server, such as https://chat.example.com"],
  [{ brand: "Service1" }, 'brand: got "Service1", expected a word of lower-case letters'],
  [{ level: "400" }, 'level: got "400", expected a whole number, 0 or more'],
  [{ accepts: "observed" }, 'accepts: got "observed", expected a list of "observed" or names of rulings'],
  [{ accepts: ["localEcho", "longTopic"] }, 'accepts[1]: got "longTopic", expected "observed", NAMES'],
  [{ level: -1 }, "level: got -1, expected a whole number, 0 or more"],
  [{ control: "yes" }, 'control: got "yes", expected true or false'],
  [{ cast: [alice] }, "cast: got a list, expected an object with a key for each"],
  [
    { cast: { "al ice": 1 } },
    'cast["al ice"]: got a number, expected an object such as {"email": "alice@example.com", "api_key_env": "ALICE_KEY"}',
  ],
  [withAlice({ apikey: secret }), `cast.alice.apikey: no such key; known here are ${memberKeys}`],
  [{ cast: { alice: {} } }, "cast.alice.email: missing, expected the e-mail address that the account logs in with"],
  [withAlice({}), "cast.alice.api_key: missing, expected the API key, or api_key_env with the name of an environment variable"],
  [withAlice({ api_key: 12345 }), "cast.alice.api_key: got a number, expected text that is not empty"],
  [withAlice({ api_key: null }), "cast.alice.api_key: got null, expected text that is not empty"],
  [withAlice({ api_key: `${secret} ` }), "cast.alice.api_key: got text of 33 characters, expected an API key without spaces and colons"],
  [withAlice({ api_key: secret, api_key_env: "ALICE_KEY" }), "cast.alice.api_key_env: api_key stands there too, expected one of the two"],
  [
    withAlice({ api_key_env: "BOB_KEY" }),
    'cast.alice.api_key_env: got "BOB_KEY", expected the name of an environment variable that is set',
  ],
  [withAlice({ api_key_env: "EMPTY" }), 'cast.alice.api_key_env: got "EMPTY", expected the name of an environment variable that is set'],
  [
    withAlice({ api_key_env: "A B" }),
    "cast.alice.api_key_env: got text of 3 characters, expected the name of an environment variable that is set",
  ],
  [
    withAlice({ api_key_env: "BROKEN" }),
    "cast.alice.api_key_env: the value of BROKEN ends in a line break, expected an API key without spaces and colons",
  ],
  [
    withAlice({ api_key_env: "SPACED" }),
    "cast.alice.api_key_env: the value of SPACED is text of 33 characters, expected an API key without spaces and colons",
  ],
  [
    withAlice({ api_key: "$ALICE_KEY" }),
    'cast.alice.api_key: got a reference to a variable, expected the key, or "api_key_env" with the bare name',
  ],
  [
    withAlice({ api_key: `\${alice_key}` }),
    'cast.alice.api_key: got a reference to a variable, expected the key, or "api_key_env" with the bare name',
  ],
  [withAlice({ api_key: secret, password: 7 }), "cast.alice.password: got a number, expected text that is not empty, or null"],
  [
    withAlice({ api_key: secret, role: "boss" }),
    'cast.alice.role: got "boss", expected "owner", "administrator", "moderator", "member" or "guest"',
  ],
  [
    withAlice({ api_key: secret, role: 500 }),
    'cast.alice.role: got 500, expected "owner", "administrator", "moderator", "member" or "guest"',
  ],
  [withAlice({ api_key: secret, user_id: "7" }), 'cast.alice.user_id: got "7", expected a whole number, 0 or more'],
  [withAlice({ api_key: secret, active: 1 }), "cast.alice.active: got 1, expected true or false"],
  [{ channels: { general: "" } }, 'channels.general: got "", expected the name of a channel on that server, or its id'],
  [{ channels: { general: 1.5 } }, "channels.general: got 1.5, expected the name of a channel on that server, or its id"],
  [{ channels: { general: { stream_id: "7" } } }, 'channels.general.stream_id: got "7", expected a whole number, 0 or more'],
  [{ channels: { general: { id: 7 } } }, "channels.general.id: no such key; known here are stream_id"],
  [
    { seed: 1, ur: 1 },
    "ur: no such key; known here are url, brand, level, control, staging, allowTraces, like, cast, channels, deviations and accepts",
  ],
  [{ deviations: [{ reason: "x" }] }, "deviations[0]: got an object, expected one of cause, clause and property, and no two of them"],
];

const quoted = contradicted.map((name) => `"${name}"`);
const allNames = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;

for (const [content, expected] of rows.map(([given, told]) => [given, told.replace("NAMES", allNames)] as const)) {
  test(`a wrong file is told of by its place: ${expected.slice(0, 70)}`, () => assert.is(complaint(content), expected));
}

const misplaced: readonly unknown[] = [
  [secret],
  { cast: [secret] },
  { cast: secret.length, url: `https://chat.example.com/?api_key=${secret}` },
  { cast: { alice: secret } },
  { cast: { alice: [secret] } },
  withAlice({ api_key_env: secret }),
  withAlice({ api_key_env: { key: secret } }),
  withAlice({ email: `alice@example.com:${secret}`, api_key: secret }),
  withAlice({ api_key: [secret] }),
  withAlice({ api_key: secret, password: { is: secret } }),
];

test("a secret in the wrong place is not shown", () => {
  for (const content of misplaced) {
    const line = complaint(content);
    assert.type(line, "string");
    assert.not(line!.includes(secret.slice(0, 6)), line);
  }
});

test("a base URL is taken with and without the path of the API", () => {
  for (const given of ["http://a:1", "http://a:1/", "http://a:1/api", "http://a:1/api/v1", "http://a:1/api/v1/"]) {
    assert.is(baseUrl(given).href, "http://a:1/");
  }
  assert.is(baseUrl("https://a/chat/api/v1").href, "https://a/chat");
});

test("credentials in a URL are refused and not shown", () => {
  try {
    baseUrl(`https://alice:${secret}@chat.example.com`);
    assert.unreachable();
  } catch (problem) {
    assert.instance(problem, TargetFileError);
    assert.not((problem as Error).message.includes(secret));
  }
});

const directory = mkdtempSync(join(tmpdir(), "touchstone-"));

async function fileComplaint(text: string | undefined): Promise<string> {
  const path = join(directory, "target.json");
  if (text !== undefined) writeFileSync(path, text);
  const file = text === undefined ? join(directory, "none.json") : path;
  const problem = await readTargetFile(file, env).catch((thrown: unknown) => thrown);
  assert.instance(problem, TargetFileError);
  return (problem as Error).message.replace(file, "FILE");
}

test("what is wrong in a file is told with its name: a command can take two of them", async () => {
  const line = await fileComplaint('{"cast": {"alice": {"email": 3}}}');
  assert.is(line, "FILE: cast.alice.email: got a number, expected the e-mail address that the account logs in with");
});

test("a file that is not there, and one that is no JSON, are told of without what stands in it", async () => {
  assert.is(await fileComplaint(undefined), "FILE: no readable file, expected the path of a target file");
  for (const text of [`{\n "api_key": "${secret}",\n}`, `{"api_key": ${secret}}`, `${secret}`, ""]) {
    const line = await fileComplaint(text);
    assert.match(line, /^FILE: not valid JSON(, at line \d, column \d+|: it is empty)?$/);
  }
});

test("a file that an editor began with a byte order mark is read", async () => {
  const path = join(directory, "marked.json");
  writeFileSync(path, '\uFEFF{"url": "https://chat.example.com"}');
  assert.is((await readTargetFile(path, env)).url, "https://chat.example.com/");
});

test("the example reads once its variables are set", async () => {
  const path = fileURLToPath(new URL("../../fixtures/targets/example.json", import.meta.url));
  const names = [...readFileSync(path, "utf8").matchAll(/_env": "(\w+)"/g)].map(([, name]) => name!);
  const read = await readTargetFile(path, Object.fromEntries(names.map((name) => [name, secret])));
  assert.equal(Object.keys(read.cast), ["alice", "bob", "dana", "robo"]);
});

test.run();
