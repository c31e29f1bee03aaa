import { test } from "uvu";
import * as assert from "uvu/assert";
import { limits } from "../core/limits.ts";
import { createSimulator } from "../server/simulator.ts";

const success = { result: "success", msg: "" };
const refused = (msg: string) => ({ result: "error", msg, code: "BAD_REQUEST" });

test("texts are put by, read, changed and taken away, each account's its own", () => {
  const sim = createSimulator();
  const robo = sim.as("robo");
  assert.equal(robo.send("GET /bot_storage").body, { ...success, storage: {} });
  assert.equal(robo.send("PUT /bot_storage", { storage: { score: "1", name: "ü" } }).body, success);
  assert.equal(robo.send("PUT /bot_storage", { storage: { score: "2" } }).body, success);
  const fork = sim.fork();
  assert.equal(robo.send("GET /bot_storage").body.storage, { score: "2", name: "ü" });
  assert.equal(robo.send("GET /bot_storage", { keys: ["score"] }).body.storage, { score: "2" });
  assert.equal(sim.as("alice").send("GET /bot_storage").body.storage, {});
  assert.equal(robo.send("DELETE /bot_storage", { keys: ["score"] }).body, success);
  assert.equal(robo.send("GET /bot_storage").body.storage, { name: "ü" });
  assert.equal(robo.send("DELETE /bot_storage").body, success);
  assert.equal(robo.send("GET /bot_storage", { keys: "null" }).body.storage, {});
  assert.equal(fork.as("robo").send("GET /bot_storage").body.storage, { score: "2", name: "ü" });
});

test("what cannot be kept or is not there is refused, and nothing changes", () => {
  const sim = createSimulator();
  const robo = sim.as("robo");
  robo.send("PUT /bot_storage", { storage: { a: "b" } });
  const rows: [string, Record<string, unknown>, object][] = [
    ["PUT", {}, { ...refused("Missing 'storage' argument"), code: "REQUEST_VARIABLE_MISSING", var_name: "storage" }],
    ["PUT", { storage: "x" }, refused("storage is not valid JSON")],
    ["PUT", { storage: [] }, refused("storage is not a dict")],
    ["PUT", { storage: { a: 1 } }, refused('storage["a"] is not a string')],
    [
      "PUT",
      { storage: { a: "", bc: "x".repeat(limits.storageLength) } },
      refused("Request exceeds storage limit by 3 characters. The limit is 10000000 characters."),
    ],
    ["GET", { keys: "a" }, refused("keys is not valid JSON")],
    ["GET", { keys: [1] }, refused("keys[0] is not a string")],
    ["GET", { keys: ["a", "b"] }, refused("Key does not exist.")],
    ["DELETE", { keys: ["a", "b"] }, refused("Key does not exist.")],
  ];
  for (const [method, fields, body] of rows) assert.equal(robo.send(`${method} /bot_storage`, fields).body, body);
  assert.equal(robo.send("GET /bot_storage").body.storage, { a: "b" });
  const { status, body } = sim.as("robo").send("POST /bot_storage" as string);
  assert.equal([status, body.allowed_methods], [405, ["GET", "PUT", "DELETE", "HEAD"]]);
});

test.run();
