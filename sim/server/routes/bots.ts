import type { Endpoint } from "../../protocol/endpoint.ts";
import { getBots } from "../../support/bots.get.ts";
import { addBot } from "../../support/bots.post.ts";
import { getBotKey } from "../../support/bots-id.api_key.get.ts";
import { regenerateBotKey } from "../../support/bots-id.api_key.regenerate.post.ts";
import { deactivateBot } from "../../support/bots-id.delete.ts";
import { updateBot } from "../../support/bots-id.patch.ts";

/** Bots: accounts of programs, which belong to people. */
export const bots: readonly Endpoint[] = [getBots, addBot, updateBot, deactivateBot, getBotKey, regenerateBotKey];
