import { isSymbolic, nobody, symbolsIn } from "../draw/symbols.ts";
import type { Turn } from "../play/play.ts";
import { type EndpointText, endpoints, requiredOf } from "../text/index.ts";
import { codes, mostMessages } from "../text/limits.ts";

/** A refusal that the specification states, or that follows from what it requires of a parameter. */
export interface Refusal {
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
type Test = (fields: Fields, turn: Turn, before: readonly Turn[]) => boolean;

/** A code, what provokes a refusal with it, and whether the fields of a step that was refused so are those that provoke it. */
type Row = readonly [code: string | undefined, by: string, test: Test];

/** Refusals of one kind of step. */
const refusalsOf = (op: string, ...rows: readonly Row[]): readonly Refusal[] =>
  rows.map(([code, by, test]) => ({
    op,
    code,
    by,
    isMet: (turn, before) => {
      const { step, expected } = turn;
      const isCoded = code === undefined || expected.body.code === code;
      return step.op === op && expected.status >= 400 && step.as !== nobody && isCoded && test(step.fields, turn, before);
    },
  }));

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
  const rows: Row[] = [];
  if (required.length > 0)
    rows.push([undefined, `${required.join(" or ")} is left out`, (fields) => required.some((name) => lacks(name)(fields))]);
  for (const [name, { type, nonEmpty, bound, values, malformed }] of Object.entries(parameters)) {
    if (nonEmpty) rows.push([nonEmpty.code, `a blank ${name}`, (fields) => isBlank(fields[name])]);
    if (bound && !bound.beyond) rows.push([undefined, `a ${name} beyond the bound`, (fields) => isBeyond(fields[name])]);
    if (values && !values.orIntegers)
      rows.push([undefined, `another ${name} than there is`, (fields) => isNoneOf(fields[name], values.accepted)]);
    if (malformed && type === "array") rows.push([undefined, `a ${name} that is no list`, (fields) => isNoList(fields[name])]);
  }
  if (allowed) {
    const isRefused: Test = (_, { expected }) => expected.body.code === codes.notAllowed;
    rows.push([allowed.code?.is, `somebody who is none of the ${allowed.callers}`, isRefused]);
  }
  return refusalsOf(stem, ...rows);
}

/** The endpoint that needs no credentials. */
const loginStem = "fetch_api_key.post";

const fromTables: readonly Refusal[] = [...endpoints.values()].filter(({ stem }) => stem !== loginStem).flatMap(ofTable);

/** Whether the message that a step is about was deleted before. */
const wasDeleted = (turn: Turn, before: readonly Turn[]): boolean =>
  before.some(({ step, asked, expected }) => step.op === "messages-id.delete" && expected.status === 200 && asked.path === turn.asked.path);

const wasDeleteTried = (turn: Turn, before: readonly Turn[]): boolean =>
  before.some(({ step, asked }) => step.op === "messages-id.delete" && asked.path === turn.asked.path);

const { badRequest, noSuchChannel, noSuchQueue } = codes;
const noNarrow: Row = [undefined, "a narrow that is none", ({ narrow }) => narrow !== undefined && !isTerms(narrow)];

