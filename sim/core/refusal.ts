/** Names of refusals that programs tell apart where their codes do not. They are never sent: a test server's texts are for people. */
export type RefusalId =
  | "in the group"
  | "not in the group"
  | "group name in use"
  | "guest"
  | `${string} for a system group`
  | "unknown channel"
  | "unknown device"
  | `${string} under two names`
  | "deactivated recipient"
  | "empty content"
  | "no recipients"
  | "no permission";

/**
 * An error answer on its way out: thrown in the first half of a request, caught in protocol/handle.ts only. It is no Error: nothing
 * went wrong, and to note where it was thrown would cost more than all else that a refusal does.
 */
export class Refusal {
  readonly message: string;
  readonly status: number;
  readonly code: string;
  /** Fields beside `result`, `msg` and `code`. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The HTML that is sent instead of JSON; undefined for JSON. */
  readonly page: string | undefined;
  /** Undefined where nobody tells it apart from others of its code. */
  readonly id: RefusalId | undefined;

  constructor(
    msg: string,
    {
      status = 400,
      code = "BAD_REQUEST",
      extra = {},
      headers = {},
      page,
      id,
    }: Partial<Pick<Refusal, "status" | "code" | "extra" | "headers" | "page" | "id">> = {},
  ) {
    this.message = msg;
    this.status = status;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
    this.page = page;
    this.id = id;
  }
}

/** Refuses with a code; without one, with the generic BAD_REQUEST. */
export function refuse(msg: string, code = "BAD_REQUEST", extra: Readonly<Record<string, unknown>> = {}): never {
  throw new Refusal(msg, { code, extra });
}

/** Refuses under a name; without a code with the generic BAD_REQUEST. */
export function refuseAs(id: RefusalId, msg: string, code = "BAD_REQUEST", extra: Readonly<Record<string, unknown>> = {}): never {
  throw new Refusal(msg, { id, code, extra });
}

const missing = (name: string): string => `Missing '${name}' argument`;

/** Refuses a request without a parameter that it must have. @refuses REQUEST_VARIABLE_MISSING (var_name) */
export function refuseMissing(name: string): never {
  return refuse(missing(name), "REQUEST_VARIABLE_MISSING", { var_name: name });
}

/** Refuses a request without a parameter that only the other parameters make necessary. @refuses BAD_REQUEST */
export function refuseUnfinished(name: string, end = ""): never {
  return refuse(missing(name) + end);
}

/** Refuses what the caller has no permission for, in the words that most endpoints have for it. */
export function refusePermission(): never {
  return refuseAs("no permission", "Insufficient permission");
}
