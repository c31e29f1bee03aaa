import { test } from "uvu";
import * as assert from "uvu/assert";
import { Outbox } from "./node-front.ts";

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("the first answer of a turn is sent at once, the others in their order at its end", async () => {
  const outbox = new Outbox();
  const sent: string[] = [];
  const add = (name: string): void => outbox.add(() => void sent.push(name));
  for (const name of ["first", "second", "third"]) add(name);
  assert.equal(sent, ["first"]);
  await endOfTurn();
  assert.equal(sent, ["first", "second", "third"]);
  add("of the next turn");
  assert.is(sent.at(-1), "of the next turn");
});

test("an answer that is made while others are sent is the first of its turn", async () => {
  const outbox = new Outbox();
  const sent: string[] = [];
  outbox.add(() => void sent.push("first"));
  outbox.add(() => {
    outbox.add(() => void sent.push("inner"));
    sent.push("outer");
  });
  await endOfTurn();
  assert.equal(sent, ["first", "inner", "outer"]);
});

test.run();
