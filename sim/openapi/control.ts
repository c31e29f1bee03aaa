// biome-ignore-all lint/suspicious/noThenProperty: what a fault does stands under `then`
import { actionFields } from "../actions/index.ts";
import { newestLevel } from "../core/levels.ts";
import {
  aBoolean,
  aList,
  always,
  aNumber,
  anInteger,
  aText,
  objectOf,
  orNull,
  ref,
  type SchemaFields,
  sometimes,
} from "../protocol/envelope.ts";
import type { Schema } from "../protocol/schema.ts";

const object = (fields: SchemaFields, description?: string): Schema => objectOf(fields, Number.POSITIVE_INFINITY, "", description);

/** An object of values of one kind, by their names. */
const byName = (values: Schema, description: string): Schema => ({ type: "object", description, additionalProperties: values });

/** An object of which nothing more is said. */
const anyObject = (description: string): Schema => ({ type: "object", description, additionalProperties: true });

const anInstant = (description: string, more: Schema = {}): Schema => aText(description, { format: "date-time", ...more });
/** An enumeration of one: generators make constants into code that does not stand a field called cast beside it. */
const success = always(aText("That it is done.", { enum: ["success"] }));
const aRoute = aText("Method and path, such as POST /messages.");
const allObserved = aText("All.", { enum: ["observed"] });
const aStatus = anInteger("HTTP status.", { minimum: 200, maximum: 599 });
const statusSeen = anInteger("HTTP status; 0 where none was seen.", { minimum: 0, maximum: 599 });
const fieldTexts = byName(aText("Regular expression."), "Fields that must match.");

const clock: SchemaFields = {
  now: always(anInstant("The simulator's time.")),
  mode: always(aText("Whether it goes on with the machine's time.", { enum: ["real", "frozen"] })),
};

const dueNext: SchemaFields = {
  at: always(anInstant("When it happens.")),
  what: always(aText("What it is, such as heartbeat, or end of a queue.")),
};

const server: SchemaFields = {
  url: always(aText("Base URL.")),
  level: always(anInteger("Feature level.")),
  brand: always(aText("The word that names carry on the wire.")),
  seed: always(anInteger("Seed of keys and ids.")),
  realm: always(aText("Name of the realm.")),
  cast: always(byName(ref("Account"), "Accounts by name.")),
  channels: always(byName(ref("Channel"), "Channels by name.")),
};

const queue: SchemaFields = {
  queue_id: always(aText("ID.")),
  owner: always(aText("Name of the account.")),
  event_types: always({ type: ["array", "null"], items: { type: "string" }, description: "Types of events; null for all." }),
  narrow: always({ type: "array", items: {}, description: "Filter of messages." }),
  pending: always(anInteger("Events that wait.")),
  last_event_id: always(anInteger("ID of the newest event.")),
  held: always(aBoolean("Whether a poll is held.")),
  due: always(orNull("string", "When the queue ends, if nobody polls.")),
};

const fault: SchemaFields = {
  match: sometimes(
    object({
      route: sometimes(aRoute),
      as: sometimes(orNull("string", "Name of an account; null for nobody.")),
      matching: sometimes(fieldTexts),
      held: sometimes(aBoolean("Polls while they are held, and no other request.")),
    }),
  ),
  after: sometimes(anInteger("How many pass by unharmed first.", { minimum: 0 })),
  times: sometimes(anInteger("How many it meets; all without it.", { minimum: 1 })),
  probability: sometimes(aNumber("How likely it meets one that matches.", { minimum: 0, maximum: 1 })),
  then: always(
    object({
      status: sometimes(aStatus),
      headers: sometimes(byName(aText("Value."), "Headers of the answer.")),
      body: sometimes({ description: "Sent as JSON; a text as it is." }),
      cut_bytes: sometimes(anInteger("The connection is cut within the body, after so many bytes at most.", { minimum: 0 })),
      delay_ms: sometimes(anInteger("Milliseconds before anything of this comes.", { minimum: 0 })),
      drop: sometimes({
        anyOf: [
          { type: "boolean", const: true },
          { type: "string", const: "answer" },
        ],
        description: "Cuts the connection: true before the request has an effect, answer after.",
      }),
    }),
  ),
};

