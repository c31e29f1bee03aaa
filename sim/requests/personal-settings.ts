import { refuse } from "../core/refusal.ts";
import { userDefaults } from "../core/settings.ts";
import { type SettingName, type SettingValue, settingChoices, settingNames, settingSince, settingUntil } from "../core/user-settings.ts";
import { aCount } from "../protocol/json.ts";
import { boolean, type Decoded, type Decoder, integer, json, optional, type Param, text } from "../protocol/params.ts";

const sound: Decoder<string> = (given) =>
  (settingChoices.notification_sound ?? []).includes(given) ? given : refuse(`Invalid notification sound '${given}'`);

const notOneOf = (name: string): never => refuse(`Invalid ${name}: Value error, Not in the list of possible values`);

const chosen =
  <T extends SettingValue>(decode: Decoder<T>, choices: readonly SettingValue[]): Decoder<T> =>
  (given, name, realm) => {
    const value = decode(given, name, realm);
    return choices.includes(value) ? value : notOneOf(name);
  };

/** Returns how a setting is read: like its default and, where it has choices, as one of them. */
function decoder(name: SettingName): Decoder<SettingValue> {
  if (name === "notification_sound") return sound;
  const fallback = userDefaults[name];
  if (typeof fallback === "boolean") return boolean;
  const choices = settingChoices[name];
  if (name === "email_notifications_batching_period_seconds") return integer;
  if (typeof fallback === "number") return choices ? chosen(integer, choices) : json(aCount);
  return choices ? chosen(text(), choices) : text();
}

/** The parameters of all personal settings. */
export const settings = Object.fromEntries(
  settingNames.map((name) => {
    const [since, until] = [settingSince(name), settingUntil(name)];
    return [name, optional(decoder(name), { ...(since && { since }), ...(until && { until }) })];
  }),
) as Readonly<Record<SettingName, Param<SettingValue | undefined>>>;

const longestBatch = 7 * 86_400;

/** @refuses BAD_REQUEST: a batch of no time or of more than a week */
export function checkBatch({ email_notifications_batching_period_seconds: seconds }: Decoded<typeof settings>): void {
  if (typeof seconds === "number" && (seconds <= 0 || seconds > longestBatch)) refuse(`Invalid email batching period: ${seconds} seconds`);
}
