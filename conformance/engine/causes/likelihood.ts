import type { About, Condition, Drawn, Role, Sent } from "../../declare/about.ts";
import type { Answered } from "../compare/answers.ts";
import type { Place } from "./place.ts";

/** A step of a scenario with its answers. */
export interface AnsweredStep {
  /** Name of the kind of step. */
  readonly op: string;
  /** Such as `GET`. */
  readonly method: string;
  readonly as: string;
  /** As they were sent. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** As they were drawn. */
  readonly drawn: Readonly<Record<string, unknown>>;
  readonly expected: Answered;
}

/** A difference with all that tells what it is about. */
export interface Occasion extends AnsweredStep {
  readonly actual: Answered;
  readonly places: readonly Place[];
  readonly before: readonly AnsweredStep[];
  /** What the sender is beside a member. */
  readonly roles: ReadonlySet<Role>;
  readonly level: number;
}

/** How a difference bears on what a request is allowed to do. */
type Bearing = "wrongly refused" | "wrongly accepted" | "refused otherwise" | "answered otherwise";

function bearingOf({ expected, actual }: Pick<Occasion, "expected" | "actual">): Bearing {
  const [should, does] = [expected.body.result, actual.body.result];
  if (should === does) return should === "error" ? "refused otherwise" : "answered otherwise";
  if (does === "success") return "wrongly accepted";
  return does === "error" ? "wrongly refused" : "answered otherwise";
}

const listOf = (names: string | readonly string[]): readonly string[] => (typeof names === "string" ? [names] : names);
const isOf = ({ op, method }: AnsweredStep, names: string | readonly string[]): boolean =>
  listOf(names).some((name) => name === op || name === method);

/** Whether a step sent such fields. */
function hasSent(sent: Sent | undefined, { fields, drawn, as }: AnsweredStep, refusal = ""): boolean {
  if (sent === undefined) return true;
  if (typeof sent === "function") return sent(fields, refusal);
  return Object.entries(sent).every(([name, holds]) => holds(fields[name], { value: drawn[name], as } satisfies Drawn));
}

/** Returns how much it tells that a request sent such fields. That a field is absent tells something where the request has to be refused. */
function weightOf(sent: Sent | undefined, how: About["how"]): number {
  if (sent === undefined) return 0;
  if (typeof sent === "function") return 1.5;
  const isWeak = (holds: Condition): boolean => how !== "refused" && holds(undefined, { value: undefined, as: "" });
  return Object.values(sent).reduce((sum, holds) => sum + (isWeak(holds) ? 0.4 : 1.5), 0);
}

/** Returns how many of the fields that a clause speaks of are named in a refusal. */
function blamed(sent: Sent | undefined, { body }: Answered): number {
  if (sent === undefined || typeof sent === "function") return 0;
  const said = `${String(body.msg ?? "")} ${String(body.var_name ?? "")}`;
  return Object.keys(sent).filter((name) => new RegExp(`(^|\\W)${name}(\\W|$)`).test(said)).length;
}

const matches = (pattern: string | RegExp, text: string): boolean => (typeof pattern === "string" ? pattern === text : pattern.test(text));

/** Returns how much a clause is about one place; undefined where it is not. */
function atPlace({ at = "", change, value }: About, place: Place, isAhead: boolean): number | undefined {
  const isExact = typeof at === "string" ? at === place.at : at.test(place.at);
  // A clause about something that is missing or too much says nothing of what is in it.
  const isInside =
    typeof at === "string" &&
    (at === "" || change === undefined) &&
    (at === "" || place.at.startsWith(`${at}.`) || place.at.startsWith(`${at}[`));
  if (!isExact && !isInside) return undefined;
  if (change && change !== place.change && !isAhead) return undefined;
  if (value && !value.test(place.value)) return undefined;
  return (isExact ? 4 : at === "" ? 0.5 : 2.5) + (change ? 1 : 0) + (value ? 1.5 : 0);
}

