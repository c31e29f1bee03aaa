import type { Endpoint } from "../protocol/endpoint.ts";
import { getBots } from "./bots.get.ts";
import { addBot } from "./bots.post.ts";
import { getBotKey } from "./bots-id.api_key.get.ts";
import { regenerateBotKey } from "./bots-id.api_key.regenerate.post.ts";
import { deactivateBot } from "./bots-id.delete.ts";
import { updateBot } from "./bots-id.patch.ts";

/** Bots: accounts of programs, which belong to people. */
export const bots: readonly Endpoint[] = [getBots, addBot, updateBot, deactivateBot, getBotKey, regenerateBotKey];
