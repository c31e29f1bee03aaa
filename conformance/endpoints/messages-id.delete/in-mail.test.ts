import { test } from "uvu";
import * as assert from "uvu/assert";
import { type AlterReply, altered } from "../../check/altered.test.kit.ts";
import { check } from "../../check/check.ts";
import { embedded } from "../../targets/embedded.ts";

/** Leaves out of a registration which groups there are. */
const withoutGroups: AlterReply = ({ body: { realm_user_groups: _, ...body }, ...reply }) => ({ ...reply, body });

/** Returns the verdict on a server that tells no groups. @param takes which refusals of deletions become successes */
async function saidOf(takes: (sentTo: readonly string[]) => boolean): Promise<unknown> {
  const mail = new Map<string, readonly string[]>();
  const target = altered(embedded(), (reply, request) => {
    const { path, method, fields } = request;
    if (method === "POST" && path === "/messages") mail.set(`/messages/${reply.body.id}`, fields.type === "direct" ? ["people"] : []);
    const isTaken = method === "DELETE" && reply.body.result === "error" && takes(mail.get(path) ?? []);
    return isTaken ? { ...reply, status: 200, body: { result: "success", msg: "" } } : withoutGroups(reply, request);
  });
  const { properties } = await check({ target, only: ["messages-id.delete/notPermitted"], seed: 1, tries: 0, runs: 0, shrink: false });
  return properties.map(({ verdict, clauses }) => [verdict, clauses[0]]);
}

test("who may delete what was sent to them alone, and nothing in a channel, has no permission", async () => {
  assert.equal(await saidOf(() => false), [["agrees", "messages-id.delete/no-permission"]]);
  assert.equal(await saidOf((people) => people.length > 0), [["differs", "messages-id.delete/no-permission"]]);
});

test("who may delete what others write in a channel may have that permission", async () => {
  assert.equal(await saidOf(() => true), [["untestable", "messages-id.delete/no-permission"]]);
});

test.run();
