import { has } from "../core/levels.ts";
import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";

interface Rule {
  readonly name: string;
  readonly calls: number;
  readonly seconds: number;
}

const perUser: Rule = { name: "api_by_user", calls: 200, seconds: 60 };
const perLogin: Rule = { name: "authenticate_by_username", calls: 5, seconds: 1800 };

const keyOf = (rule: Rule, subject: string): string => `${rule.name}:${subject}`;

/** The end of the refusal, which says where to read of limits. */
const helpFor = ({ world }: Turn): string =>
  has(world, "limitHelp") ? `; see https://${world.server.brand}.com/api/http-headers#rate-limiting-response-headers` : "";

/**
 * Counts a call against a rule in a sliding window, of which the answer then tells in its headers.
 * @refuses RATE_LIMIT_HIT (429): over the limit, with the seconds to wait
 */
function count(turn: Turn, rule: Rule, subject: string): void {
  const key = keyOf(rule, subject);
  const windowMillis = rule.seconds * 1000;
  const recent = (turn.world.calls.get(key) ?? []).filter((at) => at > turn.now - windowMillis);
  const [oldest = turn.now] = recent;
  const left = rule.calls - recent.length;
  const reset = Math.ceil(((left > 0 ? turn.now : oldest) + windowMillis) / 1000);
  turn.rateHeaders = {
    "X-RateLimit-Limit": String(rule.calls),
    "X-RateLimit-Remaining": String(Math.max(0, left - 1)),
    "X-RateLimit-Reset": String(reset),
  };
  if (left <= 0) {
    const wait = (oldest + windowMillis - turn.now) / 1000;
    const extra = { "retry-after": wait };
    throw new Refusal(`API usage exceeded rate limit${helpFor(turn)}`, {
      status: 429,
      code: "RATE_LIMIT_HIT",
      extra,
      headers: { ...turn.rateHeaders, "Retry-After": String(wait) },
    });
  }
  turn.world.calls.set(key, [...recent, turn.now]);
}

/** Counts a call of an account where the realm limits calls at all. @silent rulings.rateLimits */
export function countCall(turn: Turn, caller: User): void {
  if (turn.world.server.rulings.rateLimits === "on") count(turn, perUser, String(caller.id));
}

/** Counts an attempt to log in under a name where the realm limits calls at all. @silent rulings.rateLimits */
export function countLogin(turn: Turn, name: string): void {
  if (turn.world.server.rulings.rateLimits === "on") count(turn, perLogin, name);
}

/** Starts the count of a name anew, once someone has logged in under it. */
export const forgetLogins = (turn: Turn, name: string): void => turn.world.calls.delete(keyOf(perLogin, name));
