import type { Upload } from "../../client/target.ts";

/** Stands in a text for the value of a variable. */
interface Variable {
  readonly variable: string;
}

/** A text of a program: parts that stand as they are, and variables. */
export type Text = readonly (string | Variable)[];

/** The place of a value in an answer, whose status is its field `status`. `*` is every item of a list, -1 the last one. */
export type AnswerPath = readonly (string | number)[];

/** The first record of a list with some values, each JSON at its place in the record: lists are in an order of their own, and grow. */
export interface Picked {
  readonly where: readonly (readonly [place: AnswerPath, value: Text])[];
}

/** Place of a checked value. A name in it may be an id that the program learns, which is another in each run. */
export type CheckedPlace = readonly (AnswerPath[number] | Variable | Picked)[];

/** A value of an answer that later calls need. */
export interface Saved {
  readonly variable: string;
  readonly place: CheckedPlace;
}

/** Credentials in place of somebody's own: an address with a key, or the value of an Authorization header. */
export type ProgramCredentials = { readonly email: Text; readonly key: Text } | { readonly header: string };

/** A request of a program, something that only a control API does, or a time that passes. */
export interface ProgramCall {
  readonly told: string;
  readonly kind: "request" | "control" | "wait";
  /** Name of a cast member; null for nobody, for who sends other credentials, and for a control API. */
  readonly as: string | null;
  readonly credentials?: ProgramCredentials;
  /** The milliseconds of a wait. */
  readonly millis?: number;
  readonly method: string;
  /** The whole path. */
  readonly path: Text;
  /** Query of a GET, form of any other method. */
  readonly fields: readonly (readonly [name: string, value: Text])[];
  /** The file that is uploaded, in place of fields. */
  readonly file?: Upload;
  /** The JSON body for a control API. */
  readonly body?: Text;
  readonly saves: readonly Saved[];
}

/** A condition on the answer to the last call. */
export type Check = { readonly place: CheckedPlace } & (
  | { readonly must: "be" | "not be" /** JSON. */; readonly value: Text }
  | { readonly must: "be of the type"; readonly type: JsonType }
  | { readonly must: "be absent" }
);

export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** A counterexample as what a program in any language does: calls in their order, then checks of the last answer. */
export interface Program {
  readonly title: string;
  /** The server that it asks unless told otherwise. */
  readonly url: string;
  readonly level: number;
  readonly brand: string;
  readonly calls: readonly ProgramCall[];
  readonly checks: readonly Check[];
  /** Calls that put back what the others changed, before the checks. */
  readonly undoes: readonly ProgramCall[];
  /** Changes that are not put back, in words. */
  readonly left: readonly string[];
  /** The differences, one line for each place. */
  readonly reason: readonly string[];
}

/** The name of the variable that is new with each run of a program: six letters or digits. */
export const run = "run";
export const runLength = 6;

const isVariable = (part: string | Variable): part is Variable => typeof part !== "string";

export const isPicked = (key: CheckedPlace[number]): key is Picked => typeof key === "object" && "where" in key;

/** A text as people read it. */
const plain = (text: Text): string => text.map((part) => (typeof part === "string" ? part : part.variable)).join("");

const keyText = (key: CheckedPlace[number]): string => {
  if (!isPicked(key)) return String(typeof key === "object" ? key.variable : key);
  return `[${key.where.map(([place, value]) => `${place.join(".")}=${plain(value)}`).join(" ")}]`;
};

/** A place as text, for messages. */
export const placeText = (place: CheckedPlace): string => place.map(keyText).join(".");

/** The texts in a place. */
const textsIn = (place: CheckedPlace): Text[] =>
  place.flatMap((key): Text[] => (typeof key !== "object" ? [] : isPicked(key) ? key.where.map(([, value]) => value) : [[key]]));

const textsOf = ({ calls, checks, undoes }: Program): Text[] => [
  ...[...calls, ...undoes].flatMap(({ path, fields, body, credentials, saves }) => [
    ...[path, ...fields.map(([, value]) => value), ...(body ? [body] : [])],
    ...(credentials && "key" in credentials ? [credentials.email, credentials.key] : []),
    ...saves.flatMap((saved) => textsIn(saved.place)),
  ]),
  ...checks.flatMap(({ place, ...check }) => [...textsIn(place), ...("value" in check ? [check.value] : [])]),
];

/** The variables that a program uses. */
export const variablesOf = (program: Program): Set<string> =>
  new Set(
    textsOf(program)
      .flat()
      .filter(isVariable)
      .map(({ variable }) => variable),
  );
