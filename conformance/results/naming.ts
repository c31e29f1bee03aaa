import { rulings } from "../../sim/index.ts";
import { clauseOf, properties } from "../catalogue/catalogue.ts";
import { opAt, routed, stemOf } from "../catalogue/route.ts";
import {
  type AnsweredStep,
  clausesOfField,
  clauseWords,
  fitOfClause,
  mainOf,
  namedParameters,
  statedOf,
  untraced,
} from "../causes/citing.ts";
import { clausesOfRuling } from "../causes/rulings.ts";
import { idOf, isCrash, isOfMessageList, isUnanswered, type Signature, tracelessRoute } from "../causes/signature.ts";
import type { Seen } from "../client/seen.ts";
import { endpoints } from "../text/index.ts";
import { codes } from "../text/limits.ts";
import { takenIn } from "./alike.ts";
import {
  isAboutField,
  isOfEnvelope,
  isOfLeft,
  isOfReturn,
  isOfRunning,
  isOfType,
  isSurplusReturn,
  ofKind,
  presence,
  wordsOf,
} from "./clause-fit.ts";
import { missingIn, notKept } from "./clauses-alike.ts";
import {
  askedIn,
  isMonitor,
  isOwnCheck,
  isScenario,
  isWindowMonitor,
  makersIn,
  refusedBefore,
  type ShownExchange,
  shownIn,
} from "./exchanges.ts";
import { fewestRefusals } from "./refusals-alike.ts";
import type { PropertyResult, ScenarioResult } from "./report.ts";
import { isOfStub } from "./stubs.ts";

type Result = PropertyResult | ScenarioResult;

const mostClauses = 3;

/** Clauses about the code of a refusal. */
const ofCode = /[-/]code(-|$)|^errors\//;
/** Clauses that hold of request after request. */
const ofEach = /^(conventions|authentication|errors|limits)\//;

/** Clauses about which queues there are: where one is gone that was not deleted, any property that listens fails. */
const ofQueues = /[-/](other-queues|queue-deleted-alone|queue-of-others)$/;

/** Whether a queue is not there that a client has registered. */
const isOfLostQueue = ({ path, expected, refusal = "" }: Signature): boolean =>
  path === "result" && expected === "success" && refusal.startsWith(codes.noSuchQueue);

/** Whether a result is that of a property. */
export const isProperty = (result: Result): boolean => !isScenario(result);

