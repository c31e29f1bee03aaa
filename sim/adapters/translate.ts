import { cut, limits } from "../core/limits.ts";
import { Refusal } from "../core/refusal.ts";
import { remembering } from "../core/remembering.ts";
import { failure } from "../protocol/envelope.ts";
import { percentDecoded } from "../protocol/route.ts";
import { type Credentials, type Fields, type Headers, noFields, type WireFile, type WireResponse } from "../protocol/wire.ts";

/** Reads the bytes of requests for every adapter: credentials, fields, bodies, and the refusals of what is too large. */

/** Nearly all paths begin so. */
const prefix = "/api/v1/";
const firstSegment = /^\/[^/]*(?=\/)/;

/** Whether a path is that at which browsers ask for the same endpoints, logged in by the cookies of a session. */
const isForBrowsers = (path: string): boolean => !path.startsWith(prefix) && percentDecoded(firstSegment.exec(path)?.[0] ?? "") === "/json";

/** Whether a path, as it was sent, is below that of the API. */
export const isApi = (path: string): boolean => path.startsWith(prefix) || /^\/(api\/v1|json)\//.test(percentDecoded(path));

/** The path in the API that a path stands for. */
export const apiPath = (path: string): string => (isForBrowsers(path) ? path.replace(firstSegment, "/api/v1") : path);

const none: Credentials = { kind: "none" };
const malformed: Credentials = { kind: "malformed" };
const otherScheme: Credentials = { kind: "otherScheme" };

