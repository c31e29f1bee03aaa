import type { Upload } from "../../client/target.ts";
import { escaped, variableOf } from "../curl.ts";
import {
  type Check,
  type CheckedPlace,
  isPicked,
  type Program,
  type ProgramCall,
  run,
  type Saved,
  type Text,
  variablesOf,
} from "./program.ts";

/** Characters that a terminal would act on, or an editor show in another order. */
const invisible = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A string literal of JavaScript, Python and Go. */
export const literal = (text: string): string => JSON.stringify(text.toWellFormed()).replace(invisible, escaped);

/** A text as an expression that joins its parts. @param variable how a language writes the value of a variable as a text */
export function joined(text: Text, variable: (name: string) => string): string {
  const all = text.map((part) => (typeof part === "string" ? literal(part) : variable(part.variable)));
  return all.length === 0 ? '""' : all.join(" + ");
}

/** The bytes of a file in base64. */
export const base64Of = ({ content }: Upload): string => Buffer.from(content, "latin1").toString("base64");

/**
 * A place of an answer as a list of JavaScript and Python: a record that is picked is a list of pairs.
 * @param variable how a language writes the value of a variable as a name
 * @param json how it writes JSON
 */
export const placeList = (place: CheckedPlace, variable: (name: string) => string, json: (text: Text) => string): string => {
  const keys = place.map((key) => {
    if (typeof key !== "object") return JSON.stringify(key);
    if (!isPicked(key)) return variable(key.variable);
    return `[${key.where.map(([inner, value]) => `[${JSON.stringify(inner)},${json(value)}]`).join(",")}]`;
  });
  return `[${keys.join(",")}]`;
};

/** JSON as an expression of JavaScript. */
export const jsonExpression = (text: Text, variable: (name: string) => string): string =>
  text.every((part) => typeof part === "string") ? text.join("").replace(invisible, escaped) : `JSON.parse(${joined(text, variable)})`;

/** The name of a field as JavaScript has it in an object. */
export const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : literal(name));

/** A sentence as comments, one for each line. */
export const comments = (sign: string, ...sentences: readonly string[]): string[] =>
  sentences
    .flatMap((sentence) => sentence.split("\n"))
    .map((line) => `${sign} ${line.replace(/[\u0000-\u001f]/g, escaped).replace(invisible, escaped)}`);

/** The environment variables that a program needs: `email:key` of its actors, and passwords. */
export function neededBy(program: Program): string[] {
  const actors = new Set([...program.calls, ...program.undoes].flatMap(({ as }) => (as === null ? [] : [as])));
  const passwords = [...variablesOf(program)].filter((name) => name.endsWith("_PASSWORD"));
  return [...[...actors].sort().map(variableOf), ...passwords.sort()];
}

/** The comments that a program begins with. @param command how it is run, without the variables */
export function head(sign: string, program: Program, command: string): string[] {
  const variables = neededBy(program).map((name) => `${name}=${name.endsWith("_PASSWORD") ? "…" : "email:key"} `);
  const ends = "Ends with 1 while the difference is there, 0 without it, 3 where nothing can be told.";
  const left = program.left.map((what) => `Leaves a change behind, as nobody knows what was there before: ${what}`);
  return comments(sign, program.title, `Run: ${variables.join("")}${command} [url]`, ends, ...left, ...program.reason);
}

/** Encloses the name of a variable in a text: characters of private use, which JSON leaves as they are. */
const [opens, closes] = ["\ue000", "\ue001"];

/** Returns what stands for a variable in a value. */
export const marked = (variable: string): string => `${opens}${variable}${closes}`;

/** Variables whose values are numbers: in JSON they stand without quotation marks. */
const isNumeric = (variable: string): boolean =>
  /^(message|group|folder|device|channel|field|linkifier)\d+$|^queue\d+(Start|Read)\d*$/.test(variable);

const pattern = new RegExp(`("?)${opens}(\\w+)${closes}("?)`, "g");

