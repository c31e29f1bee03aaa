import { test } from "uvu";
import * as assert from "uvu/assert";
import { spelled } from "../../../sim/index.ts";
import type { WireResponse } from "../../../sim/protocol/wire.ts";
import { Bench } from "../../mutants/bench.ts";
import { MutantProxy } from "../../mutants/proxy.ts";
import type { Served } from "../../targets/embedded.ts";
import { mutants } from "./mutants.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the answer of a server to alice. */
function answerOf(served: Served, fields: Fields): Pick<WireResponse, "status" | "text"> {
  const { email, api_key } = served.cast.alice!;
  const path = "/api/v1/users/me/profile_data";
  const credentials = { kind: "basic", email, api_key } as const;
  const answer = served.exchange({ method: "PATCH", path, query: new Map(), form: spelled(fields), credentials });
  if (!("text" in answer)) throw new Error("the answer was held");
  return { status: answer.status, text: answer.text };
}

const broken: readonly Fields[] = [
  {},
  { data: "" },
  { data: "x" },
  { data: '"x"' },
  { data: 7 },
  { data: {} },
  { data: "[null]" },
  { data: ["x"] },
  { data: [[]] },
];

test("a request without data, or with data of another shape, is refused as the unbroken server refuses it", () => {
  const bench = new Bench(1);
  const taken: string[] = [];
  // All that profile-other-code says is that refusals are others.
  for (const mutant of mutants.filter(({ name }) => name !== "profile-other-code")) {
    const unbroken = bench.server(mutant);
    for (const fields of broken) {
      const expected = answerOf(unbroken.fork(), fields);
      assert.is(expected.status, 400);
      const { text } = answerOf(new MutantProxy(unbroken.fork(), mutant, { fired: false }), fields);
      if (text !== expected.text) taken.push(`${mutant.name}: ${JSON.stringify(fields)}`);
    }
  }
  assert.equal(taken, []);
});

test.run();
