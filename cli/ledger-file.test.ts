import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { ledgerHead } from "../conformance/targets/ledger/reader.ts";
import { ledgerFile } from "./ledger-file.ts";

const added = (key: string) => ({ add: { key, what: key, undo: { by: ["alice"], method: "POST", path: "/x", fields: {} } } });

test("the end of a run says how many changes of each kind are left", () => {
  const lines: string[] = [];
  const ledger = ledgerFile(undefined, undefined, {
    out: () => {},
    err: (text) => void lines.push(text),
    interrupted: () => new Promise(() => {}),
  });
  for (const key of ["group 1", "view alice inbox", "group 2"]) ledger.note(added(key), "http://127.0.0.1:1");
  ledger.note({ gone: "view alice inbox" }, "http://127.0.0.1:1");
  ledger.note(added("view alice all"), "http://127.0.0.1:1");
  assert.is(ledger.left(), "3 changes are not undone (2 x group, 1 x view)");
  ledger.close();
  const [, file = ""] = /touchstone undo (\S+) tries again\n$/.exec(lines.at(-1) ?? "") ?? [];
  assert.is(lines.at(-1), `touchstone: 3 changes are not undone (2 x group, 1 x view); touchstone undo ${file} tries again\n`);
  const [head, ...left] = readFileSync(file, "utf8").trimEnd().split("\n");
  assert.equal(JSON.parse(head!), ledgerHead("http://127.0.0.1:1", undefined));
  assert.equal(
    left.map((line) => JSON.parse(line)),
    ["group 1", "group 2", "view alice all"].map(added),
    "the file holds what is left alone",
  );
  assert.is(statSync(file).mode & 0o777, 0o600);
  rmSync(file);
});

test("a file that the user named holds its head alone once all is undone", () => {
  const io = { out: () => {}, err: () => {}, interrupted: () => new Promise<void>(() => {}) };
  const file = join(mkdtempSync(join(tmpdir(), "touchstone-")), "ledger.jsonl");
  const ledger = ledgerFile(file, undefined, io);
  for (const change of [added("group 1"), { gone: "group 1" }]) ledger.note(change, "http://127.0.0.1:1");
  ledger.close();
  assert.is(readFileSync(file, "utf8"), `${JSON.stringify(ledgerHead("http://127.0.0.1:1", undefined))}\n`);
});

test("of changes whose requests got no answer it is said that whether they were made is not known", () => {
  const io = { out: () => {}, err: () => {}, interrupted: () => new Promise<void>(() => {}) };
  const ledger = ledgerFile(undefined, undefined, io);
  const unsure = (key: string) => ({ add: { ...added(key).add, unsure: true } });
  for (const key of ["policy 1", "policy 2"]) ledger.note(unsure(key), "http://127.0.0.1:1");
  assert.is(ledger.left(), "2 changes are not undone (2 x policy, and whether they were made is not known)");
  ledger.note(added("policy 2"), "http://127.0.0.1:1");
  assert.is(ledger.left(), "2 changes are not undone (2 x policy)");
  for (const key of ["policy 1", "policy 2"]) ledger.note({ gone: key }, "http://127.0.0.1:1");
  ledger.close();
});

test("where the server refuses all that is left, nobody is told to try again", () => {
  const lines: string[] = [];
  const io = { out: () => {}, err: (text: string) => void lines.push(text), interrupted: () => new Promise<void>(() => {}) };
  const ledger = ledgerFile(undefined, undefined, io);
  ledger.note(added("group 1"), "http://127.0.0.1:1");
  ledger.note({ refused: "group 1" }, "http://127.0.0.1:1");
  ledger.close();
  const [, file = ""] = /; (\S+) holds them\n$/.exec(lines.at(-1) ?? "") ?? [];
  const why = "the server does not do that, and the notes of the report say why";
  assert.is(lines.at(-1), `touchstone: 1 change is not undone (1 x group); ${why}; ${file} holds them\n`);
  rmSync(file);
});

test.run();
