import { bare } from "../../client/bare.ts";
import { declined } from "../../client/declined.ts";
import { noId } from "../../client/messaging.ts";
import { boundOf } from "../../client/registration.ts";
import type { Actor } from "../../client/session.ts";
import { listening, typedBy, typingProperty, typists } from "../../client/typing.ts";
import { refused, same, succeeded } from "../../expect.ts";

const ops = ["start", "stop"] as const;

/** op is one of two words, and required; a refused request is told to nobody. */
export const op = typingProperty({
  clause: ["typing.post/op-required", "typing.post/op-values", "typing.post/refused-untold"],
  async holds(session) {
    const { alice, bob } = await typists(session);
    const queue = await listening(alice);
    const to = [alice.user_id];
    declined(await bob.send("POST /typing", { to }), "typing without op", "op");
    for (const op of ["begin", "", "START"]) declined(await bob.send("POST /typing", { op, to }), `op "${op}"`, "op");
    same(await typedBy(session, queue, bob), [], "what the refused requests told");
    for (const op of ops) succeeded(await bob.send("POST /typing", { op, to }), `op ${op}`);
    const told = (await typedBy(session, queue, bob)).map((event) => event.op);
    same(told, ops, "what the accepted requests told");
  },
});

/** The answer holds nothing beyond the envelope. */
export const envelope = typingProperty({
  clause: "typing.post/envelope",
  async holds(session) {
    const { bob } = await typists(session);
    const body = succeeded(await bob.send("POST /typing", { op: "start", to: [bob.user_id] }));
    bare(body);
  },
});

/** Types other than the three are refused. */
export const unknownType = typingProperty({
  clause: ["typing.post/type-values", "typing.post/type-private-refused"],
  async holds(session) {
    const { bob } = await typists(session);
    for (const type of ["private", "group", "Direct"])
      declined(await bob.send("POST /typing", { op: "start", type, to: [bob.user_id] }), `type ${type}`, "type");
  },
});

/** Without a type the notification goes to people, just as with `direct`. */
export const defaultType = typingProperty({
  clause: ["typing.post/type-default", "typing.post/type-values", "events/typing-people"],
  async holds(session) {
    const { alice, bob } = await typists(session);
    const queue = await listening(alice);
    for (const type of [{}, { type: "direct" }]) succeeded(await bob.send("POST /typing", { op: "start", to: [alice.user_id], ...type }));
    const [plain, direct, ...more] = (await typedBy(session, queue, bob)).map(({ id, ...rest }) => rest);
    same(direct, plain, "the event with type direct, beside that without a type");
    same(plain?.op, "start", "the op of the event");
    same(more, [], "further events");
  },
});

/** To people a list of ids is needed, of known ones. */
export const recipients = typingProperty({
  clause: ["typing.post/to-required", "typing.post/to-list", "typing.post/to-unknown", "typing.post/refused-untold"],
  async holds(session) {
    const { alice, bob } = await typists(session);
    const queue = await listening(alice);
    declined(await bob.send("POST /typing", { op: "start" }), "typing without to", "to");
    declined(await bob.send("POST /typing", { op: "start", to: alice.user_id }), "a bare id", "to");
    declined(await bob.send("POST /typing", { op: "start", to: alice.email }), "an address", "to");
    for (const to of [[noId], [alice.user_id, noId]])
      refused(await bob.send("POST /typing", { op: "start", to }), "BAD_REQUEST", {}, "an unknown recipient");
    same(await typedBy(session, queue, bob), [], "what the refused requests told");
  },
});

/** stream_id and topic mean nothing to people, even where they make no sense. */
export const channelFieldsIgnored = typingProperty({
  clause: "typing.post/stream-id-ignored-for-people",
  async holds(session) {
    const { alice, bob } = await typists(session);
    const queue = await listening(alice);
    const to = [alice.user_id];
    for (const fields of [{}, { stream_id: noId, topic: session.fresh() }])
      succeeded(await bob.send("POST /typing", { op: "start", type: "direct", to, ...fields }), "typing to people with a channel");
    const [plain, other] = (await typedBy(session, queue, bob)).map(({ id, ...rest }) => rest);
    same(other, plain, "the event with stream_id and topic, beside that without");
  },
});

/** The registration says the three periods. */
export const periods = typingProperty({
  clause: "typing.post/periods-told",
  async holds(session) {
    const { bob } = session.as as { bob: Actor };
    for (const name of ["started_expiry", "started_wait", "stopped_wait"]) {
      const period = await boundOf(bob, `server_typing_${name}_period_milliseconds`);
      same(Number.isInteger(period) && period > 0, true, `whether the period ${name}, ${period}, is a number of milliseconds`);
    }
  },
});
