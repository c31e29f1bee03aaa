import { test } from "uvu";
import * as assert from "uvu/assert";
import type { MutantResult } from "../../conformance/mutants/index.ts";
import { clauseList, coverList, rulingList } from "../commands/list.ts";
import { plain } from "./colours.ts";
import { killMatrix, reverseMatrix } from "./kill-map.ts";

test("clauses stand under their sections with level, ruling, reason and proofs", () => {
  const clause = { section: "Events", since: 0, silent: undefined, untestable: undefined, properties: [] };
  const told = clauseList(
    [
      { ...clause, id: "events/order", statement: "Ids increase.", since: 13, properties: ["events/order", "events/gaps"] },
      { ...clause, id: "events/lost", statement: "Nothing is lost.", silent: "unknownAcknowledgement" },
      { ...clause, id: "events/avatar", statement: "An avatar is an address.", silent: "undeclaredAvatar" },
      { ...clause, id: "limits/memory", section: "Limits", statement: "Memory is bounded.", untestable: "no client sees it" },
    ],
    plain,
  );
  assert.is(
    told,
    [
      "Events",
      "  events/order (since level 13)",
      "      Ids increase.",
      "      proven by events/order, events/gaps",
      "  events/lost",
      "      Nothing is lost.",
      "      the text leaves it open: ruling unknownAcknowledgement",
      "  events/avatar",
      "      An avatar is an address.",
      "      stated, and running servers do otherwise: ruling undeclaredAvatar",
      "",
      "Limits",
      "  limits/memory",
      "      Memory is bounded.",
      "      untestable: no client sees it",
      "",
      "4 clauses in 2 sections, 2 properties, 1 untestable",
      "",
    ].join("\n"),
  );
});

test("rulings stand with kind, question, choices and reason", () => {
  const ruling = { kind: "silent", section: "Limits", question: "Is it so?", choices: ["no", "yes"], reason: "Because." } as const;
  assert.is(
    rulingList({ one: ruling }, plain),
    "one  the text leaves it open  Limits\n  Is it so?\n  choices: no (default), yes\n  Because.\n\n1 rulings\n",
  );
});

const mutant = {
  name: "leak",
  says: "It leaks.",
  breaks: ["a/b"],
  fired: true,
  killed: true,
  cited: true,
  kills: [],
  crashed: [],
  tried: 3,
};

test("the kill matrix has a row for each mutant, and tells of those that live", () => {
  const kill = { by: "a/one", clauses: ["a/b"], reason: "seen\nand more" };
  const results: MutantResult[] = [
    { ...mutant, kills: [kill] },
    { ...mutant, name: "late", killed: false, cited: false },
    { ...mutant, name: "idle", fired: false, killed: false, cited: false },
    { ...mutant, name: "odd", cited: false, kills: [{ ...kill, clauses: ["a/c"] }] },
  ];
  const told = killMatrix(results, plain);
  assert.match(told, /^mutant +breaks +fate +noticed by\nleak +a\/b +killed +a\/one\nlate +a\/b +survived +-\n/);
  assert.match(told, "  late survived\n     It leaks.\n");
  assert.match(told, "     a/one (a/c): seen\n");
  assert.match(told, /\n1 of 4 mutants killed by the clause that they break, 1 killed by another clause, 1 survived, 1 never fired\n$/);
});

test("the matrix by property has a row for each, and lists what no mutant proves", () => {
  const killers = new Map([
    ["a/one", ["leak", "late"]],
    ["a/two", []],
  ]);
  const told = reverseMatrix({ killers, idle: ["a/two"], unbroken: ["a/b"], crashed: [] }, plain);
  assert.match(told, /^property +mutants +killed by\na\/one +2 +leak late\na\/two +0 +-\n/);
  assert.match(told, "properties that no mutant of their own clauses kills\n  a/two\n\nclauses without a mutant\n  a/b\n");
  assert.match(told, /\n1 of 2 properties killed by a mutant of their own clauses, 1 clauses without a mutant\n$/);
});

test("scenarios of the covering set stand with their operations, the most frequent first", () => {
  const step = (op: string) => ({ as: "alice", op, fields: {} });
  const scenario = { format: "touchstone-scenario", version: 1, steps: ["register.post", "typing.post", "typing.post"].map(step) } as const;
  assert.is(coverList(new Map([["cover/0", scenario]]), plain), "cover/0  2 typing.post, 1 register.post\n\n1 scenarios, 3 requests\n");
});

test.run();
