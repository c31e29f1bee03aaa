import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Changes the texts of fields that hold lists or objects. */
const inJson = (change: (text: string) => string) => (request: InterceptedRequest) => {
  const changed = [...request.fields].flatMap(([name, text]) => {
    const other = /^\s*[[{]/.test(text) ? change(text) : text;
    return other === text ? [] : [[name, other] as const];
  });
  return changed.length > 0 ? request.with(Object.fromEntries(changed)) : undefined;
};

/** Returns a list of integers without those that stand behind white space; any other text as it is. */
const withoutSpaced = (text: string): string => {
  if (!/^\[\s*-?\d+(\s*,\s*-?\d+)*\s*\]$/.test(text)) return text;
  const items = text.slice(1, -1).split(",");
  const read = items.filter((item) => item.trim() === item);
  return read.length === items.length ? text : `[${read.join(",")}]`;
};

/** Faults of reading JSON that is not spelled in the plainest way. */
export const spellingMutants: readonly Mutant[] = [
  mutant({
    name: "spaced-items-passed-over",
    breaks: "conventions/json-lists",
    says: "Of a list of ids only those that stand right behind a bracket or a comma are read.",
    request: inJson(withoutSpaced),
  }),
  mutant({
    name: "spaced-items-read-as-first",
    breaks: "conventions/json-lists",
    says: "A list of ids ends at the first white space behind a comma.",
    request: inJson((text) => (/^\[-?\d+,\s+\d/.test(text) ? text.replace(/,\s.*$/s, "]") : text)),
  }),
  mutant({
    name: "escapes-not-read",
    breaks: "conventions/json-lists",
    says: "An escaped character in JSON is read as its four digits.",
    request: inJson((text) => text.replace(/\\u([\da-f]{4})/gi, "$1")),
  }),
  mutant({
    name: "escaped-keys-not-read",
    breaks: "conventions/json-lists",
    says: "An escaped character in a key of JSON is dropped.",
    request: inJson((text) => text.replace(/"((?:[^"\\]|\\.)*)"(?=\s*:)/g, (key) => key.replace(/\\u[\da-f]{4}/gi, ""))),
  }),
  mutant({
    name: "reordered-keys-not-read",
    breaks: "conventions/json-lists",
    says: "A term whose operand stands before its operator loses it.",
    request: inJson((text) =>
      text.replace(/\{\s*"operand"\s*:\s*("[^"]*")\s*,\s*"operator"\s*:\s*("[^"]*")\s*\}/g, '{"operator":$2,"operand":""}'),
    ),
  }),
];
