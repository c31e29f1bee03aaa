/** A field's value as it was drawn, with its symbols, and who sent it. */
export interface Drawn {
  readonly value: unknown;
  readonly as: string;
}

/** A test of the value of a request's field; a field that was left out is undefined. */
export type Condition = (value: unknown, drawn: Drawn) => boolean;

/** What a request has to have sent: tests by the names of fields, or one test of all fields and of what the target's refusal says. */
export type Sent = Readonly<Record<string, Condition>> | ((fields: Readonly<Record<string, unknown>>, refusal: string) => boolean);

/** Who sent a request. */
export type Role = "owner" | "administrator" | "guest" | "bot" | "nobody";

/** How a field differs: only one side has it, both have another value of it, or a list of messages has another order or one of them twice. */
export type Change = "missing" | "extra" | "other" | "order" | "double";

/** What tells a difference from others, beside where it is. What is left out matches anything. */
interface Details {
  /** Names of steps, or methods, whose answer differs. Without it the step of the clause's own endpoint, or any where it has none. */
  readonly on?: string | readonly string[];
  /** The step that has to come before. */
  readonly after?: string;
  /** Fields of that step. */
  readonly afterSent?: Sent;
  /** Fields of the request whose answer differs. */
  readonly sent?: Sent;
  readonly by?: readonly Role[];
  /** The code of the refusal. */
  readonly codes?: string | RegExp;
  /** The HTTP status of the refusal. */
  readonly status?: number;
  /** What the refusal says in its `msg`. */
  readonly reason?: RegExp;
  /** Only where both sides refuse, and their codes differ. */
  readonly place?: "code";
  readonly change?: Change;
  /** Of `left`: whether who sees the difference sent that request, or somebody else. */
  readonly whose?: "own" | "others";
  /** Looks at what was expected and what came, as JSON on both sides of a slash. */
  readonly value?: RegExp;
  /** Another field that has to differ too. */
  readonly beside?: string;
  /** The least number of differences in the answer. */
  readonly differences?: number;
  /** Whether nothing else in the answer differs. */
  readonly only?: true;
  /** The feature level from which the clause says nothing any more. */
  readonly until?: number;
  /** Added to how likely the clause is: above 0 for one that tells much, below 0 for one that others come before. */
  readonly weight?: number;
}

/** The differences that a clause is about. */
export interface About extends Details {
  /**
   * `refused`: a request that has to be refused is not, or otherwise. `taken`: one that has to succeed is refused.
   * `shown`: a field of an answer differs. `left`: likewise, in an answer or event after a request that is responsible for it.
   */
  readonly how: "refused" | "taken" | "shown" | "left";
  /** The field: its path without indices, as in the signature of a cause, or what that path has to look like. */
  readonly at?: string | RegExp;
  /** Of `left`: names of the steps that are responsible. Without it the step of the clause's own endpoint. */
  readonly of?: string | readonly string[];
  /** Of `left`: whether that step was refused. Default that it succeeded. */
  readonly was?: "refused";
}

/** A clause that says that such requests are refused. */
export const refused = (sent: Sent = {}, details: Details = {}): About => ({ how: "refused", sent, ...details });

/** A clause that says that such requests succeed. */
export const taken = (sent: Sent = {}, details: Details = {}): About => ({ how: "taken", sent, ...details });

/** A clause that says what stands in a field of an answer. */
export const shows = (at: string | RegExp, details: Details = {}): About => ({ how: "shown", at, ...details });

/** A clause that says what such a request changes for later answers and events. */
export const leaves = (at: string | RegExp, afterSent: Sent = {}, details: Details & Pick<About, "of" | "was"> = {}): About => ({
  how: "left",
  at,
  afterSent,
  ...details,
});

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

export const absent: Condition = (value) => value === undefined;
export const given: Condition = (value) => value !== undefined;

/** One of some values. */
export const is =
  (...values: readonly unknown[]): Condition =>
  (value) =>
    value !== undefined && values.some((each) => JSON.stringify(each) === JSON.stringify(value));

