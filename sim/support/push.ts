import type { UserId } from "../core/ids.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { writesOnly } from "../protocol/endpoint.ts";
import { integer, optional, required, text } from "../protocol/params.ts";
import { peopleOnly } from "../rules/people/accounts.ts";

type Kind = "apns" | "fcm";

const keyOf = (kind: Kind, user: UserId, token: string): string => `${user}:${kind}:${token}`;

/** @refuses BAD_REQUEST: empty, too long, or for Apple's service no hexadecimal digits */
function checkToken(kind: Kind, token: string): void {
  if (token === "" || token.length > limits.pushTokenLength) refuse("Empty or invalid length token");
  if (kind === "apns" && !/^(?:[0-9a-f]{2})+$/i.test(token)) refuse("Invalid APNS token");
}

/** @refuses BAD_REQUEST: as checkToken, or not one of the caller's */
function checkOwnToken(realm: Realm, kind: Kind, user: UserId, token: string): void {
  checkToken(kind, token);
  if (!realm.pushTokens.has(keyOf(kind, user, token))) refuse("Token does not exist");
}

/**
 * POST /users/me/apns_device_token: a device of Apple's to which notifications of the caller's are to go.
 * @refuses BAD_REQUEST: bots, a token or the name of an app that is none
 */
export const addApnsToken = writesOnly({
  route: "POST /users/me/apns_device_token",
  params: { token: required(text()), appid: required(text()) },
  allow: peopleOnly,
  rules: ({ params: { token, appid } }) => {
    if (!/^[.a-zA-Z0-9-]+$/.test(appid)) refuse("Invalid app ID");
    checkToken("apns", token);
  },
  effect: ({ turn, caller, params: { token } }) => turn.world.pushTokens.set(keyOf("apns", caller.id, token), caller.id),
});

/**
 * POST /users/me/android_gcm_reg_id: a device with Android to which notifications of the caller's are to go.
 * @refuses BAD_REQUEST: bots, a token that is none
 */
export const addFcmToken = writesOnly({
  route: "POST /users/me/android_gcm_reg_id",
  params: { token: required(text()) },
  allow: peopleOnly,
  rules: ({ params: { token } }) => checkToken("fcm", token),
  effect: ({ turn, caller, params: { token } }) => turn.world.pushTokens.set(keyOf("fcm", caller.id, token), caller.id),
});

const removal = <const Route extends string>(route: Route, kind: Kind) =>
  writesOnly({
    route,
    params: { token: required(text()) },
    allow: peopleOnly,
    rules: ({ realm, caller, params: { token } }) => checkOwnToken(realm, kind, caller.id, token),
    effect: ({ turn, caller, params: { token } }) => turn.world.pushTokens.delete(keyOf(kind, caller.id, token)),
  });

/**
 * DELETE /users/me/apns_device_token: no more notifications to a device of Apple's.
 * @refuses BAD_REQUEST: bots, not a token of the caller's
 */
export const removeApnsToken = removal("DELETE /users/me/apns_device_token", "apns");

/**
 * DELETE /users/me/android_gcm_reg_id: no more notifications to a device with Android.
 * @refuses BAD_REQUEST: bots, not a token of the caller's
 */
export const removeFcmToken = removal("DELETE /users/me/android_gcm_reg_id", "fcm");

/**
 * POST /mobile_push/test_notification: a notification to a device of the caller's, or to all. None leaves the simulator.
 * @refuses INVALID_PUSH_DEVICE_TOKEN: not a token of the caller's; BAD_REQUEST: bots
 */
export const testPush = writesOnly({
  route: "POST /mobile_push/test_notification",
  since: "pushTests",
  params: { token: optional(text()) },
  allow: peopleOnly,
  rules: ({ realm, caller, params: { token } }) => {
    const isKnown = token === undefined || (["apns", "fcm"] as const).some((kind) => realm.pushTokens.has(keyOf(kind, caller.id, token)));
    if (!isKnown) refuse("Device not recognized", "INVALID_PUSH_DEVICE_TOKEN");
  },
  effect: () => {},
});

/**
 * POST /mobile_push/e2ee/test_notification: the same, encrypted, to devices that have told their key, which none does here.
 * @refuses NO_ACTIVE_PUSH_DEVICE: always, but for bots, which get BAD_REQUEST
 */
export const testEncryptedPush = writesOnly({
  route: "POST /mobile_push/e2ee/test_notification",
  since: "encryptedPushTests",
  params: { device_id: optional(integer, { since: "devices" }) },
  allow: peopleOnly,
  rules: () => refuse("No active registered push device", "NO_ACTIVE_PUSH_DEVICE"),
  effect: () => {},
});
