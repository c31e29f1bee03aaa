import { type Channel, channelNotifications } from "../core/channels.ts";
import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { muteChannel, type SubscriptionProperty, setSubscription } from "../effects/subscribe.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { aBoolean, anInteger, aString, type Check, listOf, missingKey, modelNamed } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { aColor } from "../requests/asked-channels.ts";
import { accessibleChannel, isSubscribed } from "../rules/messages/access.ts";

interface Change {
  readonly stream_id: number;
  readonly property: string;
  readonly value: boolean | string;
}

const aModel = modelNamed("SubscriptionPropertyChangeRequest");

const aChange: Check<Change> = (value, at, typed) => {
  const given = aModel(value, at, typed);
  for (const key of ["stream_id", "property", "value"]) if (given[key] === undefined) missingKey(key, at, typed);
  const asked = given.value;
  if (typeof asked !== "string" && typeof asked !== "boolean") {
    refuse(typed ? `${at}["value"]["bool"] is not a boolean` : `${at}["value"] is not a string or a boolean`);
  }
  return {
    stream_id: anInteger(given.stream_id, `${at}["stream_id"]`),
    property: aString(given.property, `${at}["property"]`),
    value: asked as string | boolean,
  };
};

const switches = ["is_muted", "in_home_view", "pin_to_top", ...channelNotifications];

/** A subscription of the caller's, and a value that the property can have. */
function checked(realm: Realm, caller: User, { stream_id, property, value }: Change) {
  if (property !== "color" && !switches.includes(property)) refuse(`Unknown subscription property: ${property}`);
  const channel: Channel = accessibleChannel(realm, caller, stream_id);
  const words = has(realm, "channelTexts") ? "channel ID" : "stream id";
  if (!isSubscribed(realm, caller, channel.id)) refuse(`Not subscribed to ${words} ${stream_id}`);
  return { channel, property, value: property === "color" ? aColor(value, property) : aBoolean(value, property) };
}

/**
 * POST /users/me/subscriptions/properties: settings of the caller's own for channels. All of them are made or none.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: unknown property, a value that it cannot have, a channel that the caller is not subscribed to
 */
export const setProperties = writes({
  route: "POST /users/me/subscriptions/properties",
  params: { subscription_data: required(json(listOf(aChange))) },
  allow: anyone,
  rules: ({ realm, caller, params }) => params.subscription_data.map((change) => checked(realm, caller, change)),
  effect: ({ turn, caller, found }) => {
    for (const { channel, property, value } of found) {
      if (property === "is_muted" || property === "in_home_view") muteChannel(turn, channel, caller, value === (property === "is_muted"));
      else setSubscription(turn, channel, caller, property as SubscriptionProperty, value);
    }
    return {};
  },
});
