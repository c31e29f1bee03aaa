import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../sim/index.ts";
import { realm } from "./options.ts";
import { fromRealm } from "./realm-file.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-realm-file-"));
test.after(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const path = join(folder, "realm.json");
  writeFileSync(path, text);
  return path;
}

/** Long enough for a file with a thousand of them to be read in parts. */
const padding = "soup and bread ".repeat(600);

const messages = Array.from({ length: 1000 }, (_, i) => ({
  from: "ada",
  to: "hall",
  topic: `t${i} "{ä}], [🌱", \\`,
  content: `${padding}${i}`,
}));
const large = { users: { ada: {} }, channels: { hall: { subscribers: "everyone" } }, messages };
const text = JSON.stringify(large, null, 1);

/** The content that a file is read as, and whether its messages were a list at once. */
function contentOf(path: string): { readonly content: unknown; readonly isWhole: boolean } {
  return fromRealm(path, (read) => {
    const { messages: given, ...others } = read as { readonly messages: Iterable<unknown> };
    return { content: { ...others, messages: [...given] }, isWhole: Array.isArray(given) };
  });
}

/** The message of what a function throws. */
function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (problem) {
    return (problem as Error).message;
  }
  return "none";
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the complaint about a file that a simulator is made of. */
const complaint = (content: string): string => problemOf(() => fromRealm(fileOf(content), (given) => createSimulator({ realm: given })));

test("the messages of a large file never stand in memory all at once", () => {
  // Held memory, without garbage, of which tests before this one leave any amount.
  const held = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = held();
  const path = fileOf('{"messages": [');
  for (let i = 0; i < 8000; i++) appendFileSync(path, `${JSON.stringify(messages[i % 1000])}${i < 7999 ? "," : "]}"}`);
  const { size } = statSync(path);
  let [count, most] = [0, 0];
  fromRealm(path, (read) => {
    for (const _ of (read as { readonly messages: Iterable<unknown> }).messages)
      if (++count % 2000 === 0) most = Math.max(most, held() - before);
  });
  assert.is(count, 8000);
  assert.ok(most < size / 20, `${most} bytes for a file of ${size}`);
});

test("the messages of a large file are taken one by one, and are those of the file", () => {
  assert.ok(text.length > 2 ** 23);
  for (const written of [
    text,
    `\uFEFF${text}`,
    JSON.stringify(large),
    JSON.stringify({ messages, users: large.users, channels: large.channels }),
  ])
    assert.equal(contentOf(fileOf(written)), { content: large, isWhole: false });
});

test("a small file, and a large one whose messages are no list, are read at once", () => {
  const small = { ...large, messages: messages.slice(0, 3) };
  assert.equal(contentOf(fileOf(JSON.stringify(small))), { content: small, isWhole: true });
  assert.match(
    complaint(JSON.stringify({ ...large, about: padding.repeat(1100), messages: "none" })),
    /^messages: got "none", expected a list$/,
  );
});

test("a key that stands twice in a large file is refused, in a message too", () => {
  assert.match(
    complaint(`${text.slice(0, text.lastIndexOf("}"))}, "messages": [7]}`),
    /: messages: got the key twice, at lines \d+ and \d+, expected it once$/,
  );
  assert.match(
    complaint(text.replace(/"topic": "t990/, '"topic": "x", "topic": "t990')),
    /: messages\[990\]\.topic: got the key twice, at line \d+, expected it once$/,
  );
});

test("the messages of a large file may be taken again", () => {
  fromRealm(fileOf(text), (read) => {
    const { messages: given } = read as { readonly messages: Iterable<unknown> };
    for (const first of given) {
      assert.equal(first, messages[0]);
      break;
    }
    assert.is([...given].length, 1000);
  });
});

test("the messages of a large file are in the simulator that is made of it", () => {
  const simulator = fromRealm(fileOf(text), (given) => createSimulator({ realm: given }));
  const { messages: sent } = simulator.state;
  assert.equal(
    [...sent.values()].map(({ topic, content }) => [topic, content]),
    messages.map(({ topic, content }) => [topic, content]),
  );
});

const broken: readonly (readonly [what: string, content: string])[] = [
  ["a comma too many between messages", text.replace('},\n  {\n   "from"', '},,\n  {\n   "from"')],
  ["a comma behind the last message", text.replace(/\}\s+\]\s+\}$/, "},\n ]\n}")],
  ["no end", text.slice(0, text.indexOf('"t990'))],
  ["something behind its end", `${text}]`],
];

for (const [what, content] of broken)
  test(`a large file with ${what} is refused like any other`, () => {
    const path = fileOf(content);
    assert.not.equal(content, text);
    assert.match(
      problemOf(() => realm(path)),
      /: not valid JSON(, at line \d+, column \d+)?$/,
    );
    assert.is(
      problemOf(() => contentOf(path)),
      problemOf(() => realm(path)),
    );
  });

test("what is wrong with a message of a large file is told with its place", () => {
  assert.is(
    complaint(text.replace(/"topic": "t70 .*,$/m, '"topic": 7,')),
    "messages[70].topic: got 7, expected text of 0 to 60 characters",
  );
  const unordered = JSON.stringify({
    ...large,
    messages: messages.map((message, i) => (i === 100 ? { ...message, at: "-400d" } : message)),
  });
  assert.match(
    complaint(unordered),
    /^messages\[100\]\.at: got "-400d", which is 2024-\S+, expected an instant not before the message above was sent, /,
  );
});

test.run();
