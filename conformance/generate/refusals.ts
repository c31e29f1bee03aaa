import { isSymbolic, nobody, symbolsIn } from "../draw/symbols.ts";
import type { Turn } from "../play/play.ts";
import { type EndpointText, endpoints, requiredOf } from "../text/index.ts";
import { codes, mostMessages } from "../text/limits.ts";

/** A refusal that the specification states, or that follows from what it requires of a parameter. */
interface Refusal {
  /** The kind of step. */
  readonly op: string;
  /** The code that the specification gives it; undefined where it leaves the code open. */
  readonly code: string | undefined;
  /** The request that provokes it. */
  readonly by: string;
  /** Whether a step that was refused provoked it, after others. */
  readonly isMet: (turn: Turn, before: readonly Turn[]) => boolean;
}

type Fields = Turn["step"]["fields"];

/** @param test whether the fields of a step that was refused with the code are those that provoke it */
const refusal = (
  op: string,
  code: string | undefined,
  by: string,
  test: (fields: Fields, turn: Turn, before: readonly Turn[]) => boolean,
): Refusal => ({
  op,
  code,
  by,
  isMet: (turn, before) => {
    const { step, expected } = turn;
    const isCoded = code === undefined || expected.body.code === code;
    return step.op === op && expected.status >= 400 && step.as !== nobody && isCoded && test(step.fields, turn, before);
  },
});

/** Whether a value is a symbol of some kinds. */
const isRef = (value: unknown, ...refs: readonly string[]): boolean => isSymbolic(value) && refs.includes(value.ref);

/** Whether a text is longer than a limit of the server. */
const isBeyond = (value: unknown): boolean => isSymbolic(value) && value.ref === "long" && value.plus > 0;

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** Whether fields are of a channel message or of typing in a channel. */
const isToChannel = ({ type }: Fields): boolean => type === "channel" || type === "stream";

/** Returns whether fields lack one. */
const lacks =
  (name: string) =>
  (fields: Fields): boolean =>
    fields[name] === undefined;

/** Whether a success of some kind went before with an equal value in the path or in a field. */
const wasDone = (op: string, { asked }: Turn, before: readonly Turn[], field?: string): boolean =>
  before.some(
    (other) =>
      other.step.op === op &&
      other.expected.status === 200 &&
      (field === undefined ? other.asked.path === asked.path : other.asked.fields[field] === asked.fields[field]),
  );

/** Whether a list names something. */
const names = (value: unknown, what: unknown): boolean => Array.isArray(value) && value.includes(what);

/** Whether a value is a list of terms, each with an operator. */
const isTerms = (value: unknown): boolean =>
  Array.isArray(value) && value.every((term) => typeof (term as { readonly operator?: unknown } | null)?.operator === "string");

const isNoneOf = (value: unknown, accepted: readonly unknown[]): boolean => value !== undefined && !accepted.includes(value);

const isNoList = (value: unknown): boolean => value !== undefined && !isSymbolic(value) && !Array.isArray(value);

/** Returns the refusals that the table of an endpoint states, of those that steps provoke. */
function ofTable(text: EndpointText): readonly Refusal[] {
  const { stem, parameters, allowed } = text;
  const required = requiredOf(text);
  const stated = Object.entries(parameters).flatMap(([name, { type, nonEmpty, bound, values, malformed }]) => {
    return [
      ...(nonEmpty ? [refusal(stem, nonEmpty.code, `a blank ${name}`, ({ [name]: value }) => isBlank(value))] : []),
      ...(bound && !bound.beyond ? [refusal(stem, undefined, `a ${name} beyond the bound`, ({ [name]: value }) => isBeyond(value))] : []),
      ...(values && !values.orIntegers
        ? [refusal(stem, undefined, `another ${name} than there is`, ({ [name]: value }) => isNoneOf(value, values.accepted))]
        : []),
      ...(malformed && type === "array"
        ? [refusal(stem, undefined, `a ${name} that is no list`, ({ [name]: value }) => isNoList(value))]
        : []),
    ];
  });
  const missing = refusal(stem, undefined, `${required.join(" or ")} is left out`, (fields) =>
    required.some((name) => lacks(name)(fields)),
  );
  const others = (callers: string): Refusal =>
    refusal(
      stem,
      allowed?.code?.is,
      `somebody who is none of the ${callers}`,
      (_, { expected }) => expected.body.code === codes.notAllowed,
    );
  return [...(required.length > 0 ? [missing] : []), ...stated, ...(allowed ? [others(allowed.callers)] : [])];
}

