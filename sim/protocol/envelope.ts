import type { Refusal } from "../core/refusal.ts";
import { fieldsParts, type Reply } from "./json-parts.ts";
import { Answer, type Headers } from "./wire.ts";

/** Headers that every answer in the envelope has. */
export const jsonHeaders: Headers = {
  "Content-Type": "application/json",
  "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private",
  "Content-Language": "en",
  Vary: "Accept-Language",
};

/** A success in the envelope (Conventions 4 and 5). */
export function success(reply: Reply, ignored?: readonly string[], headers = jsonHeaders): Answer {
  const end = ignored ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}\n` : "}\n";
  return new Answer(200, [...fieldsParts('{"result":"success","msg":""', reply), end], headers);
}

/** A refusal in the envelope (Conventions 6; Errors), or as the page that it is. */
export function failure({ status, code, message, extra, headers, page, id }: Refusal, common = jsonHeaders): Answer {
  if (page !== undefined) return new Answer(status, page, { ...common, "Content-Type": "text/html; charset=utf-8", ...headers });
  const parts = fieldsParts(`{"result":"error","msg":${JSON.stringify(message)},"code":${JSON.stringify(code)}`, extra);
  return new Answer(status, [...parts, "}\n"], { ...common, ...headers }, undefined, id);
}
