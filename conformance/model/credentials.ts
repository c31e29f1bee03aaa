import type { Simulator } from "../../sim/index.ts";
import type { Credentials } from "../../sim/protocol/wire.ts";

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
