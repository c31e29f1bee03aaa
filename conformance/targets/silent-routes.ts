import { routed } from "../catalogue/route.ts";
import type { Outgoing } from "../client/target.ts";
import { type NoAnswer, SilentRoute } from "../client/thrown.ts";

/** So often in a row a route has to be without an answer. That a connection is cut comes of chance now and then, that the time is up seldom. */
const enough = { late: 3, cut: 5 } as const;

type Request = Pick<Outgoing, "method" | "path">;

const routeOf = ({ method, path }: Request): string => routed(method, path).route;

/** The routes that a server was seen never to answer: they are not asked again, since each time costs the whole patience. */
export class SilentRoutes {
  readonly #answered = new Set<string>();
  readonly #inVain = new Map<string, number>();
  readonly #silent = new Map<string, SilentRoute>();

  /** @throws SilentRoute: the route of a request was asked often enough, and never answered */
  require(request: Request): void {
    const silent = this.#silent.get(routeOf(request));
    if (silent) throw silent;
  }

  /** Notes an answer: of one that comes late, too, the route is asked again. */
  answered(request: Request): void {
    const route = routeOf(request);
    this.#answered.add(route);
    this.#silent.delete(route);
  }

  /** Lets each silent route be asked once more: a run is to see for itself what was seen before it. */
  doubt(): void {
    for (const route of this.#silent.keys()) this.#inVain.set(route, enough.late - 1);
    this.#silent.clear();
  }

  /** Notes that a request got no answer. */
  lost(request: Request, last: NoAnswer): void {
    const route = routeOf(request);
    if (this.#answered.has(route) || this.#silent.has(route)) return;
    const count = (this.#inVain.get(route) ?? 0) + 1;
    this.#inVain.set(route, count);
    if (count >= enough[last.way]) this.#silent.set(route, new SilentRoute(last, count));
  }
}