/** The text that stands in place of somebody's `email:key`: another one, or a header with its name. */
const otherCredentials = ({ credentials }: ProgramCall): Text | undefined =>
  credentials &&
  ("header" in credentials ? [`Authorization: ${credentials.header}`] : merged([...credentials.email, ":", ...credentials.key]));

/** A text whose neighbouring parts without a variable are one. */
export function merged(text: Text): Text {
  const all: Text[number][] = [];
  for (const part of text) {
    const last = all.at(-1);
    if (typeof part === "string" && typeof last === "string") all[all.length - 1] = last + part;
    else if (part !== "") all.push(part);
  }
  return all;
}

/** A text with marks in it as its parts. */
function parts(text: string, isJson: boolean): Text {
  const all: (string | { variable: string })[] = [];
  let from = 0;
  for (const { 0: whole, 1: before = "", 2: variable = "", 3: after = "", index } of text.matchAll(pattern)) {
    const bare = isJson && before !== "" && after !== "" && isNumeric(variable);
    all.push(text.slice(from, index) + (bare ? "" : before), { variable }, bare ? "" : after);
    from = index + whole.length;
  }
  return merged([...all, text.slice(from)]);
}

/** A value as a form or query spells it: text as it is, everything else as JSON. */
export const formText = (value: unknown): Text =>
  typeof value === "string" ? parts(value.toWellFormed(), false) : parts((JSON.stringify(value) ?? "").toWellFormed(), true);

/** A value as JSON. */
export const jsonText = (value: unknown): Text => parts((JSON.stringify(value) ?? "null").toWellFormed(), true);

/** A value with a text replaced in all of its texts. */
export function replacedIn(value: unknown, text: string, by: string): unknown {
  if (typeof value === "string") return value.replaceAll(text, by);
  if (Array.isArray(value)) return value.map((item) => replacedIn(item, text, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replacedIn(inner, text, by)]));
}

/** The words of a language for the parts of a program. */
export interface Dialect {
  /** The sign before a comment. */
  readonly sign: string;
  /** Returns a text as an expression. */
  readonly text: (text: Text) => string;
  /** The credentials of nobody, and the value of an environment variable, as expressions. */
  readonly nobody: string;
  readonly environment: (name: string) => string;
  /** The line that makes the variable that is new with each run. */
  readonly newRun: string;
  readonly wait: (millis: number) => string;
  /** Returns the line that asks. @param who the credentials @param answer the variable of the answer; undefined where nothing needs it */
  readonly ask: (call: ProgramCall, who: string, answer: string | undefined) => string;
  /** Returns the line that keeps a value of an answer for later calls. */
  readonly take: (saved: Saved, answer: string) => string;
  readonly check: (check: Check) => string;
}

/** Returns the lines of a program that ask, and that check the last answer. */
export function linesOf(program: Program, { sign, text, nobody, environment, newRun, wait, ask, take, check }: Dialect): string[] {
  const { calls, checks, undoes } = program;
  const called = [...calls, ...undoes].flatMap((call, i) => {
    const { told, kind, as, saves, millis = 0 } = call;
    if (kind === "wait") return [...comments(sign, told), wait(millis)];
    const isLast = i === calls.length - 1;
    const answer = isLast ? "answer" : `answer${i + 1}`;
    const other = otherCredentials(call);
    const who = other ? text(other) : as === null ? nobody : environment(variableOf(as));
    const asked = ask(call, who, isLast || saves.length > 0 ? answer : undefined);
    return [...comments(sign, told), asked, ...saves.map((saved) => take(saved, answer))];
  });
  return [...(variablesOf(program).has(run) ? [newRun] : []), ...called, ...checks.map(check)];
}

/** Returns the value or type that a check wants as an expression; undefined where it wants none. */
export const wantedBy = (check: Check, value: (text: Text) => string, type: (name: string) => string = literal): string | undefined =>
  "value" in check ? value(check.value) : "type" in check ? type(check.type) : undefined;
