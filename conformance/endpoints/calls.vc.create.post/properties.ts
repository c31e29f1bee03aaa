import type { Actor } from "../../client/actor.ts";
import { register } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";

/** What a registration tells of the video-call provider. */
interface Provider {
  /** Its word in paths and names. */
  readonly word: string;
  /** Whether the actor has its token, as it was told. */
  readonly hasToken: unknown;
}

/** Returns what a registration tells of the provider; undefined where it tells nothing. */
async function providerOf(actor: Actor): Promise<Provider | undefined> {
  const state = await register(actor, ["video_calls"]);
  const word = ["vc", "webex"].find((each) => state[`has_${each}_token`] !== undefined);
  return word === undefined ? undefined : { word, hasToken: state[`has_${word}_token`] };
}

/** Returns what a registration tells of the provider. @throws Unprepared: nothing */
const knownProvider = async (actor: Actor): Promise<Provider> =>
  prepared.present(await providerOf(actor), "has_vc_token in a registration");

const create = async (actor: Actor): Promise<Reply> => actor.send(`POST /calls/${(await knownProvider(actor)).word}/create`);

const setToken = (session: Session, value: boolean) => session.steering.act({ action: "set_video_token", as: "alice", value });

/** With a token a meeting is made, and its address is a URL. */
export const url = property({
  clause: ["calls.vc.create.post/url", "calls.vc.create.post/no-parameters"],
  serial: "alice's video token",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    if (session.target.steering) await setToken(session, true);
    if ((await knownProvider(alice)).hasToken !== true) throw new Untestable("alice has no token of the video-call provider");
    const reply = await create(alice);
    if (reply.body.result === "error" && !session.target.steering) throw new Untestable("the video-call provider makes no meeting");
    const url = expect.text(expect.succeeded(reply, "creating a video call").url, "url");
    expect.holds(URL.canParse(url), `${JSON.stringify(url)} is no URL`);
  },
});

/** Without a token there is no meeting, whatever the reason given; with one there is, where the target can be steered. */
export const withoutToken = property({
  clause: "calls.vc.create.post/token",
  serial: "alice's video token",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    if (session.target.steering) await setToken(session, false);
    if ((await knownProvider(alice)).hasToken === true) throw new Untestable("alice has a token of the video-call provider");
    expect.declined(await create(alice), "a video call without a token");
    if (!session.target.steering) return;
    await setToken(session, true);
    expect.succeeded(await create(alice), "a video call with a token");
  },
});

/** Without a configured provider there is no meeting, with one there is. */
export const notConfigured = property({
  clause: "calls.vc.create.post/configured",
  serial: "alice's video token",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const realm = ownRealm(session);
    await setToken(session, true);
    await realm.act({ action: "set_video_provider", configured: false });
    expect.declined(await create(alice), "a video call without a provider");
    await realm.act({ action: "set_video_provider", configured: true });
    expect.succeeded(await create(alice), "a video call with a provider");
  },
});

/** The registration tells whether there is a token. */
export const hasToken = property({
  clause: "calls.vc.create.post/has-token",
  serial: "alice's video token",
  async holds(session) {
    const { expect } = session;
    for (const value of [false, true]) {
      await setToken(session, value);
      const { hasToken } = expect.present(await providerOf(session.as.alice), "has_vc_token in a registration");
      expect.same(hasToken, value, "whether the caller has a token");
    }
  },
});

/** An event tells when that changes. */
export const hasTokenEvent = property({
  clause: "calls.vc.create.post/has-token-event",
  serial: "alice's video token",
  async holds(session) {
    const { alice } = session.as;
    await setToken(session, false);
    const type = `has_${(await knownProvider(alice)).word}_token`;
    const queue = await alice.queue({ event_types: [type] });
    for (const value of [true, false]) {
      await setToken(session, value);
      await queue.until("the state of the provider token changed", (event) => event.type === type && event.value === value);
    }
  },
});