/** Returns how much a clause is about the likeliest of the places. What comes first counts for more. */
function atPlaces(about: About, { places }: Occasion, isAhead: boolean): number | undefined {
  if (about.differences !== undefined && places.length < about.differences) return undefined;
  if (about.beside !== undefined && !places.some(({ at }) => at === about.beside)) return undefined;
  if (about.only && places.some((place) => atPlace(about, place, isAhead) === undefined)) return undefined;
  const found = places.flatMap((place, i) => {
    const likelihood = atPlace(about, place, isAhead);
    return likelihood === undefined ? [] : [likelihood - Math.min(i, 4) * 0.6];
  });
  return found.length === 0
    ? undefined
    : Math.max(...found) + (about.only ? 1 : 0) + (about.beside === undefined ? 0 : 1.5) + (about.differences === undefined ? 0 : 0.3);
}

/** Returns how much a clause says of the refusal that came, or that was to come; undefined where it speaks of another. */
function inRefusal({ codes, status, reason, sent }: About, { status: got, body }: Answered): number | undefined {
  if (codes !== undefined && !matches(codes, String(body.code ?? ""))) return undefined;
  if (status !== undefined && status !== got) return undefined;
  if (reason && !reason.test(String(body.msg ?? ""))) return undefined;
  const telling = typeof codes === "string" && codes === "BAD_REQUEST" ? 0 : codes === undefined ? 0 : 2;
  return telling + (status === undefined ? 0 : 1) + (reason ? 3 : 0) + blamed(sent, { status: got, body }) * 2.5;
}

/** Returns how much the steps before bear a clause out; undefined where what it needs is missing. */
function inSteps({ how, after, afterSent, of: written = [], was, whose }: About, { before, as }: Occasion): number | undefined {
  if (how !== "left") {
    if (after === undefined) return 0;
    return before.some((step) => isOf(step, after) && hasSent(afterSent, step)) ? 1 + weightOf(afterSent, how) : undefined;
  }
  const wanted = was === "refused" ? "error" : "success";
  const responsible = before.findLastIndex(
    (step) =>
      isOf(step, written) &&
      step.expected.body.result === wanted &&
      (whose === undefined || (whose === "own") === (step.as === as)) &&
      hasSent(afterSent, step),
  );
  if (responsible < 0) return undefined;
  return (responsible === before.length - 1 ? 1 : 0.6) + weightOf(afterSent, how) * 0.5 + (was ? 1 : 0) + (whose ? 0.7 : 0);
}

/** Whether what a clause says bears on a difference: on a request that is wrongly let in, refused, or on a field. */
function applies({ how, place, codes }: About, bearing: Bearing, isAhead: boolean): boolean {
  if (how === "shown") return bearing === "answered otherwise" || bearing === "refused otherwise";
  if (how === "left") return bearing === "answered otherwise";
  if (bearing === "refused otherwise") return how === "refused" ? !isAhead : isAhead || codes !== undefined;
  if (place === "code") return false;
  return bearing === ((how === "refused") === isAhead ? "wrongly refused" : "wrongly accepted");
}

/**
 * Returns how likely it is that a difference is one that a clause is about; undefined where it is not.
 * @param isAhead whether the clause does not hold yet at the target's level, so that what differs is that it does hold
 */
export function likelihoodOf(about: About, occasion: Occasion, isAhead: boolean): number | undefined {
  const { on, by, sent, until, weight = 0, how } = about;
  if (on !== undefined && !isOf(occasion, on)) return undefined;
  if (until !== undefined && occasion.level >= until) return undefined;
  if (by && !by.some((role) => occasion.roles.has(role))) return undefined;
  const bearing = bearingOf(occasion);
  if (!applies(about, bearing, isAhead) || !hasSent(sent, occasion, String(occasion.actual.body.msg ?? ""))) return undefined;
  const isField = how === "shown" || how === "left";
  const parts = [
    isField ? atPlaces(about, occasion, isAhead) : inRefusal(about, (how === "refused") !== isAhead ? occasion.expected : occasion.actual),
    inSteps(about, occasion),
  ];
  if (parts.includes(undefined)) return undefined;
  const found = parts.reduce<number>((sum, part) => sum + (part ?? 0), 1);
  return found + weightOf(sent, how) + (by ? 1.5 : 0) + weight;
}
