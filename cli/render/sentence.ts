import { differingParts, isEqual, parsed } from "../../conformance/client/json.ts";
import { comparedIn } from "../../conformance/run/failing-check.ts";
import { shortened } from "./brief.ts";
import { counted } from "./visible.ts";

/** Returns the first of the lines of a reason, and how many more there are. */
export function sentence(reason: string): string {
  const [first = "", ...more] = reason.replaceAll(":\n", ": ").split("\n");
  return more.length === 0 ? first : `${first} (and ${counted(more.length, "more line")})`;
}

/** Characters that stand between two values that are compared. */
const ofComparison = 20;
/** So many characters of a success tell what it is. */
const ofSuccess = 60;

const without = (list: readonly unknown[], other: readonly unknown[]): readonly unknown[] =>
  list.filter((item) => !other.some((one) => isEqual(one, item)));

/** Returns what is wrong with a value: of lists of which one has more entries these, of others the first place in which they differ. */
function comparison(what: string, came: unknown, wanted: unknown, most: number): string {
  const subject = shortened(what.replace(/,$/, ""), Math.floor(most / 2));
  const each = Math.floor((most - subject.length - ofComparison) / 2);
  const text = (value: unknown): string => shortened(JSON.stringify(value) ?? "nothing", each);
  if (Array.isArray(came) && Array.isArray(wanted) && came.length !== wanted.length) {
    const [lacking, surplus] = [without(wanted, came), without(came, wanted)];
    const parts = [
      ...(lacking.length > 0 ? [`lacks ${text(lacking)}`] : []),
      ...(surplus.length > 0 ? [`has ${text(surplus)} too much`] : []),
    ];
    if (parts.length > 0) return `${subject} ${parts.join(" and ")}`;
  }
  const { place, actual, expected } = differingParts(came, wanted, each);
  return `${subject}${place === "" ? "" : `, at ${place},`} is ${text(actual)}, not ${text(expected)}`;
}

/** Returns a sentence on what is wrong in so many characters: of what it compares the parts that differ, of an answer the beginning. */
export function toldWithin(wrong: string, most: number): string {
  const [, asked, answer = "", verdict = ""] = /^(.*? answers \d+ )(\{.*)(, not a (?:success|refusal).*)$/s.exec(wrong) ?? [];
  if (asked !== undefined) {
    // What came in place of a refusal says little; of a refusal the code stands last.
    const room = verdict.startsWith(", not a refusal") ? ofSuccess : Math.max(ofSuccess, most - asked.length - verdict.length);
    return shortened(`${asked}${answer.length > room ? `${answer.slice(0, room - 1)}…` : answer}${verdict}`, most);
  }
  if (wrong.length <= most) return wrong;
  const compared = [...comparedIn(wrong)].find(({ came, types }) => types === undefined && parsed(came) !== undefined);
  return compared ? comparison(compared.what, parsed(compared.came), compared.wanted, most) : shortened(wrong, most);
}
