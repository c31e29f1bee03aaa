import type { Steering } from "../client/target.ts";
import { Untestable } from "../expect.ts";
import type { Key } from "./http.ts";
import type { Ask } from "./probe-member.ts";
import type { Rewinder } from "./run.ts";

/** So far the clock is moved, in milliseconds: further than any request takes. */
const hour = 3_600_000;

const pattern = "touchstone-trial-(?P<id>[0-9]+)";

/** Facts of a server before and after it is steered; what it does not tell is undefined. */
interface Look {
  readonly millis: number | undefined;
  readonly patterns: readonly unknown[] | undefined;
}

async function look(ask: Ask, { email, api_key }: Key): Promise<Look> {
  const credentials = { kind: "basic", email, api_key } as const;
  const get = async (path: string) => (await ask({ as: null, method: "GET", path, fields: {}, credentials })).body;
  const { server_timestamp: time } = await get("/realm/presence");
  const { linkifiers } = await get("/realm/linkifiers");
  return {
    millis: typeof time === "number" ? time * 1000 : undefined,
    patterns: Array.isArray(linkifiers) ? linkifiers.map((one: { readonly pattern?: unknown } | null) => one?.pattern) : undefined,
  };
}

const moved = (from: Look, to: Look): number | undefined =>
  from.millis === undefined || to.millis === undefined ? undefined : to.millis - from.millis;

/** Returns what of a control API does not work, in words; undefined where all that shows does. It is steered, and brought back. */
async function faultOf(steering: Steering & Rewinder, seen: () => Promise<Look>): Promise<string | undefined> {
  const before = await seen();
  await steering.keep();
  await steering.advance(hour);
  await steering.act({ action: "add_linkifier", pattern, url_template: "https://trial.example.com/{id}" });
  const steered = await seen();
  await steering.rewind();
  const after = await seen();
  const forward = moved(before, steered);
  if (forward !== undefined && forward < hour / 2) return "it does not move the clock";
  if (steered.patterns?.includes(pattern) === false) return "what its actions do does not show";
  const left = moved(before, after);
  if (left !== undefined && left > hour / 2) return "the clock does not go back to a snapshot";
  return after.patterns?.includes(pattern) ? "what was done after a snapshot stays when it is restored" : undefined;
}

/**
 * Tries a control API before it is believed.
 * @param key of an account of the server
 * @returns what of it does not work, in words
 */
export async function trialOf(steering: Steering & Rewinder, ask: Ask, key: Key): Promise<string | undefined> {
  try {
    return await faultOf(steering, () => look(ask, key));
  } catch (thrown) {
    if (thrown instanceof Untestable) return thrown.message;
    throw thrown;
  }
}
