import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { observedTexts } from "../../.ci/observed.ts";
import { answerTypes } from "../openapi/types.ts";
import { realmSchema } from "../realm/load.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the files are what the declarations of the endpoints give: npm run answers writes them, and so does the build", () => {
  const within = (folder: string, texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text] as const);
  const made = [...within("sim/answers", answerTypes(realmSchema)), ...within("sim/openapi", observedTexts())];
  for (const [path, text] of made) assert.is(readFileSync(join(root, path), "utf8"), text, path);
  const ignored = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
  assert.equal(
    ignored.filter((path) => path.startsWith("sim/")),
    made.map(([path]) => path),
  );
});

const right = [
  `const id: number = alice.send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hi" }).body.id;`,
  `const { message } = alice.send(\`GET /messages/\${id}\`, { apply_markdown: false }).body;`,
  `const names: string[] = message.reactions.map(({ emoji_name }) => emoji_name);`,
  `const code: string | undefined = alice.send("DELETE /events", { queue_id: "1" }).body.code;`,
  `alice.send("GET /messages", { anchor: id, num_before: 1, num_after: 0, narrow: [{ operator: "is", operand: "starred" }] });`,
  `const { queue_id, last_event_id } = alice.send("POST /register", { event_types: ["message"], narrow: [["is", "dm"]] }).body;`,
  `const { max_message_id } = alice.send("POST /register").body; const newest: number | undefined = max_message_id;`,
  `const older = alice.send("POST /register").body as { realm_uri_of_old?: string };`,
  `const polled: QueueEvent[] = alice.send("GET /events", { queue_id, last_event_id, dont_block: true }).body.events;`,
  `for (const event of polled) if (event.type === "message") { const html: string = event.message.content; }`,
  `const { stream_id } = sim.act({ action: "create_channel", name: "kitchen" }); alice.send("POST /messages", { type: "channel", to: stream_id, topic: "soup", content: "hi" });`,
  `const shown = polled.flatMap((event): Message[] => (event.type === "message" ? [{ ...event.message, flags: event.flags }] : []));`,
  `const added: Message["reactions"] = polled.flatMap((event) => (event.type === "reaction" ? [{ ...shown[0]!.reactions[0]!, reaction_type: event.reaction_type }] : []));`,
  `const marked: number[] = alice.send("POST /messages/flags", { messages: [id], op: "add", flag: "read" }).body.messages;`,
  `for (const event of polled) if (event.type === "update_message_flags") { const op: "add" | "remove" = event.op; const changed: number[] = event.messages; }`,
  `for (const event of polled) if (event.type === "user_group" && event.op === "add") { const subgroups: number[] = event.group.direct_subgroup_ids; }`,
  `for (const event of polled) if (event.type === "attachment" && event.op === "add") { const holders: number[] = event.attachment.message_ids; }`,
  `for (const event of polled) if (event.type === "realm_bot" && event.op === "add") { const urls: string[] = event.bot.services.map(({ base_url }) => base_url); }`,
  `for (const event of polled) if (event.type === "stream" && event.op === "update" && typeof event.value === "object") { const subgroups: number[] | undefined = event.value?.direct_subgroups; }`,
  `const detached: number[] = alice.send(\`PATCH /messages/\${id}\`, { content: "ho" }).body.detached_uploads.flatMap(({ message_ids }) => message_ids);`,
  `const why: boolean = alice.send("GET /events", { queue_id, last_event_id }).body.code === "BAD_EVENT_QUEUE_ID";`,
  `alice.send(\`PATCH /messages/\${id}\`, { content: "ho" });`,
  `alice.send("POST /typing", { op: "stop", to: undefined });`,
  `const topic: string | undefined = alice.send("GET /realm/presence").body.presences["a@b.c"]?.website.status;`,
  `const drawn: Record<string, unknown> = JSON.parse("{}"); alice.send("POST /typing", drawn);`,
  `alice.send("GET /nowhere" as string, { any: 1 });`,
  `alice.send("POST /messages" as string);`,
  `alice.request("POST /typing", { any: 1 });`,
  `const held = alice.request("GET /events", { queue_id, last_event_id }); const reply = held instanceof Held ? held.reply : held; const first: QueueEvent | undefined = reply?.body.events[0];`,
  `if (held instanceof Held) held.onReply(({ body }) => { const types: string[] = body.events.map(({ type }) => type); });`,
  `const any: { status: number } | Held = alice.request("GET /nowhere", { any: 1 });`,
  `const unknownRoute: string = "GET /events"; const later = alice.request(unknownRoute); if (later instanceof Held) later.cancel();`,
  `sim.act({ action: "set_presence", as: "bob", status: "idle" }); sim.act({ action: "end_queues" }); sim.act({ action: "end_queues", as: undefined });`,
  `sim.act({ action: "set_realm", property: "mandatory_topics", value: true }); sim.act({ action: "set_flag", as: "bob", message_id: id, flag: "read", op: "add" });`,
  `const submessage: unknown = sim.act({ action: "add_submessage", as: "bob", message_id: id, msg_type: "widget", content: "{}" }).submessage_id;`,
  `const action: Record<string, unknown> = JSON.parse("{}"); sim.act(action); sim.act(JSON.parse("{}"));`,
  `const small = ${readFileSync(join(root, "fixtures/realms/small.json"), "utf8").trim()} satisfies RealmFile; createSimulator({ realm: small });`,
  `const parsed: { users: { a: { role: string } } } = JSON.parse("{}"); createSimulator({ realm: parsed });`,
  `expectRequest(sim, "POST /messages", { fields: { content: (value, text) => value === text.trim(), to: (to: string[]) => to.length === 1 } });`,
  `expectRequest(sim, "POST /messages", { fields: { ...drawn, type: undefined, topic: /lunch/, to: ["general"] } });`,
  `sim.journal.find({ fields: { content: (_, text) => text === "hi" } });`,
];

