import { type JudgedExchange, requestKey } from "../judged-exchange.ts";
import type { ClientRule } from "../rule.ts";

/** So many equal reads in a row within so many milliseconds are a loop. */
const fewest = 50;
const withinMillis = 1000;

/** Equal reads of one client in a row. */
interface Repeats {
  readonly asked: string;
  readonly since: number;
  readonly count: number;
}

/** Clients that turn round and round. */
export const repeatRules: readonly ClientRule[] = [
  {
    name: "asked-in-a-loop",
    severity: "warning",
    section: "Limits",
    wants: `A client does not read one thing ${fewest} times in a row within a second: a loop that waits for another answer waits, or ends.`,
    watch: (complain) => {
      const repeats = new Map<string, Repeats>();
      const saw = (seen: JudgedExchange): void => {
        const { client, method, at } = seen;
        const before = repeats.get(client);
        const asked = `${requestKey(seen)} ${seen.status}`;
        const isAgain = method === "GET" && before?.asked === asked && at - before.since < withinMillis;
        const now = isAgain ? { ...before, count: before.count + 1 } : { asked, since: at, count: 1 };
        repeats.set(client, now);
        if (now.count === fewest) complain(seen, `${fewest} equal requests in a row within a second`);
      };
      return { saw };
    },
  },
];
