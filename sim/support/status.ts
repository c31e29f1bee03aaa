import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { UserStatus } from "../core/personal.ts";
import { refuse } from "../core/refusal.ts";
import { setAlone, setStatus, showPresenceSetting } from "../effects/personal.ts";
import { type Allow, type Call, reads, writesOnly } from "../protocol/endpoint.ts";
import { boolean, optional, text } from "../protocol/params.ts";
import { statusRecord } from "../resources/personal.ts";
import { emojiSent } from "../rules/messages/reaction.ts";
import { administratorsOnly, peopleOnly } from "../rules/people/accounts.ts";
import { userToSee } from "../rules/people/user-access.ts";

/**
 * GET /users/{user_id}/status: what a person says of themselves for now.
 * @reply   status, an empty object where nothing is said
 * @refuses BAD_REQUEST: missing or deactivated account, a bot, one that the caller may not know of
 */
export const getStatus = reads({
  route: "GET /users/{user_id}/status",
  since: "userStatusFetch",
  reply: ({ realm, caller, path }) => {
    const user = userToSee(realm, caller, path.user_id);
    return { status: statusRecord(realm, realm.statuses.get(user.id), user) };
  },
});

const params = {
  away: optional(boolean),
  status_text: optional(text({ max: limits.statusTextLength, stripped: true })),
  emoji_name: optional(text()),
  emoji_code: optional(text()),
  reaction_type: optional(text()),
};

type Request = Pick<Call<string, typeof params>, "realm" | "params">;

const noEmoji = { emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" } as const;

/** Returns the fields of a status that change. */
function changes({ realm, params: { status_text, away, emoji_name, emoji_code, reaction_type } }: Request): Partial<UserStatus> {
  if (away === undefined && status_text === undefined && emoji_name === undefined) refuse("Client did not pass any new values.");
  if (emoji_name === undefined && (emoji_code || reaction_type)) {
    refuse("Client must pass emoji_name if they pass either emoji_code or reaction_type.");
  }
  if (emoji_name === undefined) return status_text === undefined ? {} : { status_text };
  const emoji = emoji_name === "" ? noEmoji : emojiSent(realm, emoji_name, emoji_code, reaction_type);
  return { ...(status_text !== undefined && { status_text }), ...emoji };
}

/**
 * POST /users/me/status: what the caller says of themselves for now. `away` is an older name for not showing one's presence; where it
 * ends, the caller is seen as active now.
 * @refuses BAD_REQUEST: nothing new, a text that is too long, an emoji that does not exist; bots
 */
export const updateStatus = writesOnly({
  route: "POST /users/me/status",
  params,
  allow: peopleOnly,
  rules: changes,
  effect: ({ turn, caller, params: { away }, found }) => {
    const shown = away === undefined ? undefined : setAlone(turn, caller, "presence_enabled", !away);
    if (away === false) showPresenceSetting(turn, shown ?? caller);
    setStatus(turn, caller, found, away);
  },
});

const { away: _, ...othersParams } = params;

/** Administrators; the bots among them only from a later level on. @refuses UNAUTHORIZED_PRINCIPAL: anybody else; BAD_REQUEST: bots */
const statusGivers: Allow = (call) => {
  administratorsOnly(call);
  if (!has(call.realm, "statusByBots")) peopleOnly(call);
};

/**
 * POST /users/{user_id}/status: what an administrator says of another person for now.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: missing or deactivated account, a bot, and what is refused of one's own
 */
export const updateStatusOfOther = writesOnly({
  route: "POST /users/{user_id}/status",
  since: "statusOfOthers",
  params: othersParams,
  allow: statusGivers,
  rules: ({ realm, caller, path, params }) => {
    const user = userToSee(realm, caller, path.user_id);
    return { user, change: changes({ realm, params: { ...params, away: undefined } }) };
  },
  effect: ({ turn, found: { user, change } }) => setStatus(turn, user, change, undefined),
});
