import fc from "fast-check";
import { declaredStep } from "../catalogue/catalogue.ts";
import { itemAt } from "../client/json.ts";
import { freshName } from "../draw/references.ts";
import { indexAt, isProportional, madeOf, recounted, symbolsIn } from "../draw/symbols.ts";
import type { TargetFacts } from "../draw/target-facts.ts";
import { scenariosOn } from "../generate/draw.ts";
import type { Oracle } from "../model/oracle.ts";
import { playedOnModel, type Turn } from "../play/play.ts";
import type { ConcurrentScenario, Scenario, Step } from "../play/scenario.ts";
import * as pieces from "./pieces.ts";
import { type DrawnStep, looksAt, placeOn, polls, registers, stepBy } from "./pieces.ts";

/**
 * A concurrent scenario that ends with polls of every queue by its account, before other steps.
 * @param owners the accounts whose queues the beginning registers, in order; those that the actors register come after
 */
function concurrentOf(
  beginning: readonly Step[],
  owners: readonly string[],
  actors: readonly (readonly Step[])[],
  after: readonly Step[],
): ConcurrentScenario {
  const later = actors.flat().filter(({ op }) => op === "register.post");
  const all = [...owners, ...later.map(({ as }) => as)];
  const ending = [...all.map((as, i) => polls(as, i, all.length)), ...after];
  return { format: "touchstone-concurrent", version: 1, beginning, actors, ending };
}

/** Whether a step is a request that refers to nothing beyond so many of each kind. */
function fits({ step, counts }: Turn, made: Turn["counts"]): boolean {
  const within = symbolsIn(step.fields)
    .filter(isProportional)
    .every(({ ref, at }) => {
      const index = indexAt(at, counts[madeOf(ref)] ?? 0);
      return index === undefined || index < (made[madeOf(ref)] ?? 0);
    });
  return within && !declaredStep(step.op).action;
}

/** Deals out the second half of a scenario to so many actors, as far as it needs the first half only. */
function dealt(scenario: Scenario, count: number, oracle: Oracle): ConcurrentScenario {
  const turns = playedOnModel(scenario, { oracle, suffix: "", choices: {} });
  const half = Math.floor(turns.length / 2);
  const made = itemAt(turns, half).counts;
  const eligible = turns.slice(half).filter((turn) => fits(turn, made));
  const most = count === 2 ? 6 : 5;
  const lists: Step[][] = Array.from({ length: count }, () => []);
  for (const [i, { step, counts }] of eligible.slice(0, most).entries())
    itemAt(lists, i % count).push({ ...step, fields: recounted(step.fields, counts, made) });
  const before = turns.slice(0, half);
  const owners = before
    .filter(({ step, expected }) => step.op === "register.post" && expected.body.result === "success")
    .map(({ step }) => step.as);
  const beginning = before.map(({ step }) => step);
  const [first = "nobody"] = oracle.facts.active;
  return concurrentOf(beginning, owners, lists, [looksAt(first, "realm_user_groups")]);
}

/** Concurrent scenarios of any kinds of steps. */
const mixedOn = (oracle: Oracle): fc.Arbitrary<ConcurrentScenario> =>
  fc
    .record({ scenario: scenariosOn(oracle, 20), count: fc.constantFrom(2, 3) })
    .map(({ scenario, count }) => dealt(scenario, count, oracle))
    .filter(({ actors }) => actors.every(({ length }) => length > 0));

/** The accounts of a run: one for each actor, and each account once, in the order of their queues. */
interface Accounts {
  readonly actors: readonly string[];
  readonly all: readonly string[];
}

/** The subject of a concurrent scenario: what is there before, what each actor may send, and what is looked at afterwards. */
interface Theme {
  /** The accounts that act; an account twice is one on two devices. */
  readonly people: readonly string[];
  /** The share of runs in which actors share an account, of ten. */
  readonly shares: number;
  beginning(accounts: Accounts): readonly Step[];
  /** Returns the step that is most likely to go wrong when all actors begin with it. */
  clash(as: string, accounts: Accounts): DrawnStep;
  step(as: string, accounts: Accounts): DrawnStep;
  ending(accounts: Accounts): readonly Step[];
}

type MakeTheme = (facts: TargetFacts) => Theme | undefined;

const few = ({ active }: TargetFacts): readonly string[] => active.slice(0, 5);
const pick = (...choices: readonly (readonly [weight: number, arbitrary: DrawnStep])[]): DrawnStep =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const queueOf = (as: string, { all }: Accounts): readonly [queue: number, count: number] => [all.indexOf(as), all.length];

/** A theme in the channel where the actors meet, if there is one. */
const inChannel =
  (make: (place: string) => Omit<Theme, "people">): MakeTheme =>
  (facts) => {
    const place = placeOn(facts);
    return place === undefined ? undefined : { people: few(facts), ...make(place) };
  };

