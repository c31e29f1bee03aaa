import { opAt, routed, stemOf } from "../catalogue/route.ts";
import { clauseWords, recordPrefixes } from "../causes/citing.ts";
import { fieldName, idOf, isOfMessageList, type Signature } from "../causes/signature.ts";
import { endpoints, shownState } from "../text/index.ts";
import { clauseOf, formOf, keptOf, leftUndone, likenessOf, withoutTrace } from "./clauses-alike.ts";
import { askedIn, familyIn, isMonitor, isOfEach, isOfOne, isOwnCheck, isScenario, makersIn, shownIn } from "./exchanges.ts";
import { fieldsAlike } from "./fields-alike.ts";
import { besideHosts, byEvidence, type Gathered, groups, joined, keyOfMany } from "./gathered.ts";
import { isReturnMissing, refusedOnMany, shownAlike, takenOfCode, withoutReturns } from "./pervasive.ts";
import {
  codeOf,
  doneThoughRefused,
  fewestRefusals,
  lackedIn,
  misjudged,
  misreadOperator,
  missingRefusals,
  refusedAlways,
  refusedOtherwise,
  takenOfClause,
  takenOnMany,
  takenTogether,
} from "./refusals-alike.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";
import { ofStubs } from "./stubs.ts";
import { ofWindows } from "./windows.ts";

type Result = PropertyResult | ScenarioResult;

/** The place of what is wrong at every request. */
const everyRequest = "Every request";
/** On so many routes at least a mistake is one of all. */
const fewestRoutes = 3;

const familiesOf = ({ shows }: Gathered): string[] => shows.flatMap((result) => familyIn(result) ?? []);

/** Returns the refusals that come, or do not come, on many routes: in the same words a server refuses for the same reason. */
function refusalsOf(members: readonly Gathered[]): ReadonlySet<string | undefined> {
  const same = groups(members, ({ signature: { refusal } }) => refusal);
  const isOfMany = (some: readonly Gathered[]): boolean => new Set(some.map(({ signature }) => signature.at)).size >= fewestRoutes;
  return new Set(same.filter((some) => some[0]?.signature.expected === "success" || isOfMany(some)).map(([one]) => one?.signature.refusal));
}

/** Returns what is left of what was gathered without what is of every request; scenarios stay where other properties do. */
function otherwise(one: Gathered, refusals: ReadonlySet<string | undefined>): Gathered {
  if (refusals.has(one.signature.refusal)) return { ...one, shows: [], waiting: [] };
  const isOwn = one.shows.some((result) => !isOfEach(result));
  return { ...one, shows: one.shows.filter((result) => isOwn && familyIn(result) === undefined) };
}

/** Key of a difference but for its route: a refusal by mistake has its reason. */
const wayOf = ({ signature: { path, expected, actual, code = "", refusal = "" } }: Gathered): string =>
  [path, expected, actual, code, expected === "success" ? refusal : ""].join("\n");

/**
 * Puts to one cause what a convention's property finds on endpoint after endpoint: a server that refuses parameters which it does not know is wrong
 * in one place, not in each of its routes. What other properties find there stays.
 */
function acrossRoutes(all: readonly Gathered[]): Gathered[] {
  const onRoutes = all.filter(({ signature }) => signature.at.includes(" /") && signature.clause === undefined && !signature.ruling);
  const same = groups(onRoutes, wayOf).flatMap((alike) => {
    const families = groups(
      alike.flatMap((one) => familiesOf(one).map((family) => ({ family, one }))),
      ({ family }) => family,
    );
    const broad = families.filter((each) => new Set(each.map(({ one }) => one)).size >= fewestRoutes);
    const members = new Set(broad.flatMap((each) => each.map(({ one }) => one)));
    // What scenarios alone see on other routes is the same, as far as anybody can tell.
    const isRefused = alike.some(({ signature: { refusal, expected } }) => refusal !== undefined && expected === "success");
    return members.size === 0 ? [] : [alike.filter((one) => isRefused || members.has(one) || one.shows.every(isScenario))];
  });
  const left = new Map(
    same.flatMap((members) => {
      const refusals = refusalsOf(members);
      return members.map((one) => [one, otherwise(one, refusals)] as const);
    }),
  );
  const rest = all.map((one) => left.get(one) ?? one).filter((one) => one.shows.length + one.waiting.length > 0);
  const whole = same.map((members): Gathered => {
    const [first] = members as [Gathered];
    const kept = members.map((one) => left.get(one));
    const shows = members.flatMap((one, i) => one.shows.filter((result) => !kept[i]?.shows.includes(result)));
    const alike = members.map(({ signature }) => signature);
    const waiting = members.flatMap((one, i) => one.waiting.filter((result) => !kept[i]?.waiting.includes(result)));
    return { signature: { ...first.signature, at: everyRequest }, shows, waiting, naming: [], alike };
  });
  return [...rest, ...whole];
}

