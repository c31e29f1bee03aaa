import { refuse } from "../core/refusal.ts";
import { aString, type Check, listOf, missingKey, modelNamed } from "../protocol/json.ts";
import { json } from "../protocol/params.ts";
import type { AskedChannel } from "../rules/channels/joining.ts";
import { onOneLine } from "./channels.ts";

/** A colour as style sheets write it: three to six hexadecimal digits. */
export const aColor: Check<string> = (value, at) => {
  const color = aString(value, at);
  return /^#[a-fA-F0-9]{3,6}$/.test(color) ? color : refuse(`${at} is not a valid hex color code`);
};

const aModel = modelNamed("AddSubscriptionData");

const anAskedChannel: Check<AskedChannel> = (value, at, typed) => {
  const { name, color, description } = aModel(value, at, typed);
  if (name === undefined) missingKey("name", at, typed);
  const place = `${at}["description"]`;
  return {
    name: aString(name, `${at}["name"]`).trim(),
    color: color === undefined || color === null ? undefined : aColor(color, `${at}["color"]`),
    description: description === undefined || description === null ? "" : onOneLine(aString(description, place), place),
  };
};

/** Channels to subscribe to. */
export const askedChannels = json(listOf(anAskedChannel));
