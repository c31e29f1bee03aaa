import { readFileSync, writeFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Body } from "../../conformance/expect.ts";
import { ledgerHead } from "../../conformance/targets/ledger/reader.ts";
import { openTarget } from "../../conformance/targets/probe.ts";
import { touchstone } from "../captured.test.kit.ts";
import { differences, killed, place, served, told } from "./undo.test.kit.ts";

test("undo leaves alone what has the id of a thing of the ledger, and is another thing now", async () => {
  const [former, anew] = [await served(), await served()];
  const file = await killed(former);
  const lines: object[] = [];
  const opened = await openTarget({ file: former.target, onLedger: (change) => lines.push(change) });
  const send = (as: string, path: string, fields: Body) => opened.isolated().send({ as, method: "POST", path, fields });
  await send("dana", "/channel_folders/create", { name: "left", description: "" });
  const { body } = (await send("alice", "/messages", { type: "channel", to: "general", topic: "left", content: "left" }))!;
  await send("bob", "/messages/flags", { messages: [body.id], flag: "starred", op: "add" });
  await send("owen", "/realm/filters", { pattern: "LEFT-(?P<id>[0-9]+)", url_template: "https://example.com/{id}" });
  const added = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const [, ...content] = readFileSync(file, "utf8")
    .replaceAll(/.*"key":"domain.*\n/g, "")
    .concat(added)
    .split("\n");
  writeFileSync(file, [JSON.stringify(ledgerHead(anew.server.url, anew.target)), ...content].join("\n"));
  anew.sim.as("alice").send("POST /user_groups/create", { name: "real1", description: "", members: [] });
  anew.sim.as("dana").send("POST /channel_folders/create", { name: "real2", description: "" });
  const { id } = anew.sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "real", content: "real" }).body;
  anew.sim.as("bob").send("POST /messages/flags", { messages: [id], flag: "starred", op: "add" } as never);
  const linkifier = { pattern: "REAL-(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
  anew.sim.as("owen").send("POST /realm/filters" as string, linkifier as never);
  const before = told(anew);
  const { code, out } = await touchstone("undo", file);
  assert.is(code, 1);
  assert.match(out, /not undone: deactivate the group left \(it is another thing now: "real1"\)\n/);
  assert.match(out, /\n0 of 4 changes on /);
  assert.is(out.split("is another thing now").length, 5, out);
  assert.equal(differences(before, told(anew)), []);
  await opened.close();
  for (const { server } of [former, anew]) await server.close();
});

test("undo leaves alone what has an id, and of which the ledger does not say what it was", async () => {
  const { sim, server, target } = await served();
  const { group_id: id } = sim.as("alice").send("POST /user_groups/create", { name: "mine", description: "", members: [] }).body;
  const undo = { by: ["owen"], method: "POST", path: `/user_groups/${id}/deactivate`, fields: {} };
  const file = place();
  const lines = [ledgerHead(server.url, target), { add: { key: `group ${id}`, what: "deactivate the group other", undo } }];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  assert.match(
    (await touchstone("undo", file)).out,
    /^not undone: .* \(it cannot be seen to be the same thing: the ledger does not name it\)\n/,
  );
  await server.close();
});

test("undo takes back whatever is the same thing still, also by the name that the run gave it last", async () => {
  const context = await served();
  const { sim, server, target } = context;
  const before = told(context);
  const lines: object[] = [ledgerHead(server.url, target)];
  const opened = await openTarget({ file: target, onLedger: (change) => lines.push(change) });
  const run = opened.isolated();
  const act = async (as: string, route: string, fields: Body): Promise<Body> => {
    const [method = "", path = ""] = route.split(" ");
    const { body } = (await run.send({ as, method, path, fields }))!;
    assert.is(body.result, "success", `${route} ${body.msg}`);
    return body;
  };
  const { channel_folder_id: folder } = await act("dana", "POST /channel_folders/create", { name: " left ", description: "" });
  await act("dana", `PATCH /channel_folders/${folder}`, { name: "still left" });
  await act("dana", `PATCH /channel_folders/${folder}`, { is_archived: true });
  await act("dana", `PATCH /channel_folders/${folder}`, { is_archived: false });
  await act("bob", "POST /navigation_views", { fragment: "narrow/left", is_pinned: true, name: "left" });
  const { id } = await act("alice", "POST /messages", { type: "channel", to: "general", topic: "left", content: `${"left ".repeat(40)}` });
  await act("bob", "POST /messages/flags", { messages: [id], flag: "starred", op: "add" });
  await act("alice", `PATCH /messages/${id}`, { content: "**else**" });
  await act("owen", `PATCH /users/${sim.cast.bob!.user_id}`, { role: 300, full_name: "Robert" });
  const { stream_id } = sim.channels.general!;
  await act("alice", "POST /users/me/subscriptions/properties", { subscription_data: [{ stream_id, property: "is_muted", value: true }] });
  await run.staging!.act({ action: "add_emoji", name: "left" });
  await run.staging!.act({ action: "create_channel", name: `${run.namespace} left`, as: "dana", subscribers: ["dana"], invite_only: true });
  const file = place();
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const asked = sim.journal.find({ route: "POST /register" }).length;
  const { out } = await touchstone("undo", file);
  assert.is(out, `8 of 8 changes on ${server.url} are undone\n`);
  assert.ok(sim.journal.find({ route: "POST /register" }).length - asked < 20);
  // Servers set policies by themselves for who writes in a topic.
  const changed = differences(before, told(context, before)).filter((line) => !/user_topics/.test(line));
  assert.equal(changed, []);
  await opened.close();
  await server.close();
});

test.run();