/** Returns the key of what one convention's property alone shows, on several endpoints in several ways: that convention is broken in one place. */
function ofConvention(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const familyOf = ({ signature, shows }: Gathered): string | undefined => {
    const own = shows.filter(isOwnCheck);
    const [family, ...others] = new Set(own.map(familyIn));
    return others.length > 0 || signature.ruling !== undefined || signature.at === everyRequest ? undefined : family;
  };
  return keyOfMany(all, familyOf, fewestRoutes);
}

/** Returns the key of what a convention's property shows at every request, and of the clause of it that no answer shows to be broken. */
function ofEveryRequest(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const everywhere = all.filter(({ signature }) => signature.at === everyRequest && signature.clause === undefined);
  return (one) => {
    const { at, clause } = one.signature;
    const [family, ...others] = new Set(familiesOf(one));
    const isBeside = at === everyRequest && clause !== undefined && family !== undefined && others.length === 0;
    const host = isBeside ? everywhere.find((each) => familiesOf(each).includes(family)) : everywhere.find((each) => each === one);
    return host && idOf(host.signature);
  };
}

/** Returns the last request in a result that changed something before the answer that differs. */
function makerIn(result: Result): string | undefined {
  const ops = askedIn(result)
    .slice(0, -1)
    .map(({ method, path }) => (method === "GET" ? undefined : routed(method, path).op));
  return ops.findLast((op) => op !== undefined && endpoints.has(op));
}

/** Returns the request of which an event does not come, or comes to somebody else. */
function untoldOf({ signature: { path, expected, actual }, shows: [result] }: Gathered): string | undefined {
  if (!result || (actual !== "nothing" && expected !== "nothing") || !/^events\[\w+\]$/.test(path)) return undefined;
  const stem = stemOf(result.clauses[0]);
  return isScenario(result) ? makerIn(result) : endpoints.has(stem) ? stem : undefined;
}

/** Returns the request that has a clause against which goes what is read later, or after which alone a registration lists otherwise what requests change. */
function undoneOf({ signature, shows }: Gathered): string | undefined {
  const { at, path, clause } = signature;
  if (clause !== undefined) {
    return endpoints.has(stemOf(clause)) && opAt(at) !== stemOf(clause) ? stemOf(clause) : undefined;
  }
  if (at !== "POST /register" || !Object.hasOwn(shownState, path)) return undefined;
  const makers = shows.filter((result) => !isScenario(result)).map(makerIn);
  return makers.length > 0 && new Set(makers).size === 1 ? makers[0] : undefined;
}

/** Requests that change a thing or take it away. */
const isOfOneThing = (stem: string): boolean => /-id\./.test(stem);

/**
 * Returns the request before the answers that show a cause, one of some that change a thing: what is to be gone or changed is still read as it was, or
 * can be changed once more.
 */
function unchangedBy({ signature, shows }: Gathered, stems: ReadonlySet<string>): string | undefined {
  const { path, expected, actual, clause } = signature;
  const isStillThere = (path === "result" && expected === "error" && actual === "success") || (path === "status" && actual === "2xx");
  if (clause !== undefined) return stems.has(stemOf(clause)) && shows.every(isMonitor) ? stemOf(clause) : undefined;
  if (!(isStillThere || isOfMessageList(signature))) return undefined;
  const isBehind = (stem: string, result: Result): boolean =>
    makersIn(shownIn(signature, result)?.before ?? []).some(({ method, path: asked }) => routed(method, asked).op === stem);
  // Scenarios may have done the same by a control API, and monitors see it in those.
  return [...stems].find((stem) => {
    const others = shows.filter((result) => !isBehind(stem, result));
    return others.length < shows.length && !others.some(isOwnCheck);
  });
}

