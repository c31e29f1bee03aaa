import { test } from "uvu";
import * as assert from "uvu/assert";
import { clauses } from "../catalogue/catalogue.ts";
import { clauseOfRecord } from "./oracle.ts";

const ids = new Set(clauses.map(({ id }) => id));

test("each kind of records names a clause that there is, its fields their own", () => {
  const kinds = [
    "groups",
    "linkifiers",
    "emoji",
    "folders",
    "channels",
    "profile_fields",
    "domains",
    "messages",
    "topic_policies",
    "users",
  ];
  for (const kind of kinds) assert.ok(ids.has(clauseOfRecord(`${kind}.some.thing`, ids) ?? ""), kind);
  assert.is(clauseOfRecord("linkifiers[0].url_template", ids), "linkifier/url_template");
  assert.is(clauseOfRecord("profile_fields.Phone.type", ids), "records/profile-value");
  assert.is(clauseOfRecord("settings.avatar_changes_disabled", ids), undefined);
});

test.run();