/** The endpoint that needs no credentials. */
const loginStem = "fetch_api_key.post";

const fromTables: readonly Refusal[] = [...endpoints.values()].filter(({ stem }) => stem !== loginStem).flatMap(ofTable);

/** Refusals of sending messages. */
const sending: readonly Refusal[] = [
  refusal("messages.post", codes.noSuchChannel, "a name that no channel has", ({ to }) => isRef(to, "fresh")),
  refusal("messages.post", codes.noSuchChannel, "an id that no channel has", ({ to }) => typeof to === "number"),
  refusal("messages.post", codes.badRequest, "a recipient's id that nobody has", ({ to }) => names(to, 0)),
  refusal("messages.post", codes.badRequest, "a recipient's address that nobody has", ({ to }) => names(to, "x@y")),
  refusal("messages.post", codes.noWildcardInChannel, "a mention of all in a large channel", () => true),
  refusal("messages.post", codes.noWildcardInTopic, "a mention of all in a topic of many", () => true),
  refusal(
    "messages.post",
    undefined,
    "no topic for a channel",
    (fields) => isToChannel(fields) && lacks("topic")(fields) && lacks("subject")(fields),
  ),
  refusal("messages.post", undefined, "queue_id without local_id", (fields) => !lacks("queue_id")(fields) && lacks("local_id")(fields)),
  refusal("messages.post", undefined, "local_id without queue_id", (fields) => lacks("queue_id")(fields) && !lacks("local_id")(fields)),
  refusal("messages.post", undefined, "blank content", ({ content }) => isBlank(content)),
];

/** Refusals of fetching messages. */
const reading: readonly Refusal[] = [
  refusal("messages-id.get", codes.badRequest, "a message that there never was", ({ message_id }) => typeof message_id === "number"),
  refusal("messages-id.get", codes.badRequest, "a deleted message", (_, { asked }, before) =>
    before.some(
      ({ step, asked: { path }, expected: { status } }) => step.op === "messages-id.delete" && status === 200 && path === asked.path,
    ),
  ),
  refusal(
    "messages-id.get",
    codes.badRequest,
    "a message between others",
    ({ message_id }, { asked }, before) =>
      isRef(message_id, "message") && !before.some(({ step, asked: { path } }) => step.op === "messages-id.delete" && path === asked.path),
  ),
  refusal("messages.get", undefined, "message_ids with an anchor", (fields) => !lacks("message_ids")(fields) && !lacks("anchor")(fields)),
  refusal(
    "messages.get",
    undefined,
    "message_ids with a count",
    (fields) => !lacks("message_ids")(fields) && lacks("anchor")(fields) && !lacks("num_before")(fields),
  ),
  refusal(
    "messages.get",
    undefined,
    "more than 5000 messages",
    ({ num_before, num_after }) => Number(num_before) + Number(num_after) > mostMessages,
  ),
  refusal(
    "messages.get",
    undefined,
    "use_first_unread_anchor with an anchor",
    (fields) => fields.use_first_unread_anchor === true && !lacks("anchor")(fields),
  ),
  refusal("messages.get", undefined, "an anchor that is none", ({ anchor }) => anchor === "latest"),
  refusal("messages.get", undefined, "no anchor_date for a date", (fields) => fields.anchor === "date" && lacks("anchor_date")(fields)),
  refusal("messages.get", undefined, "an anchor_date that is none", (fields) => fields.anchor === "date" && !lacks("anchor_date")(fields)),
  refusal("messages.get", undefined, "a count left out", (fields) => lacks("message_ids")(fields) && lacks("num_after")(fields)),
  refusal("messages.get", undefined, "a narrow that is none", ({ narrow }) => narrow !== undefined && !isTerms(narrow)),
  refusal("messages.matches_narrow.get", undefined, "a narrow that is none", ({ narrow }) => narrow !== undefined && !isTerms(narrow)),
];

/** Refusals of deleting messages. */
const deleting: readonly Refusal[] = [
  refusal("messages-id.delete", codes.badRequest, "a message that there never was", ({ message_id }) => message_id === 0),
  refusal("messages-id.delete", codes.badRequest, "a deleted message", (_, turn, before) => wasDone("messages-id.delete", turn, before)),
  refusal(
    "messages-id.delete",
    codes.badRequest,
    "a message of somebody else",
    ({ message_id }, turn, before) => isRef(message_id, "message") && !wasDone("messages-id.delete", turn, before),
  ),
];

