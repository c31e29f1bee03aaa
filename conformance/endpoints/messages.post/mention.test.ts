import { test } from "uvu";
import * as assert from "uvu/assert";
import { altered } from "../../check/altered.test.kit.ts";
import { check } from "../../check/check.ts";
import { embedded } from "../../targets/embedded.ts";

/** Returns what is found on a server that sends a mention of a topic and answers with a code, if any. */
async function saidOf(code?: string): Promise<unknown> {
  const target = altered(embedded(), (reply, { fields }) => {
    const isRefused = code !== undefined && String(fields.content).includes("@**topic**");
    return isRefused ? { ...reply, status: 403, body: { result: "error", msg: "So many!", code } } : reply;
  });
  const only = ["messages.post.errors/mentionOfCast"];
  const { properties } = await check({ target, only, seed: 1, tries: 0, runs: 0, shrink: false });
  return properties.map(({ verdict, clauses, reason = "" }) => [verdict, clauses[0], reason.replaceAll(/\d+/g, "n")]);
}

test("a mention of all by the cast is sent, or refused with its code and not sent", async () => {
  assert.equal(await saidOf(), [["agrees", "messages.post/no-trace", ""]]);
  assert.equal(await saidOf("TOPIC_WILDCARD_MENTION_NOT_ALLOWED"), [
    ["differs", "messages.post/no-trace", "the newest message of the topic after one with @**topic** was refused is n, not n"],
  ]);
  const [[verdict, , reason]] = (await saidOf("TOO_MANY")) as [[string, string, string]];
  assert.is(verdict, "differs");
  assert.match(reason, "TOO_MANY");
});

test.run();
