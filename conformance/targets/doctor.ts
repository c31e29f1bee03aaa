import { properties as suite } from "../catalogue/catalogue.ts";
import { present } from "../client/json.ts";
import { instead, isHeldToObserved, type Member, type Target } from "../client/target.ts";
import { CannotTest, Unreachable } from "../client/thrown.ts";
import type { Property } from "../declare/property.ts";
import { whyUntestable } from "../run/needs.ts";
import { sinceOf } from "../run/properties.ts";
import { type Leaving, leftBy } from "./ledger/entry.ts";
import { alternativesOf, type Given, type Mode, needsTable, unmet } from "./needs/table.ts";
import { specified } from "./probe-routes.ts";
import { type Examined, obstacle, stageFor } from "./substitute.ts";
import { checkTarget } from "./target-values.ts";
import { wantedAccounts } from "./wanted.ts";

/** One cast member of a target, without secrets. */
interface Patient {
  readonly name: string;
  /** Null where the server does not tell. */
  readonly user_id: number | null;
  readonly role: Member["role"];
  readonly is_bot: boolean;
  /** Whether the account is the one that has to be deactivated. */
  readonly is_deactivated: boolean;
  /** Whether the password is known too. */
  readonly password: boolean;
}

/** An account that a target does not give, and how many properties could be tested with it. */
interface MissingAccount {
  readonly name: string;
  readonly role: Member["role"];
  readonly is_bot: boolean;
  /** Whether the account has to be deactivated. */
  readonly is_deactivated: boolean;
  readonly adds: number;
}

/** An endpoint that a server does not have, and how many properties could be tested with it. */
interface MissingRoute {
  readonly route: string;
  readonly adds: number;
}

/** A description of a target, and of what of it can be tested. It holds no credentials. */
export interface Diagnosis {
  readonly format: "touchstone-diagnosis";
  readonly version: 1;
  readonly reachable: boolean;
  /** Why it cannot be tested at all. */
  readonly problem: string | null;
  readonly url: string | null;
  readonly level: number | null;
  readonly brand: string | null;
  readonly control: boolean;
  readonly cast: readonly Patient[];
  readonly channels: Readonly<Record<string, number>>;
  /** The routes that the server was seen not to have: those of the specification in its order, those of queues, and those that prepare, of which none alone adds any. */
  readonly missingRoutes: readonly MissingRoute[];
  readonly properties: { readonly all: number; readonly testable: number };
  /** Properties that cannot be tried, by what is missing, most first. */
  readonly untestable: readonly { readonly reason: string; readonly properties: readonly string[] }[];
  /** The accounts of the suite that are missing, the one that adds most first, and what all of them together add. */
  readonly missing: { readonly accounts: readonly MissingAccount[]; readonly together: number };
  /** The changes that a run of `check` leaves on the target: all else that it changes there it takes back. */
  readonly leaves: readonly Leaving[];
  /** Facts that could not be learned of the target. */
  readonly notes: readonly string[];
}

const registration = "POST /register";

/** Routes beside those of the specification that properties wait for. */
const beside = [registration, "GET /events"];

type Suite = ReadonlyMap<string, Property>;

/** Things that a target could be given beside those it has. */
interface More {
  readonly accounts?: readonly string[];
  readonly route?: string;
}

/** Finds out what of a suite can be tried on a target, by what was measured of each property. Nothing is sent. */
class Checkup {
  readonly #target: Examined;
  readonly #suite: Suite;
  readonly #seen: Given & Pick<Examined, "kind" | "brand" | "steering" | "like">;
  #stage: Promise<Target> | undefined;

  constructor(target: Examined, suite: Suite) {
    this.#target = target;
    const { cast, channels, channelNames, missing, registers, kind, brand, steering, like } = target;
    this.#seen = { cast, channels, channelNames, missing, kind, brand, steering, like, ...(registers !== undefined && { registers }) };
    this.#suite = new Map([...suite].filter(([, { until = Number.POSITIVE_INFINITY }]) => target.level < until));
  }

  get size(): number {
    return this.#suite.size;
  }

  #mode(more: readonly string[]): Mode {
    const { steering, staging } = this.#target;
    if (steering) return "control";
    const stages = staging !== undefined || more.some((name) => ["owner", "administrator"].includes(wantedAccounts[name]?.role ?? ""));
    return isHeldToObserved(this.#seen) ? (stages ? "staged like others" : "bare like others") : stages ? "staged" : "bare";
  }