const conversation = inChannel((place) => ({
  shares: 2,
  beginning: ({ actors }) => [
    pieces.sends(itemAt(actors, 0), place, "who brings bread?"),
    pieces.sends(itemAt(actors, -1), place, "not I"),
  ],
  clash: (as, accounts) => pieces.aMessage(as, place, ...queueOf(as, accounts)),
  step: (as, accounts) =>
    pick(
      [8, pieces.aMessage(as, place, ...queueOf(as, accounts))],
      [4, pieces.aWindow(as, place)],
      [2, pieces.aFetch(as)],
      [2, pieces.aDeletion(as)],
      [2, pieces.aTyping(as, place)],
      [2, pieces.aPolicy(as, place)],
      [2, fc.constant(pieces.polls(as, ...queueOf(as, accounts)))],
    ),
  ending: ({ all }) => [pieces.fetches(itemAt(all, 0), place), pieces.looksAt(itemAt(all, 0), "user_topic")],
}));

const deletion = inChannel((place) => ({
  shares: 6,
  beginning: ({ actors }) => [1, 2, 3].map((n) => pieces.sends(itemAt(actors, n % 2 ? 0 : -1), place, `message ${n}`)),
  clash: (as) => fc.constant(stepBy(as, "messages-id.delete", { message_id: { ref: "message", at: 0 } })),
  step: (as) => pick([6, pieces.aDeletion(as)], [3, pieces.aFetch(as)], [3, pieces.aWindow(as, place)]),
  ending: ({ all }) => [pieces.fetches(itemAt(all, 0), place)],
}));

const policies = inChannel((place) => ({
  shares: 8,
  beginning: ({ all }) => [pieces.sends(itemAt(all, 0), place, "soup at noon")],
  clash: (as) => pieces.aPolicy(as, place),
  step: (as, accounts) =>
    pick(
      [6, pieces.aPolicy(as, place)],
      [2, pieces.aMessage(as, place, ...queueOf(as, accounts))],
      [2, fc.constant(pieces.polls(as, ...queueOf(as, accounts)))],
    ),
  ending: ({ all }) => all.map((as) => pieces.looksAt(as, "user_topic")),
}));

const group = { ref: "group", at: 0 };

const groups: MakeTheme = (facts) => {
  const people = few(facts);
  const user = fc.constantFrom(...people.slice(0, 4)).map((of) => ({ ref: "user", of }));
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: fc.tuple(user) }) },
    { weight: 2, arbitrary: fc.record({ delete: fc.tuple(user) }) },
    { weight: 1, arbitrary: fc.record({ add: fc.tuple(user), delete: fc.tuple(user) }) },
  );
  const changes = (as: string) => change.map((fields) => stepBy(as, "user_groups-id.members.post", { user_group_id: group, ...fields }));
  const create = fc.record({ name: freshName("cooks"), description: fc.constant(""), members: fc.tuple(user) });
  return {
    people,
    shares: 5,
    beginning: ({ actors }) => [
      stepBy(itemAt(actors, 0), "user_groups.create.post", {
        name: { ref: "fresh", of: "crew" },
        description: "Those who cook",
        members: [{ ref: "user", of: itemAt(actors, 0) }],
        can_manage_group: { ref: "system group", of: "role:members" },
      }),
    ],
    clash: changes,
    step: (as) => pick([3, changes(as)], [2, create.map((fields) => stepBy(as, "user_groups.create.post", fields))]),
    ending: ({ all }) => [pieces.looksAt(itemAt(all, 0), "realm_user_groups")],
  };
};

const folder = { ref: "folder", at: 0 };

const folders: MakeTheme = (facts) => {
  const people = facts.administrators.filter((name) => facts.active.includes(name));
  if (people.length === 0) return undefined;
  const name = freshName("Kitchen", "Kitchen", "Kitchen", "Garden");
  const creates = (as: string) => name.map((given) => stepBy(as, "channel_folders.create.post", { name: given, description: "" }));
  const change = fc.oneof(
    fc.record({ name }),
    fc.record({ is_archived: fc.boolean() }),
    fc.record({ description: fc.constantFrom("a", "b") }),
  );
  return {
    people,
    shares: 5,
    beginning: ({ actors }) => [
      stepBy(itemAt(actors, 0), "channel_folders.create.post", { name: { ref: "fresh", of: "Garden" }, description: "" }),
    ],
    clash: creates,
    step: (as) =>
      pick([2, creates(as)], [3, change.map((fields) => stepBy(as, "channel_folders-id.patch", { channel_folder_id: folder, ...fields }))]),
    ending: ({ all }) => [pieces.looksAt(itemAt(all, 0), "channel_folders")],
  };
};

/** Types of profile fields that take any short text. */
const texts: readonly number[] = [1, 2];

