import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { DescribedAct } from "../conformance/run/counterexample.ts";
import { openTarget } from "../conformance/targets/probe.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator } from "../sim/index.ts";
import { puttingBack } from "./put-back.ts";

/** A change of settings by a cast member, as a run did it and took it back. */
const change = (as: string, path: string, fields: object): DescribedAct => ({
  kind: "request",
  request: { as, method: "PATCH", path, fields: { ...fields } },
  reply: { status: 200, headers: {}, body: { result: "success", msg: "" } } as never,
  told: "to prepare",
});

test("settings of the organization and of accounts are put back as registrations tell them; what none tells is left", async () => {
  const sim = createSimulator({ now: Date.now() });
  const server = await listen(sim, { control: false });
  const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  const file = join(directory, "target.json");
  const cast = Object.fromEntries(Object.entries(sim.cast).map(([name, { email, api_key }]) => [name, { email, api_key }]));
  writeFileSync(file, JSON.stringify({ url: server.url, cast }));
  const target = await openTarget({ file });
  const { undoes, left } = await puttingBack(target, [
    change("owen", "/realm", { message_content_delete_limit_seconds: 4 }),
    change("owen", "/realm", { no_such_setting: 4 }),
    change("alice", "/settings", { email_address_visibility: 5 }),
    change("alice", "/messages/7", { content: "soup" }),
  ]);
  const sent = undoes.map((act) => act.kind === "request" && [act.request.as, act.request.path, act.request.fields]);
  const { body } = sim.as("alice").send("POST /register", { fetch_event_types: ["realm_user", "user_settings"] });
  const { email_address_visibility } = body.user_settings as Record<string, unknown>;
  assert.equal(sent, [
    ["alice", "/settings", { email_address_visibility }],
    ["owen", "/realm", { message_content_delete_limit_seconds: 600 }],
  ]);
  assert.equal(left, ["set no_such_setting of the organization back"]);
  await target.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

test.run();