/** Whole groups of four, then a padded rest or nothing; what follows the padding is not looked at. */
const base64 = /^((?:[A-Za-z0-9+/]{4})*)([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|=*$)/;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Base64 as servers read it: characters that do not belong are skipped, padding is required. */
function decoded(text: string): string | undefined {
  const [match, whole = "", rest = ""] = base64.exec(text.replace(/[^A-Za-z0-9+/=]/g, "")) ?? [];
  if (match === undefined) return undefined;
  try {
    const binary = atob(whole + rest.replace(/^=+$/, ""));
    return strictUtf8.decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function readAuthorization(header: string): Credentials {
  const [scheme = "", pair, ...more] = header.trim().split(/\s+/);
  if (pair === undefined || more.length > 0) return malformed;
  if (scheme.toLowerCase() !== "basic") return otherScheme;
  const [email, api_key, ...others] = decoded(pair)?.split(":") ?? [];
  return email === undefined || api_key === undefined || others.length > 0 ? malformed : { kind: "basic", email, api_key };
}

const knownAuthorization = remembering(readAuthorization);

/** The credentials in an Authorization header. */
const credentialsOf = (header: string | null | undefined): Credentials =>
  header === undefined || header === null ? none : knownAuthorization(header);

/** The value of a header, whose name is given in lower case. */
type HeaderOf = (name: string) => string | null | undefined;

/** The cookies that a request brings, by name. */
function cookiesOf(header: string | null | undefined): ReadonlyMap<string, string> {
  const pairs = (header ?? "").split(";").map((pair) => pair.split("="));
  return new Map(pairs.map(([name = "", ...value]) => [name.trim(), value.join("=").trim()]));
}

/** Returns who sends a request: below `/json` by the cookies of a session, elsewhere by the Authorization header. */
export function senderOf(path: string, header: HeaderOf, form: Fields): Credentials {
  if (!isForBrowsers(path)) return credentialsOf(header("authorization"));
  const cookies = cookiesOf(header("cookie"));
  const sentToken = header("x-csrftoken") ?? form.get("csrfmiddlewaretoken");
  return { kind: "session", session: cookies.get("sessionid"), cookieToken: cookies.get("csrftoken"), sentToken };
}

/** Returns who asks for a file: by the Authorization header, else by the cookie of a session. */
export function readerOf(header: HeaderOf): Credentials {
  const session = cookiesOf(header("cookie")).get("sessionid");
  const authorization = header("authorization");
  if (authorization || session === undefined) return credentialsOf(authorization);
  return { kind: "session", session, cookieToken: undefined, sentToken: undefined };
}

/** The way in which the fields of a body are read: `ignored` where it holds none that a server looks at. */
type BodyKind = "ignored" | "urlencoded" | "multipart";

export function bodyKind(method: string, contentType: string | null | undefined): BodyKind {
  if (method === "GET" || method === "HEAD" || !contentType) return "ignored";
  const semicolon = contentType.indexOf(";");
  const type = (semicolon < 0 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") return "urlencoded";
  return type === "multipart/form-data" ? "multipart" : "ignored";
}

/** The content of a body. */
export interface Form {
  readonly fields: Fields;
  readonly files?: readonly WireFile[];
  /** Content-Type of a body that is no form, empty where the sender did not say. */
  readonly unreadType?: string;
}

export const noForm: Form = { fields: noFields };

const decoder = new TextDecoder();
const [multipartBytes, mostParts] = [limits.multipartBytes, 10_000];

/** Reads a form in parts; what has no name is left out. @throws MultipartParseError: it is not well-formed */
async function readMultipart(bytes: Uint8Array, contentType: string): Promise<Required<Pick<Form, "fields" | "files">>> {
  const { parseMultipart, getMultipartBoundary, MultipartParseError } = await import("@remix-run/multipart-parser");
  const boundary = getMultipartBoundary(contentType);
  if (!boundary) throw new MultipartParseError("the header Content-Type has no boundary");
  const fields = new Map<string, string>();
  const files: WireFile[] = [];
  const bounds = { maxFileSize: multipartBytes, maxTotalSize: multipartBytes, maxParts: mostParts };
  for (const { name, filename, mediaType = "", isFile, bytes: content } of parseMultipart(bytes, { boundary, ...bounds })) {
    if (name === undefined) continue;
    if (isFile) files.push({ name: filename ?? "", type: mediaType, bytes: Uint8Array.from(content) });
    else fields.set(name, decoder.decode(content));
  }
  return { fields, files };
}

/** The fields and files of a multipart form. @throws Refusal: it is not well-formed, or too large without its files */
export async function multipartForm(bytes: Uint8Array, contentType: string): Promise<Form> {
  if (bytes.length === 0) return noForm;
  const { fields, files } = await readMultipart(bytes, contentType).catch((thrown) => {
    throw new Refusal(`The body is not well-formed multipart/form-data: ${thrown instanceof Error ? thrown.message : thrown}`);
  });
  const inFiles = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes.length - inFiles > limits.bodyBytes) throw tooLarge(limits.bodyBytes);
  return { fields, files };
}

/** The most bytes that are read of a body. Those with files may be large. */
export const bodyLimit = (method: string, contentType: string | null | undefined): number =>
  bodyKind(method, contentType) === "multipart" ? limits.multipartBytes : limits.bodyBytes;

const tooLarge = (most: number): Refusal =>
  new Refusal(`The body is larger than ${most} bytes, which is the most that is read`, { status: 413 });

export const bodyTooLarge = (most: number): WireResponse => failure(tooLarge(most));

/** The first bytes of a body, never all of it. */
export const cutShort = (body: Uint8Array, most: number): Uint8Array => body.subarray(0, Math.max(0, Math.min(most, body.length - 1)));

export const pathTooLong: WireResponse = failure(
  new Refusal(`The path is longer than ${limits.pathLength} characters, which is the most that is read`, { status: 414 }),
);

/** Returns what stands outside the API. @param isSteered whether the inspector is served */
export function nothingAt(path: string, isSteered = false): WireResponse {
  const inspector = isSteered ? ", the inspector at /_control/" : "";
  return failure(
    new Refusal(`There is nothing at ${cut(path, 200).toWellFormed()}: the API is below /api/v1${inspector}`, { status: 404 }),
  );
}

/** Let web pages of any origin read the API, as the web server in front of a real one does. */
export const corsHeaders: Headers = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Authorization, Content-Type",
  "Access-Control-Allow-Methods": "GET, POST, DELETE, PUT, PATCH, HEAD",
  "Access-Control-Expose-Headers": "Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
};