const wrong = [
  `alice.send("POST /mesages", { type: "direct", to: [1], content: "hi" });`,
  `alice.send("GET /typing");`,
  `alice.send("POST /messages", { type: "direct", to: [1], contents: "hi" });`,
  `alice.send("POST /messages", { type: "direct", to: [1] });`,
  `alice.send("POST /messages");`,
  `alice.send("POST /register", { evnt_types: ["message"] });`,
  `alice.send("POST /messages/flags", { messages: [1], opp: "add", flag: "read" });`,
  `alice.send("POST /messages/flags", { messages: [1], op: "toggle", flag: "read" });`,
  `alice.send("PATCH /messages/1", { contents: "ho" });`,
  `alice.send("GET /events", { queue_id: "1", last_event: -1 });`,
  `const queue: number = alice.send("POST /register").body.queue_id;`,
  `alice.send("GET /events", { queue_id: "1", last_event_id: -1 }).body.events.filter(({ type }) => type === "mesage");`,
  `alice.send("POST /messages", { type: "letter", to: [1], content: "hi" });`,
  `alice.send("POST /typing", { op: "start", to: ["bob"] });`,
  `alice.send("GET /realm/linkifiers", { page: 2 });`,
  `alice.send("POST /messages", { type: "direct", to: [1], content: "hi" }).body.ids;`,
  `const text: string = alice.send("POST /user_groups/create", { name: "a", description: "", members: [] }).body.group_id;`,
  `alice.send("GET /messages/1").body.message.topic;`,
  `alice.send("GET /messages/1").body.code === "BAD_EVENT_QUEUE_ID";`,
  `alice.send("PATCH /channel_folders/name", { is_archived: true });`,
  `alice.send("GET /realm/linkifiers").body.linkifiers[0].id = "1";`,
  `createSimulator({ realm: { users: { a: { role: "bos" } } } satisfies RealmFile });`,
  `createSimulator({ realm: { users: {}, chanels: {} } satisfies RealmFile });`,
  `sim.act({ action: "nope" });`,
  `sim.act({ action: "set_presence" });`,
  `sim.act({ action: "create_channel", nam: "x" });`,
  `sim.act({ action: "create_channel", name: "x", subscriber: ["bob"] });`,
  `sim.act({ action: "set_presence", as: "bob", status: "away" });`,
  `sim.act({ action: "create_channel", name: "x", subscribers: "bob" });`,
  `sim.act({ action: "create_channel", name: "x" }).channel_id;`,
  `sim.act({ action: "set_realm", property: "mandatory_topics" });`,
  `sim.act({});`,
  `expectRequest(sim, "POST /messages", { fields: { content: (_, text) => text > 1 } });`,
  `const held = alice.request("GET /events", {}); if (held instanceof Held) held.reply?.body.evnts;`,
];

test("right routes and fields compile, and each wrong one is an error of its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "answers-"));
  const head = `import { createSimulator, expectRequest, Held, type Message, type QueueEvent, type RealmFile } from ${JSON.stringify(join(root, "sim/index.ts"))};\nconst sim = createSimulator();\nconst alice = sim.as("alice");`;
  const write = (name: string, lines: readonly string[]): string => {
    const file = join(folder, name);
    writeFileSync(file, [head, ...lines, ""].join("\n"));
    return file;
  };
  const files = [write("right.mts", right), ...wrong.map((line, i) => write(`wrong-${i}.mts`, [line]))];
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions", "--resolveJsonModule", "--types", "node"];
  const target = [
    "--target",
    "es2023",
    "--lib",
    "es2023,es2024.string,dom,dom.iterable",
    "--module",
    "nodenext",
    "--typeRoots",
    join(root, "node_modules/@types"),
  ];
  const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options, ...target, ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  const failing = new Map(
    stdout.split("\n").flatMap((line) => (/^\S+\(\d+,\d+\): error/.test(line) ? [[line.split("(")[0]!, line] as const] : [])),
  );
  assert.equal(
    [...failing.keys()].filter((file) => file.startsWith("right")),
    [],
    stdout,
  );
  for (const [i, line] of wrong.entries())
    assert.ok(
      [...failing.keys()].some((file) => file.endsWith(`wrong-${i}.mts`)),
      `this compiles: ${line}`,
    );
});

test.run();
