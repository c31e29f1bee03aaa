import { test } from "uvu";
import * as assert from "uvu/assert";
import { Refusal } from "../../core/refusal.ts";
import { json } from "../../protocol/params.ts";
import { narrowTerms } from "./terms.ts";

const decode = json(narrowTerms);

function refusalOf(text: string): string {
  try {
    decode(text, "narrow");
  } catch (thrown) {
    assert.instance(thrown, Refusal);
    assert.is((thrown as Refusal).code, "BAD_REQUEST");
    return (thrown as Refusal).message;
  }
  return "decoded";
}

test("terms are objects or pairs of strings", () => {
  assert.equal(decode("[]", "narrow"), []);
  assert.equal(decode('[{"operator":"channel","operand":5,"more":1},["topic"," x "]]', "narrow"), [
    { operator: "channel", operand: 5, negated: false, isPair: false },
    { operator: "topic", operand: " x ", negated: false, isPair: true },
  ]);
  assert.equal(decode('[{"operator":"dm","operand":[5,6],"negated":true}]', "narrow"), [
    { operator: "dm", operand: [5, 6], negated: true, isPair: false },
  ]);
  assert.equal(decode('[["search"," two words "]]', "narrow")[0]!.operand, "two words");
});

test("anything else is refused at its position", () => {
  const rows: [string, string][] = [
    ["", "narrow is not valid JSON"],
    ["channel:general", "narrow is not valid JSON"],
    ["{}", "narrow is not a list"],
    ["null", "narrow is not a list"],
    ["[5]", "Invalid narrow[0]: Value error, dict or list required"],
    ['["channel"]', "Invalid narrow[0]: Value error, dict or list required"],
    ["[null]", "Invalid narrow[0]: Value error, dict or list required"],
    ['[["channel"]]', "Invalid narrow[0]: Value error, element is not a string pair"],
    ['[["channel","a","b"]]', "Invalid narrow[0]: Value error, element is not a string pair"],
    ['[["channel",5]]', "Invalid narrow[0]: Value error, element is not a string pair"],
    ['[["topic","x"],["id",5]]', "Invalid narrow[1]: Value error, element is not a string pair"],
    ["[{}]", "Invalid narrow[0]: Value error, operand is missing"],
    ['[{"operator":"topic","operand":null}]', "Invalid narrow[0]: Value error, operand is missing"],
    ['[["topic","x"],{"operand":"x"}]', "Invalid narrow[1]: Value error, operator is missing"],
    ['[{"operator":null,"operand":"x"}]', "Invalid narrow[0]: Value error, operator is missing"],
    ['[{"operator":5,"operand":"x"}]', 'narrow[0]["operator"] is not a string'],
    ['[{"operator":"topic","operand":"x","negated":"true"}]', 'narrow[0]["negated"] is not a boolean'],
    ['[{"operator":"topic","operand":"x","negated":null}]', 'narrow[0]["negated"] is not a boolean'],
  ];
  for (const [text, msg] of rows) assert.is(refusalOf(text), msg, text);
});

test("each operator takes operands of its own types", () => {
  const textOrId = "operand is not a string or integer";
  const rows: [string[], string[], string][] = [
    [
      ["channel", "stream", "id", "sender", "group-pm-with", "dm-including", "mentions", "with"],
      ["[5]", "1.5", "5.0", "true", "{}"],
      textOrId,
    ],
    [["dm", "pm-with"], ["5", "true", "{}"], "operand is not a string or an integer list"],
    [["dm", "pm-with"], ['[5,"6"]'], "operand[1] is not an integer"],
    [["search"], ["5", '["x"]'], "operand is not a string"],
    [["search"], ['""', '" \\t "'], "operand cannot be blank."],
    [
      ["topic", "is", "has", "in", "near", "channels", "streams", "pm_with", "group_pm_with", "nosuch", ""],
      ["5", "[5]"],
      "operand is not a string",
    ],
  ];
  for (const [operators, operands, msg] of rows) {
    for (const operator of operators) {
      for (const operand of operands) {
        assert.is(refusalOf(`[{"operator":"${operator}","operand":${operand}}]`), msg, `${operator} ${operand}`);
      }
    }
  }
  for (const operator of ["channel", "id", "with", "nosuch", "topic"]) assert.is(refusalOf(`[["${operator}","5"]]`), "decoded");
  for (const operator of ["channel", "id", "with", "mentions"]) assert.is(refusalOf(`[{"operator":"${operator}","operand":5}]`), "decoded");
});

test.run();