const sentFile = object(
  {
    name: sometimes(aText("Its name.")),
    type: sometimes(aText("Its media type.")),
    bytes: sometimes(anInteger("Its size.", { minimum: 0 })),
  },
  "A file that was sent.",
);

const expectation: SchemaFields = {
  route: sometimes(aRoute),
  as: sometimes(orNull("string", "Name of an account; null for nobody.")),
  fields: sometimes(anyObject("Fields that must have these values.")),
  matching: sometimes(fieldTexts),
  without: sometimes(aList(aText("Name of a field."), "Fields that must not be sent.")),
  files: sometimes(aList(sentFile, "The files of the form in their order; what is left out of one may be anything.")),
  status: sometimes(statusSeen),
  from: sometimes(anInstant("The first instant.")),
  until: sometimes(anInstant("The last instant.")),
  times: sometimes(anInteger("How often, exactly.", { minimum: 0 })),
};

/** The named schemas of the control API. */
export const controlSchemas: Readonly<Record<string, Schema>> = {
  Account: object(
    {
      user_id: always(anInteger("ID.")),
      email: always(aText("API email address.")),
      api_key: always(aText("Key.")),
      role: always(aText("The role.", { enum: ["owner", "administrator", "moderator", "member", "guest"] })),
      password: always(orNull("string", "Of people; null of bots.")),
    },
    "An account of the cast.",
  ),
  Channel: object({ stream_id: always(anInteger("ID.")) }, "A channel of the realm."),
  Clock: object(clock, "The simulator's clock."),
  Server: object(server, "A server with its accounts and channels."),
  World: object(
    { id: always(aText("ID.")), control: always(aText("Its control API.")), clock: always(ref("Clock")), ...server },
    "A server of one's own.",
  ),
  Exchange: object(
    {
      at: always(anInstant("When it was answered.")),
      as: always(orNull("string", "Name of the account; null for nobody.")),
      request: always(
        object({
          method: always(aText("Method.")),
          path: always(aText("Path.")),
          fields: always(anyObject("Fields of query and form.")),
          files: sometimes(aList(sentFile, "The files of the form.")),
        }),
      ),
      response: always(object({ status: always(statusSeen), body: sometimes({ description: "What was answered." }) })),
    },
    "A request with its answer.",
  ),
  Fault: object(fault, "What is to go wrong."),
  Expectation: object(expectation, "A request that clients are to have sent. What is left out may be anything."),
  Queue: object(queue, "An event queue."),
  Done: object({ result: success }, "It is done."),
  Problem: object(
    {
      result: sometimes(aText("That it was refused.", { enum: ["error"] })),
      msg: always(aText("What is wrong, in one line.")),
      expected: sometimes({ description: "What was to be asked, where nothing asked is it." }),
      actual: sometimes({ description: "What came closest." }),
    },
    "It was refused.",
  ),
};

/** An action with its fields; what each accepts is said where it is refused. */
function actionSchema(name: string): Schema {
  const fields = Object.entries(actionFields[name] ?? {});
  return {
    title: name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    type: "object",
    properties: { action: { type: "string", const: name }, ...Object.fromEntries(fields.map(([field]) => [field, {}])) },
    required: ["action", ...fields.flatMap(([field, { isOptional }]) => (isOptional ? [] : [field]))],
    additionalProperties: false,
  };
}

const one = (fields: SchemaFields): Schema => ({ ...object(fields), additionalProperties: false });

const moves: Schema = {
  anyOf: [
    { ...one({ advance_ms: always(anInteger("Milliseconds by which it moves.", { minimum: 0 })) }), title: "Advance" },
    { ...one({ set: always(anInstant("Instant to go to; it only goes forward.")) }), title: "MoveTo" },
    {
      ...one({ next: always({ type: "boolean", const: true, description: "Goes to what happens by itself next." }) }),
      title: "MoveToNext",
    },
    { ...one({ mode: always(aText("Whether it goes on by itself.", { enum: ["real", "frozen"] })) }), title: "SetMode" },
  ],
};

