import type { Reply } from "../client/target.ts";
import * as endpoints from "../endpoints/index.ts";
import { Untestable } from "../expect.ts";
import { codes } from "../text/limits.ts";
import { allRoutes } from "./route.ts";

/** A server does not have a route: what needs it waits. */
export class MissingRoute extends Untestable {
  override name = "MissingRoute";
  /** The server's answer. */
  readonly reply: Reply;

  constructor(route: string, reply: Reply) {
    super(`waits for ${route}`);
    this.reply = reply;
  }
}

export function methodAndPath(route: string): [method: string, path: string] {
  const [method = "", path = ""] = route.split(" ");
  return [method, path];
}

const hasParameter = (route: string): boolean => route.includes("{");

/** Returns the route of a request; undefined for one that the suite asks for its own sake, such as a path that there is not. */
export const routeOf = (method: string, path: string): string | undefined =>
  allRoutes().find(({ test }) => test.test(`${method} ${path}`))?.route;

let levels: ReadonlyMap<string, number> | undefined;

/** The feature levels from which there are endpoints, by their routes as steps name them. */
const since = (): ReadonlyMap<string, number> =>
  (levels ??= new Map(Object.values(endpoints).map(({ call }) => [routeOf(...methodAndPath(call.route)) ?? call.route, call.since])));

/** Whether a server of a level has an endpoint; of what is no endpoint the specification does not say. */
export const isOfLevel = (route: string, level: number): boolean => (since().get(route) ?? 0) <= level;

/** The endpoints that came after a level. */
export const laterThan = (level: number): readonly string[] => [...since().keys()].filter((route) => !isOfLevel(route, level));

/** The statuses with which servers answer where they do not have a route. */
export const absent: ReadonlySet<number> = new Set([404, 405, 501]);

/** Codes of what a request names, and a server does not have. */
const ofThings: ReadonlySet<unknown> = new Set([codes.noSuchQueue, codes.noSuchChannel]);

/** An answer but for its values: equal for two paths of which a server has neither, though it names them. */
const formOf = ({ status, body }: Reply): string =>
  JSON.stringify([status, Object.keys(body).sort(), body.code, String(body.msg).replaceAll(/\S*\/\S*/g, "/")]);

/** Asks for what no server has. */
type Nowhere = (method: string, below?: string) => Promise<Reply>;

/** The routes that a server was seen to have, and those that it was seen not to have. */
export class Routes {
  readonly #there = new Set<string>();
  readonly #missing = new Map<string, Reply>();
  readonly #unknown = new Map<string, Promise<Reply>>();

  /** The routes that the server does not have, each with the status that it answers. */
  get missing(): ReadonlyMap<string, number> {
    return new Map([...this.#missing].map(([route, { status }]) => [route, status]));
  }

  /** @throws MissingRoute: the server does not have the route, so that it is not asked for again */
  require(route: string): void {
    const reply = this.#missing.get(route);
    if (reply) throw new MissingRoute(route, reply);
  }

  /**
   * Learns from an answer whether there is a route.
   * @param ask sends a request with this method to a path that no server has, below another path where one is given
   * @throws MissingRoute: there is not
   */
  async learn(route: string, reply: Reply, ask: Nowhere): Promise<void> {
    if (this.#there.has(route)) return;
    if (!(await this.#isTakenForAnId(route, reply, ask)) && (!absent.has(reply.status) || (await this.#isAboutItsId(route, reply, ask)))) {
      this.#there.add(route);
      return;
    }
    this.#missing.set(route, reply);
    throw new MissingRoute(route, reply);
  }

  /** Whether a server without a route such as `GET /messages/matches_narrow` takes its last word for an id: any other is refused in the same way. */
  async #isTakenForAnId(route: string, reply: Reply, ask: Nowhere): Promise<boolean> {
    if (reply.status < 400 || reply.status > 499 || hasParameter(route)) return false;
    const [method, path] = methodAndPath(route);
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!allRoutes().some((other) => hasParameter(other.route) && other.test.test(route))) return false;
    return formOf(await ask(method, parent)) === formOf(reply);
  }

  /** Whether a server has a route, and does not have what a request for it names: it answers otherwise than where there is no such route. */
  async #isAboutItsId(route: string, reply: Reply, ask: Nowhere): Promise<boolean> {
    if (reply.status !== 404) return false;
    if (ofThings.has(reply.body.code)) return true;
    if (!hasParameter(route)) return false;
    const [method] = methodAndPath(route);
    const unknown = this.#unknown.get(method) ?? ask(method);
    this.#unknown.set(method, unknown);
    return formOf(await unknown) !== formOf(reply);
  }
}
