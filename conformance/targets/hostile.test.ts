import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator, type Held, RealmFileError } from "../../sim/index.ts";
import { Answer, type WireRequest, type WireResponse } from "../../sim/protocol/wire.ts";
import { check } from "../check/check.ts";
import { CannotTest } from "../client/thrown.ts";
import { Untestable } from "../expect.ts";
import { realmFileOf } from "../model/mirror/realm-file.ts";
import { ServedProxy } from "../mutants/proxy.ts";
import { byDay } from "../night.test.kit.ts";
import type { Report } from "../results/report.ts";
import { EmbeddedTarget, modelOf, type Served } from "./embedded.ts";
import { hostileFront } from "./hostile-front.test.kit.ts";
import { openTarget } from "./probe.ts";

const directory = mkdtempSync(join(tmpdir(), "hostile-"));

/** A simulator behind a hostile front, without its control API where a target file is to name the accounts. */
async function behind<T>(
  seed: number,
  control: boolean,
  use: (front: Awaited<ReturnType<typeof hostileFront>>, file: string) => Promise<T>,
) {
  const sim = createSimulator({ realm: byDay("small", "crowded"), seed });
  const server = await listen(sim, { control });
  const front = await hostileFront(server.url, seed, seed % 2 === 0);
  const file = join(directory, `${seed}.json`);
  const cast = Object.entries(sim.cast).map(([name, { email, api_key }]) => [name, { email, api_key }]);
  writeFileSync(file, JSON.stringify({ url: front.url, cast: Object.fromEntries(cast), channels: { general: "general" }, control }));
  try {
    return await use(front, file);
  } finally {
    await front.close();
    await server.close();
  }
}

const parts = 60;

/** Checks one part of the suite in so many on a server that changes one answer in seven, by day in three. Returns the report, and how many were changed. */
const checked = (seed: number): Promise<{ readonly report: Report; readonly changed: number }> =>
  behind(seed, seed % 3 === 0, async (front, file) => {
    const target = await openTarget({ file, patience: { poll: 60, request: 2000, rateLimit: 100, clock: 0 } });
    front.turn(byDay(3, 7));
    const shard = { index: (seed % parts) + 1, count: parts };
    const report = await check({ target, seed, tries: 1, runs: 20, steps: 12, concurrent: 20, shard, shrink: false });
    front.turn(0);
    await target.close();
    return { report, changed: front.changed() };
  });

test("whatever a server answers, a report comes of it, and none of it is a fault of the suite", async () => {
  const faults: unknown[] = [];
  let changed = 0;
  for (let seed = 1; changed < byDay(60, 10_000); seed++) {
    const start = process.cpuUsage();
    const came = await checked(seed);
    changed += came.changed;
    const { failures = [], properties, scenarios } = JSON.parse(JSON.stringify(came.report)) as Report;
    assert.ok(properties.length + scenarios.length > 0);
    const faulty = [...properties, ...scenarios].filter(({ reason = "" }) => reason.includes("the suite itself failed"));
    faults.push(...[...failures, ...faulty].map((one) => ({ seed, ...one })));
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 60e6, `seed ${seed} takes ${(user + system) / 1e6} s of processor time`);
  }
  assert.equal(faults, []);
});

test("a server that is hostile from its first answer on is opened or cannot be tested", async () => {
  for (let seed = 1; seed <= byDay(2, 500); seed++) {
    await behind(seed, seed % 2 === 0, async (front, file) => {
      front.turn(5);
      const opened = await openTarget({ file, patience: { poll: 60, request: 2000, rateLimit: 100, clock: 0 } }).catch(
        (thrown: unknown) => thrown,
      );
      if (opened instanceof Error) assert.instance(opened, CannotTest, `seed ${seed}: ${opened.stack}`);
      else await (opened as { close(): Promise<void> }).close();
    });
  }
});

test("a realm file is made of what a hostile server says, or one line says why not", async () => {
  for (let seed = 1; seed <= byDay(2, 500); seed++) {
    await behind(seed, false, async (front, file) => {
      const target = await openTarget({ file, patience: { poll: 60, request: 2000, rateLimit: 100, clock: 0 } });
      front.turn(3);
      const made = await realmFileOf(target, 20).catch((thrown: unknown) => thrown);
      front.turn(0);
      await target.close();
      if (!(made instanceof Error)) return;
      assert.ok(
        [RealmFileError, Untestable, CannotTest].some((kind) => made instanceof kind),
        `seed ${seed}: ${made.stack}`,
      );
      assert.not.match(made.message, /\n/);
    });
  }
});

/** A simulator that puts a null before the items of a list wherever an answer has it, or a number in place of an empty one. */
class NullListed extends ServedProxy {
  readonly #list: string;

  constructor(served: Served, list: string) {
    super(served);
    this.#list = list;
  }
  exchange(wire: WireRequest): WireResponse | Held {
    const answer = this.served.exchange(wire);
    if (!("text" in answer)) return answer;
    const text = answer.text.replaceAll(new RegExp(`(?<="${this.#list}":)\\[(\\])?`, "g"), (_, end) => (end ? "7" : "[null,"));
    return new Answer(answer.status, text, answer.headers, answer.delivery);
  }
  fork(): NullListed {
    return new NullListed(this.served.fork(), this.#list);
  }
}

/** Lists of answers, each with a property that reads it. */
const lists = {
  ...{ messages: "narrow.operands/addressLists", streams: "message.reads/flagged", reactions: "events.replica/folded" },
  ...{
    events: "cover/0",
    edit_history: "message.there/there",
    realm_users: "users.me.profile_data.patch/*",
    display_recipient: "message.recipients/*",
  },
};

for (const [list, address] of Object.entries(lists))
  test(`a null among the ${list} of answers, or a number in their place, is no fault of the suite`, async () => {
    const plain = createSimulator({ realm: "small", seed: 1 });
    const target = new EmbeddedTarget(new NullListed(plain.fork(), list), modelOf(plain.server));
    const { properties, scenarios } = await check({ target, seed: 7, tries: 0, runs: 4, ...byDay({ only: [address] }, {}) });
    assert.equal(
      [...properties, ...scenarios].filter(({ reason = "" }) => reason.includes("the suite itself failed")),
      [],
    );
  });

test.run();
