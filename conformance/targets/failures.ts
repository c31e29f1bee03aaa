import type { Outgoing, Reply } from "../client/target.ts";
import { NoAnswer } from "../expect.ts";

/** So often in a row a kind of request has to fail until that counts as the server's answer to it. */
const mostInRow = 3;

const notImplemented = 501;

/** Whether a server says that it failed. That it lacks a route is an answer. */
const isFailure = ({ status }: Reply): boolean => status >= 500 && status !== notImplemented;

/** Whether a request may be carried out twice: it only reads, or registers an event queue of which nobody then knows. */
const isHarmless = ({ method, path }: Outgoing): boolean => method === "GET" || (method === "POST" && path === "/register");

const formOf = ({ as, method, path, fields }: Outgoing): string =>
  [as, method, path.replaceAll(/\/\d+(?=\/|$)/g, "/{id}"), ...Object.keys(fields).sort()].join(" ");

/** Failures of a server (500 and above) now and then: asked again where that is harmless, else taken for no answer. */
export class Failures {
  readonly #inRow = new Map<string, number>();
  /** The number of requests that failed and did not when they were sent again, by status. */
  readonly #passing = new Map<number, number>();
  readonly #open = new Map<string, number[]>();

  /**
   * Sends a request, again where it fails and that is harmless.
   * @returns the answer, a failure only where it came several times in a row
   * @throws NoAnswer: it failed, and whether it was carried out is not known
   */
  async answerTo(request: Outgoing, send: () => Promise<Reply>): Promise<Reply> {
    const form = formOf(request);
    for (;;) {
      const reply = await send();
      const { status } = reply;
      if (!isFailure(reply)) {
        this.#passes(form);
        return reply;
      }
      const count = (this.#inRow.get(form) ?? 0) + 1;
      this.#inRow.set(form, count);
      this.#open.set(form, [...(this.#open.get(form) ?? []), status].slice(-mostInRow));
      if (count >= mostInRow) return reply;
      if (!isHarmless(request)) throw new NoAnswer(request.method, request.path, ` but the status ${status}`, false);
    }
  }

  #passes(form: string): void {
    for (const status of this.#open.get(form) ?? []) this.#passing.set(status, (this.#passing.get(status) ?? 0) + 1);
    this.#open.delete(form);
    this.#inRow.delete(form);
  }

  /** Returns the failures now and then, in words; one line for each status. */
  get notes(): readonly string[] {
    return [...this.#passing].map(([status, count]) => `flaky: ${count} requests answered ${status}, and not so when they were sent again`);
  }
}
