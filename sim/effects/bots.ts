import { type BotSetup, noSetup } from "../core/bots.ts";
import { keyText } from "../core/rng.ts";
import type { Turn } from "../core/turn.ts";
import { putUser, type User } from "../core/users.ts";
import { announceBot, announceBotAccount, announceBotOwner, announceBotSetup, announceUserChange } from "../events/user.ts";
import { botDefaults, botRecord } from "../resources/bot.ts";
import { addAccount, type NewUser } from "./create-user.ts";

interface NewBot extends NewUser {
  readonly owner: User;
  readonly bot_type: NonNullable<User["bot_type"]>;
  readonly avatar_source: User["avatar_source"];
  readonly setup: Partial<BotSetup>;
  readonly allPublic: boolean;
}

/** Makes a bot, a member of the organization, and tells everyone of the account, its owner and administrators of the bot. */
export function createBot(turn: Turn, { owner, bot_type, avatar_source, setup, allPublic, ...given }: NewBot): User {
  const { world } = turn;
  const settings = { ...world.newcomers, email_address_visibility: 1, default_all_public_streams: allPublic };
  const bot = addAccount(turn, given, { bot_type, bot_owner: owner.id, avatar_source, settings, email: given.delivery_email });
  world.bots.set(bot.id, { ...noSetup, token: keyText(turn.chance("webhook token", bot.id)), ...setup, user_id: bot.id });
  announceBot(turn, bot);
  return bot;
}

/** Changes what is set for a bot, and tells of its defaults those who see it. */
export function setBot(turn: Turn, bot: User, change: Partial<BotSetup>, allPublic = bot.settings.default_all_public_streams): void {
  const { world } = turn;
  const before = botDefaults(world, bot);
  const changed = { ...bot, settings: { ...bot.settings, default_all_public_streams: allPublic } };
  putUser(turn, changed);
  world.bots.set(bot.id, { ...noSetup, ...world.bots.get(bot.id), ...change, user_id: bot.id });
  for (const [name, value] of Object.entries(botDefaults(world, changed))) {
    if (before[name as keyof typeof before] !== value) announceBotSetup(turn, bot, { [name]: value });
  }
  const { services } = botRecord(world, changed);
  if ("payload_url" in change || "interface" in change || "config_data" in change) announceBotSetup(turn, bot, { services });
}

/** Gives a bot to another owner: the former one sees it no more, the new one from now on. */
export function setBotOwner(turn: Turn, bot: User, owner: User): void {
  const { world } = turn;
  if (bot.bot_owner === owner.id) return;
  const former = bot.bot_owner === undefined ? undefined : world.users.get(bot.bot_owner);
  const given = { ...bot, bot_owner: owner.id };
  putUser(turn, given);
  announceBotOwner(turn, given, former, owner);
  announceBotAccount(turn, given, { owner_id: owner.id });
  announceUserChange(turn, given, { bot_owner_id: owner.id });
}

/** Another key for a bot. The former one is good for nothing from now on. */
export function setBotKey(turn: Turn, bot: User): string {
  const api_key = keyText(turn.chance("new api key", turn.nextId("apiKey")));
  putUser(turn, { ...bot, api_key });
  announceBotAccount(turn, bot, { api_key });
  return api_key;
}
