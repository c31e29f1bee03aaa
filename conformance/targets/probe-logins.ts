import { absent } from "../catalogue/routes.ts";
import type { Reply } from "../client/target.ts";
import { passOver } from "../client/thrown.ts";
import { type Ask, succeeds } from "./probe-member.ts";
import type { FileMember } from "./target-file.ts";

/** The outcome of logging in with the passwords of a target file, by cast names. */
export interface Logins {
  /** The user ids that were told. */
  readonly ids: ReadonlyMap<string, number>;
  /** The statuses of those that were refused as a wrong password is. */
  readonly refused: ReadonlyMap<string, number>;
}

const wrongPassword = "no account has this password";

const logIn = (ask: Ask, username: string, password: string): Promise<Reply | undefined> =>
  ask({ as: null, method: "POST", path: "/fetch_api_key", fields: { username, password } }).catch(passOver);

const isLike = (one: Reply, other: Reply | undefined): boolean => one.status === other?.status && one.body.code === other.body.code;

/**
 * Logs in once with each password of some accounts, and where one is refused once with a wrong one: how servers refuse those, no sentence says.
 * A server that ails, or has no logins, is asked once.
 */
export async function loginsOf(ask: Ask, members: Iterable<readonly [name: string, member: FileMember]>): Promise<Logins> {
  const ids = new Map<string, number>();
  const refused = new Map<string, number>();
  let wrong: Promise<Reply | undefined> | undefined;
  for (const [name, { email, password }] of members) {
    if (password === undefined) continue;
    const reply = await logIn(ask, email, password);
    if (!reply || reply.status >= 500 || absent.has(reply.status)) break;
    const { user_id } = reply.body;
    if (succeeds(reply) && Number.isSafeInteger(user_id)) ids.set(name, user_id as number);
    if (reply.body.result === "success") continue;
    wrong ??= logIn(ask, email, wrongPassword);
    if (isLike(reply, await wrong)) refused.set(name, reply.status);
  }
  return { ids, refused };
}
