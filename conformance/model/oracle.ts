import { createSimulator, type RulingChoices, type RulingName, rulings, type Simulator } from "../../sim/index.ts";
import { clauses } from "../catalogue/catalogue.ts";
import { laterThan } from "../catalogue/routes.ts";
import { parsed } from "../client/json.ts";
import { isHeldToObserved, type Target } from "../client/target.ts";
import type { MatchedIds } from "../compare/matched-ids.ts";
import type { ProfileFieldFacts, TargetFacts } from "../draw/target-facts.ts";
import { Untestable } from "../expect.ts";
import { holdable, type LeftOut } from "./mirror/holdable.ts";
import { modelLevel, realmOf, registrationsOf } from "./mirror/mirror.ts";
import { channelRows, matchedIdsOf, type NamedIds, namedIdsOf, rowsOf } from "./named-ids.ts";
import { instantOf } from "./wire-request.ts";

type Body = Readonly<Record<string, unknown>>;
type Registrations = ReadonlyMap<string, Body>;

/** Of more people than these, running servers let only some mention all. */
const many = 15;

function profileFieldsOf(body: Body): TargetFacts["profileFields"] {
  const rows = rowsOf(body, "custom_profile_fields").map(({ name, type, field_data, editable_by_user }): [string, ProfileFieldFacts] => {
    // Of options that are no JSON none is known.
    const options = type === 3 ? Object.keys(parsed(String(field_data)) ?? {}) : [];
    return [String(name), { type: Number(type), options, isEditable: editable_by_user !== false }];
  });
  return Object.fromEntries(rows);
}

/** The topics of a channel in which more people have written than anybody may mention. Sends a request to the model. */
function busyTopics(model: Simulator, channel: string, by: string): TargetFacts["busy"] {
  const narrow = [{ operator: "channel", operand: channel }];
  const fields = { anchor: "newest", num_before: 1000, num_after: 0, narrow, apply_markdown: false };
  const senders = new Map<string, Set<unknown>>();
  for (const { subject, sender_id } of rowsOf(model.as(by).send("GET /messages", fields).body, "messages")) {
    senders.set(String(subject), (senders.get(String(subject)) ?? new Set()).add(sender_id));
  }
  return [...senders].flatMap(([topic, { size }]) => (size > many ? [{ channel, topic }] : []));
}

/**
 * Returns what scenarios can be drawn from on a target.
 * @param model a simulator at the start, to ask what no registration tells
 * @param registrations what the model tells each member of the cast who is let in
 */
function groundOf(
  { missing, ...target }: Pick<Target, "kind" | "brand" | "like" | "limits" | "cast" | "steering" | "missing">,
  ours: NamedIds,
  model: Simulator,
  registrations: Registrations,
  known: boolean,
): TargetFacts {
  const { cast, steering } = target;
  const members = Object.entries(cast);
  const namesOf = (test: (member: Target["cast"][string]) => boolean) => members.filter(([, member]) => test(member)).map(([name]) => name);
  const active = [...registrations.keys()];
  const first = [...registrations.values()][0] ?? {};
  const names = new Map<unknown, string>(Object.entries(ours.channels).map(([name, { id }]) => [id, name]));
  const namesIn = (rows: readonly Body[]): string[] =>
    rows.flatMap(({ stream_id, is_archived }) => (is_archived ? [] : (names.get(stream_id) ?? [])));
  const byMember = (list: (body: Body) => readonly Body[]) =>
    Object.fromEntries([...registrations].map(([name, body]) => [name, namesIn(list(body))]));
  const isReadable = (row: Body): boolean => row.in_home_view !== undefined || !row.invite_only;
  const isLarge = ({ subscribers }: Body): boolean => Array.isArray(subscribers) && subscribers.length > many;
  const crowded = [...new Set(namesIn(channelRows(registrations.values()).filter(isLarge)))];
  const [reader] = active;
  return {
    cast: Object.keys(cast),
    active,
    owners: namesOf(({ role }) => role === "owner"),
    administrators: namesOf(({ role }) => role === "administrator" || role === "owner"),
    guests: namesOf(({ role }) => role === "guest"),
    bots: namesOf(({ is_bot }) => is_bot),
    withPassword: namesOf(({ password }) => password !== null),
    withToken: active.filter((name) => registrations.get(name)?.has_vc_token === true),
    // Nobody can give a device back that a run took from somebody: where the model does not know the target, runs take only their own.
    withDevice: known ? active.filter((name) => ours.devices[name] !== undefined) : [],
    channels: Object.keys(ours.channels),
    subscribed: byMember((body) => rowsOf(body, "subscriptions")),
    readable: byMember((body) => channelRows([body]).filter(isReadable)),
    crowded,
    busy: known && reader !== undefined ? crowded.flatMap((channel) => busyTopics(model, channel, reader)) : [],
    linked: rowsOf(first, "realm_linkifiers").flatMap(({ example_input }) => (typeof example_input === "string" ? [example_input] : [])),
    profileFields: profileFieldsOf(first),
    known,
    steered: known && steering !== undefined,
    observed: isHeldToObserved(target),
    limits: known ? {} : (target.limits ?? {}),
    missing: new Set([...(missing?.keys() ?? []), ...(known ? [] : laterThan(model.server.level))]),
  };
}

/** The clause about each kind of records of a realm file. A kind that no clause is about stands in none. */
const kinds: Readonly<Record<string, string>> = {
  groups: "user-group/settings",
  linkifiers: "linkifier/pattern",
  emoji: "message-resource/reaction-realm",
  folders: "folder/name",
  channels: "message-resource/stream-id",
  profile_fields: "records/profile-value",
  domains: "records/allowed-domain",
  messages: "message-resource/id",
  topic_policies: "topic-policy/personal",
  users: "message-resource/sender-id",
};

