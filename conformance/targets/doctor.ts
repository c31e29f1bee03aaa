import { newestLevel } from "../../sim/index.ts";
import type { Member, Outgoing, Reply, Steering, Target } from "../client/target.ts";
import type { Property } from "../declare/property.ts";
import { properties as suite } from "../engine/catalogue.ts";
import { runProperty } from "../engine/properties.ts";
import { Untestable } from "../expect.ts";
import { CannotTest, Unreachable } from "./cannot-test.ts";
import { embedded } from "./embedded.ts";

/** One cast member of a target, without secrets. */
export interface Patient {
  readonly name: string;
  /** Null where the server does not tell. */
  readonly user_id: number | null;
  readonly role: Member["role"];
  readonly is_bot: boolean;
  /** Whether the password is known too. */
  readonly password: boolean;
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
  readonly properties: { readonly all: number; readonly testable: number };
  /** Properties that cannot be tried, by what is missing, most first. */
  readonly untestable: readonly { readonly reason: string; readonly properties: readonly string[] }[];
  /** What could not be learned of the target. */
  readonly notes: readonly string[];
}

/** A live target tells more of itself than any target does. */
type Examined = Target & { readonly registers?: boolean; readonly notes?: readonly string[] };

/** The simulator with no more than a target gives: the same cast and channels, and what it does not offer refused. */
class Understudy implements Target {
  readonly kind: Target["kind"];
  readonly url = "";
  readonly namespace = "";
  readonly level: number;
  readonly brand: string;
  readonly cast: Readonly<Record<string, Member>>;
  readonly channels: Readonly<Record<string, number>>;
  readonly steering: Steering | undefined;
  readonly #model: Examined;
  readonly #inner: Target;
  readonly #unlike: () => void;

  /** @param unlike called where the simulator has no such endpoint, although the target may */
  constructor(model: Examined, inner: Target, unlike: () => void) {
    this.#model = model;
    this.#inner = inner;
    this.#unlike = unlike;
    this.kind = model.kind;
    this.level = model.level;
    this.brand = model.brand;
    const members = Object.entries(inner.cast).filter(([name]) => Object.hasOwn(model.cast, name));
    this.cast = Object.fromEntries(
      members.map(([name, member]) => [name, { ...member, password: model.cast[name]!.password === null ? null : member.password }]),
    );
    this.channels = Object.fromEntries(Object.entries(inner.channels).filter(([name]) => Object.hasOwn(model.channels, name)));
    this.steering = model.steering && inner.steering;
  }

  async send(request: Outgoing): Promise<Reply | undefined> {
    if (this.#model.registers === false && request.path === "/register") throw new Untestable("the target registers no event queue");
    const reply = await this.#inner.send(request);
    if (reply?.status === 404 || reply?.status === 405) this.#unlike();
    return reply;
  }
  isolated(): Target {
    return new Understudy(this.#model, this.#inner.isolated(), this.#unlike);
  }
  async close(): Promise<void> {}
}

async function stageFor(target: Examined): Promise<Target> {
  const level = Math.min(newestLevel, Math.max(1, target.level));
  const realm = Object.hasOwn(target.channels, "crowd") ? "crowded" : "small";
  const stage = embedded({ realm, level, brand: target.brand });
  for (const [name, { role }] of Object.entries(stage.cast)) {
    const given = Object.hasOwn(target.cast, name) ? target.cast[name]!.role : role;
    if (given !== role) await stage.steering.act({ action: "set_user", as: name, property: "role", value: given });
  }
  return stage;
}

/** Why a property cannot be tried; undefined where it can, or where only the target itself can tell. What else comes of it here says nothing. */
async function obstacle(address: string, property: Property, target: Examined, stage: Target): Promise<string | undefined> {
  let isUnlike = false;
  const understudy = new Understudy(target, stage, () => (isUnlike = true));
  try {
    const { verdict, reason } = await runProperty(address, property, understudy, { seed: 1, tries: 1, shrink: false });
    return verdict === "untestable" && !isUnlike ? reason : undefined;
  } catch {
    return undefined;
  }
}

type Suite = ReadonlyMap<string, Property>;

async function obstacles(target: Examined, properties: Suite): Promise<Diagnosis["untestable"]> {
  const stage = await stageFor(target);
  const byReason = new Map<string, string[]>();
  for (const [address, property] of properties) {
    const reason = await obstacle(address, property, target, stage);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), address]);
  }
  const entries = [...byReason].map(([reason, addresses]) => ({ reason, properties: addresses }));
  return entries.sort((a, b) => b.properties.length - a.properties.length);
}

function userId(member: Member): number | null {
  try {
    return member.user_id;
  } catch {
    return null;
  }
}

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
    properties: { all: properties.size, testable: 0 },
    untestable: [],
    notes: [],
  };
}

/** Says what a target is and what of it cannot be tested and why, or what is wrong with it. Nothing is sent: properties are tried on an understudy. */
export async function doctor(found: Examined | CannotTest, properties: Suite = suite): Promise<Diagnosis> {
  if (found instanceof CannotTest) return nothing(found, properties);
  const { url, level, brand, steering, cast, channels, notes = [] } = found;
  const untestable = await obstacles(found, properties);
  const missing = untestable.reduce((sum, one) => sum + one.properties.length, 0);
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
    properties: { all: properties.size, testable: properties.size - missing },
    untestable,
    notes,
  };
}
