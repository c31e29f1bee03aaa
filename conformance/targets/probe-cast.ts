import { present } from "../client/json.ts";
import { isKnown, type Member } from "../client/target.ts";
import { CannotTest } from "../client/thrown.ts";
import { refusedKeyNote } from "../results/refused-keys.ts";
import type { LearnedIds } from "./probe-ids.ts";
import { type Logins, loginsOf } from "./probe-logins.ts";
import { type Ask, contradictionsOf, isRoleUnknown, isSeenActive, memberOf, openRoutes, refusal, sightOf } from "./probe-member.ts";
import { type FileMember, type TargetFile, TargetFileError } from "./target-file.ts";
import { oddityOf, type Person, type Sight, supposedRole } from "./wanted.ts";

/** The file whose accounts are tried, and how the server is asked. */
interface Probe {
  /** Whether people log in with passwords. */
  readonly logsIn: boolean;
  readonly ask: Ask;
  readonly file: TargetFile;
  readonly notes: string[];
}

/** Asks with each account whether its credentials are taken. Returns how they are refused, by name. */
async function refusals({ ask, file }: Probe): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  const isOpen = openRoutes(ask);
  for (const [name, given] of Object.entries(file.cast)) {
    const why = given.active === false ? undefined : await refusal(ask, given, isOpen);
    if (why !== undefined) refused.set(name, why);
  }
  return refused;
}

/** Returns what helps where the code of a refusal is that for deactivated accounts. */
const hintOf = (why: string): string =>
  /DEACTIVATED/.test(why) ? ' ("active": false in the target file says that it is deactivated)' : "";

/** The accounts whose credentials are taken, those that are deactivated, and what each sees. */
interface Admitted {
  readonly members: readonly (readonly [name: string, member: FileMember])[];
  readonly sights: Map<string, Sight>;
  readonly people: readonly Person[];
}

/** Tries the credentials of the file. Notes who is left out, and why. @throws CannotTest: all are refused */
async function admitted(probe: Probe): Promise<Admitted> {
  const { ask, file, notes } = probe;
  const members = Object.entries(file.cast);
  const refused = await refusals(probe);
  const sights = new Map<string, Sight>();
  // One after the other: a server that is slow with one registration is slower still with thirty at once.
  for (const [name, given] of members) if (given.active !== false && !refused.has(name)) sights.set(name, await sightOf(ask, given));
  const people: Person[] = [...sights.values()].flatMap((sight) => [...sight.people]);
  // Servers refuse the key of a deactivated account as any wrong one; others see what became of the account.
  const given = (name: string) => present(file.cast[name], `account ${name}`);
  const isActive = (name: string): boolean | undefined => isSeenActive(given(name), people);
  const shut = new Map([...refused].filter(([name]) => isActive(name) !== false));
  // One account that is not let in is no reason to try none of the others.
  if (sights.size === 0 && shut.size > 0)
    throw new CannotTest(`credentials are refused for ${[...shut].map(([name, why]) => `${name} (${why})`).join(", ")}`);
  for (const [name, why] of shut) notes.push(refusedKeyNote(name, `${why}${hintOf(why)}`));
  for (const name of refused.keys()) if (!shut.has(name)) notes.push(`${name} (${given(name).email}) is deactivated`);
  // Where the suite counts on a deactivated account, an active one would be held against the server.
  const alive = members.filter(([name, { active }]) => active === false && isActive(name)).map(([name]) => name);
  for (const name of alive) notes.push(`${name} is left out, since it is not to be active, and the server tells that it is`);
  return { members: members.filter(([name]) => !shut.has(name) && !alive.includes(name)), sights, people };
}

/** Logs in with the passwords. Returns the accounts without those that are refused as wrong ones, and the ids that were told. */
async function loggedIn(
  { ask, logsIn, notes }: Probe,
  { members, sights }: Admitted,
): Promise<Pick<Admitted, "members"> & Pick<Logins, "ids">> {
  const { ids, refused } = await loginsOf(ask, logsIn ? members.filter(([name]) => sights.has(name)) : []);
  for (const [name, status] of refused) {
    const why = `POST /fetch_api_key answers ${status} to it as to a wrong one`;
    notes.push(`cast.${name}.password may be wrong: ${why}; what logs in as ${name} waits for the right one`);
  }
  const without = (name: string, member: FileMember): FileMember => (refused.has(name) ? { ...member, password: undefined } : member);
  return { members: members.map(([name, member]) => [name, without(name, member)]), ids };
}

/**
 * Tries the credentials of the file, and learns who the accounts are. Notes what is wrong.
 * @throws CannotTest: all are refused; TargetFileError: the server contradicts an id, or two names are one account
 */
export async function castOf(probe: Probe, ids: LearnedIds): Promise<{ cast: Record<string, Member>; sights: Map<string, Sight> }> {
  const { file, notes } = probe;
  const all = await admitted(probe);
  const { sights, people } = all;
  const { members, ids: told } = await loggedIn(probe, all);
  const cast = Object.fromEntries(members.map(([name, given]) => [name, memberOf(name, given, sights.get(name), people)]));
  const unknown: string[] = [];
  for (const [name, given] of members) {
    if (isKnown(present(cast[name], name)) || !sights.has(name)) continue;
    const user_id = told.get(name) ?? (await ids.userOf(given));
    if (user_id === undefined) unknown.push(name);
    else cast[name] = memberOf(name, { ...given, user_id }, sights.get(name), people);
  }
  if (unknown.length > 0) notes.push(`no user id is known of ${unknown.join(", ")}: the cast takes it, as user_id`);
  requireOneAccountEach(file, cast, sights);
  for (const [name, given] of Object.entries(file.cast)) {
    const { role, is_bot } = cast[name] ?? {};
    notes.push(...contradictionsOf(name, given, { role, is_bot, active: isSeenActive(given, people) }));
  }
  const isUnknown = ([name, given]: (typeof members)[number]): boolean => isRoleUnknown(given, sights.get(name), people);
  const roles = members.filter(isUnknown).flatMap(([name]) => supposedRole(name) ?? []);
  if (roles.length > 0) notes.push(`nobody says the role of some: ${roles.join(", ")} ("role" in the target file says otherwise)`);
  for (const [name] of members) {
    const odd = oddityOf(name, present(cast[name], name));
    if (odd !== undefined) notes.push(odd);
  }
  if ([...sights.values()].some(({ registers }) => !registers)) notes.push("the server registers no event queues: POST /register");
  return { cast, sights };
}

/** @throws TargetFileError: an account has another id than the file says, or two names are one account */
function requireOneAccountEach(file: TargetFile, cast: Readonly<Record<string, Member>>, sights: ReadonlyMap<string, Sight>): void {
  const owners = new Map<unknown, string>();
  for (const [name, member] of Object.entries(cast)) {
    const [given, told] = [file.cast[name]?.user_id, sights.get(name)?.user_id];
    if (given !== undefined && told !== undefined && given !== told)
      throw new TargetFileError(`cast.${name}.user_id`, `got ${given}, and the server tells ${told}`);
    const keys = [file.cast[name]?.email ?? member.email, ...(isKnown(member) ? [member.user_id] : [])];
    const former = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
    if (former !== undefined)
      throw new TargetFileError(`cast.${name}`, `got the account of ${former}, expected one of its own for each name`);
    for (const key of keys) owners.set(key, name);
  }
}
