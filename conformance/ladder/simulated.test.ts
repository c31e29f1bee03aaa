import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { clauses } from "../catalogue/catalogue.ts";
import { simulatedFor } from "./simulated.ts";

test("where an answer is of no use to what waits for it, the simulator's answer to the same request is shown", async () => {
  const address = "messages.post.errors/unknownChannel";
  const target = { kind: "live", url: "http://127.0.0.1:9", level: newestLevel, brand: "service" } as const;
  const reason = 'POST /register answers 200 {"result":"success","msg":"x"}, not a success in the envelope';
  const step = { level: 2, why: "untested", clause: undefined, address, reason, waiting: 4, result: undefined } as const;
  const shown = await simulatedFor(step, { target, seed: 7 });
  assert.equal([shown?.method, shown?.path, shown?.status], ["POST", "/register", 200]);
});

test("where an endpoint is not there the exchange is shown that its clause is about, not the refusal of somebody unknown", async () => {
  const target = { kind: "live", url: "http://127.0.0.1:9", level: newestLevel, brand: "service" } as const;
  const [address, reason] = ["navigation_views.post.text/adds", "waits for POST /navigation_views"];
  const clause = clauses.find(({ id }) => id === "navigation_views.post/adds");
  const step = { level: 7, why: "untested", clause, address, reason, waiting: 4, result: undefined } as const;
  const shown = await simulatedFor(step, { target, seed: 7 });
  assert.equal([shown?.path, shown?.status], ["/navigation_views", 200]);
});

test("of several requests to one route the simulator's answer to the one with the same words is shown, whatever ids are in them", async () => {
  const target = { kind: "live", url: "http://127.0.0.1:9", level: newestLevel, brand: "service" } as const;
  const address = "users.me.profile_data.patch/link";
  const said = (value: string) => ({
    as: "alice",
    method: "PATCH",
    path: "/users/me/profile_data",
    fields: { data: [{ id: 991, value }] },
  });
  const shownFor = async (value: string): Promise<unknown> => {
    const seen = [{ ...said(value), status: 200, body: { result: "success", msg: "" } }];
    const result = { address, verdict: "differs", clauses: [], reason: "it is taken", seen } as const;
    const shown = await simulatedFor(
      { level: 7, why: "differs", clause: undefined, address, reason: "it is taken", waiting: 0, result },
      { target, seed: 3 },
    );
    const data = shown?.fields.data as { value: unknown }[] | undefined;
    return data?.[0]?.value;
  };
  const all = ["https://example.com/ and more", "https://Example.com/garden?a=b#c"];
  for (const value of all) assert.is(await shownFor(value), value);
});

test.run();
