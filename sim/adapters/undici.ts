import type { Dispatcher } from "undici";
import { checkOptions, checkSimulator, type Simulator } from "../server/simulator.ts";
import { originOf } from "./arrival.ts";
import { Passage } from "./undici/passage.ts";

export interface InterceptorOptions {
  /** The address at which the simulator seems to be, default the URL that it gives as its own; it then gives this one. */
  readonly origin?: string;
}

/**
 * An interceptor for `compose` of undici's dispatchers: requests to the simulator's origin are answered by the simulator, others go on. A
 * Pool or a Client names no origin with its requests: they are all answered.
 * @throws RangeError: the origin is not that of a server; TypeError: no simulator, or an option that there is not
 */
export function interceptor(simulator: Simulator, options: InterceptorOptions = {}): Dispatcher.DispatcherComposeInterceptor {
  checkSimulator(simulator);
  checkOptions(options, ["origin"]);
  const { origin } = options;
  const own = originOf("origin", origin ?? simulator.server.url);
  if (origin !== undefined) simulator.serveAt(own);
  const isOurs = (asked: string | URL | undefined): boolean => asked === undefined || asked === own || new URL(asked).origin === own;
  return (dispatch) => (options, handler) => {
    if (!isOurs(options.origin)) return dispatch(options, handler);
    void new Passage(simulator, handler).run(options);
    return true;
  };
}
