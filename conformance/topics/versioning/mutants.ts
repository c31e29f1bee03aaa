import type { Said } from "../../mutants/kit/asked.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

/** Changes that the specification names with the level that brought each, by the clause that says so. */
const changes: Readonly<Record<string, number>> = {
  ignored: 167,
  "user-topics": 170,
  "api-key-id": 171,
  "private-for-direct": 174,
  "url-template": 176,
  "followed-policy": 219,
  "wildcard-codes": 229,
  "read-by-sender": 236,
  "channel-for-stream": 248,
  "message-ids": 300,
  "empty-topic": 334,
  "last-moved": 365,
  "channel-folders": 389,
  "navigation-views": 390,
  "anchor-date": 445,
  "device-removal": 470,
  "video-call": 493,
  "bots-manage-groups": 496,
};

/** The level that a server tells, changed wherever it stands. */
const telling =
  (level: number) =>
  ({ body }: Said): void => {
    for (const name of Object.keys(body)) if (name.endsWith("_feature_level")) body[name] = level;
  };

const claiming = (name: string, breaks: string, level: number, claims: number, says: string, words: string): Mutant =>
  mutant({
    name,
    breaks: `versioning/${breaks}`,
    says: `Calls itself a server of level ${claims} and ${says}.`,
    ...(words === "wildcard-codes" && { realm: "crowded" }),
    ...{ level, claims, answer: telling(claims) },
  });

/** Servers that call themselves newer or older by one level than they are. */
export const mutants: readonly Mutant[] = Object.entries(changes).flatMap(([words, level]) => [
  claiming(`${words}-claimed`, words, level - 1, level, "lacks what that level brought", words),
  claiming(`${words}-ahead`, "ahead", level, level - 1, `shows what level ${level} brought`, words),
]);
