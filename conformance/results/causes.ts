import { rulings } from "../../sim/index.ts";
import { routed, stemOf } from "../catalogue/route.ts";
import { clausesOfRuling } from "../causes/rulings.ts";
import { fieldName, idOf, isNamedIn, isOfMessageList, phraseOf, type Signature, signaturesOf } from "../causes/signature.ts";
import { endpoints } from "../text/index.ts";
import { alike } from "./alike.ts";
import { decidedTwice, otherHalf } from "./choices.ts";
import { askedIn, isMonitor, isOwnCheck, isWindowMonitor } from "./exchanges.ts";
import { type Gathered, isShownWithin, joined } from "./gathered.ts";
import { clausesNaming, isProperty, proofsIn } from "./naming.ts";
import { hiding } from "./pervasive.ts";
import type { Cause, DifferingPlace, PropertyResult, ScenarioResult } from "./report.ts";

type Result = PropertyResult | ScenarioResult;

/** A result, and what else it shows. */
const withOthers = (result: Result): readonly Result[] => [result, ...("others" in result ? (result.others ?? []) : [])];

/** Returns a scenario's result that tells first of the places in which its last answers differ and that show a cause. */
function toldFirst(result: Result, isOfCause: (signature: Signature) => boolean): Result {
  if (!("places" in result) || result.places === undefined) return result;
  const { pairs = [], places, reason = "" } = result;
  const [newest, lines] = [pairs.at(-1), reason.split("\n")];
  if (!newest || lines.length !== places.length) return result;
  const { route } = routed(newest.actual.method, newest.actual.path);
  const isOwn = ({ path, expected, actual }: DifferingPlace): boolean =>
    signaturesOf(route, [{ path, expected, actual }], newest.expected, newest.actual).some(isOfCause);
  const told = places.map((place, i) => ({ place, line: lines[i], isOwn: isOwn(place) }));
  const sorted = told.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
  return { ...result, places: sorted.map(({ place }) => place), reason: sorted.map(({ line }) => line).join("\n") };
}

/** Returns what shows a cause in a result: the result itself, or the example of its own that it has for it. What differs otherwise there is told last. */
export function exampleOf(result: Result, { id, alike = [] }: Pick<Cause, "id" | "alike">): Result {
  const isOfCause = (signature: Signature): boolean => [id, ...alike].includes(idOf(signature));
  return toldFirst(withOthers(result).find(({ causes = [] }) => causes.some(isOfCause)) ?? result, isOfCause);
}

/** Clauses of who may see a message. */
const ofSight = /^(visibility\/(?!since-)|messages\.get\/narrow-public$)/;

/**
 * Takes from the messages that an answer lists otherwise those which somebody sees who may not, or misses who may, where properties show other ways of it,
 * too: that is a mistake of its own, and the worst.
 */
function bySight(one: Gathered): readonly Gathered[] {
  const { signature, shows } = one;
  const isOfSight = ({ clauses: [clause = ""] }: Result): boolean => ofSight.test(clause);
  const own = shows.filter(isOwnCheck);
  const seen = own.filter(isOfSight);
  const [first] = seen;
  if (!isOfMessageList(signature) || !first || seen.length === own.length) return [one];
  const sight = { at: signature.at, path: "", expected: "", actual: "", clause: first.clauses[0] ?? "" };
  return [
    { ...one, shows: shows.filter((result) => !seen.includes(result)) },
    { signature: sight, shows: seen, waiting: [], naming: [], isApart: true },
  ];
}

function gathered(results: readonly Result[]): readonly Gathered[] {
  const byId = new Map<string, Gathered>();
  for (const result of results.flatMap(withOthers).filter(({ verdict }) => verdict === "differs" || verdict === "untestable")) {
    for (const signature of result.causes ?? []) {
      const id = idOf(signature);
      const key = signature.code === undefined ? id : `${id} ${signature.refusal}`;
      const cause = byId.get(key) ?? { signature, shows: [], waiting: [], naming: [] };
      byId.set(key, cause);
      (result.verdict === "differs" ? cause.shows : cause.waiting).push(result);
    }
  }
  const roots = withoutConsequences(alike(absorbed([...byId.values()].flatMap(bySight))), results);
  return following(roots, hiding(roots));
}

const idsOf = ({ signature, alike: same = [] }: Gathered): readonly string[] => [signature, ...same].map(idOf);

