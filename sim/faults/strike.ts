import { jsonHeaders } from "../protocol/envelope.ts";
import { Answer, type Headers, type MetFault, type WireResponse } from "../protocol/wire.ts";
import type { Then } from "./shape.ts";

/** A fault that a request or a held poll has met. */
export interface Met {
  readonly id: string;
  /** Name of the caller. */
  readonly as: string | null;
  readonly does: Then;
}

const nothing = new Answer(0, "", {});

const headerOf = (headers: Headers, name: string): string | undefined =>
  Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];

/** Returns what stands in an answer for which no body was asked. */
function defaultBody(status: number, headers: Headers): object {
  if (status < 400) return { result: "success", msg: "" };
  if (status !== 429) return { result: "error", msg: "A fault was asked for", code: "BAD_REQUEST" };
  const wait = Number(headerOf(headers, "retry-after") ?? Number.NaN);
  return {
    result: "error",
    msg: "API usage exceeded rate limit",
    code: "RATE_LIMIT_HIT",
    ...(Number.isFinite(wait) && { "retry-after": wait }),
  };
}

/** The answer in place of the real one; undefined where the request is handled as usual. */
export function insteadOf({ status, headers = {}, body, drop }: Then): WireResponse | undefined {
  if (drop === true) return nothing;
  if (status === undefined && body === undefined) return undefined;
  const code = status ?? 200;
  if (typeof body === "string") return new Answer(code, body, { ...jsonHeaders, "Content-Type": "text/html; charset=utf-8" });
  return new Answer(code, `${JSON.stringify(body === undefined ? defaultBody(code, headers) : body)}\n`, jsonHeaders);
}

/** Headers with others laid over them, whatever the case of their names. */
function laidOver(headers: Headers, others: Headers): Headers {
  const kept = Object.entries(headers).filter(([name]) => headerOf(others, name.toLowerCase()) === undefined);
  return { ...Object.fromEntries(kept), ...others };
}

/** An answer as the client gets it when a fault has met it. */
export function faultedAnswer({ id, does: { headers, cut_bytes, drop } }: Met, answer: WireResponse): WireResponse {
  const delivery = { fault: id, drop: drop !== undefined, cutBytes: cut_bytes };
  if (drop) return new Answer(0, "", {}, delivery);
  return new Answer(answer.status, answer.text, headers ? laidOver(answer.headers, headers) : answer.headers, delivery);
}

/** Returns what the journal says of a fault: all but the body, which stands in the answer. */
export function markOf({ id, does: { body: _, ...rest } }: Met): MetFault {
  return { id, ...rest };
}
