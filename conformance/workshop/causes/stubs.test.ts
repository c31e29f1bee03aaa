import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../../sim/index.ts";
import { check } from "../../check/check.ts";
import type { MutableAnswer } from "../../mutants/kit/intercepted.ts";
import { onRoute } from "../../mutants/kit/mutant.ts";
import { MutantProxy } from "../../mutants/proxy.ts";
import { byDay } from "../../night.test.kit.ts";
import { EmbeddedTarget, embeddedServer, modelOf } from "../../targets/embedded.ts";
import { endpoints } from "../../text/index.ts";

const stubs: Readonly<Record<string, MutableAnswer>> = {
  "refuses everything": { status: 400, body: { result: "error", code: "BAD_REQUEST", msg: "Not yet." } },
  "does nothing": { status: 200, body: { result: "success", msg: "" } },
  "has another envelope": { status: 501, body: { error: "Not implemented." } },
};

/** Returns a target of which one endpoint is a stub. */
function targetWith(on: string, answer: MutableAnswer): EmbeddedTarget {
  const plain = createSimulator(embeddedServer);
  const stub = onRoute(on)("stub", [])
    .says("It is a stub.")
    .replies(() => structuredClone(answer));
  return new EmbeddedTarget(new MutantProxy(plain.fork(), stub, { fired: false }), modelOf(plain.server));
}

/** The one whose answer has nothing but settings is found out by each of them. */
const all = [...endpoints.values()].filter(({ stem }) => stem !== "server_settings.get");

const someDay = ["user_topics.post", "messages-id.delete"];

for (const { stem, route } of byDay(
  all.filter(({ stem }) => someDay.includes(stem)),
  all,
))
  for (const [does, answer] of Object.entries(stubs))
    test(`an endpoint that ${does} is one cause: ${route}`, async () => {
      const target = targetWith(route.replaceAll(/\{\w+_id\}/g, "{id}"), answer);
      const { causes } = await check({ target, seed: 5, tries: 2, runs: 0, shrink: false, only: [`${stem}*`, `*/${stem}`] });
      assert.is(causes.length, 1, causes.map(({ signature }) => signature).join("\n"));
      // A call of any provider is one route.
      assert.match(causes[0]?.signature ?? "", route.replace("/vc/", "/{provider}/"));
      assert.match(causes[0]?.clauses[0] ?? "", `${stem}/`);
    });

test("settings of which three fields are wrong are three causes, though all who ask have one answer", async () => {
  const wrong = { service_feature_level: "496", service_merge_base: null, authentication_methods: ["password"] };
  const own = onRoute("GET /server_settings")("wrong-settings", []).says("Three fields are of other types.").answers(wrong);
  const plain = createSimulator({ ...embeddedServer, brand: "service" });
  const target = new EmbeddedTarget(new MutantProxy(plain.fork(), own, { fired: false }), modelOf(plain.server));
  const { causes } = await check({ target, seed: 5, tries: 2, runs: 0, shrink: false, only: ["server_settings.get*"] });
  const clauses = ["service_feature_level", "service_merge_base", "authentication_methods"].map((name) => `server_settings.get/${name}`);
  assert.equal(causes.map(({ clauses: [first] }) => first).sort(), clauses.sort());
});

for (const [does, answer] of Object.entries(stubs).filter(([name]) => name !== "does nothing"))
  test(`settings that nobody gets are one cause: an endpoint that ${does}`, async () => {
    const target = targetWith("GET /server_settings", answer);
    const { causes } = await check({ target, seed: 5, tries: 2, runs: 0, shrink: false, only: ["server_settings.get*"] });
    assert.is(causes.length, 1, causes.map(({ signature }) => signature).join("\n"));
  });

test.run();
