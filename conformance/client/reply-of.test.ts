import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { check } from "../check/check.ts";
import { EmbeddedTarget, embedded, type Served } from "../targets/embedded.ts";

/** A simulator whose events have a value that is no JSON, as one that prints `undefined` makes them. */
class Garbled implements Served {
  readonly #served: Served;

  constructor(served: Served) {
    this.#served = served;
  }
  get cast() {
    return this.#served.cast;
  }
  get channels() {
    return this.#served.channels;
  }
  get server() {
    return this.#served.server;
  }
  act(action: Parameters<Served["act"]>[0]) {
    return this.#served.act(action);
  }
  advance(by: Parameters<Served["advance"]>[0]) {
    return this.#served.advance(by);
  }
  fork(): Served {
    return new Garbled(this.#served.fork());
  }
  exchange(request: Parameters<Served["exchange"]>[0]): ReturnType<Served["exchange"]> {
    const answer = this.#served.exchange(request);
    if (!("text" in answer)) return answer;
    const { status, headers, refusal, text } = answer;
    return { ...answer, status, headers, refusal, text: text.replace(/"local_message_id":"[^"]*"/, '"local_message_id":undefined') };
  }
}

test("an answer that is no JSON is a fault of the server, and not of the suite", async () => {
  const target = new EmbeddedTarget(new Garbled(createSimulator({})), embedded().model);
  const report = await check({ target, seed: 1, only: ["messages.post.sender/localIdUntouched"] });
  assert.equal(report.failures ?? [], []);
  assert.equal(
    report.properties.filter(({ address }) => address.startsWith("messages.post")).map(({ verdict }) => verdict),
    ["differs"],
  );
});

test.run();