/** Puts together what a request leaves undone: the events that do not come, or come to others, and the one clause of it against which goes what is read later. */
function byRequest(all: readonly Gathered[]): Gathered[] {
  const undone = all.flatMap((one) => undoneOf(one) ?? []);
  const isAlone = (stem: string): boolean => undone.filter((one) => one === stem).length === 1;
  const missing = all.filter(({ signature }) => signature.actual === "nothing").flatMap((one) => untoldOf(one) ?? []);
  const unchanging = new Set(missing.filter(isOfOneThing));
  return joined(
    (one) => {
      const stem = undoneOf(one);
      return stem !== undefined && isAlone(stem) ? stem : (untoldOf(one) ?? unchangedBy(one, unchanging));
    },
    all,
    ({ signature }) => Number(isOfMessageList(signature)),
  );
}

/** Returns the key of a field of a record that differs, and of what goes against the clause that is named after that field. */
function ofRecord({ signature: { at, path, clause } }: Gathered): string | undefined {
  if (clause === undefined) return Object.hasOwn(recordPrefixes, at) ? `${at}\n${path.split(/[.[]/)[0]}` : undefined;
  const [prefix, words = ""] = clause.split("/");
  const record = Object.keys(recordPrefixes).find((name) => recordPrefixes[name] === prefix);
  return record && `${record}\n${words.replaceAll("-", "_")}`;
}

/** Returns the key of a field of a record with what goes against its clause, where the field differs in one way. */
function namedAfterFields(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const differing = groups(
    all.filter(({ signature }) => signature.clause === undefined),
    ofRecord,
  );
  const single = new Set(differing.flatMap((group) => (group.length === 1 ? group.map(ofRecord) : [])));
  return (one) => {
    const key = ofRecord(one);
    return single.has(key) ? key : undefined;
  };
}

/** So many types of events at least are told again where it is no single one that is. */
const fewestTypes = 3;

/** Returns the key of events that come though nothing happened, where they are of many types: what was told is told again. */
function toldAgain(all: readonly Gathered[]): (one: Gathered) => string | undefined {
  const surplus = all.filter(({ signature: { path, expected } }) => expected === "nothing" && /^events\[\w+\]$/.test(path));
  return (one) => (surplus.length >= fewestTypes && surplus.includes(one) ? one.signature.at : undefined);
}

/** Key of how a request is answered, but for the reason. */
const answeredOf = ({ signature: { at, path, expected, actual } }: Gathered): string => [at, path, expected, actual].join("\n");

/**
 * Puts what scenarios alone show to what properties show of the same thing: what is told wrong in one way is so in others, and a mistake of its own has
 * a property that shows it. A request that is taken, or refused, for another reason is another mistake, unless it is so for many.
 */
function besideProperties(all: readonly Gathered[]): Gathered[] {
  const ofAnswers = groups(all, (one) => (one.signature.path === "result" ? answeredOf(one) : undefined));
  const ofMany = ofAnswers.filter((group) => new Set(group.map(({ signature }) => signature.refusal)).size >= fewestRefusals);
  const manyWays = new Set(ofMany.flat());
  const keyOf = (one: Gathered): string | undefined => (manyWays.has(one) ? answeredOf(one) : thingOf(one));
  const roots = new Map<string, Gathered>();
  const byScenarios = ({ shows }: Gathered): boolean => shows.every(isScenario);
  // The fields of a record are told apart, but for policies, of which hardly anything else is told.
  const isListed = ({ signature: { at } }: Gathered): boolean => at.includes(" /") || at === "User topic";
  for (const one of all.toSorted((a, b) => Number(byScenarios(a)) - Number(byScenarios(b)) || byEvidence(a, b))) {
    const key = keyOf(one);
    const mayBe = one.shows.length > 0 && !(manyWays.has(one) && byScenarios(one));
    if (key !== undefined && mayBe && !roots.has(key)) roots.set(key, one);
  }
  const isRoot = new Set(roots.values());
  const isBeside = (one: Gathered): boolean => one.shows.length > 0 && byScenarios(one) && isListed(one) && roots.has(keyOf(one) ?? "");
  return joined(
    (one) => (isRoot.has(one) || isBeside(one) ? keyOf(one) : undefined),
    all,
    (one) => Number(!isRoot.has(one)),
  );
}