/** Whether all that a cause has to show are choices on points that the specification leaves open, or states otherwise. */
const isOfChoices = ({ signature, shows }: Gathered): boolean =>
  signature.ruling !== undefined || (shows.length > 0 && shows.every(({ reason = "" }) => otherHalf(reason) !== undefined));

/** Whether a difference is another one, whatever the refusal, or in a part of what that is about. */
const isWithin = (one: Signature, other: Signature): boolean =>
  one.at === other.at &&
  (one.path === other.path ? one.expected === other.expected && one.actual === other.actual : one.path.startsWith(`${other.path}.`));

/**
 * Puts what scenarios alone show to a cause that a property shows, and that stands in each of these scenarios beside it or before it: where a
 * server has given a group the id of another, all that follows is about the other. So is a point that seems to be decided otherwise than stated
 * where without that cause it is not, or in two ways where a choice explained away what is of that cause.
 */
function withoutConsequences(all: readonly Gathered[], results: readonly Result[]): readonly Gathered[] {
  const roots = new Map<string, Gathered>();
  const isRoot = (one: Gathered): boolean => !isOfChoices(one) && one.shows.some(isOwnCheck);
  const byShows = all.filter(isRoot).toSorted((a, b) => b.shows.length - a.shows.length);
  for (const root of byShows) for (const id of idsOf(root)) if (!roots.has(id)) roots.set(id, root);
  const beforeIn = (result: Result): readonly Signature[] => {
    const half = otherHalf(result.reason ?? "");
    const other = half === undefined ? undefined : results.find(({ address }) => address === half);
    return [...(result.before ?? []), ...(other?.before ?? [])];
  };
  const rootsIn = (result: Result): ReadonlySet<Gathered> =>
    new Set([...(result.causes ?? []), ...beforeIn(result)].flatMap((signature) => roots.get(idOf(signature)) ?? []));
  const deciding = new Map(all.flatMap((one) => (one.signature.ruling === undefined ? [] : [[one.signature.ruling as string, one]])));
  const differing = all.filter((one) => !isOfChoices(one) && one.shows.length > 0);
  /** The difference without which the results of a choice would decide as stated: that the answers are those of the other choice is chance. */
  const explained = ({ shows }: Gathered): Gathered | undefined => {
    // Properties do not say what is before a choice.
    const before = shows.filter((result) => !isProperty(result) || beforeIn(result).length > 0).map(beforeIn);
    return differing.find((other) => {
      const own = [other.signature, ...(other.alike ?? [])];
      return before.length > 0 && before.every((some) => some.some((signature) => own.some((each) => isWithin(each, signature))));
    });
  };
  /** The choice itself, of what shows only that it is made in two ways. */
  const sameChoice = ({ signature, shows }: Gathered): Gathered | undefined => {
    const [name, ...others] = new Set(shows.map(({ reason = "" }) => decidedTwice(reason)));
    const choice = signature.ruling !== undefined || name === undefined || others.length > 0 ? undefined : deciding.get(name);
    return choice && (explained(choice) ?? choice);
  };
  /** The cause against a clause that states the point which a server seems to decide otherwise. */
  const stated = ({ signature: { ruling } }: Gathered): Gathered | undefined => {
    const stating = ruling === undefined ? [] : clausesOfRuling(ruling);
    return differing.find(({ signature: { clause = "" } }) => stating.includes(clause));
  };
  /** Of a request that one scenario alone shows to be taken instead of refused: the one cause of such requests of the route that a property shows. */
  const besideAt = ({ signature: { at, path, expected }, shows }: Gathered): Gathered | undefined => {
    const [only, ...others] = shows.filter((result) => !isMonitor(result));
    if (path !== "result" || expected !== "error" || !only || isProperty(only) || others.length > 0) return undefined;
    const there = byShows.filter(({ signature: other }) => other.at === at && other.path === path && other.expected === expected);
    return there.length === 1 ? there[0] : undefined;
  };
  /** Of another code that examples of some checks get: the cause of the same checks that the request is taken, whose trace the code may come of. */
  const takenBefore = (one: Gathered): Gathered | undefined => {
    const { at, code } = one.signature;
    const isTaken = ({ signature: other, shows: theirs }: Gathered): boolean =>
      other.at === at &&
      ((other.path === "result" && other.expected === "error") ||
        (other.clause !== undefined && theirs.every(({ reason = "" }) => reason.endsWith(", not a refusal"))));
    return code === undefined || one.shows.length === 0 ? undefined : all.find((other) => isTaken(other) && isShownWithin(one, other));
  };
  return following(all, (one) => {
    const [first, ...others] = one.shows;
    const taken = takenBefore(one);
    if (taken) return taken;
    if (!first || isRoot(one)) return undefined;
    return (
      [...rootsIn(first)].find((each) => others.every((result) => rootsIn(result).has(each))) ??
      (isOfChoices(one) ? (explained(one) ?? sameChoice(one) ?? stated(one)) : undefined) ??
      besideAt(one)
    );
  });
}