/** Returns how often each of some ids is there. */
function counted(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Returns the number of results that could be tried and prove each clause. */
export const proofsIn = (results: readonly Result[]): ReadonlyMap<string, number> =>
  counted(results.filter((result) => isProperty(result) && result.verdict !== "untestable").flatMap(({ clauses }) => clauses));

const opOf = ({ method, path }: Seen): string => routed(method, path).op ?? "";

const stepOf = (seen: Seen): AnsweredStep => ({ op: opOf(seen), as: seen.as ?? "", fields: seen.fields, expected: seen });

/** Returns the clause that the failing check of a result says itself: it stands first though the property has another one first. */
function said({ address, clauses: [first] }: Result): string | undefined {
  const declared = properties.get(address)?.clauses[0];
  return declared !== undefined && declared !== first ? first : undefined;
}

/**
 * Returns the clause that more failing checks go against than any other, and that some say themselves. Undefined where these are few, or two clauses as
 * many, and where it is not about the field that differs, less than half say so, and the field has a clause of its own.
 */
function mostSaid(failed: readonly Result[], signature: Signature): string | undefined {
  const votes = counted(failed.map(({ clauses: [id = ""] }) => id));
  const [[id, count] = ["", 0], [, next] = ["", 0]] = [...votes].sort(([, a], [, b]) => b - a);
  const isOwn = (clause: string): boolean => isAboutField(clause, signature) === 2;
  const isBeside = isAboutField(id, signature) < 2 && failed.some(({ clauses }) => clauses.some(isOwn));
  return count > next && (isBeside ? 2 : 4) * count >= failed.length && failed.some((result) => said(result) === id) ? id : undefined;
}

/** Returns the exchanges that show a cause, one of each result that has one: of those that show its own signature, not one that is alike, where some do. */
function shownBy(signature: Signature, results: readonly Result[]): readonly ShownExchange[] {
  const own = results.filter(({ causes = [] }) => causes.some((one) => idOf(one) === idOf(signature)));
  return (own.length > 0 ? own : results).flatMap((result) => shownIn(signature, result) ?? []);
}

/** Returns 1 where all requests that show a cause have a value that a clause is about, -1 where one of them, or of what was changed before, has none. */
function suits(signature: Signature, shown: readonly ShownExchange[], id: string): number {
  const fits = shown.map(({ shown: { fields, ...seen } }) =>
    fitOfClause(id, { op: opOf({ fields, ...seen }), fields, isRefused: signature.expected === "error" }),
  );
  const before = makersOf(shown).map((maker) => fitOfClause(id, { op: opOf(maker), fields: maker.fields, isRefused: false }));
  if (fits.length > 0 && fits.every((one) => one > 2)) return 1;
  return [...fits, ...before].some((one) => one < 0) ? -1 : 0;
}

/** Returns the refusal that shows a cause, where all that show it are refused alike. */
function refusalIn(shown: readonly ShownExchange[]): ShownExchange["shown"]["body"] | undefined {
  const [first, ...others] = shown.map(({ shown: { body } }) => body);
  return first?.result === "error" && others.every(({ code }) => code === first.code) ? first : undefined;
}

/** Returns the last request of one kind that changed something before each of the exchanges that show a cause; none where they have no kind in common. */
function makersOf(shown: readonly ShownExchange[]): readonly Seen[] {
  const all = shown.map(({ before }) => makersIn(before));
  const isIn = (makers: readonly Seen[], op: string): boolean => makers.some((one) => opOf(one) === op);
  const common = all[0]?.findLast((maker) => all.every((makers) => isIn(makers, opOf(maker))));
  return common ? all.flatMap((makers) => makers.findLast((one) => opOf(one) === opOf(common)) ?? []) : [];
}

/** Returns the number of results that each clause is about. */
const failuresIn = (failed: readonly Result[]): ReadonlyMap<string, number> =>
  counted(failed.flatMap(({ clauses }) => [...new Set(clauses)]));

/** Returns those of some checks that name a clause first. */
const namedFirst = (failed: readonly Result[], id: string): readonly Result[] =>
  failed.filter((result) => isOwnCheck(result) && result.clauses[0] === id);

/**
 * Whether a clause is about another endpoint than that whose answer differs, and no request to it came before: in the checks that name it first, where
 * there are several, or in all.
 * @param own those checks
 */
function isOfOther(id: string, { at }: Signature, maker: Seen | undefined, own: readonly Result[]): boolean {
  const [stem, op] = [stemOf(id), opAt(at) ?? ""];
  if (!endpoints.has(op) || !endpoints.has(stem) || stem === op) return false;
  const isAsked = (result: Result): boolean => makersIn(askedIn(result)).some((seen) => opOf(seen) === stem);
  // Of what a monitor saw the one exchange is kept, not those before it.
  const checks = own.filter((result) => !isMonitor(result));
  if (own.some((result) => said(result) === id)) return false;
  // One check is about the endpoint whose folder it is in, several about what all of them ask.
  const isOfStem = own.length > 1 || checks.every(({ address }) => address.startsWith(`${stem}/`) || address.startsWith(`${stem}.`));
  return checks.length > 0 && isOfStem && checks.every(isAsked) ? false : maker === undefined || opOf(maker) !== stem;
}

/** Returns the clauses that say what requests are for, where all that checks of properties find is that these were taken and left no trace, or what goes against those. */
function undoneIn(failed: readonly Result[]): readonly string[] {
  const own = failed.filter(isOwnCheck);
  const routes = own.flatMap(({ reason = "" }) => tracelessRoute(reason) ?? []);
  const main = routes.flatMap((route) => mainOf(opAt(route) ?? ""));
  const isUndone = ({ reason = "", clauses: [id = ""] }: Result): boolean => tracelessRoute(reason) !== undefined || main.includes(id);
  return own.every(isUndone) ? main : [];
}

/** Returns the clause of the parameter of which checks say that an endpoint does not keep it; none where they say so of several. */
function lostIn(failed: readonly Result[]): readonly string[] {
  const all = failed.flatMap((result) => notKept(result) ?? []);
  const [lost, ...others] = new Set(all);
  if (lost === undefined || others.length > 0 || 2 * all.length < failed.length) return [];
  const [op = "", name = ""] = lost.split("/");
  const ofValues = statedOf(op, name).filter((each) => !/(required|unknown|bound|beyond)$|\/unknown-/.test(each));
  const id = [lost, lost.replaceAll("_", "-"), ...ofValues].find((each) => clauseOf(each) !== undefined);
  return id === undefined ? [] : [id];
}

/** Returns the endpoint that leaves several fields as they are, where it is taken and leaves no trace in some results. */
function idleIn(failed: readonly Result[], alike: readonly Signature[]): string | undefined {
  const fields = new Set(alike.flatMap(({ at, path }) => (at.includes(" /") ? [] : [path])));
  const [route] = failed.flatMap(({ reason = "" }) => tracelessRoute(reason) ?? []);
  return fields.size > 1 && route !== undefined ? opAt(route) : undefined;
}

/** Returns the clauses, by their beginnings, of the parameters of which a server takes malformed values, where that is not the cause by itself. */
function unreadIn(alike: readonly Signature[], { refusal: own }: Signature): string[] {
  if (own !== undefined) return [];
  const taken = alike.flatMap((signature) => takenIn(signature) ?? []);
  return taken.map(({ op, parameter }) => `${op}/${parameter.replaceAll("_", "-")}`);
}

/** Whether somebody without credentials is refused as one who has none. */
const isUnauthenticated = ({ shown: { as, status, body } }: ShownExchange): boolean =>
  as === null && (status === 401 || /UNAUTH|AUTHENTICAT|LOGIN|CREDENTIAL/.test(String(body.code))) && !/password/i.test(String(body.msg));

/**
 * Returns the clause that says what differs as a whole: that nobody is let in without credentials, that nobody writes to themselves alone, what an
 * endpoint is for that does nothing, or what a request is for after which a read answers otherwise.
 */
function mainIn(signature: Signature, shown: readonly ShownExchange[], ofMaker: string | undefined): string | undefined {
  const { at, path, expected } = signature;
  const isRefused = path === "result" && expected === "success" && shown.length > 0;
  if (isRefused && at === "GET /server_settings" && shown.every((one) => one.shown.as === null))
    return "server_settings.get/no-credentials";
  // A login has no credentials whatever it is refused for.
  if (isRefused && at === "POST /fetch_api_key" && shown.every(isUnauthenticated)) return "fetch_api_key.post/no-credentials";
  if (isRefused && at === "POST /messages" && shown.every((one) => one.shown.toItself)) return "messages.post/to-sender-alone";
  if (shown.length > 0 && shown.every(({ before }) => refusedBefore(before))) return untraced;
  // A list that is refused says nothing of what was made before it.
  const isOfThing = at === "GET /events" || at.endsWith("}");
  if (path === "result" && at.startsWith("GET ") && (expected === "error" || isOfThing)) return ofMaker;
  return isOfStub(signature) ? mainOf(opAt(at) ?? "")[0] : undefined;
}

/** Whether a clause is about the parameter whose value is refused by mistake, and not about what the request is for. */
function isOfRefusedValue(
  id: string,
  { at, path, expected, refusal = "" }: Signature,
  ofField: readonly string[],
  shown: readonly ShownExchange[],
): boolean {
  const op = opAt(at) ?? "";
  const isOfParameter = /^\w+ \w+$/.test(refusal) || namedParameters(op, refusalIn(shown)).length > 0;
  return path === "result" && expected === "success" && isOfParameter && ofField.includes(id) && !mainOf(op).includes(id);
}

/** Whether a clause says that a point is left open: nothing is against it but to decide it in two ways. */
function isOpen(id: string): boolean {
  const { silent, statement = "" } = clauseOf(id) ?? {};
  return silent !== undefined && rulings[silent].kind === "silent" && statement.startsWith("Whether ");
}

/** Returns the clauses of a cause but those behind the first that are about running servers alone. */
const withoutRunning = (ids: readonly string[]): string[] => ids.filter((id, i) => i === 0 || !isOfRunning(id));

/** Returns those of some clauses that state something, or are about the difference; where none does, the one that says what the request is for. */
function stated(ids: readonly string[], { at, ruling, clause }: Signature, ofField: readonly string[]): readonly string[] {
  const left = ids.filter((id) => !isOpen(id) || ofField.includes(id));
  const isOfChoice = ruling !== undefined || (clause !== undefined && isOpen(clause));
  if (left.length > 0 || isOfChoice) return left.length > 0 ? left : ids;
  const main = mainOf(opAt(at) ?? "");
  return main.length > 0 ? main : ids;
}

/** Returns the checks that name a cause. A monitor looks at what an answer has, whether it should have been a refusal or not. */
function failedChecks({ path }: Signature, results: readonly Result[]): readonly Result[] {
  const failed = results.filter(isProperty);
  return path === "result" && failed.every(isMonitor) && failed.length < results.length ? [] : failed;
}

/** Whether a cause is of every request, or one is refused by mistake in so many ways that it is not one of its conditions that is wrong. */
const isOfAll = ({ at }: Signature, alike: readonly Signature[]): boolean =>
  at === "Every request" ||
  new Set(alike.flatMap(({ expected, refusal }) => (expected === "success" && refusal !== undefined ? [refusal] : []))).size >=
    fewestRefusals;

/** Returns the clauses of the field that differs: none where a server fails, which goes against what was asked for, not against what codes are. */
const fieldClauses = (signature: Signature, shown: readonly ShownExchange[], maker: Seen | undefined): readonly string[] =>
  signature.clause === undefined && signature.ruling === undefined && !isCrash(signature.code)
    ? clausesOfField(signature, refusalIn(shown), maker && stepOf(maker))
    : [];

/** Whether a clause is of the field that differs. A list of messages that is one is not against the clause that says so. */
const isOfDiffering = (id: string, signature: Signature, ofField: readonly string[]): boolean =>
  !(isOfMessageList(signature) && signature.expected === signature.actual) &&
  (ofField.includes(id) || ofField.includes(id.replace(/-absent$/, "")));

/**
 * Returns the clauses that scenarios name, and those of the field that differs, where one does: those first that a scenario names for that alone. It
 * names its clauses for all that differs in its last answer.
 */
function namedByScenarios(results: readonly Result[], ofField: readonly string[] | undefined): readonly string[] {
  const alone = results.filter(({ causes = [] }) => causes.length < 2).flatMap(({ clauses }) => clauses);
  const first = ofField ? [...alone.filter((id) => ofField.includes(id)), ...ofField] : alone;
  return [...first, ...results.flatMap(({ clauses }) => clauses)];
}

/**
 * Returns the clauses of a cause: those of the checks that failed, of these first those whose value all requests have that show it, then those of the
 * field that differs, then those of which the most checks failed and the fewest held (Ochiai's measure). Where no check failed, those of the field,
 * then those of the scenarios.
 */
export const clausesNaming = (...cause: Parameters<typeof ranked>): string[] => withoutRunning(ranked(...cause)).slice(0, mostClauses);

function ranked(
  signature: Signature,
  results: readonly Result[],
  proofs: ReadonlyMap<string, number>,
  alike: readonly Signature[] = [],
): readonly string[] {
  const failed = failedChecks(signature, results);
  const shown = shownBy(signature, failed.length > 0 ? failed : results);
  // Of what a monitor saw nobody knows what came before.
  const withPast = failed.filter((result) => !isMonitor(result));
  const [maker] = makersOf(withPast.length > 0 ? shownBy(signature, withPast) : shown);
  const ofField = fieldClauses(signature, shown, maker);
  const failures = failuresIn(failed);
  const first = new Set(failed.flatMap(({ clauses }) => clauses.slice(0, 1)));
  const likeness = (id: string): number => (failures.get(id) ?? 0) / Math.sqrt((proofs.get(id) ?? 1) * failed.length);
  // What is about the code itself, or about every request, says more of such a difference than what the request is for.
  const isOfSome = isOfLostQueue(signature) ? ofQueues : /^$/;
  const about = signature.code !== undefined ? ofCode : isOfAll(signature, alike) ? ofEach : isOfSome;
  const ofMaker = maker && mainOf(opOf(maker))[0];
  // All else in lists that go beyond their windows comes of that.
  const main = failed.find(isWindowMonitor)?.clauses[0] ?? mainIn(signature, shown, ofMaker);
  const idle = isUnanswered(signature) ? opAt(signature.at) : idleIn(failed, alike);
  const voted = mostSaid(failed, signature);
  const isFailing = isCrash(signature.code);
  const isSurplus = isSurplusReturn(signature);
  const isOfResult = signature.path === "result";
  const unread = unreadIn(alike, signature);
  const missing = new Set(failed.flatMap(({ reason = "" }) => missingIn(reason)));
  const ofRuling = signature.ruling === undefined ? [] : clausesOfRuling(signature.ruling);
  const keys = (id: string): number[] => [
    presence(id, signature) - Number(isOfLeft(id, signature)) - Number(id !== signature.clause && isOfRunning(id)),
    Number(ofRuling.includes(id)),
    Number(about.test(id) || isOfEnvelope(id, signature)),
    Number(!isSurplus && isOfReturn(id, signature)),
    // What fails alone fails together with others, too.
    -Number(isOfOther(id, signature, maker, namedFirst(failed, id)) || (first.size > 1 && clauseWords(id) === "together")),
    // A monitor says of a failure that it is no answer, a property for which request.
    Number(isFailing && failed.some(({ address, clauses }) => !address.startsWith("monitor/") && clauses[0] === id)),
    Number(isOfType(signature) && isAboutField(id, signature) === 2),
    Number(id === main || stemOf(id) === idle),
    Number(id === voted),
    Number(unread.some((beginning) => `${stemOf(id)}/${clauseWords(id)}-`.startsWith(`${beginning}-`))),
    Number(endpoints.has(stemOf(id)) && isAboutField(id, signature) === 2),
    signature.clause === undefined ? suits(signature, shown, id) : 0,
    Number(!isSurplus && isOfDiffering(id, signature, ofField) && (id !== ofMaker || clausesOfField(signature).includes(id))),
    Number(isOfRefusedValue(id, signature, ofField, shown)),
    isSurplus ? 0 : isAboutField(id, signature),
    ofKind(id, signature),
    Number(wordsOf(id).some((word) => missing.has(word))),
    Math.max(Number(first.has(id)), namedFirst(failed, id).length),
    -[...failures.keys()].filter((other) => id.startsWith(`${other}-`)).length,
    likeness(id),
  ];
  const byKeys = (a: string, b: string): number => {
    const [one, other] = [keys(a), keys(b)];
    const at = one.findIndex((key, i) => key !== other[i]);
    return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
  };
  const isBroken = (id: string): boolean => presence(id, signature) >= 0;
  const certain = isOfType(signature) ? ofField.filter((id) => isAboutField(id, signature) === 2) : [];
  const named = [...failures.keys(), ...(failed.length > 0 ? [...ofRuling, ...certain] : [])];
  const ofChecks = [...new Set(named)].filter(isBroken).sort(byKeys);
  if (ofChecks.length > 0) return stated([...new Set([...undoneIn(failed), ...lostIn(failed), ...ofChecks])], signature, ofField);
  const all = [...ofRuling, ...namedByScenarios(results, isOfResult ? undefined : ofField)];
  return mostCited(all.filter(isBroken), signature, results, shown);
}

/** Returns clauses with those first that suit what differs, then those that the most results cite. Which messages are there depends on all that a narrow says. */
function mostCited(
  ids: readonly string[],
  signature: Signature,
  results: readonly Result[],
  shown: readonly ShownExchange[],
): readonly string[] {
  const isOfAnswer = signature.path === "result" || isOfMessageList(signature);
  const cited = (id: string): number => (isOfAnswer ? results.filter(({ clauses }) => clauses.includes(id)).length : 0);
  const rank = (id: string): number => suits(signature, shown, id) * results.length + cited(id);
  return [...new Set(ids)].toSorted((a, b) => rank(b) - rank(a));
}
