import { drawnFrom, fnv1a } from "../core/rng.ts";
import { chanceOf, defaultUrl, type ServerSettings } from "../core/server.ts";
import type { World } from "../core/world.ts";
import { Hold } from "../protocol/endpoint.ts";
import { type Handled, handle } from "../protocol/handle.ts";
import type { Routes } from "../protocol/route.ts";
import { Answer, type Headers, type WireRequest, type WireResponse } from "../protocol/wire.ts";
import { variedText, varyBody } from "./body.ts";

type Change = (server: ServerSettings, headers: Headers) => Headers;

const retryAfter: Change = (server, headers) => {
  const seconds = headers["Retry-After"];
  if (seconds === undefined || !chanceOf(server, "retry-after")) return headers;
  return { ...headers, "Retry-After": String(Math.ceil(Number(seconds))) };
};

const furtherHeaders: Change = (server, headers) => {
  const next = chanceOf(server, "further-headers");
  if (!next) return headers;
  const further = { Server: drawnFrom(["nginx", "Apache/2.4 (Unix)"], next), "X-Newer-Header": `of a newer server, ${next(1000)}` };
  const type = headers["Content-Type"];
  const charset = type === "application/json" && next(2) === 0 ? { "Content-Type": `${type}; charset=utf-8` } : {};
  return { ...headers, ...charset, ...further };
};

const headerCase: Change = (server, headers) => {
  const next = chanceOf(server, "header-case");
  if (!next) return headers;
  const isUpper = next(2) === 0;
  const other = Object.entries(headers).map(([name, value]) => [isUpper ? name.toUpperCase() : name.toLowerCase(), value] as const);
  // Two lines of one name are two spellings of it, which have to stay apart.
  return new Set(other.map(([name]) => name)).size < other.length ? headers : Object.fromEntries(other);
};

/** The headers of an answer in the server's variations. */
const variedHeaders = (server: ServerSettings, headers: Headers): Headers =>
  headerCase(server, furtherHeaders(server, retryAfter(server, headers)));

/** An answer as the server gives it in its variations; the same where it has none. */
export function varied(world: World, request: WireRequest, answer: WireResponse): WireResponse {
  const { server } = world;
  if (!server.varying) return answer;
  if (!answer.text.startsWith("{")) return new Answer(answer.status, answer.text, variedHeaders(server, answer.headers));
  // The same answer varies in the same way, whenever it is given and at whatever address the server is reached.
  const mark = fnv1a(answer.text.replaceAll(server.url, defaultUrl));
  const said = { status: answer.status, body: { ...answer.body } };
  varyBody({ world, request }, said, mark);
  return new Answer(said.status, variedText(server, said.body, mark), variedHeaders(server, answer.headers));
}

/** Like handle, but the answer is as the server gives it in its variations. */
export function handleVaried(world: World, routes: Routes, request: WireRequest): Handled {
  const handled = handle(world, routes, request);
  const { response } = handled;
  return !world.server.varying || response instanceof Hold ? handled : { ...handled, response: varied(world, request, response) };
}
