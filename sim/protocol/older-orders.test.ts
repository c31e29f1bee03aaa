import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import { createSimulator } from "../server/simulator.ts";

/** A request with several faults, and the parameter that a server of a level names first. */
const rows: readonly (readonly [route: string, fields: Readonly<Record<string, unknown>>, named: Readonly<Record<number, string>>])[] = [
  ["POST /messages", {}, { 247: "type", 372: "type", [newestLevel]: "content" }],
  ["POST /messages", { type: "stream", to: "general", subject: "x" }, { 247: "content", 372: "content", [newestLevel]: "content" }],
  ["POST /messages", { read_by_sender: "maybe", time: "late", topic: "x" }, { 247: "type", 372: "type", [newestLevel]: "content" }],
  ["POST /user_groups/create", { members: "all" }, { 247: "name", 372: "name", [newestLevel]: "description" }],
  ["POST /user_groups/create", { name: "crew", members: "all" }, { 247: "members", 372: "description", [newestLevel]: "description" }],
  ["GET /messages", { anchor: "newest", include_anchor: "maybe", narrow: "x" }, { 247: "include_anchor", 372: "narrow" }],
  [
    "GET /messages",
    { anchor: "newest", apply_markdown: "maybe", narrow: "x", num_before: 1, num_after: 1 },
    { 247: "narrow", 372: "narrow", [newestLevel]: "apply_markdown" },
  ],
  ["GET /messages", { anchor: "newest", num_before: "a", num_after: "b", narrow: "x" }, { 372: "num_before", [newestLevel]: "narrow" }],
  ["POST /realm/domains", {}, { 247: "domain", 372: "allow_subdomains", [newestLevel]: "allow_subdomains" }],
  ["POST /typing", { to: "x" }, { 372: "op", [newestLevel]: "to" }],
  ["POST /typing", { to: "x", op: "start", type: "x" }, { 372: "type", [newestLevel]: "to" }],
  ["POST /typing", { op: "pause", type: "x" }, { 247: "type", 372: "op", [newestLevel]: "op" }],
];

for (const [route, fields, named] of rows) {
  test(`${route} ${JSON.stringify(fields)} is refused for the parameter that the server's level looks at first`, () => {
    for (const [level, name] of Object.entries(named)) {
      const { msg } = createSimulator({ level: Number(level) })
        .as("owen")
        .send(route, fields).body;
      assert.match(String(msg), new RegExp(`\\b${name}\\b`), `level ${level}`);
    }
  });
}

test("an order names parameters that there are", () => {
  const { body } = createSimulator({ level: 247 }).as("owen").send("POST /realm/domains", { domain: "x.example", allow_subdomains: true });
  assert.is(body.result, "success");
});

test.run();