const ofMessages: readonly Refusal[] = [...sending, ...reading, ...deleting];

const telling: readonly Refusal[] = [
  refusal("typing.post", codes.badRequest, "no stream_id for a channel", (fields) => isToChannel(fields) && lacks("stream_id")(fields)),
  refusal("typing.post", undefined, "no topic for a channel", (fields) => isToChannel(fields) && lacks("topic")(fields)),
  refusal("typing.post", undefined, "an op that there is not", ({ op }) => op === "pause" || op === ""),
  refusal("typing.post", undefined, "no recipients", (fields) => !isToChannel(fields) && (lacks("to")(fields) || Array.isArray(fields.to))),
  refusal("user_topics.post", undefined, "a topic beyond the bound", ({ topic }) => isBeyond(topic)),
  refusal("user_topics.post", undefined, "an id that no channel has", ({ stream_id }) => stream_id === 0),
];

const queues: readonly Refusal[] = [
  refusal("events.delete", codes.noSuchQueue, "a queue that there never was", ({ queue_id }) => queue_id === "no such queue"),
  refusal("events.delete", codes.noSuchQueue, "a deleted queue", (_, turn, before) => wasDone("events.delete", turn, before, "queue_id")),
  refusal("events.get", codes.noSuchQueue, "a queue that there never was", ({ queue_id }) => queue_id === "no such queue"),
  refusal("events.get", codes.noSuchQueue, "a deleted queue", (_, turn, before) => wasDone("events.delete", turn, before, "queue_id")),
];

const grouping: readonly Refusal[] = [
  refusal("user_groups.create.post", codes.badRequest, "a member's id that nobody has", ({ members }) => names(members, 0)),
  refusal("user_groups.create.post", undefined, "can_manage_group for everyone", ({ can_manage_group }) =>
    isRef(can_manage_group, "system group"),
  ),
  refusal("user_groups.create.post", undefined, "can_mention_group for the internet", ({ can_mention_group }) =>
    isRef(can_mention_group, "system group"),
  ),
  refusal("user_groups-id.members.post", undefined, "a group that there is not", ({ user_group_id }) => user_group_id === 0),
  refusal("user_groups-id.members.post", undefined, "an id that nobody has", ({ add }) => names(add, 0)),
];

const organizing: readonly Refusal[] = [
  refusal("channel_folders-id.patch", codes.badRequest, "a folder that there is not", ({ channel_folder_id }) => channel_folder_id === 0),
  refusal("users.me.profile_data.patch", codes.badRequest, "a field that may not be edited", ({ data }) =>
    symbolsIn(data).some(({ ref }) => ref === "profile field"),
  ),
  refusal(
    "users.me.profile_data.patch",
    codes.badRequest,
    "a field that there is not",
    ({ data }) => Array.isArray(data) && data[0]?.id === 0,
  ),
];

const accounts: readonly Refusal[] = [refusal("calls.vc.create.post", undefined, "somebody without a token", () => true)];

const ofOthers: readonly Refusal[] = [...fromTables, ...telling, ...queues, ...grouping, ...organizing, ...accounts];

export type { Refusal };

/** Refusals of asking for an API key, which needs no credentials. */
const login = (by: string, test: (fields: Fields) => boolean): Refusal => ({
  op: loginStem,
  code: undefined,
  by,
  isMet: ({ step, expected }) => step.op === loginStem && expected.status >= 400 && test(step.fields),
});

const isComplete = ({ username, password }: Fields): boolean => username !== undefined && password !== undefined;

/** Kinds of requests that need credentials. */
const closed = new Set([
  ...[...ofMessages, ...ofOthers].map(({ op }) => op),
  "realm.linkifiers.get",
  "realm.presence.get",
  "register.post",
]);

const withoutLogin = [...closed].map(
  (op): Refusal => ({
    op,
    code: undefined,
    by: "nobody who is logged in",
    isMet: ({ step, expected }) => step.op === op && step.as === nobody && expected.status === 401,
  }),
);

/** Every refusal that the specification states for its endpoints and their queues, by who or what provokes it. */
export const refusals: readonly Refusal[] = [
  ...ofMessages,
  ...ofOthers,
  login("a name and a password that do not go together", isComplete),
  login("no username or no password", (fields) => !isComplete(fields)),
  ...withoutLogin,
];
