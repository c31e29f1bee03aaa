import fc from "fast-check";
import { directFields, fetchMessage, sendMessage, sendToChannel, sendToSelf, shownMessage } from "../../client/messages.ts";
import { fetchPresence } from "../../client/presence.ts";
import { itemAt } from "../../client/present.ts";
import { letTimePass } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { anActor, people } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";

const aVersion = fc.constantFrom("1.0", "0.1", "2.13.5", "10");

/** The client is named after the program that sent the message, whichever program fetches it. */
export const client = property({
  clause: "message-resource/client",
  given: {
    who: anActor(),
    programs: fc.shuffledSubarray(["First", "Second", "Third", "Fourth"], { minLength: 3, maxLength: 3 }),
    version: aVersion,
  },
  examples: [{ who: "alice", programs: ["First", "Second", "Third"], version: "1.0" }],
  async holds(session, { who, programs, version }) {
    const { expect } = session;
    const actor = session.actor(who);
    const [one, other, fetching] = programs.map((name) => `${name}Program`) as [string, string, string];
    const clients: string[] = [];
    for (const name of [one, other, one]) {
      const id = await sendMessage(actor, directFields(actor, [actor], "hello"), { userAgent: `${name}/${version}` });
      const fetched = await expect.accepted(fetchMessage(actor, id, {}, { userAgent: `${fetching}/1.0` }));
      clients.push(expect.text(fetched.client, "client"));
    }
    const [first, second, third] = clients as [string, string, string];
    expect.same(third, first, "the client of the same program");
    expect.holds(!clients.some((name) => name.startsWith(fetching)), "the client is the program that fetches the message");
    if (first === second) throw new Untestable("the target does not tell programs by their User-Agent");
    expect.holds(first.startsWith(one), `the client of ${one} is ${first}`);
  },
});

/** The time of a message is between those that the server gives before and after it was sent. */
export const timestamp = property({
  clause: "message-resource/timestamp",
  given: { who: anActor(...people), isDirect: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }) },
  examples: [{ who: "alice", isDirect: [false, false] }],
  async holds(session, { who, isDirect }) {
    const { expect } = session;
    const actor = session.actor(who);
    const secondsNow = async () => (await fetchPresence(actor)).server_timestamp;
    const [ids, moments]: [number[], number[]] = [[], [await secondsNow()]];
    for (const direct of isDirect) {
      ids.push(direct ? await sendToSelf(actor) : await sendToChannel(actor, session.channels.general, session.fresh()));
      moments.push(await secondsNow());
      await letTimePass(session);
    }
    for (const [i, id] of ids.entries()) {
      const at = expect.integer((await shownMessage(actor, id)).timestamp, "timestamp");
      const [before, after] = [itemAt(moments, i), itemAt(moments, i + 1)];
      expect.holds(Math.floor(before) <= at && at <= Math.ceil(after), `a message of ${at} was sent between ${before} and ${after}`);
    }
  },
});
