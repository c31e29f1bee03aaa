import type { Actor } from "../../client/actor.ts";
import { register } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** The provider's word in paths and names, and whether an actor has its token: as a registration tells. */
async function provider(actor: Actor): Promise<{ readonly word: string; readonly hasToken: boolean }> {
  const { expect } = actor;
  const body = await register(actor, ["video_calls"]);
  const word = ["vc", "webex"].find((each) => body[`has_${each}_token`] !== undefined);
  if (!word) throw new Untestable("a registration does not tell has_vc_token");
  const has = body[`has_${word}_token`];
  expect.typed(has, "boolean", `has_${word}_token`);
  return { word, hasToken: has === true };
}

const create = async (actor: Actor): Promise<Reply> => actor.send(`POST /calls/${(await provider(actor)).word}/create`);

const setToken = (session: Session, value: boolean) => session.steering.act({ action: "set_video_token", as: "alice", value });

/** With a token a meeting is made, and its address is a URL. */
export const url = property({
  clause: ["calls.vc.create.post/url", "calls.vc.create.post/no-parameters"],
  serial: "alice's video token",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    if (session.target.steering) {
      await setToken(session, true);
    }
    if (!(await provider(alice)).hasToken) throw new Untestable("alice has no token of the video-call provider");
    const reply = await create(alice);
    if (reply.body.result === "error" && !session.target.steering) throw new Untestable("the video-call provider makes no meeting");
    const { url } = expect.succeeded(reply, "creating a video call");
    expect.typed(url, "string", "url");
    expect.holds(URL.canParse(url as string), `${JSON.stringify(url)} is no URL`);
  },
});

/** Without a token there is no meeting, whatever the reason given. */
export const withoutToken = property({
  clause: "calls.vc.create.post/token",
  serial: "alice's video token",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    if (session.target.steering) await setToken(session, false);
    if ((await provider(alice)).hasToken) throw new Untestable("alice has a token of the video-call provider");
    expect.declined(await create(alice), "a video call without a token");
  },
});

/** Without a configured provider there is no meeting. */
export const notConfigured = property({
  clause: "calls.vc.create.post/configured",
  serial: "alice's video token",
  holds: async (session) => {
    const { expect } = session;
    const { act } = ownRealm(session);
    await setToken(session, true);
    await act({ action: "set_video_provider", configured: false });
    const reply = await create(session.as.alice);
    expect.declined(reply, "a video call without a provider");
  },
});

/** The registration tells whether there is a token. */
export const hasToken = property({
  clause: "calls.vc.create.post/has-token",
  serial: "alice's video token",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    for (const value of [false, true]) {
      await setToken(session, value);
      expect.same((await provider(alice)).hasToken, value, "whether the caller has a token");
    }
  },
});

/** An event tells when that changes. */
export const hasTokenEvent = property({
  clause: "calls.vc.create.post/has-token-event",
  serial: "alice's video token",
  holds: async (session) => {
    const alice = session.as.alice;
    await setToken(session, false);
    const type = `has_${(await provider(alice)).word}_token`;
    const queue = await alice.queue({ event_types: [type] });
    for (const value of [true, false]) {
      await setToken(session, value);
      await queue.until("the state of the provider token changed", (event) => event.type === type && event.value === value);
    }
  },
});
