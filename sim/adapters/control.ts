import { ActionError } from "../actions/index.ts";
import { cut } from "../core/limits.ts";
import { type Fault, FaultError } from "../faults/shape.ts";
import { PatternError } from "../journal/criteria.ts";
import { UnmetExpectation } from "../journal/expect.ts";
import { type Judged, judgeReport } from "../judge/index.ts";
import { jsonHeaders } from "../protocol/envelope.ts";
import { Answer, type Headers, type WireResponse } from "../protocol/wire.ts";
import { object, onlyKeys, parsedJson } from "../reader/index.ts";
import { bodyPlace, ControlError } from "./control/errors.ts";
import { Changes, Snapshots } from "./control/kept.ts";
import { overviewRoutes } from "./control/overview.ts";
import { placeRoutes } from "./control/places.ts";
import { type ControlRequest, type ControlRoute, done, type Steered, type SteeredWorlds } from "./control/route.ts";
import { clockRoutes, stateRoutes, transcriptRoutes } from "./control/state.ts";
import { worldRoutes } from "./control/worlds.ts";
import type { Hosts } from "./hosts.ts";
import { corsHeaders } from "./translate.ts";
import { fieldsOf } from "./urlencoded.ts";

function remove({ simulator: { faults } }: Steered, { id }: ControlRequest): object {
  if (faults.remove(id)) return done;
  const ids = faults.list.map((fault) => fault.id);
  throw new ControlError(
    404,
    `there is no fault ${JSON.stringify(id)}; ${ids.length === 0 ? "none waits" : `there are ${ids.join(", ")}`}`,
  );
}

function addFault({ simulator, clock }: Steered, { body }: ControlRequest): object {
  const id = simulator.faults.add(body as unknown as Fault);
  clock.arm();
  return { ...done, id };
}

function clearFaults({ simulator }: Steered): object {
  simulator.faults.clear();
  return done;
}

function judged({ judge }: Steered): object {
  if (!judge) throw new ControlError(404, "nobody judges the clients; `serve --judge` does, and so does `listen` with a judge");
  return judgeReport(judge);
}

/** The inspector, a page to look at and steer the simulator. Its text is loaded when it is first asked for, as is that of the page of coverage. */
async function inspector(): Promise<Answer> {
  const { page, headers } = await import("./inspector/page.ts");
  return new Answer(200, page, headers);
}

async function coverage({ simulator }: Steered): Promise<Answer> {
  const { coveragePage } = await import("./inspector/coverage-page.ts");
  const { text, headers } = coveragePage(simulator);
  return new Answer(200, text, headers);
}

/** A request to the control API as it came over HTTP. */
interface ControlCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

const routes: readonly ControlRoute[] = [
  { route: "GET /realm", run: ({ simulator }) => ({ ...simulator.description, control: true, like: "zulip" }) },
  ...clockRoutes,
  ...stateRoutes,
  ...transcriptRoutes,
  { route: "POST /actions", fields: "any", run: ({ simulator }, { body }) => ({ ...done, ...simulator.act(body) }) },
  { route: "GET /faults", run: ({ simulator }) => ({ faults: simulator.faults.list }) },
  { route: "POST /faults", fields: "any", run: addFault },
  { route: "DELETE /faults", run: clearFaults },
  { route: "DELETE /faults/{id}", run: remove },
  ...overviewRoutes,
  ...placeRoutes,
  { route: "GET /", query: "any", run: inspector },
  { route: "GET /coverage.html", query: "any", run: coverage },
  { route: "GET /judge", run: judged },
  ...worldRoutes,
];

const shortened = (text: string): string => cut(text, 200).toWellFormed();

/** Returns what stands for `{id}` where a path is that of a route; empty where the route has none. */
function idIn(route: ControlRoute, path: string): string | undefined {
  const [head = "", tail] = `/_control${route.route.split(" ")[1]}`.split("{id}");
  if (tail === undefined) return path === head ? "" : undefined;
  const id = path.slice(head.length, path.length - tail.length);
  return path.startsWith(head) && path.endsWith(tail) && id !== "" && !id.includes("/") ? id : undefined;
}

