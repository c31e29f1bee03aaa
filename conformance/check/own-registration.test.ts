import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import type { Body } from "../client/json.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { runProperty } from "../run/properties.ts";
import { embedded } from "../targets/embedded.ts";
import { altered, bodies } from "./altered.test.kit.ts";

/** The names that a server of its own author gives in a registration to what the text does not show. */
const renamed: Readonly<Record<string, readonly [from: string, to: string]>> = {
  channel_folders: ["id", "channel_folder_id"],
  realm_user_groups: ["id", "group_id"],
  user_topics: ["topic_name", "topic"],
};

function inOwnWords(body: Body): Body {
  const lists = Object.entries(renamed).flatMap(([list, [from, to]]) => {
    const records = body[list];
    if (!Array.isArray(records)) return [];
    return [[list, records.map(({ [from]: value, ...others }: Body) => ({ ...others, [to]: value }))] as const];
  });
  return { ...body, ...Object.fromEntries(lists) };
}

/** A live server that is held to the text alone, and answers so. */
function stranger(change: (reply: Reply, request: Outgoing) => Reply): Target {
  const plain = altered(embedded().isolated(), change);
  const live: Target = { ...plain, kind: "live", steering: undefined, isolated: () => live };
  return live;
}

const addresses = [...properties.keys()].filter((address) =>
  /^(channel_folders|user_groups|user_topics|topic-policy|folder\/)/.test(address),
);

test("a server whose registration has its own names for records is not accused of lacking them, and the rest is tried", async () => {
  const target = stranger(bodies((body, { path }) => (path === "/register" ? inOwnWords(body) : body)));
  const verdicts = new Map<string, number>();
  for (const address of addresses) {
    const { verdict, reason } = await runProperty(address, properties.get(address)!, target, { seed: 1, tries: 0 });
    assert.is.not(verdict, "differs", `${address}: ${reason}`);
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  assert.ok(verdicts.get("agrees")! > 15, JSON.stringify([...verdicts]));
});

test("a refusal with the status 404 of what a request names is no missing route", async () => {
  const unknown = { result: "error", msg: "There is no such device.", code: "BAD_REQUEST" };
  const target = stranger((reply, { path, fields }) =>
    path === "/remove_client_device" && Number(fields.device_id) > 0 ? { ...reply, status: 404, body: unknown } : reply,
  );
  const address = "conventions.success/remove_client_device.post";
  const { verdict, reason } = await runProperty(address, properties.get(address)!, target, { seed: 1, tries: 0 });
  assert.is(verdict, "untestable");
  const why = "no device can be registered here, and those that are there stay, since nothing would put them back";
  assert.is(reason, `POST /remove_client_device is refused (There is no such device.): ${why}`);
});

test.run();
