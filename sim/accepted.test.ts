import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "@babel/parser";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { channelNotifications } from "./core/channels.ts";

import { channelGroupDefaults, groupSettingNames, realmDefaults, realmGroupDefaults, userDefaults } from "./core/settings.ts";

// What is accepted has an effect: each thing that can be set is read by more than what gives it back, or is published as one that changes nothing.

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? "") : "");

/** Names that are read, of anything (`any`) and of an object called settings (`settings`), each with the files that do. */
const readers = { any: new Map<string, Set<string>>(), settings: new Map<string, Set<string>>() };

/** Whether a value goes out under its own name, as a registration and the answers of the server give it. */
const isGivenBack = (name: string, key: string | undefined): boolean => key === name || key === `realm_${name}`;

/** Whether an expression is called settings: `settings`, `realm.settings`. */
function isSettings(node: unknown): boolean {
  if (!isNode(node)) return false;
  return node.type.endsWith("MemberExpression") ? nameOf(node.property) === "settings" : nameOf(node) === "settings";
}

function note(file: string, name: string, ofSettings: boolean): void {
  for (const kind of ofSettings ? (["any", "settings"] as const) : (["any"] as const))
    readers[kind].set(name, (readers[kind].get(name) ?? new Set()).add(file));
}

/** @param key the name under which the value of a node goes into an object @param ofSettings whether a pattern takes settings apart */
function visit(file: string, node: unknown, key?: string, ofSettings = false): void {
  if (Array.isArray(node)) for (const one of node) visit(file, one);
  if (!isNode(node)) return;
  if (node.type.endsWith("MemberExpression") && !node.computed && !isGivenBack(nameOf(node.property), key))
    note(file, nameOf(node.property), isSettings(node.object));
  // The name of a permission, for what looks it up: `mayBy(realm, caller, "can_join_group")`.
  if (node.type === "CallExpression")
    for (const given of node.arguments as Node[]) if (given.type === "StringLiteral") note(file, nameOf(given), true);
  // Or for what is told which permissions would do: `return ["can_add_members_group", "can_join_group"]`.
  const chosen =
    node.type === "ReturnStatement" ? [node.argument] : node.type === "ConditionalExpression" ? [node.consequent, node.alternate] : [];
  for (const list of chosen)
    if (isNode(list) && list.type === "ArrayExpression")
      for (const one of list.elements as Node[]) if (one.type === "StringLiteral") note(file, nameOf(one), true);
  if (node.type === "ObjectPattern")
    for (const one of node.properties as Node[]) if (one.type === "ObjectProperty") note(file, nameOf(one.key), ofSettings);
  for (const [part, child] of Object.entries(node)) {
    const inner = node.type === "ObjectProperty" && part === "value" ? nameOf(node.key) : undefined;
    const takesApart = (inner === "settings" && isNode(child)) || (part === "id" && isSettings(node.init));
    visit(file, child, inner, takesApart);
  }
}

const root = fileURLToPath(new URL(".", import.meta.url));
for (const file of readdirSync(root, { recursive: true, encoding: "utf8" }))
  if (file.endsWith(".ts") && !/\.(test|bench)\./.test(file))
    visit(file, parse(readFileSync(join(root, file), "utf8"), { sourceType: "module", plugins: ["typescript"] }).program);

/** Things that can be set, by the words of the published list, with whether they stand in an object called settings. */
const writable = {
  "of accounts": [Object.keys(userDefaults), "settings"],
  "of the organization": [[...Object.keys(realmDefaults), ...Object.keys(realmGroupDefaults)], "settings"],
  "of subscriptions": [["is_muted", "pin_to_top", "color", ...channelNotifications], "any"],
  "of channels": [["description", "folder_id", "message_retention_days", "topics_policy", ...Object.keys(channelGroupDefaults)], "any"],
  "of groups": [["description", ...groupSettingNames], "any"],
} as const;

/** The names that the README publishes as kept and changing nothing, by the words before them. */
const published = new Map(
  readFileSync(join(root, "README.md"), "utf8")
    .replace(/^.*\n## What is kept and changes nothing\n/s, "")
    .replace(/\n## .*$/s, "")
    .split("\n- ")
    .slice(1)
    .map((line) => [/^[^:]*/.exec(line)?.[0] ?? "", [...line.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)] as const),
);

test("what can be set is read by more than what gives it back, or is published as what changes nothing", () => {
  for (const [words, [names, of]] of Object.entries(writable)) {
    const unread = (names as readonly string[]).filter((name) => (readers[of].get(name)?.size ?? 0) === 0);
    const listed = published.get(words) ?? [];
    assert.equal([...unread].sort(), [...listed].sort(), words);
  }
  assert.equal(
    [...published.keys()].sort(),
    Object.keys(writable)
      .filter((words) => published.has(words))
      .sort(),
  );
});

test("what goes out under its own name is not taken for a reader", () => {
  const read = (text: string): readonly string[] => {
    visit("sample.ts", parse(text, { sourceType: "module", plugins: ["typescript"] }).program);
    return ["first", "second", "third", "fourth"].filter((name) => readers.settings.get(name)?.has("sample.ts"));
  };
  assert.equal(read("const out = { first: realm.settings.first, realm_second: settings.second, third: other.third };"), []);
  assert.equal(read("if (realm.settings.first && may(caller, 'second')) { const { third } = realm.settings; }"), [
    "first",
    "second",
    "third",
  ]);
  assert.equal(read("const rule = ({ settings: { fourth } }) => fourth;"), ["first", "second", "third", "fourth"]);
});

test.run();
