import { filled, given, like, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Resources and their fields > Narrow", "narrow", {
  terms: {
    says: "A narrow is a list of terms; a message matches where it matches every one.",
    about: [
      shows("messages", { sent: { narrow: like(/operator.*operator/) }, weight: 0.6 }),
      shows(/^found_/, { sent: { narrow: like(/operator.*operator/) }, weight: -2.6 }),
    ],
  },
  "term-object": {
    says: "A term is an object with an operator, a text, and an operand; one that is not is refused.",
    about: refused({ narrow: given }, { weight: -0.5 }),
  },
  "operand-list": {
    says: "An operand is a text or a list of texts; an object, a truth value or null in its place is refused.",
    about: refused({ narrow: given }, { weight: -0.6 }),
  },
  "bare-pairs": {
    says: "A bare pair of texts means the same as the object with that operator and operand.",
    about: [taken({ narrow: like(/^\[\[/) }), shows("messages", { sent: { narrow: like(/^\[\[/) }, weight: -0.5 })],
  },
  negated: {
    says: "A negated term matches exactly the messages that the term does not.",
    about: [shows(/^messages(\[\])?$/, { sent: { narrow: like(/"negated":true/) }, weight: 0.8 })],
  },
  sender: {
    says: "The operator sender keeps the messages of one sender.",
    about: [
      shows(/^messages(\[\])?$/, { sent: { narrow: like(/"(sender|from)"/) }, weight: 0.2 }),
      taken({ narrow: like(/"(sender|from)"/) }),
    ],
  },
  channel: {
    says: "The operator channel keeps the messages of one channel.",
    about: [
      shows(/^messages(\[\])?$/, { sent: { narrow: like(/"(channel|stream)"/) }, weight: 0.1 }),
      taken({ narrow: like(/"(channel|stream)"/) }, { weight: 0.2 }),
    ],
  },
  channels: {
    says: "The operator channels keeps the messages of a kind of channels.",
    about: [
      shows(/^messages(\[\])?$/, { sent: { narrow: like(/"(channels|streams)"/) }, weight: 0.2 }),
      taken({ narrow: like(/"(channels|streams)"/) }),
    ],
  },
  has: {
    says: "The operator has keeps the messages that contain something, such as a link.",
    about: [shows(/^messages(\[\])?$/, { sent: { narrow: like(/"has"/) }, weight: 0.2 }), taken({ narrow: like(/"has"/) })],
  },
  topic: {
    says: "The operator topic keeps the messages of one topic.",
    about: [
      shows(/^messages(\[\])?$/, { sent: { narrow: like(/"(topic|subject)"/) }, weight: 0.2 }),
      taken({ narrow: like(/"(topic|subject)"/) }),
    ],
  },
  "unknown-operator": {
    says: "A term with an operator that does not exist is refused.",
    about: [refused({ narrow: filled }), shows("messages", { sent: { narrow: filled }, weight: -1.2 })],
  },
});