const ofMessages: readonly Refusal[] = [
  ...refusalsOf(
    "messages.post",
    [noSuchChannel, "a name that no channel has", ({ to }) => isRef(to, "fresh")],
    [noSuchChannel, "an id that no channel has", ({ to }) => typeof to === "number"],
    [badRequest, "a recipient's id that nobody has", ({ to }) => names(to, 0)],
    [badRequest, "a recipient's address that nobody has", ({ to }) => names(to, "x@y")],
    [codes.noWildcardInChannel, "a mention of all in a large channel", () => true],
    [codes.noWildcardInTopic, "a mention of all in a topic of many", () => true],
    [undefined, "no topic for a channel", (fields) => isToChannel(fields) && lacks("topic")(fields) && lacks("subject")(fields)],
    [undefined, "queue_id without local_id", (fields) => !lacks("queue_id")(fields) && lacks("local_id")(fields)],
    [undefined, "local_id without queue_id", (fields) => lacks("queue_id")(fields) && !lacks("local_id")(fields)],
    [undefined, "blank content", ({ content }) => isBlank(content)],
  ),
  ...refusalsOf(
    "messages-id.get",
    [badRequest, "a message that there never was", ({ message_id }) => typeof message_id === "number"],
    [badRequest, "a deleted message", (_, turn, before) => wasDeleted(turn, before)],
    [
      badRequest,
      "a message between others",
      ({ message_id }, turn, before) => isRef(message_id, "message") && !wasDeleteTried(turn, before),
    ],
  ),
  ...refusalsOf(
    "messages.get",
    [undefined, "message_ids with an anchor", (fields) => !lacks("message_ids")(fields) && !lacks("anchor")(fields)],
    [
      undefined,
      "message_ids with a count",
      (fields) => !lacks("message_ids")(fields) && lacks("anchor")(fields) && !lacks("num_before")(fields),
    ],
    [undefined, "more than 5000 messages", ({ num_before, num_after }) => Number(num_before) + Number(num_after) > mostMessages],
    [undefined, "use_first_unread_anchor with an anchor", (fields) => fields.use_first_unread_anchor === true && !lacks("anchor")(fields)],
    [undefined, "an anchor that is none", ({ anchor }) => anchor === "latest"],
    [undefined, "no anchor_date for a date", (fields) => fields.anchor === "date" && lacks("anchor_date")(fields)],
    [undefined, "an anchor_date that is none", (fields) => fields.anchor === "date" && !lacks("anchor_date")(fields)],
    [undefined, "a count left out", (fields) => lacks("message_ids")(fields) && lacks("num_after")(fields)],
    noNarrow,
  ),
  ...refusalsOf("messages.matches_narrow.get", noNarrow),
  ...refusalsOf(
    "messages-id.delete",
    [badRequest, "a message that there never was", ({ message_id }) => message_id === 0],
    [badRequest, "a deleted message", (_, turn, before) => wasDeleted(turn, before)],
    [badRequest, "a message of somebody else", ({ message_id }, turn, before) => isRef(message_id, "message") && !wasDeleted(turn, before)],
  ),
];

/** Whether the queue that a step is about was deleted before. */
const isQueueGone: Test = (_, turn, before) =>
  before.some(
    ({ step, asked, expected }) =>
      step.op === "events.delete" && expected.status === 200 && asked.fields.queue_id === turn.asked.fields.queue_id,
  );

const ofQueues: readonly Row[] = [
  [noSuchQueue, "a queue that there never was", ({ queue_id }) => queue_id === "no such queue"],
  [noSuchQueue, "a deleted queue", isQueueGone],
];

const ofOthers: readonly Refusal[] = [
  ...fromTables,
  ...refusalsOf(
    "typing.post",
    [badRequest, "no stream_id for a channel", (fields) => isToChannel(fields) && lacks("stream_id")(fields)],
    [undefined, "no topic for a channel", (fields) => isToChannel(fields) && lacks("topic")(fields)],
    [undefined, "an op that there is not", ({ op }) => op === "pause" || op === ""],
    [undefined, "no recipients", (fields) => !isToChannel(fields) && (lacks("to")(fields) || Array.isArray(fields.to))],
  ),
  ...refusalsOf(
    "user_topics.post",
    [undefined, "a topic beyond the bound", ({ topic }) => isBeyond(topic)],
    [undefined, "an id that no channel has", ({ stream_id }) => stream_id === 0],
  ),
  ...refusalsOf("events.delete", ...ofQueues),
  ...refusalsOf("events.get", ...ofQueues),
  ...refusalsOf(
    "user_groups.create.post",
    [badRequest, "a member's id that nobody has", ({ members }) => names(members, 0)],
    [undefined, "can_manage_group for everyone", ({ can_manage_group }) => isRef(can_manage_group, "system group")],
    [undefined, "can_mention_group for the internet", ({ can_mention_group }) => isRef(can_mention_group, "system group")],
  ),
  ...refusalsOf(
    "user_groups-id.members.post",
    [undefined, "a group that there is not", ({ user_group_id }) => user_group_id === 0],
    [undefined, "an id that nobody has", ({ add }) => names(add, 0)],
  ),
  ...refusalsOf("channel_folders-id.patch", [badRequest, "a folder that there is not", ({ channel_folder_id }) => channel_folder_id === 0]),
  ...refusalsOf(
    "users.me.profile_data.patch",
    [badRequest, "a field that may not be edited", ({ data }) => symbolsIn(data).some(({ ref }) => ref === "profile field")],
    [badRequest, "a field that there is not", ({ data }) => Array.isArray(data) && data[0]?.id === 0],
  ),
  ...refusalsOf("calls.vc.create.post", [undefined, "somebody without a token", () => true]),
];

/** A refusal of asking for an API key, which needs no credentials. */
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
