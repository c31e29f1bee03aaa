import { test } from "uvu";
import * as assert from "uvu/assert";
import { levels } from "../../sim/core/levels.ts";
import { newestLevel } from "../../sim/index.ts";
import { openApi } from "../../sim/openapi/document.ts";
import { clauses } from "../catalogue/catalogue.ts";
import { byDay } from "../night.test.kit.ts";
import { clauseId, displayRecipient, type EndpointText, endpoints, message, reaction, reactionTypes, records } from "./index.ts";

// Two readings of the specification: the suite's tables, and what the simulator says of itself.

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly contentSchema?: Schema;
}

/** The names that the simulator's document has for the records. */
const names: Readonly<Record<string, string>> = {
  Message: "Message",
  "Message display_recipient": "Recipient",
  "Message topic_links": "TopicLink",
  "Message edit_history": "Edit",
  "Message reactions": "Reaction",
  "Message submessages": "Submessage",
  Linkifier: "Linkifier",
  Presence: "Presence",
  "Server settings": "GET /server_settings",
  "Server settings external_authentication_methods": "ExternalMethod",
};

/** Fields that the simulator's document has beside the specification, or before the names of today, with the reason. */
const beyond: Readonly<Record<string, string>> = {
  "Message match_content": "GET /messages with a search has it",
  "Message match_subject": "GET /messages with a search has it",
  "Message display_recipient": "it has two forms, each with a row of its own",
  "Message reactions user": "servers before level 339 send it",
  "Message edit_history prev_rendered_content_version": "older servers send it",
  "Linkifier url_format": "servers before level 176 send it in place of url_template",
  "Server settings result": "the envelope",
  "Server settings msg": "the envelope",
  "Server settings ignored_parameters_unsupported": "the envelope",
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
    readonly content?: Content;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const schemaIn = (content: Content): Schema => Object.values(content)[0]!.schema;

/** The schemas of records, and of the answer that is one. */
function documented(level: number): Readonly<Record<string, Schema>> {
  const { components, paths } = documentOf(level);
  const settings = schemaIn(paths["/server_settings"]!.get!.responses["200"]!.content);
  return { ...components.schemas, "GET /server_settings": settings };
}

const typeOf = ({ type }: Schema): string => [type].flat().join(" or ");

/** The levels that the tables name. */
const named = [
  ...records.flatMap(({ fields }) => Object.values(fields).map(({ since }) => since)),
  ...[...endpoints.values()].flatMap(({ since, parameters, returns }) => [
    since,
    ...[...Object.values(parameters), ...Object.values(returns)].map((one) => one.since ?? 0),
  ]),
];

/** The newest level, and those on both sides of what the tables name; at night of each change. */
const borders = [...new Set([newestLevel, ...byDay(named, Object.values(levels)).flatMap((level) => [level - 1, level])])].filter(
  (level) => level > 0,
);

const documents = new Map<number, Document>();

/** Returns what the simulator says of itself at a level. */
function documentOf(level: number): Document {
  const document = documents.get(level) ?? (openApi({ level, brand: "service" }) as Document);
  documents.set(level, document);
  return document;
}

test("records have the fields, types and levels that the simulator says it has", () => {
  const differences = new Set<string>();
  for (const level of borders) {
    const schemas = documented(level);
    for (const { name, fields } of records) {
      const { properties = {}, required = [] } = schemas[names[name]!]!;
      for (const [field, { type, when, since }] of Object.entries(fields)) {
        const schema = properties[field];
        if ((schema !== undefined) !== since <= level) differences.add(`${name} ${field}: since ${since}`);
        if (schema && typeOf(schema) !== type) differences.add(`${name} ${field}: ${type}, and ${typeOf(schema)}`);
        if (schema && when !== "optional" && required.includes(field) !== (when === "always")) differences.add(`${name} ${field}: ${when}`);
      }
      for (const field of Object.keys(properties))
        if (!fields[field] && !beyond[`${name} ${field}`]) differences.add(`${name} ${field}: in no table`);
    }
  }
  assert.equal([...differences], []);
});

/** Differences between the tables and the simulator's document of endpoints, with the reason. */
const otherwise: Readonly<Record<string, string>> = {
  "messages.get returns anchor: always": "an answer to message_ids has none, and the calls of the suite have an anchor",
  ...Object.fromEntries(
    ["add_members", "join", "leave", "manage", "mention"].map((word) => [
      `user_groups.create.post can_${word}_group: since 324`,
      "older servers have some of the settings: all are tried from the level that has all",
    ]),
  ),
  "messages.get num_after: not required": "it is while there is no message_ids that could stand for it",
  "messages.get num_before: not required": "it is while there is no message_ids that could stand for it",
  "user_groups.create.post can_mention_group: object": "the form of an object came after the setting",
};

/** Returns the JSON types that a schema allows. */
function typesOf(
  schema: Schema & { readonly $ref?: string; readonly const?: unknown },
  all: Readonly<Record<string, Schema>>,
): readonly string[] {
  if (schema.$ref !== undefined) return typesOf(all[schema.$ref.replace(/.*\//, "")]!, all);
  // A parameter in JSON is a text on the wire, whose content has the type.
  if (schema.contentSchema) return typesOf(schema.contentSchema, all);
  return schema.anyOf ? schema.anyOf.flatMap((one) => typesOf(one, all)) : [schema.type ?? []].flat();
}

/** Returns the parameters of an operation by their names: what each may be, and whether it has to be there. */
function parametersOf({
  parameters = [],
  requestBody,
}: Operation): ReadonlyMap<string, { readonly schema: Schema; readonly required: boolean }> {
  const { properties = {}, required = [] } = requestBody ? schemaIn(requestBody.content) : {};
  return new Map([
    ...parameters
      .filter((each) => each.in === "query")
      .map(({ name, schema, content, required = false }) => [name, { schema: schema ?? schemaIn(content!), required }] as const),
    ...Object.entries(properties).map(([name, schema]) => [name, { schema, required: required.includes(name) }] as const),
  ]);
}

/** Returns what a table of an endpoint and the document of a level say otherwise. */
function* differencesOf(text: EndpointText, level: number): Generator<string> {
  const { route, since, parameters, returns } = text;
  const [method = "", path = ""] = route.split(" ");
  const { paths, components } = documentOf(level);
  const operation = paths[path]?.[method.toLowerCase()];
  if ((operation !== undefined) !== since <= level) yield `since ${since}`;
  if (!operation) return;
  const documented = parametersOf(operation);
  for (const [name, { type, since: own = 0, required, where }] of Object.entries(parameters)) {
    const { schema, required: isRequired } = documented.get(name) ?? {};
    if ((schema !== undefined) !== own <= level) yield `${name}: since ${own}`;
    if (!schema) continue;
    if (!typesOf(schema, components.schemas).includes(type)) yield `${name}: ${type}`;
    const isStated = required !== undefined && !where && (required.since ?? 0) <= level;
    if (isStated !== isRequired) yield `${name}: ${isStated ? "required" : "not required"}`;
  }
  const { properties = {}, required = [] } = schemaIn(operation.responses["200"]!.content);
  for (const [name, { type, when, since: own = 0 }] of Object.entries(returns)) {
    const schema = properties[name];
    if ((schema !== undefined) !== own <= level) yield `returns ${name}: since ${own}`;
    if (!schema) continue;
    if (!typesOf(schema, components.schemas).includes(type)) yield `returns ${name}: ${type}`;
    if (required.includes(name) !== (when === undefined)) yield `returns ${name}: ${when ?? "always"}`;
  }
}

test("endpoints have the parameters, return values, types and levels that the simulator says it has", () => {
  const differences = new Set<string>();
  for (const level of borders)
    for (const text of endpoints.values())
      for (const difference of differencesOf(text, level)) differences.add(`${text.stem} ${difference}`);
  assert.equal([...differences].sort(), Object.keys(otherwise).sort());
});

test("what is beyond the tables is in the simulator's document", () => {
  const at = [newestLevel, 100].map(documented);
  for (const place of Object.keys(beyond)) {
    const name = Object.keys(names).findLast((each) => place.startsWith(`${each} `))!;
    assert.ok(
      at.some((schemas) => schemas[names[name]!]!.properties![place.slice(name.length + 1)]),
      place,
    );
  }
  assert.equal(documented(newestLevel).Reaction!.properties!.reaction_type!.enum, reactionTypes);
});

test("every field cites a clause that there is, and states what that says", () => {
  const known = new Map(clauses.map((clause) => [clause.id, clause]));
  const cited = records.flatMap((record) => Object.values(record.fields).map((field) => ({ id: clauseId(record, field), ...field })));
  const recipients = Object.values(displayRecipient).map((field) => ({ id: clauseId(message, field), ...field }));
  for (const { id, says, since } of [...cited, ...recipients]) {
    assert.ok(known.has(id), id);
    if (says === undefined) continue;
    assert.equal([known.get(id)!.statement, known.get(id)!.since], [says, since], id);
  }
  assert.ok(Object.keys(reaction.fields).length === 4 && cited.length > 50);
});

test.run();