const profile: MakeTheme = (facts) => {
  const [field] = Object.entries(facts.profileFields).find(([, { type, isEditable }]) => isEditable && texts.includes(type)) ?? [];
  if (field === undefined) return undefined;
  const sets = (as: string, value: unknown): Step =>
    stepBy(as, "users.me.profile_data.patch", { data: [{ id: { ref: "profile field", of: field }, value }] });
  const setsAny = (as: string) => fc.constantFrom("in the garden", "at the stove", null).map((value) => sets(as, value));
  return {
    people: few(facts),
    shares: 9,
    beginning: ({ all }) => all.map((as) => sets(as, "as before")),
    clash: setsAny,
    step: setsAny,
    ending: ({ all }) => all.map((as) => pieces.looksAt(as, "realm_user")),
  };
};

const queues = inChannel((place) => ({
  shares: 6,
  beginning: ({ all }) => [pieces.sends(itemAt(all, 0), place, "hi")],
  clash: (as, accounts) => pieces.aMessage(as, place, ...queueOf(as, accounts)),
  step: (as, accounts) => {
    const [queue, count] = queueOf(as, accounts);
    const drops = stepBy(as, "events.delete", { queue_id: { ref: "queue", at: (queue + 0.5) / count } });
    return pick(
      [4, pieces.aMessage(as, place, queue, count)],
      [3, fc.constant(pieces.polls(as, queue, count))],
      [2, fc.constant(pieces.registers(as))],
      [1, fc.constant(drops)],
    );
  },
  ending: () => [],
}));

/** The order in which themes come, again and again: any five in a row have messages and groups among them. */
const round: readonly MakeTheme[] = [
  ...[conversation, groups, deletion, folders],
  ...[conversation, groups, policies, queues],
  ...[conversation, groups, profile],
];

/** Returns what there is ground for on a target, in the order in which it comes. */
export const themesOn = (facts: TargetFacts): Theme[] => round.flatMap((make) => make(facts) ?? []);

/** The numbers of actors, and of steps of each: so few that all orders can be looked through. */
const shapes = fc.constantFrom<readonly [actors: number, most: number]>([2, 2], [2, 3], [2, 4], [3, 1], [3, 2]);

/** Accounts for so many actors: one of them on several devices, or others. */
function accountsOf({ people, shares }: Theme, count: number): fc.Arbitrary<Accounts> {
  const share = fc.nat(9).map((n) => n < shares);
  const drawn = fc.array(fc.record({ name: fc.constantFrom(...people), shares: share }), { minLength: count, maxLength: count });
  return drawn.map((list) => {
    const actors = list.map(({ name, shares: same }) => (same ? itemAt(list, 0).name : name));
    return { actors, all: [...new Set(actors)] };
  });
}

/** A list of steps of an actor. @param clashes whether it begins with what all others begin with */
function listOf(theme: Theme, accounts: Accounts, as: string, most: number, clashes: boolean): fc.Arbitrary<Step[]> {
  const first = (clashes ? theme.clash : theme.step)(as, accounts);
  return fc.tuple(first, fc.array(theme.step(as, accounts), { maxLength: most - 1, size: "max" })).map(([one, more]) => [one, ...more]);
}

function scenarioOf(theme: Theme, accounts: Accounts, most: number, clashes: boolean): fc.Arbitrary<ConcurrentScenario> {
  const { all } = accounts;
  const beginning = [...all.map(registers), ...theme.beginning(accounts)];
  return fc
    .tuple(...accounts.actors.map((as) => listOf(theme, accounts, as, most, clashes)))
    .map((actors) => concurrentOf(beginning, all, actors, theme.ending(accounts)));
}

/** Four times of five all actors begin with what is most likely to go wrong. */
const clashing = fc.constantFrom(true, true, true, true, false);

/** Concurrent scenarios of one theme. */
export const scenariosOf = (theme: Theme): fc.Arbitrary<ConcurrentScenario> =>
  fc
    .tuple(shapes, clashing)
    .chain(([[count, most], clashes]) => accountsOf(theme, count).chain((accounts) => scenarioOf(theme, accounts, most, clashes)));

/** The number of themes that come before any kinds of steps do. */
const beforeMixed = 4;

/** Concurrent scenarios for a target, one arbitrary for each theme in the order in which they come. */
export function concurrentOn(oracle: Oracle): readonly fc.Arbitrary<ConcurrentScenario>[] {
  const themes = themesOn(oracle.facts).map(scenariosOf);
  return [...themes.slice(0, beforeMixed), mixedOn(oracle), ...themes.slice(beforeMixed)];
}

/** The concurrent scenario of an index under a seed, whatever else is drawn. */
export function drawnTogether(all: ReturnType<typeof concurrentOn>, seed: number, index: number): ConcurrentScenario {
  const scenarios = itemAt(all, (seed + index) % all.length);
  return itemAt(fc.sample(scenarios, { seed: Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0xc2b2ae35), numRuns: 1 }), 0);
}
