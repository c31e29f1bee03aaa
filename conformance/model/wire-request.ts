import { type Simulator, spelled } from "../../sim/index.ts";
import type { Credentials, WireRequest } from "../../sim/protocol/wire.ts";
import type { Outgoing, Target } from "../client/target.ts";
import { untilAnswered } from "../client/thrown.ts";
import { Untestable } from "../expect.ts";

/** Returns a request of the suite as a simulator in this process takes it. */
export function wireRequest(request: Outgoing, credentials: Credentials): WireRequest {
  const { method, path, fields, query = {}, userAgent = "touchstone/1" } = request;
  const inQuery = method === "GET" || method === "HEAD";
  return {
    method,
    path: `/api/v1${path}`,
    query: spelled(inQuery ? { ...query, ...fields } : query),
    form: spelled(inQuery ? {} : fields),
    credentials,
    userAgent,
  };
}

type CastMember = Simulator["cast"][string];

const known = new WeakMap<CastMember, Credentials>();

/** The credentials of a cast member of a simulator: the same object each time, so that the account is looked up once. */
export function credentialsOf(member: CastMember): Credentials {
  let credentials = known.get(member);
  if (!credentials) {
    credentials = { kind: "basic", email: member.email, api_key: member.api_key };
    known.set(member, credentials);
  }
  return credentials;
}

/** Instants that a server may tell, in milliseconds since 1970: not what is meant in other units. */
const plausible = { from: Date.UTC(2000), to: Date.UTC(2100) } as const;

/** The time that it is on the target, in milliseconds since 1970; that of the head of its answers, or of this machine, where it tells none that can be. */
export async function instantOf(target: Target, asked: readonly string[]): Promise<number> {
  const as = asked[0] ?? null;
  // A server without this route tells the time in the head of its answers, or nowhere.
  const reply = await untilAnswered(() => target.send({ as, method: "GET", path: "/realm/presence", fields: {} })).catch(
    (thrown: unknown) => {
      if (!(thrown instanceof Untestable)) throw thrown;
      return undefined;
    },
  );
  const seconds = reply?.body.server_timestamp;
  const told = typeof seconds === "number" ? Math.floor(seconds * 1000) : Number.NaN;
  if (told >= plausible.from && told < plausible.to) return told;
  // A field that is wrong must not make all others look wrong.
  const date = Date.parse(reply?.headers.date ?? "");
  return Number.isFinite(date) ? date : Date.now();
}
