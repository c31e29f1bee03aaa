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
};

/** What the simulator's document has beside the specification, or before the names of today, with the reason. */
const beyond: Readonly<Record<string, string>> = {
  "Message match_content": "GET /messages with a search has it",
  "Message match_subject": "GET /messages with a search has it",
  "Message display_recipient": "it has two forms, each with a row of its own",
  "Message reactions user": "servers before level 339 send it",
  "Message edit_history prev_rendered_content_version": "older servers send it",
  "Linkifier url_format": "servers before level 176 send it in place of url_template",
};

const documented = (level: number): Readonly<Record<string, Schema>> =>
  (openApi({ level, brand: "service" }) as { components: { schemas: Record<string, Schema> } }).components.schemas;

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
        if (schema && required.includes(field) !== (when === "always")) differences.add(`${name} ${field}: ${when}`);
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
