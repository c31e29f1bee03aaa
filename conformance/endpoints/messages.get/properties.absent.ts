import fc from "fast-check";
import { property } from "../../declare/property.ts";
import { aHistory, sends } from "../../draw/histories.ts";
import type { Body } from "../../expect.ts";
import { isEqual } from "../../expect.ts";
import { aReader, type Reading, readTopic, someTerms } from "./window.ts";

const words = ["newest", "oldest", "first_unread"] as const;

const read = (back: number) => ({ act: "flag", by: "alice", back, flag: "read" }) as const;

/** Without an anchor a range is fetched around one of the anchors that have a name, or refused. */
export const anchor = property<Reading & { readonly num_before: number; readonly num_after: number }>({
  clause: ["messages.get/anchor-optional", "messages.get/anchor-absent"],
  given: {
    history: aHistory({ messages: [1, 6], topics: ["a"], direct: false, acts: ["flag"] }),
    who: aReader,
    terms: someTerms,
    num_before: fc.integer({ min: 0, max: 3 }),
    num_after: fc.integer({ min: 0, max: 3 }),
  },
  examples: [
    {
      history: [...sends("bob", "a", "one", "two", "three", "four", "five"), read(0.9), read(0.7)],
      who: "alice",
      terms: [],
      num_before: 1,
      num_after: 1,
    },
  ],
  async holds(session, { num_before, num_after, ...reading }) {
    const { expect } = session;
    const { actor, narrow } = await readTopic(session, reading);
    const ask = (fields: Body) => actor.send("GET /messages", { narrow, num_before, num_after, ...fields });
    const reply = await ask({});
    const isRefused = reply.body.result === "error";
    session.chooses("anchorRequired", isRefused ? "observed" : "optional");
    if (isRefused) return void expect.declined(reply, "GET /messages without an anchor");
    const body = expect.succeeded(reply, "GET /messages without an anchor");
    const equal: (typeof words)[number][] = [];
    for (const word of words) if (isEqual(expect.succeeded(await ask({ anchor: word }), `the anchor ${word}`), body)) equal.push(word);
    expect.holds(equal.length > 0, `GET /messages without an anchor lists what it does with none of ${words.join(", ")}`);
    const [only, ...others] = equal;
    if (only !== undefined && others.length === 0) session.chooses("absentAnchor", only);
  },
});
