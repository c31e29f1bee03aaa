import { drawnFrom } from "../core/rng.ts";
import { chanceOf, type ServerSettings } from "../core/server.ts";
import type { Headers } from "../protocol/wire.ts";

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

const upper = (name: string): string => name.toUpperCase();
const lower = (name: string): string => name.toLowerCase();

const headerCase: Change = (server, headers) => {
  const spelled = [upper, lower][chanceOf(server, "header-case")?.(2) ?? 2];
  if (!spelled) return headers;
  const other = Object.entries(headers).map(([name, value]) => [spelled(name), value] as const);
  // Two lines of one name are two spellings of it, which have to stay apart.
  return new Set(other.map(([name]) => name)).size < other.length ? headers : Object.fromEntries(other);
};

/** The headers of an answer in the server's variations. */
export const variedHeaders = (server: ServerSettings, headers: Headers): Headers =>
  headerCase(server, furtherHeaders(server, retryAfter(server, headers)));
