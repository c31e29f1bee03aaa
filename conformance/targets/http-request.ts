import { spelled } from "../../sim/index.ts";
import type { Credentials } from "../../sim/protocol/wire.ts";
import type { OtherHeader, Outgoing } from "../client/target.ts";
import { base64 } from "./platform.ts";
import type { Upload } from "./staging/index.ts";
import type { HttpRequest } from "./transport.ts";

function authorization(credentials: Credentials | OtherHeader): { authorization?: string } {
  if ("header" in credentials) return { authorization: credentials.header };
  if (credentials.kind === "basic") return { authorization: `Basic ${base64(`${credentials.email}:${credentials.api_key}`)}` };
  if (credentials.kind === "none") return {};
  return { authorization: credentials.kind === "malformed" ? `Basic ${base64("touchstone")}` : "Bearer touchstone" };
}

/** Commas may stand in a URL as they are: so 5,000 ids fit where 8 characters an id do. */
const encoded = (fields: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams([...spelled(fields)]).toString().replaceAll("%2C", ",");

/** Returns a request as it goes over the wire. */
export function httpRequest(
  { method, path, fields, query = {}, userAgent = "touchstone/1" }: Outgoing,
  credentials: Credentials | OtherHeader,
): HttpRequest {
  const inQuery = method === "GET" || method === "HEAD";
  const search = encoded(inQuery ? { ...query, ...fields } : query);
  const body = inQuery ? "" : encoded(fields);
  const headers = { "user-agent": userAgent, accept: "application/json", ...authorization(credentials) };
  const typed = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  const at = `/api/v1${path}${search && `?${search}`}`;
  return body === "" ? { method, path: at, headers } : { method, path: at, headers: typed, body };
}

const boundary = "touchstone-upload";

/** Returns an upload of one file as it goes over the wire. */
export function uploaded(path: string, { name, type, content }: Upload, credentials: Credentials | OtherHeader): HttpRequest {
  const disposition = `Content-Disposition: form-data; name="file"; filename="${name}"`;
  const body = `--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
  const headers = { "user-agent": "touchstone/1", "content-type": `multipart/form-data; boundary=${boundary}` };
  return { method: "POST", path: `/api/v1${path}`, headers: { ...headers, ...authorization(credentials) }, body };
}
