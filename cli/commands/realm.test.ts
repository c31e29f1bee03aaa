import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator, RealmFileError, realmNames, type Simulator } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";

const { out: printed } = await touchstone("realm", "--schema");
const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(printed) as object);

/** Returns where a realm file is not as the schema has it. */
function problems(file: unknown): string[] {
  if (validate(file)) return [];
  return (validate.errors ?? []).map(({ instancePath, params }: ErrorObject) => [instancePath, ...Object.values(params)].join(" "));
}

function isLoaded(realm: unknown): boolean {
  try {
    createSimulator({ realm });
    return true;
  } catch (thrown) {
    if (!(thrown instanceof RealmFileError)) throw thrown;
    return false;
  }
}

test("the packaged realms are valid", () => {
  for (const name of realmNames) {
    const file = readFileSync(new URL(`../../fixtures/realms/${name}.json`, import.meta.url), "utf8");
    assert.equal(problems(JSON.parse(file)), [], name);
  }
});

test("a file may name its schema, and still loads", () => {
  const file = { $schema: "./realm.schema.json", users: { alice: {} } };
  assert.equal(problems(file), []);
  assert.ok(isLoaded(file));
});

const users = { alice: {}, bob: {} };
const channels = { general: { subscribers: ["alice", "bob"] } };
const message = { from: "alice", to: "general", topic: "hi", content: "hello" };

const wrongFiles: readonly (readonly [unknown, string])[] = [
  [[], ""],
  [{}, ""],
  [{ users, chanels: {} }, ""],
  [{ users: { "1st": {} } }, "/users"],
  [{ users: { alice: { role: "boss" } } }, "/users/alice/role"],
  [{ users: { alice: { full_name: "" } } }, "/users/alice/full_name"],
  [{ users: { alice: { full_name: " Al" } } }, "/users/alice/full_name"],
  [{ users: { alice: { api_key: "short" } } }, "/users/alice/api_key"],
  [{ users: { alice: { devices: 1.5 } } }, "/users/alice/devices"],
  [{ users: { alice: { bot: {} } } }, "/users/alice/bot"],
  [{ users: { alice: { settings: { color_scheme: 7 } } } }, "/users/alice/settings/color_scheme"],
  [{ users, settings: { topics_policy: "x" } }, "/settings/topics_policy"],
  [{ users, settings: { can_create_groups: 7 } }, "/settings/can_create_groups"],
  [{ users, settings: { jitsi_server_url: 7 } }, "/settings/jitsi_server_url"],
  [{ users, channels: { general: { privacy: "hidden" } } }, "/channels/general/privacy"],
  [{ users, channels: { general: { subscribers: "all" } } }, "/channels/general/subscribers"],
  [{ users, linkifiers: [{ pattern: "x" }] }, "/linkifiers/0"],
  [{ users, channels, messages: [{ ...message, content: undefined }] }, "/messages/0"],
  [{ users, channels, messages: [{ ...message, to: [] }] }, "/messages/0/to"],
  [{ users, channels, messages: [{ ...message, every: "1y" }] }, "/messages/0/every"],
  [{ users, channels, messages: [{ ...message, topic: "x".repeat(61) }] }, "/messages/0/topic"],
];

for (const [file, at] of wrongFiles) {
  test(`the schema refuses, as loading does, ${JSON.stringify(file).slice(0, 90)}`, () => {
    assert.ok(
      problems(file).some((problem) => problem.startsWith(`${at} `)),
      problems(file).join("\n"),
    );
    assert.not.ok(isLoaded(file));
  });
}

test("every key of a file says what it is for, and closed sets are listed", () => {
  const { properties } = JSON.parse(printed);
  for (const [key, { description }] of Object.entries<{ description?: string }>(properties)) assert.type(description, "string", key);
  assert.equal(properties.users.additionalProperties.properties.role, {
    enum: ["owner", "administrator", "moderator", "member", "guest"],
    default: "member",
  });
});

test("without --schema there is nothing to print", async () => {
  const { code, err } = await touchstone("realm");
  assert.is(code, 2);
  assert.match(err, /^touchstone realm: .*--schema/);
});

test("a server is copied for some account: without one the option is named that has it", async () => {
  const server = await listen(createSimulator(), { control: false });
  const { code, err } = await touchstone("realm", "--from", server.url);
  await server.close();
  assert.is(code, 2);
  assert.match(err, /^touchstone realm: --target <file> with an account is missing: /m);
});

/** Copies a served realm, and looks whether the copy is exact. */
async function copied(realm: string, names: readonly string[], change: (sim: Simulator) => void = () => {}, messages = 50) {
  const sim = createSimulator({ realm });
  change(sim);
  const server = await listen(sim, { control: false });
  sim.serveAt(server.url);
  const folder = mkdtempSync(join(tmpdir(), "copied-"));
  const [target, out] = [join(folder, "target.json"), join(folder, "realm.json")];
  const cast = Object.fromEntries(names.map((name) => [name, { email: sim.cast[name]!.email, api_key: sim.cast[name]!.api_key }]));
  writeFileSync(target, JSON.stringify({ url: server.url, cast }));
  try {
    const ended = await touchstone("realm", "--target", target, "--out", out, "--messages", String(messages), "--verify");
    return { ...ended, file: JSON.parse(readFileSync(out, "utf8")) };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

test("a copy of the newest messages alone is not held to the first of each channel", async () => {
  const { err } = await copied("small", ["alice"], () => {}, 3);
  assert.match(err, "answers compared");
  assert.not.match(err, /first_message_id|found_oldest/);
});

test("the simulator's own realm is copied exactly, though its messages are older than it says that it is", async () => {
  const names = Object.keys(createSimulator().cast).filter((name) => name !== "zoe");
  const { code, err, out } = await copied("small", names, (sim) => void sim.advance({ ms: 5000 }), 1000);
  assert.equal([code, out], [0, ""], err);
});

test("with --verify alone nothing but the outcome is printed", async () => {
  const sim = createSimulator({ realm: "quiet" });
  const server = await listen(sim, { control: false });
  sim.serveAt(server.url);
  const target = join(mkdtempSync(join(tmpdir(), "verified-")), "target.json");
  writeFileSync(target, JSON.stringify({ url: server.url, cast: { owen: sim.cast.owen } }));
  const { code, out, err } = await touchstone("realm", "--target", target, "--verify");
  await server.close();
  assert.equal([code, out], [0, ""]);
  assert.match(err, /answers compared, 0 places differ\n$/);
});

test("--verify ends with 0 where a copy answers as its server does, and else names each place", async () => {
  const exact = await copied("quiet", ["owen"]);
  assert.is(exact.code, 0, exact.err);
  assert.match(exact.err, /: \d+ answers compared, 0 places differ\n$/);
  const other = await copied("small", ["alice", "owen"], (sim) => {
    sim.as("alice").send("POST /drafts", {
      drafts: [{ type: "stream", to: [sim.channels.general?.stream_id], topic: "x", content: "later", timestamp: 1 }],
    });
  });
  assert.is(other.code, 1);
  assert.match(other.err, /: GET \/drafts drafts\[\]: 1 times, for alice the server says \{.*, the copy nothing\n/);
  assert.match(other.err, /: not copied: .*drafts/);
  assert.equal(problems(other.file), []);
});

test.run();