/** Things that are told in several ways: by events, by what a registration and other reads list, and by the fields of its record. */
const things: readonly (readonly [thing: string, at: RegExp])[] = [
  [
    "topic policies",
    /^(User topic|\S+ \/\S+ (user_topics|muted_topics|automatic_new_visibility_policy|events\[(user_topic|muted_topics)\]))(?=\W|$)/,
  ],
  ["groups", /^(User group|\S+ \/\S+ (realm_user_groups|events\[user_group\]))(?=\W|$)/],
  ["folders", /^(Channel folder|\S+ \/\S+ (channel_folders|events\[channel_folder\]))(?=\W|$)/],
  ["views", /^(Navigation view|\S+ \/\S+ (navigation_views|events\[navigation_view\]))(?=\W|$)/],
  ["domains", /^(Allowed domain|\S+ \/\S+ (realm_domains|events\[realm_domains\]))(?=\W|$)/],
  ["linkifiers", /^(Linkifier|\S+ \/\S+ (realm_linkifiers|linkifiers|events\[(realm_linkifiers|realm_filters)\]))(?=\W|$)/],
  ["profile values", /^\S+ \/\S+ (realm_users\[\]\.profile_data|events\[realm_user\](\.person\.custom_profile_field|$))(?=\W|$)/],
  ["flags", /^(Message flags|\S+ \/\S+ events\[update_message_flags\])(?=\W|$)/],
  ["messages", /^\S+ \/\S+ (messages(\[\])?|anchor|found_(newest|oldest|anchor)|events\[message\])$/],
];

/** Returns the thing of which a difference tells otherwise. */
const thingOf = ({ signature: { at, path, clause, ruling } }: Gathered): string | undefined =>
  clause !== undefined || ruling !== undefined ? undefined : things.find(([, where]) => where.test(`${at} ${path}`))?.[0];

/** Returns the endpoint and the parameter of which a malformed value is taken. */
export function takenIn({ at, expected, refusal }: Signature): { readonly op: string; readonly parameter: string } | undefined {
  const op = opAt(at);
  const [, parameter] = /^BAD_REQUEST (\w+)$/.exec(refusal ?? "") ?? [];
  return op === undefined || parameter === undefined || expected !== "error" ? undefined : { op, parameter };
}

/** Returns the record whose field a request leaves as it is, though it gives a parameter of that name, where what is wrong with that is not refused, either. */
function unreadField(all: readonly Gathered[], { signature, shows }: Gathered): Gathered | undefined {
  const op = opAt(signature.at) ?? "";
  if (signature.path !== "result" || signature.expected !== "error" || !endpoints.has(op)) return undefined;
  const asked = shows.flatMap((result) => shownIn(signature, result)?.shown ?? []);
  return all.find(({ signature: { at, path, expected, actual }, shows: others }) => {
    const isLeft =
      !at.includes(" /") && (expected === actual || actual === "null") && Object.hasOwn(endpoints.get(op)?.parameters ?? {}, path);
    const isOwn = others.some((result) => isOfOne(result) && stemOf(result.clauses[0]) === op);
    return isLeft && isOwn && asked.length > 0 && asked.every(({ fields }) => fields[path] !== undefined);
  });
}

/** Puts a malformed value of a parameter that is taken to what shows that the parameter does nothing: nobody reads it. */
function ofUnread(all: readonly Gathered[]): Gathered[] {
  const unread = new Map<Gathered, Gathered>();
  for (const one of all) {
    const field = unreadField(all, one);
    if (field) unread.set(one, field);
    const taken = field ? undefined : takenIn(one.signature);
    if (!taken) continue;
    const name = `${taken.parameter.replaceAll("_", "-")}-`;
    const isAbout = ({ clauses }: Result): boolean =>
      clauses.some((id) => stemOf(id) === taken.op && `${clauseWords(id)}-`.startsWith(name));
    const effect = all.find(
      (other) =>
        other !== one &&
        !takenIn(other.signature) &&
        other.signature.path !== "result" &&
        // No parameter that nobody reads takes away what an answer always has.
        !isReturnMissing(other) &&
        other.signature.clause === undefined &&
        other.signature.ruling === undefined &&
        other.shows.some((result) => isOfOne(result) && (isAbout(result) || fieldName(other.signature) === taken.parameter)),
    );
    if (effect && !one.shows.some((result) => isOfOne(result) && !result.address.includes(".text/"))) unread.set(one, effect);
  }
  const effects = new Set(unread.values());
  return joined(
    (one) => (effects.has(one) ? idOf(one.signature) : unread.has(one) ? idOf((unread.get(one) ?? one).signature) : undefined),
    all,
    (one) => Number(!effects.has(one)),
  );
}

