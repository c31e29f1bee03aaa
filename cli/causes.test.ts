import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../conformance/night.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator } from "../sim/index.ts";
import { touchstone } from "./captured.test.kit.ts";
import { rewriting } from "./rewriting.test.kit.ts";

/** An answer that a proxy may change in place. */
interface Answer {
  readonly route: string;
  status: number;
  readonly body: Record<string, unknown>;
}

/** Opens a proxy in front of a server that changes its answers, those of the control API left out. */
const proxyOf = (url: string, change: (answer: Answer) => void) =>
  rewriting(url, ({ method, url: path, status, text }) => {
    if (!text.startsWith("{") || path.includes("_control")) return undefined;
    const answer: Answer = { route: `${method} ${path.replace(/\?.*/, "")}`, status, body: JSON.parse(text) };
    change(answer);
    return { status: answer.status, text: JSON.stringify(answer.body) };
  });

/** The long text report of a check of some properties and scenarios over such a proxy. */
async function reported(only: readonly string[], change: (answer: Answer) => void): Promise<string> {
  const sim = createSimulator();
  const server = await listen(sim);
  const proxy = await proxyOf(server.url, change);
  const target = join(mkdtempSync(join(tmpdir(), "touchstone-")), "t.json");
  writeFileSync(target, JSON.stringify({ ...sim.description, url: proxy.url, like: "zulip" }));
  const wanted = only.flatMap((each) => ["--only", each]);
  const long = ["--report", "details"];
  try {
    const { out } = await touchstone(
      "check",
      "--target",
      target,
      "--seed",
      "3",
      "--tries",
      byDay("1", "2"),
      "--runs",
      byDay("1", "3"),
      // What is tried to explain a difference grows with the square of a scenario's steps.
      "--steps",
      byDay("12", "30"),
      ...long,
      ...wanted,
    );
    return out;
  } finally {
    await proxy.close();
    await server.close();
  }
}

interface Told {
  readonly signature: string;
  readonly shows: number;
  readonly waiting: number;
}

/** The causes of such a report in their order, with how many results show and await each. */
function causesIn(report: string): Told[] {
  const heads = [...report.matchAll(/^\d+\) c-[0-9a-f]{8}(?: differs)? {2}(.*)$/gm)];
  return heads.map((head, i) => {
    const text = report.slice(head.index, heads[i + 1]?.index);
    const count = (words: RegExp): number => Number(words.exec(text)?.[1] ?? 0);
    return {
      signature: head[1] ?? "",
      shows: count(/results that show it: (\d+)/),
      waiting: count(/results that wait for it: (\d+)/),
    };
  });
}

test("ids that are sent as text are one cause, which comes first, with what waits for it", async () => {
  const report = await reported(["messages-id.get*/*", ...byDay([], ["messages-id.delete/*"]), "scenario/*"], ({ route, body }) => {
    if (route === "POST /api/v1/messages" && body.id !== undefined) body.id = String(body.id);
  });
  const [first, ...others] = causesIn(report);
  assert.is(first?.signature, "POST /messages id: expected number, got string", report.slice(0, 2000));
  assert.match(report, /\nread c-[0-9a-f]{8} first: \d+ results wait for it\n/);
  const { waiting = 0, shows = 0 } = first ?? {};
  assert.ok(waiting > byDay(5, 10) && shows > 0, JSON.stringify(first));
  assert.ok(others.length <= 3 && others.every((other) => other.shows + other.waiting < waiting), JSON.stringify(others));
});

test("errors that are sent with status 200 are one cause", async () => {
  const report = await reported(["typing.post*/*", "events.delete/*", ...byDay([], ["user_topics.post/*"]), "scenario/*"], (passed) => {
    if (passed.status >= 400) passed.status = 200;
  });
  const causes = causesIn(report);
  assert.equal(
    causes.map(({ signature }) => signature),
    ["Every error status: expected 4xx, got 2xx"],
    report.slice(0, 2000),
  );
  // All that differs is of that cause.
  const [{ shows }] = causes as [Told];
  assert.is(shows, Number(/(\d+) results differ/.exec(report)?.[1]));
  assert.ok(shows >= byDay(10, 15), JSON.stringify(causes));
});

test("two mistakes are two causes, whatever shows them", async () => {
  const report = await reported(
    ["user_groups.create.post*/*", byDay("message.shape/*", "message.*/*"), "scenario/*", "monitor/*"],
    ({ route, body }) => {
      const { message, messages, events } = body as { message?: object; messages?: object[]; events?: { message?: object }[] };
      const all = [message, ...(Array.isArray(messages) ? messages : []), ...(events ?? []).map((event) => event.message)];
      for (const each of all) if (each) Object.assign(each, { is_me_message: false });
      if (route === "POST /api/v1/user_groups/create" && body.code === "BAD_REQUEST") body.code = "BAD_NARROW";
    },
  );
  assert.equal(
    causesIn(report)
      .map(({ signature }) => signature)
      .toSorted(),
    ["Message is_me_message: expected boolean, got another boolean", "POST /user_groups/create: the code BAD_NARROW"],
  );
});

test("what a monitor alone sees is a cause of its own, with the clause that it breaks", async () => {
  const { api_key } = createSimulator().cast.alice!;
  const report = await reported(["typing.post/*", "scenario/*", "monitor/*"], ({ route, body }) => {
    if (route === "POST /api/v1/typing" && body.result === "success") Object.assign(body, { hint: { api_key } });
  });
  assert.equal(causesIn(report), [{ signature: "POST /typing: against fetch_api_key.post/wrong-credentials", shows: 1, waiting: 0 }]);
  assert.not.match(report, new RegExp(api_key));
});

test.run();
