import { createSimulator, newestLevel, type RulingChoices, type RulingName, rulings, type Simulator } from "../../sim/index.ts";
import { clauses } from "../catalogue/catalogue.ts";
import type { Target } from "../client/target.ts";
import type { Twins } from "../compare/twins.ts";
import type { Ground } from "../draw/ground.ts";
import { Untestable } from "../expect.ts";
import { type Atlas, atlasOf, twinsOf } from "./atlas.ts";
import { groundOf } from "./ground.ts";
import { instantOf } from "./instant.ts";
import { holdable, type LeftOut } from "./mirror/holdable.ts";
import { mirrored } from "./mirror/mirror.ts";
import { clauseOfRecord } from "./record-clause.ts";

export type Choices = Partial<RulingChoices>;

/** The model beside a target: the simulator set to what the target says of itself. */
export interface Oracle {
  /** Whether the model holds the same as the target from the start, so that nothing of the target is unknown to it. */
  readonly known: boolean;
  /** Whether the target's clock goes on by itself, and nobody sets it. */
  readonly hasOwnClock: boolean;
  readonly ground: Ground;
  readonly ours: Atlas;
  readonly theirs: Atlas;
  readonly twins: Twins;
  /** Records of the target that the model cannot hold and that are left out, one line for each. */
  readonly leftOut: readonly string[];
  /** A simulator of its own in the state at the start, under some rulings. */
  fresh(choices: Choices): Simulator;
  /** The choices of the silent points that are not the oracle's under some rulings, one at a time. */
  others(choices: Choices): readonly Choices[];
}

type Body = Readonly<Record<string, unknown>>;

/** Returns what a simulator tells the members of its cast. The simulator is spoilt by it. */
function registrationsOf(simulator: Simulator, names: readonly string[]): ReadonlyMap<string, Body> {
  const client_capabilities = { notification_settings_null: true, empty_topic_name: true, archived_channels: true };
  return new Map(
    names
      .map((name) => [name, simulator.as(name).send("POST /register", { client_capabilities, include_subscribers: true }).body] as const)
      .filter(([, body]) => body.result === "success"),
  );
}

function otherChoices(current: RulingChoices): readonly Choices[] {
  const names = Object.keys(rulings) as RulingName[];
  return names.flatMap((name) =>
    rulings[name].choices.filter((choice) => choice !== current[name]).map((choice) => ({ [name]: choice }) as Choices),
  );
}

/** Simulators by the rulings under which they were made, each made once; the realm is loaded anew where they decide how it begins. */
function forks(make: (choices: Choices) => Simulator): (choices: Choices) => Simulator {
  const plain = make({});
  const made = new Map([["{}", plain]]);
  return (choices) => {
    const key = JSON.stringify(choices);
    const simulator = made.get(key) ?? plain.anewUnder(choices) ?? make(choices);
    made.set(key, simulator);
    return simulator.fork();
  };
}

/** Facts that are known of a target, whether it can be asked or not. */
export type Described = Pick<Target, "kind" | "like" | "limits" | "cast" | "channels" | "brand" | "level" | "url" | "steering" | "missing">;

/** @param channels the names by which the target's channels are known, and those that the model has for them */
function assembled(
  target: Described,
  make: (choices: Choices) => Simulator,
  theirs: Atlas | undefined,
  names: Readonly<Record<string, string>>,
  leftOut: readonly string[],
): Oracle {
  const fresh = forks(make);
  const { cast: all, channels: numbered } = fresh({});
  const cast = Object.fromEntries(
    Object.keys(target.cast).flatMap((name) => (all[name] ? [[name, { ...all[name], is_bot: all[name].password === null }]] : [])),
  );
  const channels = Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => (numbered[name] ? [[key, numbered[name].stream_id]] : [])),
  );
  const registrations = registrationsOf(fresh({}), Object.keys(cast));
  const ours = atlasOf({ cast, channels, brand: target.brand }, registrations);
  return {
    known: theirs === undefined,
    hasOwnClock: theirs !== undefined && target.steering === undefined,
    ground: groundOf(target, ours, fresh({}), registrations, theirs === undefined),
    ours,
    theirs: theirs ?? ours,
    twins: twinsOf(ours, theirs ?? ours),
    leftOut,
    fresh,
    others: (choices) => otherChoices({ ...fresh(choices).server.rulings }),
  };
}

/** A target in this process: it comes with a model that holds the same as it does from the start. */
interface ModelledTarget extends Target {
  /** Returns an unbroken simulator in the state in which the target starts, with some rulings otherwise. */
  readonly model: (rulings: Choices) => Simulator;
}

/** Brings a server with a control API to the state in which it was first steered: every run that steers ends with going back there. */
async function atFirst(target: Target): Promise<void> {
  const run = target.isolated();
  await run.steering?.advance(0);
  await run.close();
}

/** Returns what a target says of itself where a run begins. */
async function seenFrom(target: Target) {
  await atFirst(target);
  const run = target.isolated();
  try {
    const mirror = await mirrored(run);
    return { ...mirror, now: await instantOf(run, [...mirror.registrations.keys()]) };
  } finally {
    await run.close();
  }
}

const isModelled = (target: Target): target is ModelledTarget => "model" in target;

/**
 * The oracle for a target.
 * @throws Untestable: a target over the wire registers nobody; RealmFileError: it says of itself what the model cannot be
 */
export async function oracleFor(target: Target): Promise<Oracle> {
  const own = Object.fromEntries(Object.keys(target.channels).map((name) => [name, name]));
  if (isModelled(target)) return assembled(target, target.model, undefined, own, []);
  const { realm, registrations, now } = await seenFrom(target);
  const people = [...registrations.values()].some(({ realm_users }) => Array.isArray(realm_users) && realm_users.length > 0);
  if (!people) throw new Untestable("the model cannot be set to the target: its registrations tell no accounts (realm_users)");
  return oracleOf(target, realm, registrations, now);
}

const clauseIds: ReadonlySet<string> = new Set(clauses.map(({ id }) => id));

/** Returns what is said of what is left out of the model, with the id of the clause about it. */
function leftOutLine({ place, problem }: LeftOut): string {
  const clause = clauseOfRecord(problem.path, clauseIds) ?? "no clause is about it";
  return `the model does without ${place} (${clause}), which it cannot hold: ${problem.message}`;
}

/**
 * The oracle for a target that told its cast what it holds.
 * @param now the instant at which it did, in milliseconds since 1970
 * @throws RealmFileError: it says of itself what the model cannot be
 */
export function oracleOf(target: Described, realm: Body, registrations: ReadonlyMap<string, Body>, now: number): Oracle {
  const theirs = atlasOf(target, registrations);
  const options = {
    ...{ now, brand: target.brand, url: target.url },
    level: Math.min(Math.max(target.level, 1), newestLevel),
  };
  const { held, leftOut } = holdable(realm, options);
  const names = Object.fromEntries(Object.entries(theirs.channels).map(([key, { name }]) => [key, name]));
  return assembled(
    target,
    (choices) => createSimulator({ ...options, realm: held, rulings: choices }),
    theirs,
    names,
    leftOut.map(leftOutLine),
  );
}
