import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { eventsSoFar, isInOwnWords } from "../../client/messages.ts";
import { register } from "../../client/registration.ts";
import { ownRealm, type Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { anActor, people, twoPeople } from "../../draw/people.ts";
import { type Checks, prepared, Untestable } from "../../expect.ts";

/** Returns the word of the video-call provider in paths and names, and whether a registration tells an actor of its token. @throws by the checks: it tells nothing */
async function providerOf(actor: Actor, checks: Checks = prepared) {
  const state = await register(actor, ["video_calls"]);
  const word = ["vc", "webex"].find((each) => state[`has_${each}_token`] !== undefined);
  if (word === undefined) actor.session.needsObserved("has_vc_token in a registration");
  return { word: checks.present(word, "has_vc_token in a registration"), hasToken: state[`has_${word}_token`] };
}

const create = async (actor: Actor): Promise<Reply> => actor.send(`POST /calls/${(await providerOf(actor)).word}/create`);

const setToken = (session: Session, as: string, value: boolean) => session.steering.act({ action: "set_video_token", as, value });

const somebody = anActor(...people);

/** Without a token there is no meeting, whatever the reason given and whoever else has one; with one there is, where the target can be steered. */
export const withoutToken = property({
  clause: "token",
  serial: "video tokens",
  given: { pair: twoPeople(...people) },
  examples: [{ pair: ["alice", "bob"] }],
  async holds(session, { pair: [who, other] }, expect) {
    const actor = session.actor(who);
    const isSteered = session.target.steering !== undefined;
    if (isSteered) {
      await setToken(session, who, false);
      await setToken(session, other, true);
    }
    if ((await providerOf(actor)).hasToken === true) throw new Untestable(`${who} has a token of the video-call provider`);
    const { code } = expect.declined(await create(actor), "a video call without a token");
    if (!isSteered) return;
    // A server that cannot be steered may have no provider at all, which running servers tell in another way.
    expect.same(code, "INVALID_VIDEO_CALL_PROVIDER_TOKEN", "the code of the refusal without a token, on servers of this kind");
    await setToken(session, who, true);
    for (let i = 0; i < 2; i++) expect.succeeded(await create(actor), "a video call with a token");
  },
});

/** Without a configured provider there is no meeting, with one there is. */
export const notConfigured = property({
  clause: "configured",
  serial: "video tokens",
  given: { who: somebody },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const [actor, realm] = [session.actor(who), ownRealm(session)];
    await setToken(session, who, true);
    await realm.act({ action: "set_video_provider", configured: false });
    expect.declined(await create(actor), "a video call without a provider");
    await realm.act({ action: "set_video_provider", configured: true });
    expect.succeeded(await create(actor), "a video call with a provider");
  },
});

/** The registration tells whether the caller has a token, whatever others have. */
export const hasToken = property({
  clause: "has-token",
  serial: "video tokens",
  given: { pair: twoPeople(...people), own: fc.boolean(), others: fc.boolean() },
  examples: [true, false].map((own) => ({ pair: ["alice", "bob"], own, others: !own }) as const),
  async holds(session, { pair: [who, other], own, others }, expect) {
    const actor = session.actor(who);
    const hasToken = async () => (await providerOf(actor, expect)).hasToken;
    if (session.target.steering) {
      await setToken(session, who, own);
      await setToken(session, other, others);
      expect.same(await hasToken(), own, "whether the caller has a token");
      return;
    }
    const reported = await hasToken();
    expect.typed(reported, "boolean", "has_vc_token in a registration");
    const { body } = await create(actor);
    expect.holds(reported === true || body.result !== "success", `${who} makes a meeting, and is told to have no token`);
  },
});

/** An event tells each time that changes, and tells nobody else. */
export const hasTokenEvent = property({
  clause: "has-token-event",
  serial: "video tokens",
  given: { who: somebody, first: fc.boolean(), changes: fc.integer({ min: 1, max: 4 }) },
  examples: [
    { who: "alice", first: true, changes: 2 },
    { who: "alice", first: false, changes: 1 },
  ],
  async holds(session, { who, first, changes }, expect) {
    const [actor, other] = [session.actor(who), session.actor(who === "alice" ? "bob" : "alice")];
    await setToken(session, who, !first);
    const type = `has_${(await providerOf(actor)).word}_token`;
    const [queue, others] = [await actor.queue({ event_types: [type] }), await other.queue({ event_types: [type, "message"] })];
    for (let i = 0; i < changes; i++) {
      const value = i % 2 === 0 ? first : !first;
      await setToken(session, who, value);
      // Whether the event says which state it is, no sentence says.
      const isOf = (told: unknown): boolean => told === value || isInOwnWords(session, told);
      await queue.until("the state of the provider token changed", (event) => event.type === type && isOf(event.value));
    }
    const told = (await eventsSoFar(others)).filter((event) => event.type === type);
    expect.same(told, [], "what others are told of the token");
  },
});
