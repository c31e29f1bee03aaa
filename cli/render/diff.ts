import { isEqual } from "../../conformance/expect.ts";

const mostPlaces = 20;

interface Place {
  readonly path: string;
  /** Undefined where it is absent. */
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Returns a value of a place in at most 121 characters. */
export const valueText = (value: unknown): string => {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

const isParent = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** How many first items of two lists are equal. */
function equalStart(a: readonly unknown[], b: readonly unknown[]): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) && isEqual(a[count], b[count])) count++;
  return count;
}

/** The places at which two lists differ: of lists of unequal length what stands between the equal items at their ends goes and comes as a whole. */
function inLists(expected: readonly unknown[], actual: readonly unknown[], path: string): Place[] {
  const start = equalStart(expected, actual);
  const [gone, come] = [expected.slice(start), actual.slice(start)];
  const end = equalStart(gone.toReversed(), come.toReversed());
  const [left, right] = [gone.slice(0, gone.length - end), come.slice(0, come.length - end)];
  const at = (i: number): string => `${path}[${start + i}]`;
  if (left.length === right.length) return left.flatMap((item, i) => places(item, right[i], at(i)));
  return [
    ...left.map((item, i) => ({ path: at(i), expected: item, actual: undefined })),
    ...right.map((item, i) => ({ path: at(i), expected: undefined, actual: item })),
  ];
}

/** The places at which two JSON values differ. */
export function places(expected: unknown, actual: unknown, path = ""): Place[] {
  if (isEqual(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) return inLists(expected, actual, path);
  if (!isParent(expected) || !isParent(actual) || Array.isArray(expected) || Array.isArray(actual))
    return [{ path: path || "(all)", expected, actual }];
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].flatMap((name) => places(expected[name], actual[name], path === "" ? name : `${path}.${name}`));
}

const [red, green, end] = ["\u001b[31m", "\u001b[32m", "\u001b[39m"];

/** Returns how two JSON values differ: `-` stands before what was expected, `+` before what came. Empty where they are equal. */
export function structuralDiff(expected: unknown, actual: unknown, color = false): string {
  const line = (sign: string, paint: string, path: string, value: unknown): string[] => {
    if (value === undefined) return [];
    const text = `${sign} ${path}: ${valueText(value)}`;
    return [color ? `${paint}${text}${end}` : text];
  };
  const all = places(expected, actual);
  const more = all.length > mostPlaces ? [`and ${all.length - mostPlaces} more places`] : [];
  const shown = all
    .slice(0, mostPlaces)
    .flatMap((one) => [...line("-", red, one.path, one.expected), ...line("+", green, one.path, one.actual)]);
  return [...shown, ...more].join("\n");
}
