import type { Endpoint } from "../../protocol/endpoint.ts";
import { addBot, deactivateBot, getBotKey, getBots, regenerateBotKey, updateBot } from "../../support/bots.ts";

/** Bots: accounts of programs, which belong to people. */
export const bots: readonly Endpoint[] = [getBots, addBot, updateBot, deactivateBot, getBotKey, regenerateBotKey];
