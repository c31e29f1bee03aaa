import { ActionError, type Held, type Simulator } from "../../../sim/index.ts";
import type { WireRequest, WireResponse } from "../../../sim/protocol/wire.ts";
import { ServedProxy } from "../../mutants/proxy.ts";
import type { Copy } from "./copy.ts";

/** The conduct of a copy of the simulator during one unit. */
export interface UnitConduct {
  /** The first error that it threw. */
  crash: string | undefined;
  exchanges: number;
  /** The most requests that may be sent, default as many as one unit sends to a server that is right. */
  readonly most?: number;
}

/** No unit sends as many requests to a server that is right. */
const mostExchanges = 20_000;

/** A copy of the simulator in front of the suite, which notes its crashes. */
export class CopyServer extends ServedProxy {
  readonly #copy: Copy;
  readonly #conduct: UnitConduct;

  constructor(served: Simulator | CopyServer["served"], copy: Copy, conduct: UnitConduct) {
    super(served);
    this.#copy = copy;
    this.#conduct = conduct;
  }

  #noted<T>(run: () => T): T {
    try {
      return run();
    } catch (thrown) {
      // The suite knows only the class of its own copy.
      if (thrown instanceof this.#copy.ActionError) throw new ActionError(thrown.message);
      this.#conduct.crash ??= String(thrown);
      throw thrown;
    }
  }

  exchange(wire: WireRequest): WireResponse | Held {
    return this.#noted(() => {
      if (++this.#conduct.exchanges > (this.#conduct.most ?? mostExchanges)) throw new Error("the suite asks without end");
      const answer = this.served.exchange(wire);
      return "text" in answer ? this.#readable(answer) : answer;
    });
  }

  /** Returns an answer whose body, where it cannot be read, is a crash of the simulator. */
  #readable(answer: WireResponse): WireResponse {
    const body = (): WireResponse["body"] => this.#noted(() => answer.body);
    return Object.defineProperty(Object.create(answer), "body", { get: body });
  }

  override act(action: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return this.#noted(() => this.served.act(action));
  }

  override advance(time: { readonly ms: number }): void {
    this.#noted(() => this.served.advance(time));
  }

  fork(): CopyServer {
    return new CopyServer(this.served.fork(), this.#copy, this.#conduct);
  }
}
