import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Lines that must not compile in a rule: each writes to something in the realm. */
const writes = [
  "realm.now = 7;",
  "realm.counters = { ...realm.counters };",
  "realm.counters.message = 7;",
  "realm.server.level = 7;",
  'realm.settings.topics_policy = "allow_empty_topic";',
  "realm.newcomers.enter_sends = true;",
  "realm.users.set(user.id, user);",
  "user.role = 100;",
  "user.settings.enter_sends = true;",
  "user.alert_words.push('x');",
  "user.muted_users.clear();",
  "message.flags.set(user.id, 1);",
  "message.content = 'x';",
  "message.reactions.pop();",
  "message.place = message.place;",
  "group.members.add(user.id);",
  "channel.name = 'x';",
  "subscribers.active.add(user.id);",
  "realm.queuesByOwner.set(1, queue.id);",
  "queue.nextEvent = 7;",
  "queue.options.capabilities.clear();",
  "realm.byTopic.add(1, message.id);",
  "realm.words.add(message.id, 'x');",
  "realm.storage.get(user.id)!.clear();",
];

/** Names what can be written in a type, however deep: a property that is not readonly, an array, a Map or a Set that can be changed. */
const everything = `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Plain = string | number | boolean | bigint | symbol | null | undefined | ((...given: never[]) => unknown) | Uint8Array;
type Method = (...given: never[]) => unknown;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type OwnKey<T, K extends keyof T> = T[K] extends Method ? never : Same<Pick<T, K>, Mutable<Pick<T, K>>> extends true ? K : Writable<T[K]>;
type Own<T> = { [K in keyof T & string]-?: OwnKey<T, K> }[keyof T & string];
type Writable<T> = T extends Plain ? never
  : T extends View<infer _, infer Value> ? ("set" extends keyof T ? "table" : Writable<Value>)
  : T extends readonly (infer Item)[] ? (T extends unknown[] ? "array" : Writable<Item>)
  : T extends ReadonlyMap<infer _, infer Value> ? (T extends Map<unknown, unknown> ? "map" : Writable<Value>)
  : T extends ReadonlySet<infer _> ? (T extends Set<unknown> ? "set" : never)
  : T extends EventLink ? never : Own<T>;
`;

/** Returns the lines of a module at which the compiler finds something wrong. */
function refusedLines(text: string): number[] {
  const folder = mkdtempSync(join(tmpdir(), "realm-"));
  try {
    // What the module imports is told by paths from its own folder.
    writeFileSync(join(folder, "rule.mts"), text.replaceAll("SIM", join(relative(folder, root), "sim")));
    const options = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: { rootDir: "/", noEmit: true, noUnusedLocals: false, types: [] },
      include: ["rule.mts"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
    const compiler = createRequire(import.meta.url)
      .resolve("typescript/package.json")
      .replace("package.json", "bin/tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { encoding: "utf8" });
    return [...new Set([...stdout.matchAll(/rule\.mts\((\d+),/g)].map(([, line]) => Number(line)))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const imports = [
  'import type { Realm } from "SIM/core/realm.ts";',
  'import type { View } from "SIM/core/table.ts";',
  'import type { EventLink } from "SIM/core/queue-events.ts";',
];

test("nothing in a realm can be written: a rule that tries does not compile", () => {
  const records = ["user: users", "message: messages", "group: groups", "channel: channels", "subscribers: subscribers", "queue: queues"];
  const declared = records.map((record) => {
    const [name, table] = record.split(": ");
    return `declare const ${name}: NonNullable<ReturnType<Realm["${table}"]["get"]>>;`;
  });
  const before = [...imports, "declare const realm: Realm;", ...declared, "export const read = [realm.now, user.role, message.content];"];
  const refused = refusedLines([...before, ...writes].join("\n"));
  assert.equal(
    refused,
    writes.map((_, i) => before.length + i + 1),
  );
});

test("nothing can be written in a realm, however deep, but the memo of a message's text", () => {
  const check = 'export const written: Same<Writable<Realm>, "memo"> = true;';
  const mutable = 'export const found: Same<Writable<{ readonly a: readonly { b: 1 }[] }>, "b"> = true;';
  assert.equal(refusedLines([...imports, everything, check, mutable].join("\n")), []);
});

test.run();
