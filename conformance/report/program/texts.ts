import type { Upload } from "../../client/target.ts";
import { variableOf } from "../curl.ts";
import { actorsOf, type CheckedPlace, type Program, type ProgramCall, passwordsOf, type Text } from "./program.ts";

/** Characters that a terminal would act on, or an editor show in another order. */
const invisible = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A string literal of JavaScript, Python and Go. */
export const literal = (text: string): string => JSON.stringify(text.toWellFormed()).replace(invisible, escaped);

/** A text as an expression that joins its parts. @param variable how a language writes the value of a variable as a text */
export function joined(text: Text, variable: (name: string) => string): string {
  const all = text.map((part) => (typeof part === "string" ? literal(part) : variable(part.variable)));
  return all.length === 0 ? '""' : all.join(" + ");
}

/** The bytes of a file in base64. */
export const base64Of = ({ content }: Upload): string => Buffer.from(content, "latin1").toString("base64");

/** A place of an answer as a list of JavaScript and Python. @param variable how a language writes the value of a variable as a name */
export const placeList = (place: CheckedPlace, variable: (name: string) => string): string =>
  `[${place.map((key) => (typeof key === "object" ? variable(key.variable) : JSON.stringify(key))).join(",")}]`;

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
export const neededBy = (program: Program): string[] => [...actorsOf(program).map(variableOf), ...passwordsOf(program)];

/** The comments that a program begins with. @param command how it is run, without the variables */
export function head(sign: string, program: Program, command: string): string[] {
  const variables = neededBy(program).map((name) => `${name}=${name.endsWith("_PASSWORD") ? "…" : "email:key"} `);
  const ends = "Ends with 1 while the difference is there, 0 without it, 3 where nothing can be told.";
  return comments(sign, program.title, `Run: ${variables.join("")}${command} [url]`, ends, ...program.reason);
}

/** Encloses the name of a variable in a text: characters of private use, which JSON leaves as they are. */
const [opens, closes] = ["\ue000", "\ue001"];

/** Returns what stands for a variable in a value. */
export const marked = (variable: string): string => `${opens}${variable}${closes}`;

/** Variables whose values are numbers: in JSON they stand without quotation marks. */
const isNumeric = (variable: string): boolean =>
  /^(message|group|folder|device|channel|field|linkifier)\d+$|^queue\d+(Start|Read)$/.test(variable);

const pattern = new RegExp(`("?)${opens}(\\w+)${closes}("?)`, "g");

/** The text that stands in place of somebody's `email:key`: another one, or a header with its name. */
export const otherCredentials = ({ credentials }: ProgramCall): Text | undefined =>
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
