import { isObject } from "../client/json.ts";
import type { Reply } from "../client/target.ts";
import type { RecordedExchange } from "./exchange.ts";
import { type Json, list, object } from "./values.ts";

/** A header by its name, in any case; undefined where there is none. */
export function header(request: Json, wanted: string, place: string): string | undefined {
  if (request.headers === undefined) return undefined;
  for (const [i, item] of list(request.headers, `${place}.headers`).entries()) {
    const { name, value } = object(item, `${place}.headers[${i}]`);
    if (typeof name === "string" && name.toLowerCase() === wanted && typeof value === "string") return value;
  }
  return undefined;
}

/** Names and values of a list such as `queryString`; of a repeated name the last. Files have no value. */
function pairs(value: unknown, place: string): Record<string, string> {
  if (value === undefined) return {};
  const named = list(value, place).map((item, i) => object(item, `${place}[${i}]`));
  return Object.fromEntries(named.map(({ name, value: given }) => [String(name), typeof given === "string" ? given : ""]));
}

export const decoded = (form: string): Record<string, string> => Object.fromEntries(new URLSearchParams(form));

type Form = Pick<RecordedExchange, "form" | "hasFiles">;

const nothing: Form = { form: {}, hasFiles: false };
const notKept: Form = { form: {}, hasFiles: true };

/** Reads the parts of a body of the type multipart/form-data (RFC 7578). */
function parts(body: string, boundary: string): Form {
  const form: Record<string, string> = {};
  let hasFiles = false;
  for (const part of `\r\n${body}`.split(`\r\n--${boundary}`).slice(1)) {
    const end = part.indexOf("\r\n\r\n");
    const name = /[; ]name="([^"]*)"/i.exec(part.slice(0, end))?.[1];
    if (end === -1 || name === undefined) continue;
    if (/[; ]filename=/i.test(part.slice(0, end))) hasFiles = true;
    else form[unescaped(name)] = part.slice(end + 4);
  }
  return { form, hasFiles };
}

/** A name as it was before a browser wrote it into a header of a part. */
const unescaped = (name: string): string => name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");

/** Whether a request had a body, of which the file tells nothing: Chromium writes down no body that it reads from a Blob. */
const hadBody = (request: Json, place: string): boolean =>
  header(request, "content-type", place)?.startsWith("multipart/") === true || Number(header(request, "content-length", place) ?? 0) > 0;

/** Returns the fields of a request's form. */
export function formOf(request: Json, place: string): Form {
  if (request.postData === undefined) return hadBody(request, place) ? notKept : nothing;
  const { mimeType, text, params } = object(request.postData, `${place}.postData`);
  const type = String(mimeType);
  if (type.startsWith("application/json")) return nothing;
  const isOfParts = type.startsWith("multipart/");
  // Browsers write what stands in params still encoded, or leave them empty: the text is certain.
  if (typeof text === "string" && text !== "") {
    if (!isOfParts) return { form: decoded(text), hasFiles: false };
    const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
    return boundary === undefined ? notKept : parts(text, boundary);
  }
  const form = pairs(params, `${place}.postData.params`);
  if (Object.keys(form).length === 0 && hadBody(request, place)) return notKept;
  return { form, hasFiles: isOfParts };
}

/** Returns the body of an answer, empty where that is no JSON object; undefined where the file was made without what answers hold. */
export function bodyOf(response: Json): Reply["body"] | undefined {
  const { text, encoding, size } = isObject(response.content) ? response.content : {};
  if (typeof text !== "string") return size === 0 ? {} : undefined;
  try {
    const plain = encoding === "base64" ? new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0))) : text;
    const value: unknown = JSON.parse(plain);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
