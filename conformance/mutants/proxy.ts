import { Held } from "../../sim/index.ts";
import type { WireRequest, WireResponse } from "../../sim/protocol/wire.ts";
import type { Served } from "../targets/embedded.ts";

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
