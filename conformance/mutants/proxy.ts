import { Held } from "../../sim/index.ts";
import { Answer, type WireRequest, type WireResponse } from "../../sim/protocol/wire.ts";
import { isEqual } from "../expect.ts";
import type { Served } from "../targets/embedded.ts";
import { InterceptedRequest, type MutableAnswer } from "./kit/intercepted.ts";
import { type Mutant, touches } from "./kit/mutant.ts";

/** A proxy in front of a served simulator. Forwards whatever a subclass does not override. */
export abstract class ServedProxy implements Served {
  protected readonly served: Served;

  constructor(served: Served) {
    this.served = served;
  }

  abstract exchange(wire: WireRequest): WireResponse | Held;
  abstract fork(): ServedProxy;

  /** Returns a held poll that ends with the answer to another one, changed. */
  protected held(inner: Held, changed: (answer: WireResponse) => WireResponse): Held {
    const outer = new Held(() => inner.cancel());
    inner.onReply((answer) => outer.answer(changed(answer)));
    return outer;
  }

  act(action: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.served.act(action);
  }
  advance(time: { readonly ms: number }): void {
    this.served.advance(time);
  }
  get cast(): Served["cast"] {
    return this.served.cast;
  }
  get channels(): Served["channels"] {
    return this.served.channels;
  }
  get server(): Served["server"] {
    return this.served.server;
  }
}

/** Whether a mutant ever changed what its server said or did; shared by all forks. */
export interface Firing {
  fired: boolean;
}

const headers = { "content-type": "application/json" };

const responseOf = ({ status, body }: MutableAnswer, of: Partial<WireResponse> = {}): WireResponse =>
  new Answer(status, `${JSON.stringify(body)}\n`, of.headers ?? headers, of.delivery);

/** A server with a fault: a proxy in front of an unbroken one. */
export class MutantProxy extends ServedProxy {
  readonly #mutant: Mutant;
  readonly #memory: Map<string, unknown>;
  readonly #firing: Firing;

  constructor(served: Served, mutant: Mutant, firing: Firing, memory = new Map<string, unknown>()) {
    super(served);
    this.#mutant = mutant;
    this.#firing = firing;
    this.#memory = memory;
    if (mutant.claims !== undefined) firing.fired = true;
  }

  override get server(): Served["server"] {
    const { claims } = this.#mutant;
    return claims === undefined ? this.served.server : { ...this.served.server, level: claims };
  }

  exchange(wire: WireRequest): WireResponse | Held {
    const { request: replaced, instead, besides } = this.#mutant;
    const request = new InterceptedRequest(wire, this.served, this.#memory);
    if (!touches(this.#mutant, request.route)) return this.served.exchange(wire);
    const said = instead?.(request);
    if (said) return this.#fires(responseOf(said));
    const passed = replaced?.(request);
    const answer = this.served.exchange(passed ? this.#fires(passed) : wire);
    if (!("text" in answer)) return this.held(answer, (later) => this.#changed(later, request));
    if (besides?.(request, { status: answer.status, body: answer.body })) this.#firing.fired = true;
    return this.#changed(answer, request);
  }

  #fires<T>(value: T): T {
    this.#firing.fired = true;
    return value;
  }

  #changed(answer: WireResponse, request: InterceptedRequest): WireResponse {
    if (!this.#mutant.answer || !answer.text.startsWith("{")) return answer;
    const copy: MutableAnswer = { status: answer.status, body: { ...answer.body } };
    const said = this.#mutant.answer(copy, request) || copy;
    if (said.status === answer.status && isEqual(said.body, answer.body)) return answer;
    return this.#fires(responseOf(said, answer));
  }

  fork(): MutantProxy {
    return new MutantProxy(this.served.fork(), this.#mutant, this.#firing, structuredClone(this.#memory));
  }
}
