import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { levels } from "../../sim/core/levels.ts";
import { createSimulator } from "../../sim/index.ts";
import type { Reply, Target } from "../client/target.ts";
import { someOf } from "../night.test.kit.ts";
import { embedded } from "../targets/embedded.ts";
import { openTarget } from "../targets/probe.ts";
import { oracleFor } from "./oracle.ts";

/** A simulator over HTTP, the answers to registrations changed on the way. */
async function served(
  options: { readonly level?: number },
  change: (body: Reply["body"]) => Reply["body"] = (body) => body,
): Promise<Target> {
  const server = await listen(createSimulator(options));
  const inner = await openTarget({ url: server.url });
  const over = (one: Target): Target => ({
    ...{ kind: one.kind, url: one.url, level: one.level, brand: one.brand, cast: one.cast, channels: one.channels },
    ...{ namespace: one.namespace, steering: one.steering },
    send: async (request) => {
      const reply = await one.send(request);
      return reply && request.path === "/register" ? { ...reply, body: change(reply.body) } : reply;
    },
    isolated: () => over(one.isolated()),
    close: () => one.close(),
  });
  return {
    ...over(inner),
    close: async () => {
      await inner.close();
      await server.close();
    },
  };
}

const pattern = "T-(?P<id>[0-9]+)";

test("the model of a live server holds nothing that a run before has steered", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const target = await openTarget({ url: server.url });
  const run = target.isolated();
  await run.steering!.act({ action: "add_linkifier", pattern, url_template: "https://t.example.com/{id}" });
  const patterns = (linkifiers: unknown) => (linkifiers as { readonly pattern: string }[]).map((one) => one.pattern);
  const steered = patterns(sim.as("alice").send("GET /realm/linkifiers").body.linkifiers);
  await run.close();
  const model = (await oracleFor(target)).fresh({});
  const mirrored = patterns(model.as(Object.keys(model.cast)[0]!).send("GET /realm/linkifiers").body.linkifiers);
  await target.close();
  await server.close();
  assert.equal([steered.includes(pattern), mirrored.includes(pattern)], [true, false]);
  assert.ok(mirrored.length > 0);
});

test("scenarios take the devices that people had from a server only where it is put back", async () => {
  const server = await listen(createSimulator());
  const [live, own] = [await openTarget({ url: server.url }), embedded({})];
  const devices = [];
  for (const target of [live, own]) devices.push((await oracleFor(target)).facts.withDevice);
  await live.close();
  await server.close();
  assert.equal(devices[0], []);
  assert.ok(devices[1]?.includes("alice"));
});

test("the model of a live server holds what all runs begin with, not what one left between two that were steered", async () => {
  const server = await listen(createSimulator());
  const target = await openTarget({ url: server.url });
  const setting = "automatically_follow_topics_policy";
  const told = (body: Readonly<Record<string, unknown>>) => (body.user_settings as Readonly<Record<string, unknown>>)[setting];
  const fields = {
    fetch_event_types: ["user_settings"],
    client_capabilities: { notification_settings_null: true, user_settings_object: true },
  };
  const steered = async (): Promise<void> => {
    const run = target.isolated();
    await run.steering!.advance(1000);
    await run.close();
  };
  await steered();
  const run = target.isolated();
  await run.send({ as: "alice", method: "PATCH", path: "/settings", fields: { [setting]: 1 } });
  const left = (await run.send({ as: "alice", method: "POST", path: "/register", fields }))!;
  await run.close();
  const oracle = await oracleFor(target);
  await steered();
  const next = target.isolated();
  const theirs = (await next.send({ as: "alice", method: "POST", path: "/register", fields }))!;
  const ours = oracle.fresh({}).as("alice").send("POST /register", fields);
  await next.close();
  await target.close();
  await server.close();
  assert.is(told(left.body), 1);
  assert.is.not(told(theirs.body), 1);
  assert.is(told(ours.body), told(theirs.body));
});

