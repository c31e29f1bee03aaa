import { test } from "uvu";
import * as assert from "uvu/assert";
import { Intake } from "./node-front.ts";

test("bodies begin in their order, as far as there is room", () => {
  const intake = new Intake(10);
  const begun: string[] = [];
  const enter = (name: string, bytes: number) => intake.enter(bytes, () => begun.push(name));
  const [leaveA, leaveB, leaveC] = [enter("a", 6), enter("b", 6), enter("c", 1)];
  assert.equal(begun, ["a"]);
  leaveA();
  assert.equal(begun, ["a", "b", "c"]);
  leaveB();
  leaveC();
  enter("d", 10);
  assert.is(begun.at(-1), "d");
});

test("one that goes away while it waits makes way for those behind it", () => {
  const intake = new Intake(10);
  const begun: string[] = [];
  const leaveA = intake.enter(8, () => begun.push("a"));
  const leaveB = intake.enter(8, () => begun.push("b"));
  intake.enter(2, () => begun.push("c"));
  leaveB();
  assert.equal(begun, ["a", "c"]);
  leaveA();
  intake.enter(8, () => begun.push("d"));
  assert.equal(begun, ["a", "c", "d"]);
});

test.run();
