import { typingPeriods } from "./limits.ts";

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

type When = "always" | "sometimes" | "optional" | "channel" | "direct";

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

const bounds = (...more: readonly string[]) => ["limits/told", ...more];
const periods = ["typing.post/periods-told", "limits/typing-periods"];

/** Fields of a registration that the specification names, each with the clauses that do. */
export const registered: Readonly<Record<string, readonly string[]>> = {
  max_message_length: bounds("limits/message-length"),
  max_topic_length: bounds("limits/topic-length"),
  max_channel_folder_name_length: ["limits/folders-told", "limits/folder-name-length"],
  max_channel_folder_description_length: ["limits/folders-told", "limits/folder-description-length"],
  ...Object.fromEntries(typingPeriods.map((name) => [name, periods])),
  realm_empty_topic_display_name: ["conventions/empty-topic-told"],
  realm_can_delete_any_message_group: ["messages-id.delete/realm-any-group"],
  realm_can_delete_own_message_group: ["messages-id.delete/realm-own-group"],
  realm_can_set_delete_message_policy_group: ["messages-id.delete/policy-policy"],
  realm_message_content_delete_limit_seconds: ["limits/deletion-time", "limits/deletion-in-time"],
  has_vc_token: ["calls.vc.create.post/has-token"],
  queue_id: ["records/event-queue"],
};

/**
 * Fields of a registration in which that shows what requests change, each with the clauses that say what they change. A server is compared in them
 * where the model knows all that it holds: no sentence names them.
 */
export const shownState: Readonly<Record<string, readonly string[]>> = {
  user_topics: ["topic-policy/any-to-any", "topic-policy/personal"],
  starred_messages: ["message-resource/flags"],
  navigation_views: ["navigation_views.post/adds"],
  realm_user_groups: ["user-group/members", "user-group/subgroups"],
  channel_folders: ["folder/name", "folder/description", "folder/is-archived"],
  realm_domains: ["realm.domains.post/adds"],
  realm_users: ["users.me.profile_data.patch/stores"],
};