function routeOf(method: string, path: string): { route: ControlRoute; id: string } {
  const here = routes.flatMap((route) => {
    const id = idIn(route, path);
    return id === undefined ? [] : [{ route, id }];
  });
  if (here.length === 0) {
    const known = [...new Set(routes.map((route) => `/_control${route.route.split(" ")[1]}`))];
    throw new ControlError(404, `there is nothing at ${shortened(path)}; there are ${known.join(", ")}`);
  }
  const found = here.find(({ route }) => route.route.startsWith(`${method === "HEAD" ? "GET" : method} `));
  if (found) return found;
  const methods = here.map(({ route }) => route.route.replace(/ .*/s, ""));
  const allowed = methods.flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one])).join(", ");
  const line = `${shortened(path)} has no method ${method}; it has ${methods.join(", ")}`;
  throw new ControlError(method === "OPTIONS" ? 204 : 405, line, { Allow: allowed });
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = parsedJson(text);
  } catch (problem) {
    throw new ControlError(400, `the body: ${(problem as SyntaxError).message}`);
  }
  return object(value, bodyPlace, "a JSON object");
}

const json = (status: number, body: object, headers: Headers = jsonHeaders): Answer =>
  new Answer(status, `${JSON.stringify(body)}\n`, headers);

const isMistake = (thrown: unknown): thrown is Error =>
  thrown instanceof ActionError || thrown instanceof FaultError || thrown instanceof PatternError;

/** The answer to a request that is wrong, or that asks for what is not so. Anything else is a bug and stays loud. */
function refusal(thrown: unknown): WireResponse {
  if (thrown instanceof UnmetExpectation) {
    const { message, expected, actual } = thrown;
    return json(417, { result: "error", msg: message, expected, actual });
  }
  if (thrown instanceof ControlError) {
    if (thrown.status === 204) return new Answer(204, "", thrown.headers);
    return json(thrown.status, { result: "error", msg: thrown.message }, { ...jsonHeaders, ...thrown.headers });
  }
  if (isMistake(thrown)) return json(400, { result: "error", msg: thrown.message });
  throw thrown;
}

/** Headers that let a page read an answer, and ask all that this API knows. @param origin of the page, which may reach it */
const readableBy = (origin: string) => ({
  ...corsHeaders,
  "Access-Control-Allow-Origin": origin,
  Vary: "Origin",
});

interface ControlParts extends Pick<Steered, "simulator" | "clock"> {
  /** The names under which it may be asked. */
  readonly hosts: Hosts;
  readonly judge?: Judged | undefined;
}

/** The control API: what steers the simulator beside the API that it simulates. Its requests do not stand in the transcript. */
export class Control {
  readonly #hosts: Hosts;
  readonly #steered: Omit<Steered, "worlds">;
  /** Told of whatever happens, by the journal, by requests that change something here, and by whoever holds polls. */
  readonly changes = new Changes();
  /** The worlds that it makes; a world has none. */
  worlds: SteeredWorlds | undefined;
  readonly #reader = { filed: this.changes.tell, left: this.changes.tell };

  constructor({ simulator, clock, hosts, judge }: ControlParts) {
    this.#hosts = hosts;
    this.#steered = { simulator, clock, snapshots: new Snapshots(), changes: this.changes, judge };
    simulator.journal.readers.add(this.#reader);
  }

  /** Lets those who wait for a change go. */
  close(): void {
    this.#steered.simulator.journal.readers.delete(this.#reader);
    this.changes.tell();
  }

  async answer(request: ControlCall): Promise<WireResponse> {
    const { host, origin } = request;
    try {
      this.#refuseOthers(request);
    } catch (thrown) {
      return refusal(thrown);
    }
    const answer = await this.#answered(request);
    // A page of its own address may read it anyway.
    return origin === undefined || origin.endsWith(`//${host}`)
      ? answer
      : new Answer(answer.status, answer.raw, { ...answer.headers, ...readableBy(origin) });
  }

  async #answered(request: ControlCall): Promise<WireResponse> {
    try {
      const { route, id } = routeOf(request.method, request.path === "/_control" ? "/_control/" : request.path);
      const body = bodyOf(request.body);
      if (route.fields !== "any") onlyKeys(body, bodyPlace, route.fields ?? []);
      const query = fieldsOf(request.query);
      if (route.query !== "any") onlyKeys(Object.fromEntries(query), bodyPlace, route.query ?? []);
      const { simulator, clock } = this.#steered;
      clock.catchUp();
      const base = `${new URL(simulator.server.url).protocol}//${request.host}`;
      const asked = { body, id, query, base };
      const made = await route.run({ ...this.#steered, worlds: this.worlds }, asked);
      if (!route.route.startsWith("GET ")) this.changes.tell();
      return made instanceof Answer ? made : json(200, made);
    } catch (thrown) {
      return refusal(thrown);
    }
  }

  /** A web page of another site must not drive a developer's simulator, even under a name that leads to this machine. */
  #refuseOthers({ host, origin }: ControlCall): void {
    const why = this.#hosts.refusal(shortened(host ?? ""), origin === undefined ? undefined : shortened(origin));
    if (why !== undefined) throw new ControlError(403, why);
  }
}
