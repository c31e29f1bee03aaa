import { levels } from "../../client/levels.ts";
import { clausesOf } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import * as operands from "./properties.operands.ts";
import * as properties from "./properties.ts";

export const narrow = topic("narrow", {
  clauses: clausesOf("Resources and their fields > Narrow", "narrow", {
    terms: "A narrow is a list of terms; a message matches where it matches every one.",
    "term-object": "A term is an object with an operator, a text, and an operand; one that is not is refused.",
    "operand-list": "An operand is a text or a list of texts; an object, a truth value or null in its place is refused.",
    "address-lists": {
      says: "Whether the operator dm takes a list of addresses is left open.",
      since: levels.directOperators,
      silent: "addressLists",
    },
    "bare-pairs": "A bare pair of texts means the same as the object with that operator and operand.",
    negated: "A negated term matches exactly the messages that the term does not.",
    sender: "The operator sender keeps the messages of one sender.",
    channel: "The operator channel keeps the messages of one channel.",
    channels: "The operator channels keeps the messages of a kind of channels.",
    has: "The operator has keeps the messages that contain something, such as a link.",
    topic: "The operator topic keeps the messages of one topic.",
    "unknown-operator": "A term with an operator that does not exist is refused.",
  }),
  properties: { "": properties, operands },
  mutants: () => import("./mutants.ts"),
});