const worldOptions: Schema = one({
  realm: sometimes({ anyOf: [{ type: "string" }, anyObject("Content of a realm file.")], description: "Name or content." }),
  seed: sometimes(anInteger("Decides all keys and ids.", { minimum: 0 })),
  level: sometimes(anInteger("Feature level.", { minimum: 1, maximum: newestLevel })),
  brand: sometimes(aText("The word that names carry on the wire.", { pattern: "^[a-z]+$" })),
  clock: sometimes(aText("Instant to stand still at, or real.")),
  rulings: sometimes({ anyOf: [allObserved, anyObject("Choices by name.")], description: "How points are decided." }),
  vary: sometimes({ anyOf: [{ type: "integer" }, anyObject("Seed and names.")], description: "How it is to be unlike itself." }),
  fork: sometimes(aText("In place of all others: the id of a world to copy, or main.")),
});

export interface ControlOperation {
  readonly route: string;
  readonly does: string;
  readonly body?: Schema;
  readonly answer: Schema;
  /** Media type of the answer, where it is not JSON. */
  readonly type?: string;
  /** Parameters of the query, with what each means; a schema stands for names of which it has the pattern. */
  readonly query?: Readonly<Record<string, string | Schema>>;
  /** Whether the suite steers other servers by it too, where they have it. */
  readonly steers?: true;
  /** A refusal beside 400 and, where the path names something, 404. */
  readonly refused?: readonly [status: number, why: string];
}

const done = ref("Done");
const madeId = (description: string): Schema => object({ result: success, id: always(aText(description)) });

