import { test } from "uvu";
import * as assert from "uvu/assert";
import { embedded } from "../targets/embedded.ts";
import { Session } from "./session.ts";
import { isKnown, type Member } from "./target.ts";

const idOf = (member: Member | undefined): number => {
  if (member === undefined || !isKnown(member)) throw new Error("a member without an id");
  return member.user_id;
};

test("a direct message to its sender alone is told as one, as a list or its JSON, by id or address, however often it names the sender", async () => {
  const session = new Session(embedded(), "to-itself");
  const { alice, bob } = session.target.cast;
  const [own, other] = [idOf(alice), idOf(bob)];
  for (const list of [[own], [alice!.email], [own, own], [other], [own, other], []])
    for (const to of [list, JSON.stringify(list)]) await session.as.alice.send("POST /messages", { type: "direct", to, content: "soup" });
  await session.as.alice.send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "soup" });
  const told = session.seen.map(({ toItself }) => toItself === true);
  assert.equal(told, [true, true, true, true, true, true, false, false, false, false, false, false, false]);
});

test.run();
