import { checkSimulator, type Simulator } from "../server/simulator.ts";
import { responderOf } from "./responder.ts";

/**
 * A fetch function that asks the simulator instead of the network, whatever host its URLs name. A poll that is held keeps the process alive,
 * as a real connection does, where it was asked for with a signal, or by a Request, which has one of its own.
 * @throws TypeError: it is no simulator
 */
export function fetchFor(simulator: Simulator): typeof fetch {
  checkSimulator(simulator);
  const ask = responderOf(simulator);
  return async (input, init) => ask(new Request(input, init), init?.signal ?? (input instanceof Request ? input : undefined));
}
