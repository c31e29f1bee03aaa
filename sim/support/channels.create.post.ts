import { itemAt } from "../core/lookup.ts";
import { Refusal } from "../core/refusal.ts";
import { joinChannels } from "../effects/join-channels.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, optional, required, text } from "../protocol/params.ts";
import { newChannelParams, onOneLine, wishesIn } from "../requests/channels.ts";
import { joining } from "../rules/channels/joining.ts";
import { noGuests } from "../rules/people/roles.ts";

/**
 * POST /channels/create: a new channel with its first subscribers, the caller only where named.
 * @reply   id
 * @refuses CHANNEL_ALREADY_EXISTS (channel_name), 409; BAD_REQUEST: guests, bad name, unknown people, no permission;
 *          UNAUTHORIZED_PRINCIPAL: retention
 */
export const createChannel = writes({
  route: "POST /channels/create",
  since: "channelCreation",
  params: {
    ...newChannelParams,
    name: required(text()),
    description: optional(text(), { fallback: "" }),
    subscribers: required(json(listOf(anInteger))),
  },
  allow: noGuests,
  rules: ({ realm, caller, params }) => {
    const { description, subscribers: principals } = params;
    const name = params.name.trim();
    if (realm.channelsByName.has(name.toLowerCase())) {
      const extra = { channel_name: name };
      throw new Refusal(`Channel '${name}' already exists`, { status: 409, code: "CHANNEL_ALREADY_EXISTS", extra });
    }
    const asked = [{ name, color: undefined, description: onOneLine(description, "description") }];
    const found = joining(realm, caller, { asked, principals, fatal: true, wishes: wishesIn(realm, params) });
    return principals.length === 0 ? { ...found, users: [] } : found;
  },
  effect: ({ turn, caller, params, found }) => {
    const { made } = joinChannels(turn, caller, found, { notices: params.send_new_subscription_messages, announce: params.announce });
    return { id: itemAt(made, 0).id };
  },
});
