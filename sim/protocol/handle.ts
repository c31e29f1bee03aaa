import { has, isThere } from "../core/levels.ts";
import { cut, limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { Refusal } from "../core/refusal.ts";
import { remembering } from "../core/remembering.ts";
import { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { authenticate } from "./auth.ts";
import { type Endpoint, Hold, WithHeaders } from "./endpoint.ts";
import { apiHeadersAt, failure, jsonHeadersAt, success } from "./envelope.ts";
import { decodeParams, namedClient, readsUndocumented, unsupported } from "./params.ts";
import { countCall } from "./rate-limit.ts";
import type { Found, Resource, Routes } from "./route.ts";
import { Answer, type Headers, type WireRequest, type WireResponse } from "./wire.ts";

const agentName = remembering((userAgent) => {
  const first = /^[^\d/(]*/.exec(userAgent)?.[0].trim();
  return cut(first || "Unparsable", limits.clientNameLength);
});

/** The client that a message says it was sent by: the `client` parameter where it is read, else the name in the User-Agent header. */
export function clientName(realm: Pick<Realm, "server">, request: Pick<WireRequest, "method" | "form" | "query" | "userAgent">): string {
  const named = namedClient(realm, request);
  if (named !== undefined) return cut(named, limits.clientNameLength);
  return request.userAgent ? agentName(request.userAgent) : "Unspecified";
}

/** The outcome of one request. */
export interface Handled {
  readonly response: WireResponse | Hold;
  readonly caller: User | undefined;
  readonly turn: Turn;
  /** True where no endpoint has the path at this level. */
  readonly unknown?: boolean;
}

/** The order in which servers register the methods of a path. */
const methodOrder = ["GET", "PUT", "POST", "PATCH", "DELETE"];

/** The methods of a resource at the server's level in order of registration, GET answering HEAD as well. */
function allowed(world: World, { methods }: Resource): string[] {
  const known = methodOrder.filter((method) => {
    const endpoint = methods.get(method);
    return endpoint && isThere(endpoint, world.server.level);
  });
  // Of the copies of an organization's data servers register the making before the list.
  if (methods.get("GET")?.route === "GET /export/realm") known.reverse();
  return known.includes("GET") ? [...known, "HEAD"] : known;
}

/** The one path of which running servers send no body with a 405. */
const silentPath = "/api/v1/server_settings";

function wrongMethod(world: World, path: string, methods: readonly string[]): Answer {
  const Allow = methods.join(", ");
  if (world.server.rulings.wrongMethod === "observed") {
    const html = { "Content-Type": "text/html; charset=utf-8", Allow };
    if (path === silentPath) return new Answer(405, "", html);
    const text = JSON.stringify({ result: "error", msg: "Method Not Allowed", allowed_methods: methods });
    return new Answer(405, text, { ...apiHeadersAt(world.now), ...html });
  }
  const refusal = new Refusal("Method Not Allowed", { status: 405, extra: { allowed_methods: methods }, headers: { Allow } });
  return failure(refusal, jsonHeadersAt(world.now));
}

function unknownRoute(world: World, path: string): Answer {
  if (world.server.rulings.unknownRoute === "observed") {
    return new Answer(404, "<h1>Not Found</h1>\n", { "Content-Type": "text/html; charset=utf-8" });
  }
  return failure(new Refusal(`There is nothing at ${path}: it is no route of this server, or one that is not simulated.`, { status: 404 }));
}

/** Says of a route that servers have that this one does not simulate it, whatever running servers say of unknown paths. */
const notSimulated = (method: string, path: string): Answer =>
  failure(new Refusal(`${method} ${path} is a route of servers that is not simulated.`, { status: 404 }));

/** The method that a request stands for. A form of another method than POST is read later. @silent rulings.undocumentedParameters */
const methodOf = (world: World, { form, method }: WireRequest): string =>
  (method === "POST" && readsUndocumented(world) && form.get("method")) || method;

/** The endpoint of a request at the server's level; undefined where it has none. */
function endpointOf(world: World, request: WireRequest, { resource }: Found): Endpoint | undefined {
  const method = methodOf(world, request);
  const endpoint = resource.methods.get(method === "HEAD" ? "GET" : method);
  return endpoint && request.method !== "OPTIONS" && isThere(endpoint, world.server.level) ? endpoint : undefined;
}

/** The answer to a request that no endpoint is there for. */
function withoutEndpoint(world: World, request: WireRequest, found: Found | undefined): Answer {
  const method = methodOf(world, request);
  if (found?.resource.missing.has(method)) return notSimulated(method, request.path);
  const methods = found ? allowed(world, found.resource) : [];
  if (methods.length === 0) return unknownRoute(world, request.path);
  return request.method === "OPTIONS"
    ? new Answer(204, "", { ...apiHeadersAt(world.now), Allow: methods.sort().join(", ") })
    : wrongMethod(world, request.path, methods);
}

const noFiles: readonly never[] = [];

/** The length of what a request brings, in UTF-16 units. */
function sizeOf({ form, query, files = noFiles }: WireRequest): number {
  let size = 0;
  for (const text of form.values()) size += text.length;
  for (const text of query.values()) size += text.length;
  for (const { bytes } of files) size += Math.ceil(bytes.length / 2);
  return size;
}

/** Whether a request comes from a page that nobody is logged in to. */
const isAnonymousPage = ({ credentials }: WireRequest): boolean => credentials.kind === "session" && credentials.session === undefined;

const isSpectator = (world: World, { spectators }: Endpoint, request: WireRequest): boolean =>
  !!spectators && isAnonymousPage(request) && world.server.rulings.spectators === "observed";

/** Whether somebody opens a path of the API as a page, without credentials. */
const isPageOfNobody = ({ credentials, accept }: WireRequest): boolean => credentials.kind === "none" && !!accept?.includes("text/html");

/** The way to the page where one logs in, and from there back. */
const toLogIn = ({ now }: World, path: string): Answer =>
  new Answer(302, "", {
    ...apiHeadersAt(now),
    "Content-Type": "text/html; charset=utf-8",
    Location: `/?next=${encodeURIComponent(path)}`,
  });

function commonHeaders({ now, rateHeaders }: Turn): Headers {
  const headers = jsonHeadersAt(now);
  return rateHeaders ? { ...headers, ...rateHeaders } : headers;
}

/** The account that a request comes from where no answer depends on it: the journal names it. Undefined where nobody is let in. */
function senderOf(world: World, { credentials, method, path }: WireRequest): User | undefined {
  try {
    return authenticate(world, credentials, `${method} ${path}`);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return undefined;
  }
}

/**
 * One request at one instant, through all its stages in their order: route, method, credentials, rate limit, role, parameters,
 * rules, effect, envelope. Refusals are caught in this file; anything else thrown is a bug and stays loud.
 */
export function handle(world: World, routes: Routes, request: WireRequest): Handled {
  const turn = new Turn(world);
  const found = routes.find(request.path);
  const endpoint = found && endpointOf(world, request, found);
  if (!endpoint) {
    const response = withoutEndpoint(world, request, found);
    return { response, caller: senderOf(world, request), turn, unknown: response.status === 404 };
  }
  if (endpoint.allow && isPageOfNobody(request)) return { response: toLogIn(world, request.path), caller: undefined, turn };
  const { path } = found;
  let caller: User | undefined;
  let sender = endpoint.allow ? undefined : senderOf(world, request);
  try {
    if (endpoint.allow && !isSpectator(world, endpoint, request)) {
      caller = authenticate(world, request.credentials, endpoint.route);
      sender = caller;
      countCall(turn, caller);
      endpoint.allow({ realm: world, caller, path });
    }
    turn.size = sizeOf(request);
    const params = decodeParams(world, endpoint, request);
    const { files = noFiles } = request;
    const call = { realm: world, caller, params, path, files, now: world.now, client: clientName(world, request) };
    const reply = endpoint.run(call, turn);
    if (reply instanceof Refusal) throw reply;
    const ignored = has(world, "ignoredParameters") ? unsupported(world, endpoint.params, request) : undefined;
    if (reply instanceof Hold) return { response: new Hold(reply.queue, ignored), caller: sender, turn };
    const headers = commonHeaders(turn);
    if (reply instanceof WithHeaders)
      return { response: success(reply.reply, ignored, { ...headers, ...reply.headers }), caller: sender, turn };
    return { response: success(reply, ignored, headers), caller: sender, turn };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { response: failure(thrown, commonHeaders(turn)), caller: sender, turn };
  }
}