/** Puts the results of what follows from another cause to that. @param rootOf the cause that it follows from, which follows from none */
function following(all: readonly Gathered[], rootOf: (one: Gathered) => Gathered | undefined): readonly Gathered[] {
  const further = new Map<Gathered, Result[]>();
  const kept = all.filter((one) => {
    const root = rootOf(one);
    if (root) further.set(root, [...(further.get(root) ?? []), ...one.shows]);
    return root === undefined;
  });
  return kept.map((root) => {
    const results = (further.get(root) ?? []).filter((result) => !root.shows.includes(result));
    return results.length === 0 ? root : { ...root, naming: [...root.naming, ...results] };
  });
}

/** A place in what servers send that has no route of its own, such as `Message`. */
const isRecord = (at: string): boolean => !at.includes(" /");

/** The beginnings of the values of a field in JSON, in their order. */
const valuesInJson = (text: string, field: string): string =>
  text
    .split(`"${field}":`)
    .slice(1)
    .map((rest) => /^("(?:[^"\\]|\\.)*"|[^,}\]]*)/.exec(rest)?.[0])
    .join("\n");

/** An answer that a check quotes as a whole: the names of its fields say nothing of what the check is about. */
const quotedAnswer = / answers \d+ \{.*$/s;

/** The routes that a check quotes: `messages` stands in the path of most. */
const quotedRoute = /(?:GET|POST|PATCH|DELETE) \/\S*/g;

/** The sentence of a check that compares lists, or objects: of what, what came, and what was expected. */
const comparison = /^(.*?) is ([[{].*), not ([[{].*)$/s;

/** Whether a check names a field: its sentence does, or the two values that it compares differ in it. What both have alike stands in them by chance. */
function isFieldNamed(told: string, field: string): boolean {
  const reason = told.replace(quotedAnswer, "").replaceAll(quotedRoute, "");
  const [, what = "", actual = "", expected = ""] = comparison.exec(reason) ?? [];
  if (what === "" || isNamedIn(what, field)) return isNamedIn(reason, field);
  return isNamedIn(reason, field) && valuesInJson(actual, field) !== valuesInJson(expected, field);
}

/** Whether the checks of results that go against a clause name the field in which answers differ. */
function isNamedBy({ signature }: Gathered, { signature: other, shows }: Gathered): boolean {
  const isThere = signature.at === other.at || isRecord(signature.at);
  // Most checks have the word `messages`: about which there are is only what compares them.
  const isAbout = (reason: string): boolean => !isOfMessageList(signature) || comparison.test(reason);
  const field = fieldName(signature);
  return isThere && shows.length > 0 && shows.every(({ reason = "" }) => isAbout(reason) && isFieldNamed(reason, field));
}

/** Puts what goes against a clause alone to the difference that its checks name, where there is one: it is the same mistake. */
function absorbed(all: readonly Gathered[]): readonly Gathered[] {
  const differences = all.filter(
    ({ signature, shows }) => signature.clause === undefined && signature.ruling === undefined && shows.length > 0,
  );
  return all.filter((each) => {
    const same = each.signature.clause === undefined ? undefined : differences.find((one) => isNamedBy(one, each));
    same?.naming.push(...each.shows);
    return same === undefined;
  });
}

/** The length of a result, for who reads it: exchanges of a property, steps of a scenario. */
const lengthOf = (result: Result): number =>
  isMonitor(result) ? Number.POSITIVE_INFINITY : askedIn(result).length || Number.MAX_SAFE_INTEGER;

/** Returns a difference in whose place a clause stands, with the first of those that name it. */
const named = (signature: Signature, [first]: readonly string[]): Signature =>
  signature.clause === undefined || first === undefined ? signature : { ...signature, clause: first };

const addresses = (results: readonly Result[]): string[] => [...new Set(results.map(({ address }) => address))];

/** A cause with the clauses that name it, the results that show it the shortest first. */
function namedIn(one: Gathered, proofs: ReadonlyMap<string, number>) {
  const shortest = one.shows.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  return { shortest, clauses: clausesNaming(one.signature, one.shows.length > 0 ? shortest : one.waiting, proofs, one.alike) };
}

/** Returns the key of a field of a record that has another value against a clause of a request: who is listed twice makes another conversation, too. */
function ofOneClause({ signature: { at, expected, actual, clause } }: Gathered, first: string | undefined): string | undefined {
  const isValue = isRecord(at) && expected === actual && clause === undefined;
  return isValue && endpoints.has(stemOf(first)) ? `${at}\n${first}` : undefined;
}

/** Returns the causes of the differences of a run, that first which the most results show or wait for, and last those that running servers have, too. */
export function causesOf(results: readonly Result[]): Cause[] {
  const proofs = proofsIn(results);
  const all = gathered(results);
  const names = new Map(all.map((one) => [one, namedIn(one, proofs)]));
  return joined((one) => ofOneClause(one, names.get(one)?.clauses[0]), all)
    .map((one): Cause => {
      const { signature, waiting, naming, alike: same } = one;
      const { shortest, clauses } = names.get(one) ?? namedIn(one, proofs);
      // What goes against the first clause itself shows it best.
      const isOfFirst = (result: Result): boolean => (!isMonitor(result) || isWindowMonitor(result)) && result.clauses[0] === clauses[0];
      const plainest = shortest.toSorted((a, b) => Number(isOfFirst(b)) - Number(isOfFirst(a)));
      return {
        id: idOf(signature),
        ...(same && { alike: [...new Set(same.map(idOf))] }),
        signature: phraseOf(plainest[0] && isOfFirst(plainest[0]) ? named(signature, clauses) : signature),
        clauses,
        shows: addresses([...plainest, ...naming]),
        waiting: addresses(waiting),
      };
    })
    .sort(
      (a, b) =>
        Number(isShared(a)) - Number(isShared(b)) ||
        b.shows.length + b.waiting.length - (a.shows.length + a.waiting.length) ||
        Number(isGrave(b)) - Number(isGrave(a)) ||
        (a.id < b.id ? -1 : 1),
    );
}

/** Clauses about who may see or do what, and about what must not happen. */
const ofRights =
  /^(authentication|visibility)\/|(administrators|owners|invisible|permission|permitted|access|untold|no-trace|hidden-(channel|address))$|^user-group\/can_/;

/** Whether running servers decide the point of a cause likewise. */
const isShared = ({ id }: Pick<Cause, "id">): boolean => Object.hasOwn(rulings, id);

/** Whether a cause is that somebody sees or does what they must not: of causes that as many results show such a one comes first. */
const isGrave = ({ clauses: [first = ""] }: Pick<Cause, "clauses">): boolean => ofRights.test(first);

const idsIn = ({ id, alike: same = [] }: Cause): readonly string[] => [id, ...same];

/** Whether two causes may be one though no signature is of both: one result shows both, and one clause is broken by both. */
const isLikely = (one: Cause, other: Cause): boolean =>
  one.shows.some((address) => other.shows.includes(address)) && one.clauses.some((id) => other.clauses.includes(id));

/**
 * Returns causes with the ids that they have in an earlier report of which a part was run again: what is one mistake among many results may have another
 * signature where one result alone shows it. An id that is given up stays among those that are alike.
 */
export function withEarlierIds(causes: readonly Cause[], earlier: readonly Cause[]): Cause[] {
  const left = new Set(earlier);
  const found = new Map<Cause, Cause>();
  const isSame = (one: Cause, other: Cause): boolean => idsIn(one).some((id) => idsIn(other).includes(id));
  for (const isOf of [(one: Cause, other: Cause) => one.id === other.id, isSame, isLikely])
    for (const cause of causes) {
      const [first, ...others] = [...left].filter((each) => !found.has(cause) && isOf(cause, each));
      // Which of several it is nobody knows.
      if (!first || others.length > 0) continue;
      found.set(cause, first);
      left.delete(first);
    }
  return causes.map((cause) => {
    const { id } = found.get(cause) ?? cause;
    return id === cause.id ? cause : { ...cause, id, alike: [...new Set([...idsIn(cause), id])] };
  });
}
