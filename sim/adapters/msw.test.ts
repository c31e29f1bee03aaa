// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import nodeHttp from "node:http";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../server/simulator.ts";
import { handlers } from "./msw.ts";
import { requestOf } from "./story.test.kit.ts";

const server = setupServer();
test.before(() => server.listen({ onUnhandledRequest: "error" }));
test.after.each(() => {
  server.resetHandlers();
  server.events.removeAllListeners();
});
test.after(() => server.close());

test("what is not the simulator's is left to other handlers: other origins, and other paths at its own", async () => {
  const sim = createSimulator({ url: "https://chat.example.com" });
  const others = http.all("*", ({ request }) => HttpResponse.text(`other: ${request.url}`));
  server.use(...handlers(sim), others);
  const text = async (url: string) => (await fetch(url)).text();
  assert.match(await text("https://chat.example.com/api/v1/server_settings"), "https://chat.example.com");
  assert.match((await fetch("https://chat.example.com/avatar/11")).headers.get("content-type")!, "image/png");
  for (const url of [
    "https://chat.example.com/",
    "https://chat.example.com/api/v2/server_settings",
    "https://chat.example.com:8443/api/v1/server_settings",
    "http://chat.example.com/api/v1/server_settings",
    "https://other.example.com/api/v1/server_settings",
  ]) {
    assert.is(await text(url), `other: ${url}`);
  }
  assert.is(sim.transcript.length, 1);
});

test("two simulators stand side by side, each where it is told to be", async () => {
  const [one, two] = [createSimulator(), createSimulator()];
  server.use(...handlers(one, { url: "https://one.example.com" }), ...handlers(two, { url: "https://two.example.com/" }));
  assert.equal([one.server.url, two.server.url], ["https://one.example.com", "https://two.example.com"]);
  const { realm_url } = (await (await fetch("https://two.example.com/api/v1/server_settings")).json()) as Record<string, unknown>;
  assert.equal([realm_url, one.transcript.length, two.transcript.length], ["https://two.example.com", 0, 1]);
});

test("two names of one place are one, and of two places are refused", () => {
  const [url, origin] = ["https://one.example.com", "https://two.example.com"];
  const both = /^url and origin: got https:\/\/one\.example\.com and https:\/\/two\.example\.com, expected one of the two$/;
  assert.throws(() => handlers(createSimulator(), { url, origin }), both);
  const simulator = createSimulator();
  handlers(simulator, { url, origin: url });
  assert.is(simulator.server.url, url);
});

test("a place that is not the origin of a server is refused", () => {
  for (const url of ["", "chat.example.com", "ftp://chat.example.com", "http://chat.example.com/api/v1", "http://a@chat.example.com"]) {
    const message = `url: got ${JSON.stringify(url)}, expected the origin of a server, such as http://localhost:9991`;
    assert.throws(
      () => handlers(createSimulator(), { url }),
      (thrown: Error) => thrown instanceof RangeError && thrown.message === message,
    );
  }
});

test("node:http is answered too", async () => {
  const sim = createSimulator();
  server.use(...handlers(sim));
  const { email, api_key } = sim.cast.alice!;
  const text = await new Promise<string>((resolve, reject) => {
    // msw puts its own functions into the module itself, so that a name imported from it would still be the old one.
    const asked = nodeHttp.get(`${sim.server.url}/api/v1/users/me?client_gravatar=true`, { auth: `${email}:${api_key}` }, (response) => {
      let heard = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        heard += chunk;
      });
      response.on("end", () => resolve(heard));
    });
    asked.on("error", reject);
  });
  assert.is(JSON.parse(text).email, email);
});

test("giving up and cut connections are shown as nobody's bug; bugs of the simulator are", async () => {
  const sim = createSimulator();
  const bugs: string[] = [];
  server.events.on("unhandledException", ({ error }) => void bugs.push(error.message));
  server.use(...handlers(sim));
  const { queue_id } = sim.as("bob").send("POST /register").body;
  const leaving = new AbortController();
  const idle = sim.due;
  const poll = fetch(requestOf(sim, "bob", "GET /events", { queue_id, last_event_id: -1 }, { signal: leaving.signal }));
  while (sim.due === idle) await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  const name = (thrown: Error) => thrown.name;
  assert.is(await poll.catch(name), "AbortError");
  sim.faults.add({ times: 1, then: { drop: true } });
  const settings = () => fetch(requestOf(sim, undefined, "GET /server_settings"));
  assert.is(await settings().catch(name), "TypeError");
  assert.equal(bugs, []);
  sim.exchange = () => {
    throw new TypeError("a bug");
  };
  const { error } = console;
  console.error = () => {};
  const { status } = await settings();
  console.error = error;
  assert.equal([status, bugs], [500, ["a bug"]]);
});

test.run();
