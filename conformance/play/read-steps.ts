import { listOf, nameAmong, object, type Place, record, shape, textLike, wrong } from "../../sim/reader/index.ts";
import { declaredStep, steps } from "../catalogue/catalogue.ts";
import { counted, isSymbolic, named, symbolsIn } from "../draw/symbols.ts";
import { namesInPath } from "../text/index.ts";
import { limitNames } from "../text/limits.ts";
import type { Step } from "./scenario.ts";

const isAmong = (kinds: readonly string[], ref: unknown): boolean => kinds.some((kind) => kind === String(ref));

function checkSymbols(value: unknown, at: Place): void {
  for (const symbol of symbolsIn(value) as readonly Readonly<Record<string, unknown>>[]) {
    const { ref, at: share, of, plus, filler } = symbol;
    const fits =
      (isAmong(counted, ref) && typeof share === "number" && share >= 0 && share <= 1) ||
      (isAmong(named, ref) && typeof of === "string") ||
      (ref === "text" && Array.isArray(of)) ||
      (ref === "long" &&
        limitNames.some((name) => name === of) &&
        Number.isInteger(plus) &&
        Math.abs(Number(plus)) <= 1000 &&
        (filler === undefined || typeof filler === "string"));
    if (!fits) wrong(at, symbol, 'a reference such as {"ref":"message","at":0.5} or {"ref":"user","of":"bob"}');
  }
}

const pathNames = (op: string): string[] => namesInPath(declaredStep(op).route).filter((name) => name !== "provider");

const stepKeys = record({
  as: textLike(/./s, "the name of a cast member, or nobody"),
  op: nameAmong("a step", [...steps.keys()], steps.size),
  fields: shape<Step["fields"]>({ type: "object" }, (value, at) =>
    isSymbolic(value) ? wrong(at, value, "an object of fields") : object(value, at, "an object of fields"),
  ),
});

const step = shape<Step>({ type: "object" }, (value, at) => {
  const read = stepKeys(value, at);
  const fields = at.at("fields");
  for (const [name, given] of Object.entries(read.fields)) checkSymbols(given, fields.at(name));
  for (const name of pathNames(read.op))
    if (read.fields[name] === undefined) wrong(fields.at(name), undefined, "a value, for it is part of the path");
  return read;
});

/** Reads the steps of a part of a scenario, which may be none. */
export const readAnySteps = listOf(step, "a list of steps");

/** Reads the steps of a scenario. */
export const readSteps = listOf(step, "a list of at least one step", 1);