/** The control API of a served simulator. */
export const control: readonly ControlOperation[] = [
  { route: "GET /realm", does: "The server with its accounts, their keys, and the channels.", answer: ref("Server"), steers: true },
  {
    route: "GET /clock",
    does: "The instant, whether the clock stands, and what happens by itself next.",
    answer: object({ ...clock, next: always({ anyOf: [object(dueNext), { type: "null" }] }) }),
  },
  {
    route: "POST /clock",
    does: "Moves the clock. What falls due on the way happens.",
    body: moves,
    answer: object({ result: success, ...clock, what: sometimes(aText("What happened, where next was asked for.")) }),
    steers: true,
  },
  { route: "POST /reset", does: "Goes back to how the server started: same realm, same seed, empty journal, no faults.", answer: done },
  {
    route: "GET /snapshots",
    does: "The states that were kept.",
    answer: object({
      snapshots: always(
        aList(
          object({
            id: always(aText("Name.")),
            now: always(anInstant("Its time.")),
            messages: always(anInteger("How many messages it has.")),
          }),
          "The newest first.",
        ),
      ),
    }),
  },
  { route: "POST /snapshots", does: "Keeps the state.", answer: madeId("Name of the snapshot."), steers: true },
  { route: "DELETE /snapshots/{id}", does: "Removes a state that was kept.", answer: done },
  { route: "POST /snapshots/{id}/restore", does: "Goes back to a state that was kept.", answer: done, steers: true },
  {
    route: "GET /worlds",
    does: "The servers of others on this one.",
    answer: object({ worlds: always(aList(object({ id: always(aText("ID.")), url: always(aText("Base URL.")) }), "In the order made.")) }),
  },
  {
    route: "POST /worlds",
    does: "Makes a server of one's own, as this one started but for the options.",
    body: worldOptions,
    answer: { allOf: [done, ref("World")] },
  },
  { route: "GET /worlds/{id}", does: "A world with its accounts and channels.", answer: ref("World") },
  { route: "DELETE /worlds/{id}", does: "Ends a world.", answer: done },
  {
    route: "GET /transcript",
    does: "The exchanges so far, one a line.",
    answer: ref("Exchange"),
    type: "application/x-ndjson",
    query: {
      route: "Those of a route.",
      as: "Those of an account; empty for nobody's.",
      status: "Those with a status.",
      from: "From an instant on.",
      until: "Up to an instant.",
      fields: {
        ...byName(aText("The text that was sent."), "Those with fields: field.op=start for op."),
        propertyNames: { pattern: "^field\\." },
      },
    },
  },
  { route: "DELETE /transcript", does: "Forgets the exchanges.", answer: done },
  {
    route: "GET /journal",
    does: "The newest exchanges in one line each, oldest first.",
    answer: object({
      exchanges: always(aList(anyObject("An exchange without its answer."), "Those found.")),
      isMore: always(aBoolean("Whether there are older ones.")),
    }),
    query: {
      find: "Words that the line must have: names, method, path, status, fields.",
      before: "Those with lower numbers.",
      most: "How many, 100 by default.",
    },
  },
  { route: "GET /journal/{id}", does: "One exchange by its number, with what decided a refusal.", answer: ref("Exchange") },
  {
    route: "GET /coverage",
    does: "What of the server the requests met, and what they did not.",
    answer: object({
      routes: always(
        aList(
          object({
            route: always(aRoute),
            requests: always(anInteger("How many.")),
            parameters: always(
              object({ met: always(aList(aText("Name."), "Sent.")), unmet: always(aList(aText("Name."), "Never sent.")) }),
            ),
            refusals: always(byName(anInteger("How often."), "Codes of refusals.")),
            unmet: always(aList(aText("Code."), "Refusals that the route has beside those.")),
          }),
          "Routes that were asked.",
        ),
      ),
      unmet: always(aList(aRoute, "Routes of the specification that were not asked.")),
      events: always(anyObject("Types of events that came, and that did not.")),
    }),
  },
  {
    route: "POST /verify",
    does: "Whether clients sent what is expected: one request, or several as `requests`.",
    body: {
      anyOf: [
        ref("Expectation"),
        one({
          requests: always(aList(ref("Expectation"), "Requests.")),
          in_order: sometimes(aBoolean("Whether they came in this order.")),
        }),
      ],
    },
    answer: object({ result: success, exchanges: always(aList(ref("Exchange"), "Those that fit.")) }),
    refused: [417, "They did not; the nearest misses are told."],
  },
  {
    route: "GET /judge",
    does: "What clients did wrong, where the server judges them.",
    answer: object({
      exchanges: always(anInteger("How many were judged.")),
      errors: always(anInteger("How many errors.")),
      warnings: always(anInteger("How many warnings.")),
      findings: always(
        aList(
          object({
            rule: always(aText("Name of the rule.")),
            severity: always(aText("How bad it is.", { enum: ["error", "warning"] })),
            message: always(aText("What was done.")),
          }),
          "Each kind once.",
        ),
      ),
    }),
    refused: [404, "The server does not judge."],
  },
  {
    route: "POST /actions",
    does: "Does what no endpoint does.",
    body: { anyOf: Object.keys(actionFields).map(actionSchema) },
    answer: done,
    steers: true,
  },
  { route: "GET /faults", does: "The faults that wait.", answer: object({ faults: always(aList(ref("Fault"), "In the order made.")) }) },
  { route: "POST /faults", does: "Lets requests fail.", body: ref("Fault"), answer: madeId("ID of the fault.") },
  { route: "DELETE /faults", does: "Takes all faults back.", answer: done },
  { route: "DELETE /faults/{id}", does: "Takes a fault back.", answer: done },
  { route: "GET /queues", does: "The event queues.", answer: object({ queues: always(aList(ref("Queue"), "By their making.")) }) },
  {
    route: "GET /queues/{id}",
    does: "An event queue with the events that wait.",
    answer: object({ ...queue, events: always(aList(anyObject("An event."), "From the oldest to the newest.")) }),
  },
  { route: "GET /places", does: "Channels with their newest topics, and conversations.", answer: anyObject("Places by kind.") },
  { route: "GET /places/{id}", does: "The newest messages of a topic or a conversation.", answer: anyObject("Messages of a place.") },
  {
    route: "GET /messages/{id}",
    does: "A message as the API answers it. No exchange comes of it.",
    answer: object({
      as: always(aText("Who is answered.")),
      status: always(aStatus),
      body: always(anyObject("The answer.")),
    }),
    query: { as: "Name of the account that is answered; the sender by default." },
  },
  {
    route: "GET /overview",
    does: "Clock, newest exchanges, queues, snapshots, faults and findings of one moment.",
    answer: anyObject("All of it."),
  },
  {
    route: "GET /changes/{id}",
    does: "Waits until something happens after a version of the overview.",
    answer: object({ version: always(anInteger("The version now.")) }),
  },
];