  /** Returns why a property cannot be tried. One that was not measured is tried on an understudy of the target. */
  async #obstacle(address: string, { accounts = [], route }: More): Promise<string | undefined> {
    const property = present(this.#suite.get(address), address);
    const { level } = this.#target;
    const since = sinceOf(property);
    if (since > level) return `the target is of level ${level}, before ${since}`;
    const { missing } = this.#seen;
    const left = route === undefined ? missing : new Map([...(missing ?? [])].filter(([one]) => one !== route));
    const seen = { ...this.#seen, missing: left, ...(route === registration && { registers: true }) };
    const waits = whyUntestable(address, seen);
    if (waits !== undefined) return waits;
    // The table was measured on a target that may be left groups, channels and emoji.
    const needs = this.#target.spares ? undefined : alternativesOf(needsTable, address, this.#mode(accounts));
    if (needs !== undefined) return unmet(needs, seen, accounts);
    this.#stage ??= stageFor(this.#target);
    return obstacle(address, property, this.#target, await this.#stage, accounts);
  }

  /** The properties that cannot be tried, by what is missing, most first. */
  async untestable(): Promise<Diagnosis["untestable"]> {
    const byReason = new Map<string, string[]>();
    for (const address of this.#suite.keys()) {
      const reason = await this.#obstacle(address, {});
      if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), address]);
    }
    const entries = [...byReason].map(([reason, properties]) => ({ reason, properties }));
    return entries.sort((a, b) => b.properties.length - a.properties.length);
  }

  /** Returns how many of some properties can be tried with more than there is. */
  async #testableWith(more: More, addresses: readonly string[]): Promise<number> {
    let count = 0;
    for (const address of addresses) if ((await this.#obstacle(address, more)) === undefined) count++;
    return count;
  }

  /** @param untestable the properties that cannot be tried with the accounts that the target gives */
  async missingAccounts(untestable: readonly string[]): Promise<Diagnosis["missing"]> {
    const missing = Object.entries(wantedAccounts).filter(([name]) => !Object.hasOwn(this.#target.cast, name));
    if (missing.length === 0 || untestable.length === 0) return nobodyMissing;
    const accounts: MissingAccount[] = [];
    for (const [name, { role, is_bot = false, isDeactivated = false }] of missing)
      accounts.push({
        name,
        role,
        is_bot,
        is_deactivated: isDeactivated,
        adds: await this.#testableWith({ accounts: [name] }, untestable),
      });
    const together = await this.#testableWith({ accounts: missing.map(([name]) => name) }, untestable);
    return { accounts: accounts.sort((a, b) => b.adds - a.adds), together };
  }

  /** @param untestable the properties that cannot be tried with the routes that the server has */
  async missingRoutes(untestable: readonly string[]): Promise<Diagnosis["missingRoutes"]> {
    const routes: MissingRoute[] = [];
    const { missing, registers } = this.#target;
    const isMissing = (route: string): boolean => (missing?.get(route) ?? 0) > 0 || (route === registration && registers === false);
    for (const route of [...specified, ...beside].filter(isMissing))
      routes.push({ route, adds: await this.#testableWith({ route }, untestable) });
    return routes;
  }
}

function userId(member: Member): number | null {
  try {
    return member.user_id;
  } catch {
    return null;
  }
}

const nobodyMissing: Diagnosis["missing"] = { accounts: [], together: 0 };

const header = { format: "touchstone-diagnosis", version: 1 } as const;

function nothing(failure: CannotTest, properties: Suite): Diagnosis {
  return {
    ...header,
    reachable: !(failure instanceof Unreachable),
    problem: failure.message,
    url: null,
    level: null,
    brand: null,
    control: false,
    cast: [],
    channels: {},
    missingRoutes: [],
    properties: { all: properties.size, testable: 0 },
    untestable: [],
    missing: nobodyMissing,
    leaves: [],
    notes: [],
  };
}

/** Routes without which next to nothing can be prepared on a server. */
const leastToPrepare = ["POST /users/me/subscriptions", "PATCH /realm"];

/**
 * Says what a target is and what of it cannot be tested and why, or what is wrong with it. Nothing is sent.
 * @param unprepared the routes that the server was seen not to have of those that prepare what properties need
 */
export async function doctor(
  found: Examined | CannotTest,
  properties: Suite = suite,
  unprepared: readonly string[] = [],
): Promise<Diagnosis> {
  if (found instanceof CannotTest) return nothing(found, properties);
  checkTarget({ target: found });
  const { url, level, brand, steering, cast, channels } = found;
  const target = leastToPrepare.every((route) => unprepared.includes(route)) ? instead(found, { staging: undefined }) : found;
  const notes = [...(found.notes ?? []), ...(unprepared.length > 0 ? [`not there to prepare tests are ${unprepared.join(", ")}`] : [])];
  const checkup = new Checkup(target, properties);
  const untestable = await checkup.untestable();
  const untried = untestable.flatMap((one) => one.properties);
  return {
    ...header,
    reachable: true,
    problem: null,
    url,
    level,
    brand,
    control: steering !== undefined,
    cast: Object.entries(cast).map(([name, member]) => ({
      name,
      user_id: userId(member),
      role: member.role,
      is_bot: member.is_bot,
      is_deactivated: wantedAccounts[name]?.isDeactivated ?? false,
      password: member.password !== null,
    })),
    channels,
    missingRoutes: [...(await checkup.missingRoutes(untried)), ...unprepared.map((route) => ({ route, adds: 0 }))],
    properties: { all: checkup.size, testable: checkup.size - untried.length },
    untestable,
    missing: await checkup.missingAccounts(untried),
    leaves: leftBy(target),
    notes,
  };
}
