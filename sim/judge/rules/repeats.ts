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

/** Whether a client may learn by a request which messages there are. */
const showsMessages = ({ method, route }: JudgedExchange): boolean =>
  method === "GET" && (route.startsWith("GET /messages") || route === "GET /events");

/** Clients that turn round and round, or do again what is done. */
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
  {
    name: "sent-again",
    severity: "warning",
    section: "Endpoints > POST /messages",
    wants:
      "A client that gets no answer to a message looks whether it is there before it sends it again: each one that is taken is a message.",
    watch: (complain) => {
      /** The messages of each client that it does not know to be there. */
      const unheard = new Map<string, Set<string>>();
      const saw = (seen: JudgedExchange): void => {
        const { client, route } = seen;
        if (showsMessages(seen)) unheard.delete(client);
        if (route !== "POST /messages") return;
        const key = requestKey(seen);
        if (unheard.get(client)?.has(key)) complain(seen, "a message whose answer was lost is sent again, and was there already");
        if (seen.isDone && seen.status === 0) unheard.set(client, new Set([...(unheard.get(client) ?? []), key]));
        else unheard.get(client)?.delete(key);
      };
      return { saw };
    },
  },
];
