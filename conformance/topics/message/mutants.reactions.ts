import type { Fields } from "../../mutants/kit/bodies.ts";
import type { Breaks, Mutant } from "../../mutants/kit/mutant.ts";
import { entriesOf, inFetched } from "./mutants.kit.ts";

const inReactions = (name: string, breaks: Breaks, says: string, change: (reaction: Fields) => void): Mutant =>
  inFetched(name, breaks, says, (message) => entriesOf(message.reactions).forEach(change));

const inSubmessages = (name: string, breaks: Breaks, says: string, change: (submessage: Fields) => void): Mutant =>
  inFetched(name, breaks, says, (message) => entriesOf(message.submessages).forEach(change));

/** Faults in reactions and submessages. */
export const reactions: readonly Mutant[] = [
  inFetched("reactions-newest-first", "message-resource/reactions-order", "Reactions begin with the newest.", (message) => {
    message.reactions = entriesOf(message.reactions).reverse();
  }),
  inFetched(
    "reactions-first-only",
    ["message-resource/reactions-order", "message-resource/reactions"],
    "Only the first reaction is shown.",
    (message) => {
      message.reactions = entriesOf(message.reactions).slice(0, 1);
    },
  ),
  inReactions("reaction-without-name", "message-resource/reaction", "Reactions have no emoji_name.", (one) => void delete one.emoji_name),
  inReactions(
    "reaction-code-in-capitals",
    "message-resource/reaction-unicode",
    "Codepoints of reactions are in capitals, with a prefix.",
    (one) => {
      if (one.reaction_type === "unicode_emoji") one.emoji_code = `U+${String(one.emoji_code).toUpperCase()}`;
    },
  ),
  inReactions("reaction-code-is-name", "message-resource/reaction-realm", "The code of a custom emoji is its name.", (one) => {
    if (one.reaction_type === "realm_emoji") one.emoji_code = one.emoji_name;
  }),
  inReactions(
    "reaction-extra-as-custom",
    ["message-resource/reaction-extra", "message-resource/reaction-types"],
    "The type of extra emoji is that of custom ones.",
    (one) => {
      if (one.reaction_type === "zulip_extra_emoji") one.reaction_type = "realm_emoji";
    },
  ),
  inReactions("reaction-type-short", "message-resource/reaction-types", "The type of Unicode emoji is the word unicode.", (one) => {
    if (one.reaction_type === "unicode_emoji") one.reaction_type = "unicode";
  }),
  inReactions(
    "reaction-without-user",
    "message-resource/reaction",
    "Reactions do not say whose they are.",
    (one) => void delete one.user_id,
  ),
  inSubmessages("submessage-content-parsed", "message-resource/submessage", "The content of submessages is no string.", (one) => {
    one.content = { text: one.content };
  }),
  inSubmessages(
    "submessage-without-type",
    "message-resource/submessage",
    "Submessages have no msg_type.",
    (one) => void delete one.msg_type,
  ),
  inSubmessages("submessage-of-nothing", "message-resource/submessage", "Submessages do not say to what they belong.", (one) => {
    delete one.message_id;
  }),
  inSubmessages("submessage-without-sender", "message-resource/submessage", "Submessages do not say whose they are.", (one) => {
    delete one.sender_id;
  }),
];