/** Puts what monitors alone see in the answers of a request to the mistake by which it is taken. */
function besideTaken(all: readonly Gathered[]): Gathered[] {
  const taken = new Map(
    all.flatMap((one) => (one.signature.path === "result" && one.signature.actual === "success" ? [[one.signature.at, one]] : [])),
  );
  const isSeen = ({ signature: { at, clause }, shows }: Gathered): boolean =>
    clause !== undefined && shows.length > 0 && shows.every(isMonitor) && taken.has(at);
  const isTaken = new Set(taken.values());
  return joined(
    (one) => (isTaken.has(one) || isSeen(one) ? one.signature.at : undefined),
    all,
    (one) => Number(!isTaken.has(one)),
  );
}

/** The fields that monitors name. */
const namedFields = ({ shows }: Gathered): string[] =>
  shows.flatMap(({ reason = "" }) => /(?:^(?=\w+ is )|\bthe field |\bhave (?=\w+ as ))(\w+)/.exec(reason)?.[1] ?? []);

/** Puts what monitors alone see in the answers of a request to what others see there, where that is one mistake, and no other field is named. */
function besideOne(all: readonly Gathered[]): Gathered[] {
  const isSeen = ({ signature: { clause }, shows }: Gathered): boolean =>
    clause !== undefined && shows.length > 0 && shows.every(isMonitor);
  const mistakes = groups(
    all.filter((one) => !isSeen(one)),
    ({ signature }) => signature.at,
  );
  const onlyOnes = new Map(mistakes.flatMap((group) => (group.length === 1 ? group.map((one) => [one.signature.at, one]) : [])));
  return joined(
    (one) => {
      const mistake = onlyOnes.get(one.signature.at);
      if (!mistake || (one !== mistake && namedFields(one).some((name) => name !== fieldName(mistake.signature)))) return undefined;
      return one.signature.at;
    },
    all,
    (one) => Number(isSeen(one)),
  );
}

/** Puts what properties show at a request only beside another difference there to that difference: nothing says that it is a mistake of its own. */
function besideAnother(all: readonly Gathered[]): Gathered[] {
  const isOfProperties = ({ shows }: Gathered): boolean => shows.length > 0 && shows.every(isOwnCheck);
  const mayFollow = (one: Gathered, host: Gathered): boolean =>
    isOfProperties(one) && host.signature.at === one.signature.at && one.shows.every((result) => host.shows.includes(result));
  return joined(besideHosts(all, mayFollow), all);
}

/** The keys of causes that are one mistake, each of all that the keys before it left apart. */
const passes: readonly ((all: readonly Gathered[]) => (one: Gathered) => string | undefined)[] = [
  misjudged,
  takenOnMany,
  takenTogether,
  takenOfClause,
  ofEveryRequest,
  refusedOtherwise,
  toldAgain,
  () => lackedIn,
  () => keptOf,
  () => codeOf,
  () => likenessOf,
  () => formOf,
  () => clauseOf,
  namedAfterFields,
  withoutTrace,
  leftUndone,
  ofConvention,
  refusedOnMany,
  () => takenOfCode,
  () => shownAlike,
  withoutReturns,
  doneThoughRefused,
];

/** Puts together what comes of one mistake though its signatures differ. */
export function alike(all: readonly Gathered[]): readonly Gathered[] {
  const told = acrossRoutes(ofWindows(ofStubs(all)));
  const placed = fieldsAlike(told);
  const lists = joined(missingRefusals(placed), placed);
  const refused = joined(misreadOperator(lists), lists, ({ signature }) => Number(signature.path === "result"));
  const always = joined(refusedAlways(refused), refused, ({ signature }) => Number(signature.path !== "result"));
  const own = passes.reduce((some, keyIn) => joined(keyIn(some), some), always);
  return besideOne(besideAnother(ofUnread(besideTaken(besideProperties(byRequest(own))))));
}
