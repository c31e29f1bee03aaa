import type { RecordedExchange } from "./exchange.ts";
import { header } from "./har-body.ts";
import type { Json } from "./values.ts";

const basic = /^Basic +([A-Za-z0-9+/=]+)$/i;

/** Names accounts by the part of their address before the `@`, a number behind it where another has it. */
export class Names {
  readonly cast: Record<string, string> = {};
  #sees = false;

  /** Whether some request so far had an Authorization header. */
  get seesCredentials(): boolean {
    return this.#sees;
  }

  of(email: string): string {
    const known = Object.keys(this.cast).find((name) => this.cast[name] === email);
    if (known !== undefined) return known;
    const plain = (email.split("@")[0] ?? "").replace(/[^\w.-]/g, "") || "account";
    let name = plain;
    for (let i = 2; Object.hasOwn(this.cast, name); i++) name = `${plain}${i}`;
    this.cast[name] = email;
    return name;
  }

  /** The account of a request: null without credentials, undefined with those that name nobody. */
  caller(request: Json, place: string): string | null | undefined {
    const given = header(request, "authorization", place);
    this.#sees ||= given !== undefined;
    if (given === undefined) return header(request, "cookie", place) === undefined ? null : undefined;
    const token = basic.exec(given)?.[1];
    const email = token === undefined ? undefined : credentialsIn(token)?.split(":")[0];
    return email ? this.of(email) : undefined;
  }
}

function credentialsIn(token: string): string | undefined {
  try {
    return atob(token);
  } catch {
    return undefined;
  }
}

/** What is asked by those who are not logged in. */
const isOpen = ({ path }: RecordedExchange): boolean => /^\/(server_settings|(dev_)?fetch_api_key|dev_list_users)$/.test(path);

/** The addresses of the accounts whose registrations a file holds, as their answers tell them. */
function registered(exchanges: readonly RecordedExchange[]): ReadonlySet<string> {
  const own = exchanges.flatMap(({ method, path, reply }) => {
    if (method !== "POST" || path !== "/register" || reply?.body.result !== "success" || reply.body.user_id === undefined) return [];
    const { delivery_email, email } = reply.body;
    return [delivery_email, email].filter((address) => typeof address === "string").slice(0, 1);
  });
  return new Set(own);
}

const howToKeep = "browsers leave Authorization out unless told to export sensitive data, and touchstone record needs no browser";

/** What a file tells of who sent its requests. */
interface Callers {
  readonly exchanges: readonly RecordedExchange[];
  readonly notes: readonly string[];
}

/**
 * Browsers export no Authorization header unless they are told to. Returns the exchanges of such a file as those of the one account that
 * registers in it, or as those of an unknown one, with a note that says so; any other file as it is.
 */
export function withCallers(exchanges: readonly RecordedExchange[], names: Names): Callers {
  const sent = exchanges.filter((one) => !isOpen(one));
  if (names.seesCredentials || !sent.some(({ as, reply }) => as === null && reply?.body.result === "success"))
    return { exchanges, notes: [] };
  const [email, ...others] = registered(exchanges);
  const isOne = email !== undefined && others.length === 0;
  const as = isOne ? names.of(email) : undefined;
  const why = email === undefined ? "no registration tells whose they are" : `${others.length + 1} accounts register in it`;
  const note = isOne
    ? `no request of the file has credentials; all are taken to be those of ${email}, who registers in it`
    : `no request of the file has credentials, and ${why}: nothing is compared with the model (${howToKeep})`;
  return { exchanges: exchanges.map((one) => (one.as === null && !isOpen(one) ? { ...one, as } : one)), notes: [note] };
}
