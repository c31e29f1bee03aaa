import { type RecordedExchange, RecordingError } from "./exchange.ts";
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

/** Whether those who are not logged in may ask this. */
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

/** The senders of a file's requests, as far as it tells. */
interface Callers {
  readonly exchanges: readonly RecordedExchange[];
  readonly notes: readonly string[];
}

/** Returns advice about a file without credentials. */
function advice(exchanges: readonly RecordedExchange[]): string {
  const addresses = [...registered(exchanges)];
  const one = addresses.length === 1 ? `, such as ${addresses[0]}, who registers in it` : "";
  const many = addresses.length > 1 ? `; ${addresses.length} accounts register in it, so export it with sensitive data instead` : "";
  return `no request of the file has credentials, which browsers leave out unless told to export sensitive data, and nothing is compared with the model: --account <address> says whose all requests are${one}${many}`;
}

/**
 * Browsers export no Authorization header unless they are told to. Returns the exchanges of such a file as those of an account that the
 * user names, or of an unknown one with a note that says what to do; those of any other file as they are.
 * @throws RecordingError: an account is named for a file that names its accounts
 */
export function withCallers(exchanges: readonly RecordedExchange[], names: Names, account: string | undefined): Callers {
  if (account !== undefined && names.seesCredentials) throw new RecordingError("--account", "the requests of the file have credentials");
  const isStripped =
    !names.seesCredentials && exchanges.some((one) => one.as === null && !isOpen(one) && one.reply?.body.result === "success");
  if (account === undefined && !isStripped) return { exchanges, notes: [] };
  const as = account === undefined ? undefined : names.of(account);
  const all = exchanges.map((one) => (one.as === null && !isOpen(one) ? { ...one, as } : one));
  return { exchanges: all, notes: account === undefined ? [advice(exchanges)] : [] };
}