/** The kinds whose fields have clauses of their own, by the names of these. */
const fields: Readonly<Record<string, string>> = { groups: "user-group", linkifiers: "linkifier", folders: "folder" };

/**
 * Returns the id of the clause about the place in a realm file that a path such as `linkifiers[0].url_template` leads to; undefined where
 * none is.
 * @param ids those of all clauses
 */
export function clauseOfRecord(path: string, ids: ReadonlySet<string>): string | undefined {
  const [, kind = ""] = /^(\w+)/.exec(path) ?? [];
  const [, field = ""] = /\.(\w+)$/.exec(path) ?? [];
  const own = Object.hasOwn(fields, kind) ? `${fields[kind]}/${field}` : "";
  return ids.has(own) ? own : Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}

export type ChosenRulings = Partial<RulingChoices>;

/** The model beside a target: the simulator set to what the target says of itself. */
export interface Oracle {
  /** Whether the model holds the same as the target from the start, so that nothing of the target is unknown to it. */
  readonly known: boolean;
  /** Whether the target's clock goes on by itself, and nobody sets it. */
  readonly hasOwnClock: boolean;
  readonly facts: TargetFacts;
  readonly ours: NamedIds;
  readonly theirs: NamedIds;
  readonly twins: MatchedIds;
  /** Records of the target that the model cannot hold and that are left out, one line for each. */
  readonly leftOut: readonly string[];
  /** A simulator of its own in the state at the start, under some rulings. */
  fresh(choices: ChosenRulings): Simulator;
  /** The choices of the silent points that are not the oracle's under some rulings, one at a time. */
  others(choices: ChosenRulings): readonly ChosenRulings[];
}

/** Returns what a simulator tells the members of its cast. The simulator is spoilt by it. */
function registrationsOn(simulator: Simulator, names: readonly string[]): ReadonlyMap<string, Body> {
  const client_capabilities = { notification_settings_null: true, empty_topic_name: true, archived_channels: true };
  return new Map(
    names
      .map((name) => [name, simulator.as(name).send("POST /register", { client_capabilities, include_subscribers: true }).body] as const)
      .filter(([, body]) => body.result === "success"),
  );
}

function otherChoices(current: RulingChoices): readonly ChosenRulings[] {
  const names = Object.keys(rulings) as RulingName[];
  return names.flatMap((name) =>
    rulings[name].choices.filter((choice) => choice !== current[name]).map((choice) => ({ [name]: choice }) as ChosenRulings),
  );
}

/** Simulators by the rulings under which they were made, each made once; the realm is loaded anew where they decide how it begins. */
function forks(make: (choices: ChosenRulings) => Simulator): (choices: ChosenRulings) => Simulator {
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
export type Described = Pick<
  Target,
  "kind" | "like" | "limits" | "cast" | "channels" | "brand" | "level" | "url" | "steering" | "missing"
> &
  Partial<Pick<Target, "namespace">>;

/** @param channels the names by which the target's channels are known, and those that the model has for them */
function assembled(
  target: Described,
  make: (choices: ChosenRulings) => Simulator,
  theirs: NamedIds | undefined,
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
  const registrations = registrationsOn(fresh({}), Object.keys(cast));
  const ours = namedIdsOf({ cast, channels, brand: target.brand }, registrations);
  return {
    known: theirs === undefined,
    hasOwnClock: theirs !== undefined && target.steering === undefined,
    facts: groundOf(target, ours, fresh({}), registrations, theirs === undefined),
    ours,
    theirs: theirs ?? ours,
    twins: matchedIdsOf(ours, theirs ?? ours),
    leftOut,
    fresh,
    others: (choices) => otherChoices({ ...fresh(choices).server.rulings }),
  };
}

/** A target in this process: it comes with a model that holds the same as it does from the start. */
interface ModelledTarget extends Target {
  /** Returns an unbroken simulator in the state in which the target starts, with some rulings otherwise. */
  readonly model: (rulings: ChosenRulings) => Simulator;
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
    const registrations = await registrationsOf(run);
    return { realm: realmOf(run, registrations), registrations, now: await instantOf(run, [...registrations.keys()]) };
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

/** Whether something that is left out was made by the run itself, whose names have a part that no others have. */
const isOwn = ({ place, record }: LeftOut, namespace: string | undefined): boolean =>
  namespace !== undefined && namespace !== "" && (place + JSON.stringify(record)).toLowerCase().includes(namespace);

/** The address that a server has by what it tells, of whose host are the addresses that it gives to people; a proxy may have another one. */
const urlToldIn = (registrations: readonly Body[]): string | undefined =>
  registrations
    .flatMap(({ realm_url, realm_uri }) => [realm_url, realm_uri])
    .find((url): url is string => typeof url === "string" && /^https?:/.test(url) && URL.canParse(url));

/**
 * The oracle for a target that told its cast what it holds.
 * @param now the instant at which it did, in milliseconds since 1970
 * @throws RealmFileError: it says of itself what the model cannot be
 */
export function oracleOf(target: Described, realm: Body, registrations: ReadonlyMap<string, Body>, now: number): Oracle {
  const theirs = namedIdsOf(target, registrations);
  const options = {
    ...{ now, brand: target.brand, url: urlToldIn([...registrations.values()]) ?? target.url },
    level: modelLevel(target),
  };
  const { held, leftOut } = holdable(realm, options);
  const names = Object.fromEntries(Object.entries(theirs.channels).map(([key, { name }]) => [key, name]));
  return assembled(
    target,
    (choices) => createSimulator({ ...options, realm: held, rulings: choices }),
    theirs,
    names,
    leftOut.filter((one) => !isOwn(one, target.namespace)).map(leftOutLine),
  );
}
