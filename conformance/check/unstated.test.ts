import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import { present } from "../client/json.ts";
import type { Target } from "../client/target.ts";
import type { Body } from "../expect.ts";
import { ChoicesSeen } from "../results/choices.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";
import { type AlterReply, altered, bodies, isTo, served, withEvents } from "./altered.test.kit.ts";
import { check } from "./check.ts";
import { liberties } from "./liberties.test.kit.ts";
import { libertiesOfAll } from "./liberties-of-all.test.kit.ts";
import { libertiesToRefuse } from "./liberties-to-refuse.test.kit.ts";
import { replay } from "./replay.ts";

const verdictOn = async (address: string, server: Target): Promise<string> =>
  (await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 2, choices: new ChoicesSeen() }))
    .verdict;

for (const [what, change, addresses, end] of [...liberties, ...libertiesToRefuse])
  for (const address of addresses)
    test(`a server may ${what}: ${address}`, async () => {
      assert.is(await verdictOn(address, served(change(), "zulip")), "differs");
      const verdict = await verdictOn(address, served(change()));
      assert.ok(end === undefined ? ["agrees", "silent"].includes(verdict) : verdict === end, verdict);
    });

for (const [what, change, addresses] of libertiesOfAll)
  for (const address of addresses)
    test(`any server may ${what}: ${address}`, async () => {
      assert.is(await verdictOn(address, served(change(), "zulip")), "agrees");
    });

test("who is deactivated may have a presence where a registration tells nothing of such accounts, too", async () => {
  const [, showing] = present(
    liberties.find(([what]) => what.startsWith("show the presence")),
    "liberty",
  );
  const shown = showing();
  const server = served((reply, request) => {
    const { realm_non_active_users: _, ...body } = shown(reply, request).body;
    return { ...reply, body };
  });
  const address = "realm.presence.get/entries";
  const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 2 });
  assert.not.equal(verdict, "differs", reason);
});

test("a registration need not tell what is unread", async () => {
  const server = served(bodies((body) => (body.unread_msgs === undefined ? body : { ...body, unread_msgs: null })));
  for (const [address, property] of properties)
    if (address.startsWith("message.reads/")) {
      const { verdict, reason } = await runProperty(address, property, server, { seed: 1, tries: 1 });
      assert.is(verdict, "agrees", `${address}: ${reason}`);
    }
});

test("a registration need not tell what the server settings say", async () => {
  const untold = { service_version: null, realm_name: {}, realm_url: [], realm_uri: null };
  const server = served(bodies((body, { path }) => (path === "/register" ? { ...body, ...untold } : body)));
  const address = "server_settings.get/asRegistered";
  const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 1 });
  assert.is(verdict, "agrees", reason);
});

test("a limit of deletions that is none after it was set is no fault of the suite", async () => {
  const server = altered(
    embedded(),
    bodies((body) =>
      body.realm_message_content_delete_limit_seconds === undefined ? body : { ...body, realm_message_content_delete_limit_seconds: 1 },
    ),
  );
  const address = "messages-id.delete.settings/timeLimit";
  const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 1 });
  assert.match(`${verdict}: ${reason}`, /^untestable: a registration tells a limit of 1 seconds/);
});

test("an event that the state of a token changed need not tell the state", async () => {
  const server = served(withEvents((event) => (event.type === "has_vc_token" ? { ...event, value: null } : event)));
  const address = "calls.vc.create.post/hasTokenEvent";
  const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 1 });
  assert.is(verdict, "agrees", reason);
});

test("what counts as a link no sentence says: that to a channel need not be one", async () => {
  const isLinked = (message: unknown): boolean => !/class=."stream."/.test(JSON.stringify(message));
  const unlinked = bodies((body, { path, fields }) => {
    const isAsked = path === "/messages/matches_narrow" && JSON.stringify(fields.narrow ?? "").includes("has") && body.result === "success";
    return isAsked
      ? { ...body, messages: Object.fromEntries(Object.entries(body.messages as Body).filter(([, match]) => isLinked(match))) }
      : body;
  });
  const to = { ref: "channel name", of: "general" };
  const sent = { type: "stream", to, topic: { ref: "fresh", of: "lunch" }, content: { ref: "text", of: ["see #**", to, "**"] } };
  const asked = { msg_ids: [{ ref: "message", at: 1 }], narrow: [{ operator: "has", operand: "link" }] };
  const steps = [
    { as: "alice", op: "messages.post", fields: sent },
    { as: "alice", op: "messages.matches_narrow.get", fields: asked },
  ];
  const reasonOn = async (like?: "zulip"): Promise<string | undefined> =>
    (await replay(served(unlinked, like), { format: "touchstone-scenario", version: 1, steps })).reason;
  assert.match((await reasonOn("zulip")) ?? "", /^messages\./);
  assert.is(await reasonOn(), undefined);
});

