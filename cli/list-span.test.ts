import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listSpan } from "./realm-file.ts";

/** The bytes of a text in chunks of a size. */
function* chunked(text: string, size: number): IterableIterator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The runs of items of the list under `messages`, as texts; undefined where there is no such list. */
function runsOf(text: string, chunkSize: number, runBytes: number): string[] | undefined {
  const span = listSpan(chunked(text, chunkSize), "messages", runBytes);
  if (!span) return undefined;
  const bytes = Buffer.from(text);
  const starts = [span.start, ...span.cuts.map((cut) => cut + 1)];
  return starts.map((start, i) => bytes.toString("utf8", start, span.cuts[i] ?? span.end));
}

const rows: readonly (readonly [what: string, text: string, runs: readonly string[] | undefined])[] = [
  ["an empty list", '{"messages": []}', [""]],
  ["items, one a run", '{"messages": [1, {"a": [2, 3]}, ","]}', ["1", ' {"a": [2, 3]}', ' ","']],
  ["other keys before it", '{"a": {"messages": [1]}, "b": "messages", "c": [["messages"]], "messages" : [2]}', ["2"]],
  ["brackets and quotes in texts", '{"a": "[\\"]}", "messages": ["]\\"],", "\\\\"]}', ['"]\\"],"', ' "\\\\"']],
  ["no such key", '{"message": [1], "messages2": [2]}', undefined],
  ["no list", '{"messages": {"a": [1]}}', undefined],
  ["no object", '[["messages", [1]]]', undefined],
  ["a list without its end", '{"messages": [1', undefined],
];

for (const [what, text, runs] of rows)
  test(`finds the list of a file with ${what}`, () => {
    for (const size of [1, 2, 7, 1000]) assert.equal(runsOf(text, size, 1), runs, `chunks of ${size}`);
  });

test("the runs of any list hold its items, wherever the chunks end", () => {
  const anything = fc.jsonValue({ maxDepth: 3 });
  const file = fc.record({ before: anything, messages: fc.array(anything), after: anything });
  fc.assert(
    fc.property(
      file,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.nat(2),
      (content, chunkSize, runBytes, indent) => {
        const runs = runsOf(JSON.stringify(content, null, indent), chunkSize, runBytes) ?? [];
        assert.equal(
          runs.flatMap((run) => JSON.parse(`[${run}]`)),
          JSON.parse(JSON.stringify(content.messages)),
        );
      },
    ),
  );
});

test.run();
