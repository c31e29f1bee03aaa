import { type HttpHandler, http } from "msw";
import type { Simulator } from "../server/simulator.ts";
import { ConnectionCut, isServed, type OriginOptions, originFor } from "./arrival.ts";
import { responderOf } from "./responder.ts";

export type HandlersOptions = OriginOptions;

/**
 * Request handlers for `setupServer` and `setupWorker` of msw: what is asked of the simulator's URL is answered by the simulator.
 * Other origins, and paths where it has nothing, are left to other handlers and the network.
 * @throws RangeError: the URL is not the origin of a server; TypeError: no simulator, or an option that there is not
 */
export function handlers(simulator: Simulator, options: HandlersOptions = {}): HttpHandler[] {
  const origin = originFor(simulator, options);
  const ask = responderOf(simulator);
  const isOurs = ({ request: { url, method } }: { readonly request: Request }): boolean => {
    const target = new URL(url);
    return target.origin === origin && isServed(method, target.pathname);
  };
  const answer = ({ request }: { readonly request: Request }): Promise<Response> =>
    ask(request).catch((thrown) => {
      // What a handler throws is shown as its bug; who gave up hears nothing of it, and a cut connection is a network error.
      if (request.signal.aborted || thrown instanceof ConnectionCut) return Response.error();
      throw thrown;
    });
  return [http.all(isOurs, answer)];
}
