import type { Actor } from "../../client/actor.ts";
import { unknownId } from "../../client/people.ts";
import { boundOf } from "../../client/registration.ts";
import { listenForTyping, requireTypists, typingEventsBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";

const ops = ["start", "stop"] as const;

/** op is one of two words, and required; a refused request is told to nobody. */
export const op = property({
  serial: "typing",
  clause: ["typing.post/op-required", "typing.post/op-values", "typing.post/refused-untold"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    const to = [alice.user_id];
    expect.declined(await bob.send("POST /typing", { to }), "typing without op", "op");
    for (const op of ["begin", "", "START"]) expect.declined(await bob.send("POST /typing", { op, to }), `op "${op}"`, "op");
    expect.same(await typingEventsBy(queue, bob), [], "what the refused requests told");
    for (const op of ops) expect.succeeded(await bob.send("POST /typing", { op, to }), `op ${op}`);
    const told = (await typingEventsBy(queue, bob)).map((event) => event.op);
    expect.same(told, ops, "what the accepted requests told");
  },
});

/** The answer holds nothing beyond the envelope. */
export const envelope = property({
  serial: "typing",
  clause: "typing.post/envelope",
  async holds(session) {
    const { expect } = session;
    const { bob } = session.as;
    await requireTypists(bob);
    const body = expect.succeeded(await bob.send("POST /typing", { op: "start", to: [bob.user_id] }));
    expect.bare(body);
  },
});

/** Types other than the three are refused. */
export const unknownType = property({
  serial: "typing",
  clause: ["typing.post/type-values", "typing.post/type-private-refused"],
  async holds(session) {
    const { expect } = session;
    const { bob } = session.as;
    await requireTypists(bob);
    for (const type of ["private", "group", "Direct"])
      expect.declined(await bob.send("POST /typing", { op: "start", type, to: [bob.user_id] }), `type ${type}`, "type");
  },
});

/** Without a type the notification goes to people, just as with `direct`. */
export const defaultType = property({
  serial: "typing",
  clause: ["typing.post/type-default", "typing.post/type-values", "events/typing-people"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    for (const type of [{}, { type: "direct" }])
      expect.succeeded(await bob.send("POST /typing", { op: "start", to: [alice.user_id], ...type }));
    const [plain, direct, ...more] = (await typingEventsBy(queue, bob)).map(({ id, ...rest }) => rest);
    expect.same(direct, plain, "the event with type direct, beside that without a type");
    expect.same(plain?.op, "start", "the op of the event");
    expect.same(more, [], "further events");
  },
});

/** To people a list of ids is needed, of known ones. */
export const recipients = property({
  serial: "typing",
  clause: ["typing.post/to-required", "typing.post/to-list", "typing.post/to-unknown", "typing.post/refused-untold"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    expect.declined(await bob.send("POST /typing", { op: "start" }), "typing without to", "to");
    expect.declined(await bob.send("POST /typing", { op: "start", to: alice.user_id }), "a bare id", "to");
    expect.declined(await bob.send("POST /typing", { op: "start", to: alice.email }), "an address", "to");
    for (const to of [[unknownId], [alice.user_id, unknownId]])
      expect.refused(await bob.send("POST /typing", { op: "start", to }), "BAD_REQUEST", {}, "an unknown recipient");
    expect.same(await typingEventsBy(queue, bob), [], "what the refused requests told");
  },
});

/** stream_id and topic mean nothing to people, even where they make no sense. */
export const channelFieldsIgnored = property({
  serial: "typing",
  clause: "typing.post/stream-id-ignored-for-people",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    const to = [alice.user_id];
    for (const fields of [{}, { stream_id: unknownId, topic: session.fresh() }])
      expect.succeeded(await bob.send("POST /typing", { op: "start", type: "direct", to, ...fields }), "typing to people with a channel");
    const [plain, other] = (await typingEventsBy(queue, bob)).map(({ id, ...rest }) => rest);
    expect.same(other, plain, "the event with stream_id and topic, beside that without");
  },
});

/** The registration says the three periods. */
export const periods = property({
  serial: "typing",
  clause: "typing.post/periods-told",
  async holds(session) {
    const { expect } = session;
    const { bob } = session.as as { bob: Actor };
    for (const name of ["started_expiry", "started_wait", "stopped_wait"]) {
      const period = await boundOf(bob, `server_typing_${name}_period_milliseconds`);
      expect.same(Number.isInteger(period) && period > 0, true, `whether the period ${name}, ${period}, is a number of milliseconds`);
    }
  },
});
