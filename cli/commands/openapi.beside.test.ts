// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { eventFacts } from "../../sim/events/types.ts";
import { createSimulator, judge } from "../../sim/index.ts";
import { support } from "../../sim/server/routes.ts";
import { touchstone } from "../captured.test.kit.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly contentSchema?: Schema;
  readonly [more: string]: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>>; readonly links?: object }>
  >;
}

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface FormSchema {
  readonly properties: Readonly<Record<string, { readonly format?: string }>>;
  readonly required?: readonly string[];
}

const documentOf = async (...args: readonly string[]): Promise<Document> => JSON.parse((await touchstone("openapi", ...args)).out);

const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, operation]) => (method === "servers" ? [] : [operation])),
  );

const all = await documentOf("--all");
const controlled = await documentOf("--control");

for (const [option, document] of [
  ["--all", all],
  ["--control", controlled],
] as const)
  test(`with ${option} the document is valid, and each operation has an id of its own, a tag, a summary and a description`, async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    assert.ok(valid, JSON.stringify(errors));
    const operations = operationsOf(document);
    assert.is(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
    const known = document.tags.map(({ name }) => name);
    for (const { operationId, tags, summary, description, responses } of operations) {
      assert.is(tags.length === 1 && known.includes(tags[0]!), true, `${operationId}: ${tags}`);
      assert.match(summary, /^[A-Z`].*[^.]$|\.$/, operationId);
      assert.match(description, /\.$/, operationId);
      assert.not.match(description, /^(GET|POST|PATCH|PUT|DELETE) /, operationId);
      assert.ok(
        Object.keys(responses).some((status) => status.startsWith("4")),
        operationId,
      );
    }
  });

test("parameters that hold JSON are text with a schema of what it holds, which generators of clients keep", () => {
  const { get } = all.paths["/messages"]!;
  const narrow = get!.parameters!.find(({ name }) => name === "narrow")!;
  assert.equal(narrow.schema, {
    type: "string",
    description: "Filter.",
    contentMediaType: "application/json",
    contentSchema: { type: "array", items: { $ref: "#/components/schemas/NarrowTerm" } },
  });
  assert.equal(all.components.schemas.Term!.required, ["operator", "operand"]);
  const form = all.paths["/user_groups/create"]!.post!.requestBody!.content["application/x-www-form-urlencoded"]!.schema;
  assert.equal(form.properties!.members!.contentSchema, { type: "array", items: { type: "integer" } });
});

test("bounds stand in the schemas, and each parameter of the specification's endpoints says what it means", async () => {
  const plain = await documentOf();
  const form = (path: string, method = "post") =>
    plain.paths[path]![method]!.requestBody!.content["application/x-www-form-urlencoded"]!.schema.properties!;
  assert.equal([form("/user_groups/create").name!.minLength, form("/user_groups/create").name!.maxLength], [1, 100]);
  assert.is(form("/messages").content!.minLength, 1);
  assert.is(plain.paths["/messages"]!.get!.parameters!.find(({ name }) => name === "num_before")!.schema.maximum, 5000);
  for (const { operationId, parameters = [], requestBody } of operationsOf(plain)) {
    for (const { name, description } of parameters) assert.ok(description, `${operationId} ${name}`);
    for (const [name, { description }] of Object.entries(Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {}))
      assert.ok(description, `${operationId} ${name}`);
  }
});

test("what makes an id links to each operation that takes it", () => {
  const operations = operationsOf(all);
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const linked = operations.flatMap(({ operationId, responses }) =>
    Object.values(responses[200]?.links ?? {}).map((link) => ({ from: operationId, ...link })),
  );
  const to = (from: string) => linked.filter((link) => link.from === from).map(({ operationId }) => operationId);
  assert.ok(to("post_messages").includes("delete_messages_message_id"));
  assert.ok(to("post_messages").includes("post_messages_message_id_reactions"));
  assert.equal(
    to("post_register")
      .filter((id) => id.endsWith("_events"))
      .sort(),
    ["delete_events", "get_events"],
  );
  for (const { from, operationId, parameters = {}, requestBody = {} } of linked) {
    const target = byId.get(operationId)!;
    const known = (target.parameters ?? []).map((parameter) => `${parameter.in}.${parameter.name}`);
    for (const name of Object.keys(parameters)) assert.ok(known.includes(name), `${from} -> ${operationId}: ${name}`);
    const values: string[] = Object.values({ ...parameters, ...requestBody });
    const { properties } = Object.values(byId.get(from)!.responses[200]!.content)[0]!.schema;
    for (const value of values) assert.ok(value.split("/")[1]! in properties!, `${from}: ${value}`);
  }
});

const compilers = new Map<Document, Ajv2020>();

/** Returns what compiles schemas that refer to those of a document, each of which it compiles once. */
function compilerOf(document: Document): Ajv2020 {
  const { components } = document;
  const compiler = compilers.get(document) ?? new Ajv2020({ strict: false, validateFormats: false }).addSchema({ components }, "document");
  compilers.set(document, compiler);
  return compiler;
}

/** Compiles a schema of a document. */
function validatorOf(document: Document, schema: Schema) {
  const validate = compilerOf(document).compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
  return (value: unknown): string | undefined => (validate(value) ? undefined : JSON.stringify(validate.errors));
}

test("with --all there is each type of event, and what comes of support routes is as the document has it", async () => {
  const { schemas } = all.components;
  const types = new Set(
    Object.entries(schemas).flatMap(([name, { properties }]) => (/.Event$/.test(name) ? [properties!.type!.const] : [])),
  );
  assert.equal([...types].sort(), Object.keys(eventFacts).sort());
  const sim = createSimulator();
  const alice = sim.as("alice");
  const { queue_id } = alice.send("POST /register", {}).body;
  const { id } = alice.send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hi" }).body;
  alice.send(`POST /messages/${id}/reactions`, { emoji_name: "tada" });
  const { events } = alice.send("GET /events", { queue_id, last_event_id: -1 }).body as { events: object[] };
  const isEvent = validatorOf(all, { $ref: "#/components/schemas/Event" });
  assert.ok(events.length > 1);
  for (const event of events) assert.is(isEvent(event), undefined);
  assert.type(isEvent({ type: "reaction", op: "add", id: 1 }), "string");
  for (const route of ["GET /users", "GET /streams", "POST /register", "GET /user_groups", "GET /users/me/subscriptions"] as string[]) {
    const [method = "", path = ""] = route.split(" ");
    const answer = all.paths[path]![method.toLowerCase()]!.responses[200]!.content["application/json"]!.schema;
    assert.is(validatorOf(all, answer)(alice.send(route, {}).body), undefined, route);
    assert.ok(Object.keys(answer.properties!).length > 3, route);
  }
  const said = new Set(support.map(({ route }) => route.split(" ")[1]!.replaceAll(/\{[^}]*\}/g, "{}")));
  const there = new Set(Object.keys(all.paths).map((path) => path.replaceAll(/\{[^}]*\}/g, "{}")));
  assert.equal(
    [...said].filter((path) => !there.has(path)),
    [],
  );
});

test("with --control the document has each route of the control API, and its answers", async () => {
  const sim = createSimulator();
  const server = await listen(sim, { judge: judge(sim) });
  const ask = async (route: string, body?: object) => {
    const [method = "", path = ""] = route.split(" ");
    const answer = await fetch(`${server.url}/_control${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, text: await answer.text() };
  };
  try {
    const { text: nowhere } = await ask("GET /nowhere");
    const known = [...nowhere.matchAll(/\/_control(\/[\w{}/]*)(?=[,"])/g)].map(([, path]) => path!);
    assert.equal(
      known.filter((path) => path !== "/" && !(path in controlled.paths)),
      [],
    );
    assert.ok(known.length > 15, `${known.length}`);
    sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "lunch", content: "hi" });
    sim.as("alice").send("POST /register", {});
    const queue = [...sim.state.queues.keys()][0]!;
    const requests: readonly (readonly [route: string, template?: string | undefined, body?: object])[] = [
      ["GET /realm"],
      ["GET /clock"],
      ["POST /clock", undefined, { advance_ms: 5 }],
      ["POST /snapshots"],
      ["GET /snapshots"],
      ["POST /snapshots/1/restore", "/snapshots/{id}/restore"],
      ["DELETE /snapshots/1", "/snapshots/{id}"],
      ["POST /worlds", undefined, { level: 400, realm: "small", clock: "2026-01-01T12:00:00Z" }],
      ["GET /worlds"],
      ["GET /worlds/w1", "/worlds/{id}"],
      ["DELETE /worlds/w1", "/worlds/{id}"],
      ["GET /journal"],
      ["GET /journal/1", "/journal/{id}"],
      ["GET /messages/101", "/messages/{id}"],
      ["POST /clock", undefined, { next: true }],
      ["GET /coverage"],
      ["POST /verify", undefined, { route: "POST /messages", times: 1 }],
      ["POST /verify", undefined, { requests: [{ route: "POST /messages" }], in_order: true }],
      ["POST /verify", undefined, { route: "POST /typing" }],
      ["GET /judge"],
      ["POST /faults", undefined, { match: { route: "POST /messages" }, times: 1, then: { status: 502 } }],
      ["GET /faults"],
      ["DELETE /faults/1", "/faults/{id}"],
      ["DELETE /faults/7", "/faults/{id}"],
      ["DELETE /faults"],
      ["GET /queues"],
      [`GET /queues/${queue}`, "/queues/{id}"],
      ["GET /places"],
      ["GET /overview"],
      ["GET /changes/1", "/changes/{id}"],
      ["POST /actions", undefined, { action: "end_queues" }],
      ["POST /clock", undefined, { advance_ms: -1 }],
      ["DELETE /transcript"],
      ["POST /reset"],
    ];
    for (const [route, template, body] of requests) {
      const [method = "", path = ""] = route.split(" ");
      const { requestBody, responses } = controlled.paths[template ?? path]![method.toLowerCase()]!;
      const { status, text } = await ask(route, body);
      const schema = responses[status]?.content["application/json"]?.schema;
      assert.ok(schema, `${route}: ${status} ${text}`);
      assert.is(validatorOf(controlled, schema)(JSON.parse(text)), undefined, route);
      const asked = requestBody?.content["application/json"]?.schema;
      if (asked && body) assert.is(validatorOf(controlled, asked)(body) === undefined, status !== 400, route);
    }
  } finally {
    await server.close();
  }
});

test("with --control the transcript's query has all its keys, those of fields as an object", () => {
  const { parameters = [] } = controlled.paths["/transcript"]!.get!;
  assert.equal(
    parameters.map(({ name }) => name),
    ["route", "as", "status", "from", "until", "fields"],
  );
  const { schema } = parameters.at(-1)!;
  assert.equal(schema.propertyNames, { pattern: "^field\\." });
  assert.ok(["from", "until"].every((name) => name in controlled.components.schemas.Expectation!.properties!));
});

test("with --support a route that takes a file has a form in parts", async () => {
  const { paths } = await documentOf("--support");
  const partsOf = (path: string) => {
    const { properties, required = [] } = paths[path]!.post!.requestBody!.content["multipart/form-data"]!.schema as FormSchema;
    return [properties.file?.format, required.includes("file")];
  };
  assert.equal(["/user_uploads", "/bots"].map(partsOf), [
    ["binary", true],
    ["binary", false],
  ]);
});

test("--control stands alone", async () => {
  const { code, err } = await touchstone("openapi", "--control", "--all");
  assert.is(code, 2);
  assert.match(err, /--control.*--all/);
});

test.run();