test("a server of every level has a model, which does without nothing of it", async () => {
  const borders = [...new Set(Object.values(levels).flatMap((level) => [level - 1, level]))].filter((level) => level >= 1);
  const less: string[] = [];
  for (const level of someOf(borders, 24)) {
    const target = await served({ level });
    const { leftOut, fresh } = await oracleFor(target);
    less.push(...leftOut.map((line) => `level ${level}: ${line}`));
    assert.is(fresh({}).server.level, level);
    await target.close();
  }
  assert.equal(less, []);
});

test("an account whose role the server tells in words of its own has the one that the target has", async () => {
  const worded = (row: { readonly role: number }) => ({ ...row, role: row.role === 200 ? "admin" : "someone", is_admin: undefined });
  const target = await served({}, (body) => ({
    ...body,
    ...(Array.isArray(body.realm_users) && { realm_users: (body.realm_users as { role: number }[]).map(worded) }),
  }));
  const { fresh } = await oracleFor(target);
  await target.close();
  const created = (as: string) => fresh({}).as(as).send("POST /channel_folders/create", { name: "soups", description: "" }).body.result;
  assert.equal([target.cast.dana!.role, created("dana"), created("alice")], ["administrator", "success", "error"]);
});

test("a domain with capitals is in the model, in small letters", async () => {
  const domain = { domain: "SOUP.Example.net", allow_subdomains: true };
  const target = await served({}, (body) => ({ ...body, ...(Array.isArray(body.realm_domains) && { realm_domains: [domain] }) }));
  const { leftOut, fresh } = await oracleFor(target);
  await target.close();
  assert.equal(leftOut, []);
  const { realm_domains } = fresh({})
    .as("alice")
    .send("POST /register", { fetch_event_types: ["realm_domains"] }).body;
  assert.equal(realm_domains, [{ ...domain, domain: "soup.example.net" }]);
});

test("a field of channels and groups that is null is not told, and a description that the model cannot hold is left out alone", async () => {
  const odd = { can_delete_any_message_group: null, topics_policy: null };
  const target = await served({}, (body) => {
    const rows = (name: string, more: object): object => {
      const list = body[name];
      return Array.isArray(list) ? { [name]: list.map((row) => ({ ...row, ...more })) } : {};
    };
    return {
      ...body,
      ...rows("subscriptions", odd),
      ...rows("unsubscribed", odd),
      ...rows("never_subscribed", { ...odd, description: "long ".repeat(1_000) }),
      ...rows("realm_user_groups", { can_mention_group: null }),
    };
  });
  const { leftOut, fresh } = await oracleFor(target);
  const told = Object.keys(target.channels).length;
  await target.close();
  assert.ok(leftOut.every((line) => /^the model does without channels\S*\.description /.test(line), leftOut.join("\n")));
  assert.ok(Object.keys(fresh({}).channels).length >= told, leftOut.join("\n"));
});

test("what the run itself has made is left out of the model without a word", async () => {
  let pattern = "";
  const target = await served({}, (body) => ({
    ...body,
    ...(Array.isArray(body.realm_linkifiers) && { realm_linkifiers: [{ id: 1, pattern, url_template: "https://t.example.com" }] }),
  }));
  for (const [made, lines] of [
    [`(${target.namespace}`, 0],
    ["(", 1],
  ] as const) {
    pattern = made;
    assert.is((await oracleFor(target)).leftOut.length, lines);
  }
  await target.close();
});

test("what the model cannot hold is left out and named, and the rest is used", async () => {
  const target = await served({}, (body) => ({
    ...body,
    ...(Array.isArray(body.realm_linkifiers) && { realm_linkifiers: [{ id: 1, pattern: "(", url_template: "https://t.example.com" }] }),
  }));
  const { leftOut, fresh } = await oracleFor(target);
  await target.close();
  assert.is(leftOut.length, 1);
  assert.match(leftOut[0]!, /^the model does without linkifiers\[0\] \(linkifier\/pattern\), which it cannot hold: linkifiers\[0\]/);
  assert.ok(Object.keys(fresh({}).channels).length > 3);
});

test.run();
