import { test } from "uvu";
import * as assert from "uvu/assert";
import { emojiTable } from "../markdown/index.ts";
import { createSimulator } from "../server/simulator.ts";
import { fetchFor } from "./fetch.ts";
import { listen } from "./node.ts";

const sim = createSimulator();
const server = await listen(sim);

/** Each way to the same simulator, with the address that it has there. */
const ways: readonly (readonly [typeof fetch, string])[] = [
  [fetch, server.url],
  [fetchFor(sim), "http://anywhere"],
];

test("clients find the names of the emoji where the snapshot says", async () => {
  const { server_emoji_data_url } = sim.as("alice").send("POST /register", { fetch_event_types: ["realm"] }).body;
  const path = String(server_emoji_data_url).slice(server.url.length);
  for (const [ask, base] of ways) {
    const answer = await ask(`${base}${path}`);
    assert.equal([answer.status, answer.headers.get("content-type")], [200, "application/json"]);
    assert.is(answer.headers.get("access-control-allow-origin"), "*");
    const { code_to_names, ...rest } = (await answer.json()) as { code_to_names: Record<string, string[]> };
    assert.equal([rest, code_to_names["1f44d"]], [{}, ["+1", "thumbs_up", "like"]]);
    assert.is(Object.keys(code_to_names).length, emojiTable().size);
  }
});

test("avatars, emoji and icons are pictures", async () => {
  const paths = [
    "/avatar/11",
    "/avatar/alice%40example.com/medium",
    "/user_avatars/touchstone/13.png?version=1",
    "/user_avatars/touchstone/emoji/images/91.png",
    "/static/images/realm-icon.png",
    "/static/generated/emoji/images/emoji/unicode/zulip.png",
  ];
  for (const [ask, base] of ways) {
    const texts = new Set<string>();
    for (const path of paths) {
      const answer = await ask(`${base}${path}`);
      assert.equal([answer.status, answer.headers.get("content-type")], [200, "image/png"], path);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.is(bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
      assert.is(bytes.subarray(-8, -4).toString("latin1"), "IEND");
      texts.add(bytes.toString("hex"));
    }
    assert.is(texts.size, 1);
    const drawing = await ask(`${base}/static/images/loading/loader-black.svg`);
    assert.equal([drawing.status, drawing.headers.get("content-type")], [200, "image/svg+xml"]);
    assert.match(await drawing.text(), /^<svg .*<\/svg>\n$/);
  }
});

test("a HEAD tells the length alone, and files can only be read", async () => {
  for (const [ask, base] of ways) {
    const head = await ask(`${base}/avatar/11`, { method: "HEAD" });
    assert.equal([head.status, head.headers.get("content-type"), await head.text()], [200, "image/png", ""]);
    for (const [method, path] of [
      ["POST", "/avatar/11"],
      ["GET", "/static/nothing.txt"],
      ["GET", "/avatar/11/large"],
      ["GET", "/static/"],
    ] as const) {
      const { status } = await ask(`${base}${path}`, { method });
      assert.is(status, 404, `${method} ${path}`);
    }
  }
  assert.is((await fetch(`${server.url}/avatar/11`, { method: "HEAD" })).headers.get("content-length"), "67");
});

test("files stand in no transcript", () => {
  assert.equal(
    sim.transcript.map(({ request }) => request.path),
    ["/api/v1/register"],
  );
});

test.after(() => server.close());
test.run();
