import { test } from "uvu";
import * as assert from "uvu/assert";
import { fetchFor } from "../../sim/adapters/fetch.ts";
import { createSimulator } from "../../sim/index.ts";
import { openTarget } from "./probe.ts";

const sim = createSimulator();
const ask = fetchFor(sim);

/**
 * Opens the simulator with passwords of which some are wrong. Returns the names of those whose passwords are used, the notes, and how many logins there were.
 * @param answers to logins in place of those of the simulator
 */
async function loginsWith(
  wrong: Readonly<Record<string, string>>,
  answers: (password: string) => Response | undefined = () => undefined,
  settings = {},
) {
  const cast = Object.fromEntries(
    ["alice", "bob", "cara"].map((name) => {
      const { email, api_key, password } = sim.cast[name]!;
      return [name, { email, api_key, password: wrong[name] ?? password }];
    }),
  );
  let count = 0;
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const answer = await ask(url, init);
    if (String(url).endsWith("/server_settings")) return Response.json({ ...((await answer.json()) as object), ...settings });
    const password = String(url).endsWith("/fetch_api_key") && new URLSearchParams(String(init?.body)).get("password");
    if (!password) return answer;
    count++;
    return answers(password) ?? answer;
  };
  const target = await openTarget({ fetch, cast });
  await target.close();
  const used = Object.entries(target.cast).flatMap(([name, { password }]) => (password === null ? [] : [name]));
  return { used, notes: target.notes, count };
}

const refusal = (status: number) => Response.json({ result: "error", msg: "", code: "BROKEN" }, { status });

test("a password that is refused as a wrong one is not used, and is named with what waits for it", async () => {
  const line = (name: string) =>
    `cast.${name}.password may be wrong: POST /fetch_api_key answers 401 to it as to a wrong one; what logs in as ${name} waits for the right one`;
  assert.equal(await loginsWith({}), { used: ["alice", "bob", "cara"], notes: [], count: 3 });
  assert.equal(await loginsWith({ bob: "x" }), { used: ["alice", "cara"], notes: [line("bob")], count: 4 });
  const all = await loginsWith({ alice: "x", bob: "y", cara: "z" });
  assert.equal(all, { used: [], notes: ["alice", "bob", "cara"].map(line), count: 4 });
});

test("a login that is refused otherwise than one with a wrong password is held against the server", async () => {
  const isRight = (password: string) => Object.values(sim.cast).some((one) => one.password === password);
  const { used, notes } = await loginsWith({}, (password) => (isRight(password) ? refusal(400) : undefined));
  assert.equal([used, notes], [["alice", "bob", "cara"], []]);
  assert.equal((await loginsWith({}, () => refusal(500))).used, ["alice", "bob", "cara"]);
});

test("nobody logs in where the settings say that there are no logins by password", async () => {
  const off = { authentication_methods: { password: false } };
  assert.equal(await loginsWith({ bob: "x" }, undefined, off), { used: ["alice", "bob", "cara"], notes: [], count: 0 });
});

test.run();
