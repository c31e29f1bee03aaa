import type { Outgoing, Reply } from "../client/target.ts";

type Texts = Readonly<Record<string, string>>;

/** One exchange between a client and a server, as a proxy or a browser wrote it down. */
export interface RecordedExchange {
  /** Its number in the file, from 1. */
  readonly number: number;
  /** When the request was sent, and when its answer had come; milliseconds since 1970. */
  readonly at: number;
  readonly answeredAt: number;
  /** Name of the account; null where the request had no credentials, undefined where it is not known whose they were. */
  readonly as: string | null | undefined;
  readonly method: string;
  /** Path after `/api/v1`. */
  readonly path: string;
  readonly query: Texts;
  readonly form: Texts;
  /** Whether the form had files, or other contents that are not kept. */
  readonly hasFiles: boolean;
  readonly userAgent?: string;
  /** Undefined where no answer came. */
  readonly reply: Reply | undefined;
}

/** The traffic with one server that a file tells of. */
export interface Recording {
  /** Base URL of the server. */
  readonly url: string;
  /** The addresses with which accounts logged in, by the names that the exchanges have for them. */
  readonly cast: Readonly<Record<string, string>>;
  /** In the order of the file. */
  readonly exchanges: readonly RecordedExchange[];
  /** Parts of the file that were left out, one line each. */
  readonly notes: readonly string[];
}

/** A file that is no recording. The message names the place in it, what stands there, and what is accepted. */
export class RecordingError extends Error {
  override name = "RecordingError";

  constructor(place: string, problem: string) {
    super(`${place}: ${problem}`);
  }
}

const isRead = (method: string): boolean => method === "GET" || method === "HEAD" || method === "OPTIONS";

/** Whether a request waits for events. */
export const isPoll = ({ method, path }: RecordedExchange): boolean => method === "GET" && path === "/events";

/** Requests that leave nothing on which later answers depend. */
const traceless = /^\/(register|typing|user_uploads|calls\/.*|server_settings)$/;

/** Whether a request may have changed what later answers show. */
export const isWrite = ({ method, path }: RecordedExchange): boolean => !isRead(method) && !traceless.test(path);

/** The request as the suite sends requests. */
export function outgoing({ as, method, path, query, form, userAgent }: RecordedExchange): Outgoing {
  const agent = userAgent === undefined ? {} : { userAgent };
  const stranger = as === undefined ? { credentials: { kind: "otherScheme", header: "" } as const } : {};
  const inQuery = isRead(method);
  return { as: as ?? null, method, path, fields: inQuery ? query : form, ...(!inQuery && { query }), ...agent, ...stranger };
}
