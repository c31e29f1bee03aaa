import { flagAsAsked } from "../effects/flag-message.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, required, text } from "../protocol/params.ts";
import { flagChange, ignoredField, toFlag } from "../rules/messages/flags.ts";

/**
 * POST /messages/flags: sets or clears one of the caller's own flags. The event of it lists those messages of which it changes.
 * @reply   messages, as they were asked for; from level 355 on ignored_because_not_subscribed_channels
 * @refuses BAD_REQUEST: no flag, one that people do not set themselves, neither add nor remove, missing or invisible messages
 */
export const updateFlags = writes({
  route: "POST /messages/flags",
  params: { messages: required(json(listOf(anInteger))), op: required(text()), flag: required(text()) },
  allow: anyone,
  rules: ({ realm, caller, params }) => toFlag(realm, caller, params.messages, flagChange(params)),
  effect: ({ turn, caller, params, found }) => {
    flagAsAsked(turn, caller, found);
    return { messages: params.messages, ...ignoredField(turn.world, found) };
  },
});
