import { present } from "../client/present.ts";
import type { Member, Target } from "../client/target.ts";
import type { Property } from "../declare/property.ts";
import { properties as suite } from "../engine/catalogue.ts";
import { CannotTest, Unreachable } from "./cannot-test.ts";
import { embedded } from "./embedded.ts";
import { specified } from "./probe-routes.ts";
import { type Examined, obstacle, stageFor } from "./understudy.ts";

/** One cast member of a target, without secrets. */
interface Patient {
  readonly name: string;
  /** Null where the server does not tell. */
  readonly user_id: number | null;
  readonly role: Member["role"];
  readonly is_bot: boolean;
  /** Whether the password is known too. */
  readonly password: boolean;
}

/** An account that a target does not give, and how many properties could be tested with it. */
interface MissingAccount {
  readonly name: string;
  readonly role: Member["role"];
  readonly is_bot: boolean;
  readonly adds: number;
}

/** What a target is, and what of it can be tested. It holds no credentials. */
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
  /** The routes of the specification that the server was seen not to have. */
  readonly missingRoutes: readonly string[];
  readonly properties: { readonly all: number; readonly testable: number };
  /** Properties that cannot be tried, by what is missing, most first. */
  readonly untestable: readonly { readonly reason: string; readonly properties: readonly string[] }[];
  /** The accounts of the suite that are missing, the one that adds most first, and what all of them together add. */
  readonly missing: { readonly accounts: readonly MissingAccount[]; readonly together: number };
  /** What could not be learned of the target. */
  readonly notes: readonly string[];
}

type Suite = ReadonlyMap<string, Property>;

async function obstacles(target: Examined, properties: Suite, stage: Target): Promise<Diagnosis["untestable"]> {
  const byReason = new Map<string, string[]>();
  for (const [address, property] of properties) {
    const reason = await obstacle(address, property, target, stage);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), address]);
  }
  const entries = [...byReason].map(([reason, addresses]) => ({ reason, properties: addresses }));
  return entries.sort((a, b) => b.properties.length - a.properties.length);
}

/** Returns how many of some properties can be tried with more accounts. */
async function testableWith(more: readonly string[], target: Examined, properties: Suite, stage: Target): Promise<number> {
  let count = 0;
  for (const [address, property] of properties) if ((await obstacle(address, property, target, stage, more)) === undefined) count++;
  return count;
}

/** @param untestable the properties that cannot be tried with the accounts that the target gives */
async function missingAccounts(target: Examined, untestable: Suite, stage: Target): Promise<Diagnosis["missing"]> {
  const missing = Object.entries(embedded().cast).filter(([name]) => !Object.hasOwn(target.cast, name));
  if (missing.length === 0 || untestable.size === 0) return nobodyMissing;
  const accounts: MissingAccount[] = [];
  for (const [name, { role, is_bot }] of missing)
    accounts.push({ name, role, is_bot, adds: await testableWith([name], target, untestable, stage) });
  const names = missing.map(([name]) => name);
  const [first, ...others] = accounts;
  const together = first && others.length === 0 ? first.adds : await testableWith(names, target, untestable, stage);
  return { accounts: accounts.sort((a, b) => b.adds - a.adds), together };
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
    notes: [],
  };
}

/** Says what a target is and what of it cannot be tested and why, or what is wrong with it. Nothing is sent: properties are tried on an understudy. */
export async function doctor(found: Examined | CannotTest, properties: Suite = suite): Promise<Diagnosis> {
  if (found instanceof CannotTest) return nothing(found, properties);
  const { url, level, brand, steering, cast, channels, notes = [] } = found;
  const stage = await stageFor(found);
  const untestable = await obstacles(found, properties, stage);
  const untried = new Map(
    untestable.flatMap((one) => one.properties.map((address) => [address, present(properties.get(address), address)] as const)),
  );
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
      password: member.password !== null,
    })),
    channels,
    missingRoutes: specified.filter((route) => found.missing?.has(route)),
    properties: { all: properties.size, testable: properties.size - untried.size },
    untestable,
    missing: await missingAccounts(found, untried, stage),
    notes,
  };
}
