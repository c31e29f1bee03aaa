/** A field of a record, as the specification states it. */
export interface FieldText {
  /** JSON types, such as `integer` or `string or null`. */
  readonly type: string;
  /** JSON types of what is in a list or an object. */
  readonly of?: string;
  /** The words of the clause that states the field. */
  readonly clause: string;
  /** The words of that clause, where it is about this field alone. */
  readonly says?: string;
  /** Whether the record, or a server, can do without it; of a field that is there for some records alone, for which. */
  readonly when: When;
  /** The feature level that brought it. */
  readonly since: number;
  /** The kind of thing that an id is of: two servers have ids of their own. */
  readonly kind?: string;
  /** The way in which the values of two servers are compared, where they have to be neither equal nor ids. */
  readonly compared?: "instant" | "HTML" | "unordered" | "in order" | "type";
}

export type When = "always" | "sometimes" | "optional" | "channel" | "direct";

/** A record that answers and events carry. */
export interface RecordText {
  /** As reports name it. */
  readonly name: string;
  /** Heading of the specification. */
  readonly section: string;
  /** The text before the slash in the ids of its clauses. */
  readonly prefix: string;
  /** Whether it is an answer itself: its fields stand beside the envelope. */
  readonly isAnswer?: true;
  readonly fields: Readonly<Record<string, FieldText>>;
}

/** A field whose clause has the words of its name, where it names no other. */
type Field = Omit<FieldText, "clause"> & Partial<Pick<FieldText, "clause">>;
type Facts = Partial<Omit<Field, "type" | "when">>;

const field =
  (when: When) =>
  (type: string, said: string | Facts = {}, facts: Facts = {}): Field => ({
    type,
    when,
    since: 0,
    ...(typeof said === "string" ? { says: said } : said),
    ...facts,
  });

/** A field that is always there. */
export const always = field("always");
/** A field that is there only where there is something to tell. */
export const sometimes = field("sometimes");
/** A field that a server may leave out. */
export const optional = field("optional");
/** A field that channel messages alone have, or have in this form. */
export const ofChannels = field("channel");
/** A field that direct messages alone have in this form. */
export const ofPeople = field("direct");

type Head = Omit<RecordText, "fields"> & {
  /** Returns the words of the clause of a field that names none, default its name. */
  readonly wordsOf?: (name: string) => string;
};

/** A record with its fields. */
export const recordText = ({ wordsOf = (name) => name, ...record }: Head, fields: Readonly<Record<string, Field>>): RecordText => ({
  ...record,
  fields: Object.fromEntries(Object.entries(fields).map(([name, { clause = wordsOf(name), ...facts }]) => [name, { clause, ...facts }])),
});

/** The names of the fields of records of which something holds. */
export const named = (records: readonly RecordText[], holds: (field: FieldText) => boolean): string[] => [
  ...new Set(records.flatMap(({ fields }) => Object.entries(fields).flatMap(([name, field]) => (holds(field) ? [name] : [])))),
];

/** The id of the clause that states a field. */
export const clauseId = ({ prefix }: RecordText, { clause }: FieldText): string => `${prefix}/${clause}`;