test("narrows to a channel are asked for by that word, not by its former one", async () => {
  const refusal = { result: "error", msg: "No such operator.", code: "BAD_NARROW", desc: "stream" };
  const strict = served((reply, { fields }) =>
    JSON.stringify(fields.narrow ?? "").includes('"stream"') ? { ...reply, status: 400, body: refusal } : reply,
  );
  for (const address of [
    ...["messages.post.to/toChannel", "visibility/privateFetched", "messages.get.anchors/mutedTopic", "message.flags/mutedUnread"],
    "message.reads/found",
  ]) {
    const { verdict, reason } = await runProperty(address, present(properties.get(address), address), strict, { seed: 1, tries: 2 });
    assert.ok(["agrees", "silent"].includes(verdict), `${address}: ${verdict}: ${reason}`);
  }
});

test("the sender need not be among the recipients of a message, nor those of a typing event be records", async () => {
  const withoutSender = (message: Body): Body =>
    Array.isArray(message.display_recipient)
      ? { ...message, display_recipient: (message.display_recipient as Body[]).filter(({ id }) => id !== message.sender_id) }
      : message;
  const told = withEvents((event) => {
    if (event.type === "message") return { ...event, message: withoutSender(event.message as Body) };
    return event.type === "typing" && Array.isArray(event.recipients)
      ? { ...event, recipients: (event.recipients as Body[]).map(({ user_id }) => user_id) }
      : event;
  });
  const only = ["messages.post.sender/sentAgain", "typing.post/defaultType", "monitor/direct-messages"];
  const { properties: results } = await check({ target: served(told), only, seed: 1, tries: 1, runs: 0, shrink: false });
  assert.equal(
    results.filter(({ address, verdict }) => address.startsWith("monitor/") && verdict === "differs"),
    [],
  );
});

test("a method that no sentence gives to a path may be there", async () => {
  const address = "conventions.wrongMethod/navigation_views.post";
  const other: AlterReply = (reply, { method }) =>
    method === "PUT" ? { ...reply, status: 200, body: { result: "success", msg: "" } } : reply;
  const verdictOn = async (like?: "zulip"): Promise<string> =>
    (await runProperty(address, present(properties.get(address), address), served(other, like), { seed: 1, tries: 0 })).verdict;
  assert.equal([await verdictOn("zulip"), await verdictOn()], ["differs", "untestable"]);
});

test("the keys of an object may have any order", async () => {
  const turned = bodies((body, request) => {
    if (!isTo("GET", "/messages/matches_narrow", request) || body.result !== "success") return body;
    return { ...body, messages: new Proxy(body.messages as Body, { ownKeys: (matches) => Reflect.ownKeys(matches).reverse() }) };
  });
  for (const address of ["narrow/intersection", "messages.matches_narrow.get/onlyMatching"]) {
    const { verdict, reason } = await runProperty(address, present(properties.get(address), address), served(turned), {
      seed: 1,
      tries: 2,
    });
    assert.is(verdict, "agrees", `${address}: ${reason}`);
  }
});

test("a server of a brand of its own has its names in the settings", async () => {
  const inner = altered(
    embedded({ brand: "acme" }),
    bodies((body) => ({ ...body, requests_so_far: 1 })),
  );
  const server: Target = { ...inner, kind: "live", like: undefined, isolated: () => server };
  assert.is(server.brand, "acme");
  for (const address of [
    "versioning/level",
    "server_settings.get.fields/service_feature_level",
    "server_settings.get.fields/service_version",
  ]) {
    const { verdict, reason } = await runProperty(address, present(properties.get(address), address), server, { seed: 1, tries: 2 });
    assert.is(verdict, "agrees", `${address}: ${reason}`);
  }
});

test.run();
