import { test } from "uvu";
import * as assert from "uvu/assert";
import { type AlterReply, altered } from "../check/altered.test.kit.ts";
import { Untestable } from "../expect.ts";
import { embedded } from "../targets/embedded.ts";
import { requireSubscribed } from "./registration.ts";
import { Session } from "./session.ts";
import { instead } from "./target.ts";

test("where no registration tells who is subscribed, the target file's channels say it of those alone whom they have to have", async () => {
  const withoutRegister: AlterReply = (reply, { path }) =>
    path === "/register" ? { status: 404, headers: {}, body: { result: "error", msg: "not here", code: "BAD_REQUEST" } } : reply;
  const untold = instead(altered(embedded(), withoutRegister), { missing: new Map([["POST /register", 404]]) });
  const session = new Session(untold, "x");
  const isTaken = async (name: string, channel: string): Promise<boolean> =>
    requireSubscribed(session.actor(name as "alice"), session.channel(channel as "general")).then(
      () => true,
      (thrown: unknown) => {
        if (!(thrown instanceof Untestable)) throw thrown;
        assert.match(thrown.message, "POST /register");
        return false;
      },
    );
  const asked = [
    ["alice", "general"],
    ["bob", "quiet"],
    ["alice", "team"],
    ["cara", "quiet"],
    ["gus", "town-square"],
  ] as const;
  const taken: boolean[] = [];
  for (const [name, channel] of asked) taken.push(await isTaken(name, channel));
  assert.equal(taken, [true, true, true, false, false]);
});

test.run();
