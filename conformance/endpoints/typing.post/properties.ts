import { unknownId } from "../../client/people.ts";
import { register } from "../../client/registration.ts";
import { listenForTyping, requireTypists, typingEventsBy, typingToldBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";

const ops = ["start", "stop"] as const;

/** op is one of two words, and required; a refused request is told to nobody. */
export const op = property({
  serial: "typing",
  clause: ["typing.post/op-required", "typing.post/op-values", "typing.post/refused-untold"],
  async holds({ as: { alice, bob }, expect }) {
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

/** The answer to a request that is told to somebody holds nothing beyond the envelope. */
export const envelope = property({
  serial: "typing",
  clause: "typing.post/envelope",
  async holds({ as: { alice, bob }, expect }) {
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    expect.bare(await bob.send("POST /typing", { op: "start", to: [alice.user_id] }));
    expect.same((await typingEventsBy(queue, bob)).length, 1, "the number of events");
  },
});

/** Types other than the three are refused, where the same request without a type is accepted. */
export const unknownType = property({
  serial: "typing",
  clause: "typing.post/type-values",
  async holds({ as: { bob }, expect }) {
    await requireTypists(bob);
    const fields = { op: "start", to: [bob.user_id] };
    for (const type of ["group", "Direct"]) expect.declined(await bob.send("POST /typing", { ...fields, type }), `type ${type}`, "type");
    expect.succeeded(await bob.send("POST /typing", fields), "typing without a type");
  },
});

/** The type private is refused, where the same request without a type is accepted. */
export const privateType = property({
  serial: "typing",
  clause: ["typing.post/type-private-refused", "typing.post/type-values"],
  async holds({ as: { bob }, expect }) {
    await requireTypists(bob);
    const fields = { op: "start", to: [bob.user_id] };
    expect.declined(await bob.send("POST /typing", { ...fields, type: "private" }), "type private", "type");
    expect.succeeded(await bob.send("POST /typing", fields), "typing without a type");
  },
});

/** Without a type the notification goes to people, just as with `direct`. */
export const defaultType = property({
  serial: "typing",
  clause: ["typing.post/type-default", "typing.post/type-values", "events/typing-people"],
  async holds({ as: { alice, bob }, expect }) {
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    for (const type of [{}, { type: "direct" }])
      expect.succeeded(await bob.send("POST /typing", { op: "start", to: [alice.user_id], ...type }));
    const [plain, direct, ...more] = await typingToldBy(queue, bob);
    expect.same(direct, plain, "the event with type direct, beside that without a type");
    expect.same(plain?.op, "start", "the op of the event");
    expect.same(more, [], "further events");
  },
});

/** To people a list of ids is needed, of known ones; a refused request is told to nobody, the same request with known ones is. */
export const recipients = property({
  serial: "typing",
  clause: ["typing.post/to-required", "typing.post/to-list", "typing.post/to-unknown", "typing.post/refused-untold"],
  async holds({ as: { alice, bob }, expect }) {
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    const typeTo = (to?: unknown) => bob.send("POST /typing", { op: "start", to });
    expect.declined(await typeTo(), "typing without to", "to");
    expect.declined(await typeTo(alice.user_id), "a bare id", "to");
    expect.declined(await typeTo(alice.email), "an address", "to");
    for (const to of [[unknownId], [alice.user_id, unknownId]]) expect.refused(await typeTo(to), "BAD_REQUEST", {}, "an unknown recipient");
    expect.same(await typingEventsBy(queue, bob), [], "what the refused requests told");
    expect.succeeded(await typeTo([alice.user_id]), "a list of one id");
    expect.same((await typingEventsBy(queue, bob)).length, 1, "the number of events of the accepted request");
  },
});

/** stream_id and topic mean nothing to people, even where they make no sense. */
export const channelFieldsIgnored = property({
  serial: "typing",
  clause: "typing.post/stream-id-ignored-for-people",
  async holds({ as: { alice, bob }, expect }) {
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    const to = [alice.user_id];
    for (const fields of [{}, { stream_id: unknownId, topic: "a topic that means nothing" }])
      expect.succeeded(await bob.send("POST /typing", { op: "start", type: "direct", to, ...fields }), "typing to people with a channel");
    const [plain, ...others] = await typingToldBy(queue, bob);
    expect.same(others, [expect.present(plain, "the event without stream_id and topic")], "the events with stream_id and topic");
  },
});

/** The registration says the three periods. */
export const periods = property({
  serial: "typing",
  clause: "typing.post/periods-told",
  async holds({ as: { bob }, expect }) {
    const state = await register(bob, ["realm"]);
    for (const name of ["started_expiry", "started_wait", "stopped_wait"]) {
      const field = `server_typing_${name}_period_milliseconds`;
      const period = expect.integer(state[field], `${field} in a registration`);
      expect.holds(period > 0, `${field} is ${period}, no number of milliseconds`);
    }
  },
});
