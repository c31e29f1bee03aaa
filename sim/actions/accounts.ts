import { refuse } from "../core/refusal.ts";
import { isBot, putUser } from "../core/users.ts";
import { registerDevice as addDevice, setAddresses, setPresence } from "../effects/personal.ts";
import { deactivate, reactivate } from "../effects/users.ts";
import { announceVideoToken } from "../events/account.ts";
import { isLastOwner, newAddress } from "../rules/people/accounts.ts";
import { action, always, fieldSet, noIds, optional } from "./action.ts";
import { actor, member, oneOf, truth, whole } from "./fields.ts";

const presence = action({
  name: "set_presence",
  fields: fieldSet({ as: actor, status: oneOf("active", "idle"), timestamp: optional(whole()) }),
  rules: (realm, { as, timestamp }) => {
    if (isBot(as)) refuse(`as: ${as.key} is a bot, and bots have no presence`);
    if (timestamp !== undefined && timestamp * 1000 > realm.now) refuse("timestamp is later than now");
  },
  effect: (turn, { as, status, timestamp }) => {
    if (as.settings.presence_enabled) setPresence(turn, as, status, timestamp === undefined ? turn.now : timestamp * 1000);
    return noIds;
  },
});

const registerDevice = action({
  name: "register_device",
  fields: fieldSet({ as: actor }),
  rules: always,
  effect: (turn, { as }) => ({ device_id: addDevice(turn, as) }),
});

const setVideoToken = action({
  name: "set_video_token",
  fields: fieldSet({ as: actor, value: truth }),
  rules: always,
  effect: (turn, { as, value }) => {
    if (as.has_video_token === value) return noIds;
    putUser(turn, { ...as, has_video_token: value });
    announceVideoToken(turn, as, value);
    return noIds;
  },
});

/** Opens the link in the mail that asks whether a new address is the account's. */
const confirmEmail = action({
  name: "confirm_email",
  fields: fieldSet({ as: actor }),
  rules: (realm, { as }) => {
    if (as.unconfirmed_email === undefined) refuse(`as: ${as.key} has asked for no other address`);
    newAddress(realm, as, as.unconfirmed_email);
  },
  effect: (turn, { as }) => {
    const { unconfirmed_email = as.delivery_email, ...rest } = as;
    setAddresses(turn, as, { ...rest, delivery_email: unconfirmed_email });
    return noIds;
  },
});

const deactivateUser = action({
  name: "deactivate_user",
  fields: fieldSet({ as: member }),
  rules: (realm, { as }) => {
    if (!as.is_active) refuse(`as: the account of ${as.key} is deactivated already`);
    if (isLastOwner(realm, as)) refuse("Cannot deactivate the only organization owner.");
  },
  effect: (turn, { as }) => {
    deactivate(turn, as);
    return noIds;
  },
});

const reactivateUser = action({
  name: "reactivate_user",
  fields: fieldSet({ as: member }),
  rules: (_, { as }) => {
    if (as.is_active) refuse(`as: the account of ${as.key} is active already`);
  },
  effect: (turn, { as }) => {
    reactivate(turn, as);
    return noIds;
  },
});

export const accountActions = [presence, registerDevice, setVideoToken, confirmEmail, deactivateUser, reactivateUser];
