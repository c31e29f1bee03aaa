import { givenSubscribers, type Member } from "../client/target.ts";

/** An account as the server tells of it. */
export interface Person {
  readonly user_id: number;
  readonly emails: readonly string[];
  readonly role: Member["role"] | undefined;
  /** Roles that the account is told not to have. */
  readonly otherRoles: readonly Member["role"][];
  readonly is_bot: boolean | undefined;
  readonly isActive: boolean | undefined;
}

/** A channel as one member sees it, as far as the server tells. */
export interface ChannelSight {
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly isArchived: boolean | undefined;
  /** Whether those who subscribe later see what was sent before. */
  readonly sharesHistory: boolean | undefined;
  /** The number of subscribers. */
  readonly subscribers: number | undefined;
}

/** The server as one member sees it. */
export interface Sight {
  /** Whether the server registered an event queue. */
  readonly registers: boolean;
  readonly user_id: number | undefined;
  readonly people: readonly Person[];
  /** Channel ids by name. */
  readonly channels: ReadonlyMap<string, number>;
  readonly channelsById: ReadonlyMap<number, ChannelSight>;
  /** The ids of the channels that the member is subscribed to; undefined where the server does not tell. */
  readonly subscribed: ReadonlySet<number> | undefined;
  /** The bounds that a registration tells, by their names. */
  readonly limits: Readonly<Record<string, number>>;
}

/** The conditions for an account that the suite uses under its name. */
interface WantedAccount {
  readonly role: Member["role"];
  readonly is_bot?: true;
  readonly isDeactivated?: true;
}

/** The accounts of the suite. */
export const wantedAccounts: Readonly<Record<string, WantedAccount>> = {
  alice: { role: "member" },
  bob: { role: "member" },
  cara: { role: "member" },
  dana: { role: "administrator" },
  owen: { role: "owner" },
  gus: { role: "guest" },
  robo: { role: "member", is_bot: true },
  zoe: { role: "member", isDeactivated: true },
};

/** The conditions for a channel that the suite uses under its name. What is not said does not matter. */
interface WantedChannel {
  readonly isPrivate?: boolean;
  readonly isWebPublic?: boolean;
  readonly isArchived?: boolean;
  /** Whether those who subscribe later see what was sent before. */
  readonly sharesHistory?: boolean;
  /** The members of the cast who are subscribed. */
  readonly with?: readonly string[];
  /** The members of the cast who are not. */
  readonly without?: readonly string[];
  /** So many subscribers at least. */
  readonly subscribers?: number;
}

/** The channels of the suite. */
export const wantedChannels: Readonly<Record<string, WantedChannel>> = {
  general: { isPrivate: false, isArchived: false },
  quiet: { isPrivate: false, isArchived: false, with: givenSubscribers.quiet },
  team: { isPrivate: true, isArchived: false, sharesHistory: true, with: givenSubscribers.team, without: ["cara", "gus"] },
  secret: { isPrivate: true, isArchived: false, sharesHistory: false, with: givenSubscribers.secret, without: ["bob", "gus"] },
  "town-square": { isPrivate: false, isWebPublic: true, isArchived: false },
  attic: { isArchived: true },
  crowd: { isPrivate: false, isArchived: false, subscribers: 16 },
};

/** The first value of a field that somebody sees. */
const told = (seen: readonly ChannelSight[], name: "isPrivate" | "isWebPublic" | "isArchived" | "sharesHistory"): boolean | undefined =>
  seen.flatMap((one) => one[name] ?? [])[0];

const facts = [
  ["isPrivate", "private", "not private"],
  ["isWebPublic", "web-public", "not web-public"],
  ["isArchived", "archived", "not archived"],
  ["sharesHistory", "one whose history is open to its subscribers", "one whose history is hidden from later subscribers"],
] as const;

/**
 * Returns what a channel is that it must not be under a name of the suite, in words; undefined where nothing is told against it.
 * @param sights what each account of the cast sees, by its name
 */
export function misfitOf(name: string, id: number, sights: ReadonlyMap<string, Sight>): string | undefined {
  const wanted = wantedChannels[name];
  if (!wanted) return undefined;
  const seen = [...sights.values()].flatMap(({ channelsById }) => channelsById.get(id) ?? []);
  for (const [fact, is, isNot] of facts) {
    const [want, has] = [wanted[fact], told(seen, fact)];
    if (want !== undefined && has !== undefined && want !== has) return want ? `it is ${isNot}` : `it is ${is}`;
  }
  const isIn = (who: string): boolean | undefined => sights.get(who)?.subscribed?.has(id);
  const missing = wanted.with?.find((who) => isIn(who) === false);
  if (missing !== undefined) return `${missing} is not subscribed to it`;
  const surplus = wanted.without?.find((who) => isIn(who) === true);
  if (surplus !== undefined) return `${surplus} is subscribed to it`;
  const count = Math.max(...seen.flatMap(({ subscribers }) => subscribers ?? []), Number.NEGATIVE_INFINITY);
  return wanted.subscribers !== undefined && Number.isFinite(count) && count < wanted.subscribers
    ? `it has ${count} subscribers, and ${wanted.subscribers} are needed`
    : undefined;
}

/** Returns what an account counts as whose role nobody says, in words; undefined for a member. */
export function supposedRole(name: string): string | undefined {
  const role = wantedAccounts[name]?.role ?? "member";
  return role === "member" ? undefined : `${name} counts as ${role}`;
}

/** Returns what an account is that it should not be under a name of the suite, in words. */
export function oddityOf(name: string, { role, is_bot }: Pick<Member, "role" | "is_bot">): string | undefined {
  const wanted = wantedAccounts[name];
  if (!wanted) return undefined;
  if (is_bot !== (wanted.is_bot ?? false))
    return `${name} is ${is_bot ? "a bot" : "no bot"}, as far as is known ("is_bot" in the target file says otherwise)`;
  return role === wanted.role
    ? undefined
    : `${name} is to be of the role ${wanted.role}, and is of the role ${role}: it is used as what it is`;
}
