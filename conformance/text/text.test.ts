import { test } from "uvu";
import * as assert from "uvu/assert";
import { levels } from "../../sim/core/levels.ts";
import { newestLevel } from "../../sim/index.ts";
import { openApi } from "../../sim/openapi/document.ts";
import { clauses } from "../engine/catalogue.ts";
import { clauseId, displayRecipient, message, reaction, reactionTypes, records } from "./index.ts";

// Two readings of the specification: the suite's tables, and what the simulator says of itself.

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
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

/** What the simulator's document has beside the specification, or before the names of today, with the reason. */
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

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>>;
}

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

/** The schemas of records, and of the answer that is one. */
function documented(level: number): Readonly<Record<string, Schema>> {
  const { components, paths } = openApi({ level, brand: "service" }) as Document;
  const settings = paths["/server_settings"]!.get.responses["200"]!.content["application/json"]!.schema;
  return { ...components.schemas, "GET /server_settings": settings };
}

const typeOf = ({ type }: Schema): string => [type].flat().join(" or ");

test("records have the fields, types and levels that the simulator says it has", () => {
  const borders = [...new Set([newestLevel, ...Object.values(levels).flatMap((level) => [level - 1, level])])].filter((level) => level > 0);
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
