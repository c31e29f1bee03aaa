import { test } from "uvu";
import * as assert from "uvu/assert";
import { named } from "./named.ts";

const all = [{ name: "folder-by-moderator" }, { name: "queue-40-deaf" }];

const commandLine = (...args: string[]) => ({
  args,
  error(message: string): never {
    throw new Error(message);
  },
});

test("without names all are meant, with names those", () => {
  assert.equal(named(all, commandLine()), all);
  assert.equal(named(all, commandLine("queue-40-deaf")), all.slice(1));
});

test("a name that there is not is an error with what is near, or with how many there are", () => {
  assert.throws(
    () => named(all, commandLine("queue-40-deaf", "folder-by-moderators")),
    /^no such name 'folder-by-moderators'; near it are folder-by-moderator$/,
  );
  assert.throws(() => named(all, commandLine("x")), /^no such name 'x'; 2 others are accepted$/);
});

test.run();
