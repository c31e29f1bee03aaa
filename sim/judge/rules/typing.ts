import { limits } from "../../core/limits.ts";
import { fieldOf, type JudgedExchange, jsonOf, succeeded } from "../judged-exchange.ts";
import { wayMillis } from "../refused.ts";
import type { ClientRule } from "../rule.ts";

const { typingStartedWaitMillis: repeatMillis, typingStoppedWaitMillis: idleMillis } = limits;

/** Somebody's latest start in one place. */
interface Standing {
  readonly seen: JudgedExchange;
  /** When the message was sent that was being composed. */
  readonly sent?: number;
}

const idsIn = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every(Number.isInteger) ? [...new Set(value as number[])].sort((a, b) => a - b).join(" ") : undefined;

/** Returns where the client of POST /typing writes. */
function typingPlace(seen: JudgedExchange): string {
  const type = fieldOf(seen, "type");
  if (type !== "channel" && type !== "stream") return `${seen.client} people ${idsIn(jsonOf(seen, "to"))}`;
  return `${seen.client} channel ${fieldOf(seen, "stream_id")} ${fieldOf(seen, "topic") ?? fieldOf(seen, "subject")}`;
}

/** Whether a message was sent to a place. Channels and people that it gives by name may be any. */
function isSentTo(seen: JudgedExchange, place: string): boolean {
  const type = fieldOf(seen, "type");
  if (type === "direct" || type === "private") {
    const ids = idsIn(jsonOf(seen, "to"));
    return ids === undefined ? place.startsWith(`${seen.client} people `) : place === `${seen.client} people ${ids}`;
  }
  const [to, topic] = [fieldOf(seen, "to") ?? "", fieldOf(seen, "topic") ?? fieldOf(seen, "subject")];
  if (/^\d+$/.test(to)) return place === `${seen.client} channel ${to} ${topic}`;
  return place.startsWith(`${seen.client} channel `) && place.endsWith(` ${topic}`);
}

/** Follows the starts that stand: who writes where. `restarted` is told of a start where one stands already. */
function follow(standing: Map<string, Standing>, seen: JudgedExchange, restarted?: (former: Standing) => void): void {
  if (!succeeded(seen)) return;
  if (seen.route === "POST /messages") {
    for (const [place, { seen: start }] of standing) if (isSentTo(seen, place)) standing.set(place, { seen: start, sent: seen.at });
  }
  if (seen.route !== "POST /typing") return;
  const place = typingPlace(seen);
  const former = standing.get(place);
  if (former && fieldOf(seen, "op") === "start") restarted?.(former);
  if (fieldOf(seen, "op") === "start") standing.set(place, { seen });
  else standing.delete(place);
}

/** The longest time after a start until another one or a stop is there, whatever its user does. */
const longestMillis = repeatMillis + idleMillis;

const seconds = (millis: number): string => `${millis / 1000} s`;
const protocol = { severity: "warning", section: "Endpoints > POST /typing", clause: "typing.post/client-protocol" } as const;

/** The protocol of typing notifications, with the periods that registrations tell. */
export const typingRules: readonly ClientRule[] = [
  {
    ...protocol,
    name: "typing-start-too-soon",
    wants: `While somebody composes, start is repeated every ${seconds(repeatMillis)} and no sooner.`,
    watch: (complain) => {
      const standing = new Map<string, Standing>();
      const saw = (seen: JudgedExchange): void =>
        follow(standing, seen, ({ seen: { at }, sent }) => {
          if (sent === undefined && seen.at - at < repeatMillis - wayMillis) {
            complain(seen, `start is sent again before ${seconds(repeatMillis)} have passed`);
          }
        });
      return { saw };
    },
  },
  {
    ...protocol,
    name: "typing-left-standing",
    wants: `After a start comes another one ${seconds(repeatMillis)} later, or a stop ${seconds(idleMillis)} after the last key.`,
    watch: (complain) => {
      const standing = new Map<string, Standing>();
      const passed = (now: number): void => {
        for (const [place, { seen, sent }] of standing) {
          if (sent === undefined && now <= seen.at + longestMillis + wayMillis) continue;
          if (sent === undefined) {
            complain(seen, `neither another start nor a stop within ${seconds(longestMillis)}`, seen.at + longestMillis);
          }
          standing.delete(place);
        }
      };
      return { saw: (seen) => follow(standing, seen), passed };
    },
  },
  {
    ...protocol,
    name: "typing-stop-not-sent",
    wants: `stop is sent ${seconds(idleMillis)} after the message or earlier, and before the client leaves.`,
    watch: (complain) => {
      const standing = new Map<string, Standing>();
      const passed = (now: number): void => {
        for (const [place, { seen, sent }] of standing) {
          const due = sent === undefined ? seen.at + longestMillis : sent + idleMillis;
          if (now <= due + wayMillis) continue;
          if (sent !== undefined) complain(seen, `no stop within ${seconds(idleMillis)} after the message was sent`, due);
          standing.delete(place);
        }
      };
      const ended = (now: number): void => {
        for (const { seen } of standing.values()) complain(seen, "no stop before the end", now);
      };
      return { saw: (seen) => follow(standing, seen), passed, ended };
    },
  },
];
