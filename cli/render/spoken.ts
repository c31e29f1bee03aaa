import { isNamedIn } from "../../conformance/causes/signature.ts";
import { at, type Body, differingParts, isEqual, isObject, jsonText, parsed } from "../../conformance/client/json.ts";
import type { Seen } from "../../conformance/client/seen.ts";
import { isMonitor, isScenario } from "../../conformance/results/exchanges.ts";
import { comparedIn, type Place, valuesIn } from "../../conformance/run/failing-check.ts";
import type { Failure } from "./view.ts";

/** The exchange of which a check speaks, and where in its answer the value stands that is wrong, as far as the check tells. */
export interface Spoken {
  readonly index: number;
  readonly place?: Place;
}

/** So many letters of an answer tell it from others, and of a value from those that are equal by chance. */
const telling = { answer: 60, value: 8 } as const;

/** A value that a check says came, and what it calls it. */
interface Came {
  readonly what: string;
  readonly value: unknown;
}

/** Returns the values that a check says came, and of each that is an object or a list the first part that differs. */
function cameIn(reason: string): readonly Came[] {
  return [...comparedIn(reason)].flatMap(({ what, came, wanted, types }) => {
    const value = parsed(came);
    if (value === undefined) return [];
    const { place, actual } = types ? { place: "", actual: value } : differingParts(value, wanted, 0);
    return [{ what, value }, ...(place === "" || actual === undefined ? [] : [{ what: place, value: actual }])];
  });
}

/** Returns where a value stands in an answer; one that many answers may have stands under a name that the check says. */
function placeOf({ what, value }: Came, { body = {} }: Seen): Place | undefined {
  const isTelling = jsonText(value).length > telling.value;
  for (const [place, inner] of valuesIn(body)) {
    const name = String(place.findLast((key) => typeof key === "string") ?? "");
    if (place.length > 0 && isEqual(inner, value) && (isTelling || isNamedIn(what, name))) return place;
  }
  return undefined;
}

/** Returns the exchange of which the check of a property speaks: whose answer it quotes, or the last that has the value that came. Undefined where it tells none. */
export function spokenIn(result: Failure["result"], exchanges: readonly Seen[]): Spoken | undefined {
  const { reason = "" } = result;
  if (isScenario(result)) return undefined;
  const [, answered = "", answer = ""] = / answers (\d+) (\{.*)/s.exec(reason) ?? [];
  // Fields that no sentence names are left out where a check quotes an answer.
  const isQuoted = ({ status, body = {} }: Seen): boolean =>
    String(status) === answered && answer.startsWith(jsonText(body).slice(0, -1).slice(0, telling.answer));
  const quoted = exchanges.findLastIndex((each) => each.prepares === undefined && isQuoted(each));
  if (quoted >= 0) return { index: quoted };
  const numbers = new Set(reason.match(/\d+/g));
  const isNamed = ({ path }: Seen): boolean => path.match(/\d+/g)?.some((id) => numbers.has(id)) ?? false;
  // A monitor tells of several answers, one in each line.
  const [first = ""] = isMonitor(result) ? reason.split("\n") : [reason];
  for (const came of cameIn(first)) {
    const found = exchanges.flatMap((each, index) => {
      const place = each.prepares === undefined ? placeOf(came, each) : undefined;
      return place ? [{ index, place, isNamed: isNamed(each) }] : [];
    });
    const spoken = found.findLast((each) => each.isNamed) ?? found.at(-1);
    if (spoken) return spoken;
  }
  return undefined;
}

/** Returns exchanges of a result up to the one of which its check speaks, all where it tells none, and the place there of what is wrong. */
export function untilSpoken(
  result: Failure["result"],
  exchanges: readonly Seen[],
): { readonly said: readonly Seen[]; readonly place: Place } {
  const { index = exchanges.length, place = [] } = spokenIn(result, exchanges) ?? {};
  return { said: exchanges.slice(0, index + 1), place };
}

/** Returns an answer, of one that takes more letters what leads to a place. */
export const partOf = (answer: Body, place: Place, most: number): Body =>
  JSON.stringify(answer).length > most ? (focused(answer, place) as Body) : answer;

/** Returns a value with what leads to a place, and how much stands beside that; the value itself where nothing is there. */
function focused(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined || at(value, key) === undefined) return value;
  if (Array.isArray(value)) {
    const left = value.length - 1;
    return [focused(value[Number(key)], rest), ...(left > 0 ? [`… ${left} more …`] : [])];
  }
  if (!isObject(value)) return value;
  const left = Object.keys(value).length - 1;
  return { [key]: focused(value[key], rest), ...(left > 0 && { "…": `${left} more` }) };
}
