import { type Draw, one } from "./texts.ts";

/** A request as it goes over the wire. */
export interface SoakRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** After how many milliseconds the client goes away; undefined where it waits for the answer. */
  readonly patience?: number;
}

/** Facts that requests are made of: the server's description, and what the answers so far have told. */
export interface Known {
  readonly cast: Readonly<Record<string, { readonly user_id: number; readonly email: string; readonly api_key: string }>>;
  readonly channels: Readonly<Record<string, { readonly stream_id: number }>>;
  /** The newest message id that an answer named. */
  newest: number;
  /** The message id from which on none was cleared away yet. */
  oldest: number;
  /** Queues with their owners, the newest last. */
  readonly queues: (readonly [string, string])[];
  /** Routes such as `POST /messages` with the names of their fields. */
  readonly routes: readonly (readonly [string, readonly string[]])[];
}

export type Fields = Readonly<Record<string, unknown>>;
export type Make = (draw: Draw, known: Known) => SoakRequest;

export const text = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

const encoded = (fields: Fields): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, text(value)] as [string, string])).toString();

export function authorization({ cast }: Known, who: string): Record<string, string> {
  const member = cast[who];
  return member ? { authorization: `Basic ${Buffer.from(`${member.email}:${member.api_key}`).toString("base64")}` } : {};
}

export function api(known: Known, who: string, route: string, fields: Fields): SoakRequest {
  const [method = "", bare = ""] = route.split(" ");
  const path = `/api/v1${bare}`;
  const headers = authorization(known, who);
  if (method === "GET") return { method, path: `${path}?${encoded(fields)}`, headers, body: null };
  return { method, path, headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: encoded(fields) };
}

export const anyone = (draw: Draw, { cast }: Known): string => one(draw, Object.keys(cast));

export const userIds = ({ cast }: Known): number[] => Object.values(cast).map(({ user_id }) => user_id);
