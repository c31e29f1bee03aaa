import { STATUS_CODES } from "node:http";
import type { Dispatcher } from "undici";
import { Held } from "../../server/held.ts";
import type { Simulator } from "../../server/simulator.ts";
import { answerTo, isBare, type Written } from "../arrival.ts";
import { cutShort } from "../translate.ts";
import { arrivalOf } from "./arrival.ts";
import { modern, rawHeaders } from "./handler.ts";

/** Returns what undici says of a connection that the other side closed. */
const connectionCut = (): Error => Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });

const nothing = Buffer.alloc(0);

const lowered = (headers: Written["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** One request on its way to the simulator and back: the controller that undici's handler gets, and what tells it of the answer. */
export class Passage implements Dispatcher.DispatchController {
  readonly #simulator: Simulator;
  readonly #handler: Dispatcher.DispatchHandler;
  #held: Held | undefined;
  /** The calls of the handler that are still to come. */
  #steps: (() => void)[] = [];
  #over = false;
  aborted = false;
  paused = false;
  reason: Error | null = null;
  rawHeaders: Buffer[] | null = null;

  constructor(simulator: Simulator, handler: Dispatcher.DispatchHandler) {
    this.#simulator = simulator;
    this.#handler = modern(handler);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.#go();
  }

  abort(reason: Error): void {
    if (this.#over) return;
    this.aborted = true;
    this.reason = reason;
    this.#held?.cancel();
    this.#fail(reason);
  }

  #fail(problem: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#handler.onResponseError?.(this, problem);
  }

  async run(options: Dispatcher.DispatchOptions): Promise<void> {
    try {
      this.#handler.onRequestStart?.(this, {});
      const arrival = await arrivalOf(options);
      if (this.#over) return;
      const answer = await answerTo(this.#simulator, arrival);
      if (!(answer instanceof Held)) this.#reply(options.method, answer);
      else if (this.#over) answer.cancel();
      else (this.#held = answer).onReply((reply) => this.#reply(options.method, reply));
    } catch (thrown) {
      this.#fail(thrown as Error);
    }
  }

  /** Tells the handler of an answer, a step at a time as far as it wants them. */
  #reply(method: string, written: Written): void {
    const { status, headers, text, delivery } = written;
    const handler = this.#handler;
    if (delivery?.drop) {
      this.#fail(connectionCut());
      return;
    }
    const whole = Buffer.from(text as string);
    const body = isBare(method, written) ? nothing : whole;
    const cut = delivery?.cutBytes !== undefined && body.length > 0;
    const sent = cut ? Buffer.from(cutShort(body, delivery.cutBytes)) : body;
    const head = status === 204 ? headers : { ...headers, "Content-Length": String(whole.length) };
    this.rawHeaders = rawHeaders(head);
    this.#steps = [
      () => handler.onResponseStart?.(this, status, lowered(head), STATUS_CODES[status] ?? ""),
      () => sent.length > 0 && handler.onResponseData?.(this, sent),
      // Clients listen for what goes wrong with a body only after they have heard of its head.
      () => (cut ? setImmediate(() => this.#fail(connectionCut())) : this.#end()),
    ];
    this.#go();
  }

  #end(): void {
    this.#handler.onResponseEnd?.(this, {});
    this.#over = true;
  }

  #go(): void {
    try {
      while (!this.paused && !this.#over && this.#steps.length > 0) this.#steps.shift()?.();
    } catch (thrown) {
      this.#fail(thrown as Error);
    }
  }
}
