import fc from "fast-check";
import { listenForTyping, requireTypists, typingToldBy } from "../../client/messages.ts";
import { requireSubscribed, subscribedOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import { ops } from "./conversation.ts";

/** Typing in a channel is told to its subscribers alone: of a private one nobody else hears; of a public one, on running servers. */
export const outsiders = property({
  serial: "typing",
  clause: ["only-recipients", "visibility/private-channel"],
  given: { where: fc.constantFrom("team", "quiet"), outside: anActor("cara", "dana", "owen", "alice") },
  examples: [
    { where: "team", outside: "cara" },
    { where: "team", outside: "owen" },
    { where: "quiet", outside: "alice" },
  ],
  async holds(session, { where, outside }, expect) {
    const [typist, outsider, stream_id] = [session.as.bob, session.actor(outside), session.channel(where)];
    if (where === "quiet" && !session.isHeldToObserved)
      session.needsObserved("that only subscribers are told of typing in a public channel");
    await requireSubscribed(typist, stream_id);
    if ((await subscribedOf(typist, stream_id)).includes(outsider.user_id))
      throw new Untestable(`${outside} is subscribed to the channel ${where}`);
    await requireTypists(outsider, typist);
    const elsewhere = await listenForTyping(outsider);
    const topic = session.fresh();
    for (const op of ops) expect.succeeded(await typist.send("POST /typing", { op, type: "stream", stream_id, topic }));
    const clause = where === "team" ? "visibility/private-channel" : undefined;
    expect.same(await typingToldBy(elsewhere, typist), [], `what ${outside} is told of typing in the channel ${where}`, clause);
  },
});
