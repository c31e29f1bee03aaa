import { test } from "uvu";
import * as assert from "uvu/assert";
import { RealmFileError } from "../../../sim/index.ts";
import type { Body } from "../../expect.ts";
import { embedded } from "../../targets/embedded.ts";
import { altered } from "../altered.test.kit.ts";
import { realmFileOf } from "./realm-file.ts";

/** Returns the line that says why no realm file is made of a server, some lists of whose answers have a changed first record. */
async function problemOf(change: (name: string, first: Body) => unknown): Promise<string> {
  const target = altered(embedded({ realm: "crowded" }), (reply) => {
    const changed = Object.entries(reply.body).map(([name, value]) =>
      Array.isArray(value) ? [name, value.map((one, i) => (i === 0 ? change(name, one as Body) : one))] : [name, value],
    );
    return { ...reply, body: Object.fromEntries(changed) };
  });
  try {
    await realmFileOf(target, 10);
    return "";
  } catch (thrown) {
    assert.instance(thrown, RealmFileError, (thrown as Error).stack);
    return (thrown as Error).message;
  }
}

const field = (field_data: unknown) => (name: string, first: Body) =>
  name === "custom_profile_fields" ? { ...first, type: 3, field_data } : first;

for (const data of ["{", "", "null", "[]", "7", '{"a":null}', '{"a":{"text":"A"}}', null, 7, ["a"], { a: 1 }, "[".repeat(100_000)]) {
  test(`field_data ${JSON.stringify(data).slice(0, 30)} is told of in one line that names the place`, async () => {
    assert.match(await problemOf(field(data)), /^what the server says of itself: profile_fields\..*field_data.*(expected|missing)/);
  });
}

test("null in place of a record is passed over", async () => {
  assert.is(await problemOf((name, first) => (name === "realm_user_groups" || name === "messages" ? null : first)), "");
});

test("a message of no time is named", async () => {
  const problem = await problemOf((name, first) => (name === "messages" ? { ...first, timestamp: 1e20 } : first));
  assert.match(problem, /^the message \d+, timestamp: got 100000000000000000000, expected seconds since 1970$/);
});

test.run();