/** Any other value than these. */
export const isNot =
  (...values: readonly unknown[]): Condition =>
  (value) =>
    value !== undefined && !values.some((each) => JSON.stringify(each) === JSON.stringify(value));

/** No value, or any other than these. */
export const isNotOrAbsent =
  (...values: readonly unknown[]): Condition =>
  (value, drawn) =>
    value === undefined || isNot(...values)(value, drawn);

/** A value whose text, or JSON where it is no text, looks like this. */
export const like =
  (pattern: RegExp): Condition =>
  (value) =>
    value !== undefined && pattern.test(textOf(value));

/** A value that does not look like this. */
export const unlike =
  (pattern: RegExp): Condition =>
  (value) =>
    value !== undefined && !pattern.test(textOf(value));

/** No value, or one that does not look like this. */
export const without =
  (pattern: RegExp): Condition =>
  (value) =>
    value === undefined || !pattern.test(textOf(value));

export const integer = like(/^\d+$/);
/** A whole number above 0. */
export const some = like(/^0*[1-9]\d*$/);
/** A list that is not empty. */
export const filled = like(/^\[.+\]$/s);
/** No list, or an empty one. */
export const isEmpty: Condition = (value) => value === undefined || /^(\[\])?$/.test(textOf(value));
/** A text about as long as a bound. */
export const long = like(/^.{55}/s);

export const toChannel = is("channel", "stream");
export const toPeople = is("direct", "private");

const names = (drawn: Drawn, item: unknown): boolean =>
  typeof item === "object" && item !== null && (item as { readonly of?: unknown }).of === drawn.as;

/** A list of people with the sender in it. */
export const listsSender: Condition = (_, drawn) => Array.isArray(drawn.value) && drawn.value.some((item) => names(drawn, item));
/** A list of the sender alone. */
export const listsSenderAlone: Condition = (_, drawn) =>
  Array.isArray(drawn.value) && drawn.value.length > 0 && drawn.value.every((item) => names(drawn, item));

/** A mention of all in a channel or topic. */
export const wildcard = like(/@(\*\*)?(all|everyone|channel|stream|topic)/);

/** A difference between the empty text and another one, such as the display name of the empty topic. */
export const emptyTopic = /^"" \/ "[^"(]+"$|^"[^"(]+" \/ ""$/;

/** One message more or one less. */
export const single = /^\[\d+\] \/ \[\]$|^\[\] \/ \[\d+\]$/;

type Fields = Readonly<Record<string, unknown>>;
const any =
  (holds: (value: unknown, name: string) => boolean) =>
  (fields: Fields): boolean =>
    Object.entries(fields).some(([name, value]) => value !== undefined && holds(value, name));

const isSetting = (name: string): boolean => /^can_\w+_group$/.test(name);
/** Any of the settings of a group. */
export const aSetting = any((_, name) => isSetting(name));
/** Any of the settings of a group, as the id of one or as an object. */
export const aSettingOf = (type: "integer" | "object") =>
  any((value, name) => isSetting(name) && (type === "integer" ? /^\d+$/.test(textOf(value)) : /^\{/.test(textOf(value))));

/** A field that the refusal names. */
export const aNamedField = (fields: Fields, refusal: string): boolean =>
  Object.keys(fields).some((name) => new RegExp(`\\W${name}\\W`).test(` ${refusal} `));
/** Any list or object. */
export const aList = any((value) => typeof value === "object" && value !== null && !("ref" in value));
const listed = /^(narrow|message_ids|msg_ids|members|subgroups|add|delete|add_subgroups|delete_subgroups|data)$/;
/** A text where a list is asked for. */
export const noList = any((value, name) => listed.test(name) && typeof value !== "object");

const flagged =
  /^(apply_markdown|client_gravatar|include_anchor|allow_empty_topic_name|use_first_unread_anchor|read_by_sender|is_archived|is_pinned|allow_subdomains)$/;
const isBoolean = (value: unknown): boolean => /^(true|false)$/.test(textOf(value));
export const aBoolean = any((value, name) => flagged.test(name) && isBoolean(value));
/** A text that is no boolean where one is asked for. */
export const noBoolean = any((value, name) => flagged.test(name) && !isBoolean(value));
