import type { Realm } from "../../core/realm.ts";
import type { Term } from "./terms.ts";

const operatorsForAll = new Set(["channel", "stream", "channels", "streams", "topic", "sender", "has", "search", "near", "id", "with"]);

const isForAll = ({ operator, operand, negated }: Term): boolean =>
  operatorsForAll.has(operator) || (operator === "is" && operand === "resolved" && !negated);

const asksWebPublic = ({ operator, operand, negated }: Term): boolean =>
  (operator === "channels" || operator === "streams") && operand === "web-public" && !negated;

/** The terms that a spectator's narrow comes down to; undefined where one has to log in for it. */
export function spectatorTerms(realm: Realm, terms: readonly Term[]): readonly Term[] | undefined {
  const asked = terms.filter(({ operator, operand, negated }) => operator !== "in" || operand !== "home" || negated);
  const allowed = realm.settings.web_public_streams_enabled && asked.some(asksWebPublic) && asked.every(isForAll);
  return allowed ? asked : undefined;
}
