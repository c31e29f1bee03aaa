import { test } from "uvu";
import * as assert from "uvu/assert";
import { NoAnswer } from "../expect.ts";
import { CannotTest } from "./cannot-test.ts";
import { connect } from "./connection.ts";
import { steeringOver } from "./control.ts";
import { json, oddServer, thrownBy } from "./odd-server.test.kit.ts";

/** A control API that cuts the connection of each of its first requests, so many of a kind. */
async function losing(count: number) {
  const left = new Map<string, number>();
  const server = await oddServer((request, response) => {
    const before = left.get(request.url!) ?? count;
    left.set(request.url!, before - 1);
    if (before > 0) request.socket.destroy();
    else json(response, { id: "1" });
  });
  const connection = await connect(new URL(server.url));
  const close = async (): Promise<void> => {
    await connection.close();
    await server.close();
  };
  return { steering: steeringOver(connection, 1000), heard: server.heard, close };
}

test("what is done once only is not asked for again where its answer is lost", async () => {
  const { steering, heard, close } = await losing(1);
  assert.instance(await thrownBy(steering.act({ action: "dance" })), NoAnswer);
  assert.instance(await thrownBy(steering.advance(1000)), NoAnswer);
  assert.equal(heard, ["POST /_control/actions", "POST /_control/clock"]);
  await close();
});

test("a state is kept and gone back to, however often the answers are lost", async () => {
  const { steering, heard, close } = await losing(2);
  await steering.keep();
  await steering.rewind();
  assert.is(heard.length, 6);
  await close();
});

test("nothing can be tested where it is not known whether what was steered is undone", async () => {
  const { steering, close } = await losing(3);
  const problem = await thrownBy(steering.keep());
  assert.instance(problem, CannotTest);
  assert.match(problem.message, /^the control API of .* does not answer: POST \/_control\/snapshots got no answer: the connection was cut/);
  await close();
});

test.run();
