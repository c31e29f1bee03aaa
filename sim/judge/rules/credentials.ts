import { fieldOf, type JudgedExchange, looksLikeKey, quoted, succeeded } from "../judged-exchange.ts";
import { Refused } from "../refused.ts";
import { type ClientRule, each } from "../rule.ts";

const isLogin = ({ route }: JudgedExchange): boolean => route === "POST /fetch_api_key";

/** Returns how long the server says to wait, in milliseconds. */
function waitIn({ status, headers, body }: JudgedExchange): number {
  if (status !== 429 && status !== 503) return 0;
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === "retry-after");
  return (Number(header?.[1] ?? body["retry-after"]) || 0) * 1000;
}

/** Returns what a client has to wait with: the attempts under one name, or all calls of its account. */
const counted = (seen: JudgedExchange): string => `${seen.client} ${isLogin(seen) ? `login ${fieldOf(seen, "username")}` : "calls"}`;

/** Whether an exchange is a poll that was sent long before its end: one that brought what it was held for, or that its client gave up. */
const mayHaveBeenHeld = ({ route, body, status }: JudgedExchange): boolean =>
  route === "GET /events" && (body.queue_id !== undefined || status === 0);

const secretName = /^(api_?key|password|passwd|key|token|access_token|secret)$/i;

/** The text for passwords in a transcript. */
const hidden = "(hidden)";

function passwordAgain(accepted: Set<string>, refused: Set<string>, seen: JudgedExchange): string | undefined {
  const name = JSON.stringify([seen.client, fieldOf(seen, "username") ?? ""]);
  const password = fieldOf(seen, "password") ?? "";
  const attempt = JSON.stringify([name, password]);
  const [wasAccepted, wasRefused] = [accepted.has(name), refused.has(attempt) && password !== hidden];
  if (succeeded(seen)) accepted.add(name);
  if (seen.status === 401) refused.add(attempt);
  if (wasAccepted) return "the password is sent again for an account whose key the client has";
  return wasRefused ? "the password is sent again that was refused" : undefined;
}

/** Keys, passwords, and servers that say no. */
export const credentialRules: readonly ClientRule[] = [
  {
    name: "secret-in-query",
    severity: "error",
    section: "Authentication",
    clause: "authentication/basic",
    wants: "Keys and passwords never stand in a query string, where logs keep them.",
    watch: each(({ query }) =>
      [...query]
        .filter(([name, value]) => secretName.test(name) || looksLikeKey(name) || looksLikeKey(value))
        .map(([name]) => `the query string has a key or password, as ${quoted(name)}`),
    ),
  },
  {
    name: "password-sent-again",
    severity: "warning",
    section: "Authentication",
    clause: "authentication/key-exchange",
    wants: "A password is exchanged for the API key once, and the key is used from then on.",
    watch: (complain) => {
      const accepted = new Set<string>();
      const refused = new Set<string>();
      const saw = (seen: JudgedExchange): void => {
        const message = isLogin(seen) ? passwordAgain(accepted, refused, seen) : undefined;
        if (message !== undefined) complain(seen, message);
      };
      return { saw };
    },
  },
  {
    name: "refused-key-used-again",
    severity: "error",
    section: "Authentication",
    clause: "authentication/wrong-key",
    wants: "Credentials that were refused are not sent again.",
    watch: (complain) => {
      const refused = new Map<string, Refused>();
      const saw = (seen: JudgedExchange): void => {
        if (seen.status !== 401 || seen.credentials.kind !== "basic") return;
        const before = refused.get(seen.client);
        if (before && !before.mayHaveCrossed(seen)) complain(seen, "credentials are sent again that were refused");
        if (before) before.add(seen);
        else refused.set(seen.client, new Refused(seen));
      };
      return { saw };
    },
  },
  {
    name: "retried-too-soon",
    severity: "error",
    section: "Limits",
    wants: "After an answer with Retry-After nothing is sent until that time has passed.",
    watch: (complain) => {
      const waits = new Map<string, { readonly until: number; readonly refused: Refused }>();
      const saw = (seen: JudgedExchange): void => {
        const subject = counted(seen);
        const { until = 0, refused } = waits.get(subject) ?? {};
        const isBefore = seen.at < until;
        if (isBefore && !refused?.mayHaveCrossed(seen) && !mayHaveBeenHeld(seen)) {
          complain(seen, "it is sent before the time of Retry-After has passed");
        }
        const wait = waitIn(seen);
        if (wait === 0) return;
        if (isBefore) refused?.add(seen);
        waits.set(subject, { until: seen.receivedAt + wait, refused: (isBefore && refused) || new Refused(seen) });
      };
      return { saw };
    },
  },
];
