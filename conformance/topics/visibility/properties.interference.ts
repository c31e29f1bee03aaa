import fc from "fast-check";
import { messageAt, type Stage } from "../../client/history-stage.ts";
import { sendToChannel } from "../../client/messages.ts";
import { setPolicy } from "../../client/policies.ts";
import { setFlag } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { prepared, Untestable } from "../../expect.ts";
import { aScene, otherScenes, plainScene, type Scene } from "./scenes.ts";
import { aConversation, aPrivateChannel, exchange, type HiddenPlace, Hideout, type SecretAct, someSecrets } from "./secrets.ts";
import { requireUnnoticed, type Secret } from "./twofold.ts";

/** What happens in a hidden place, and among what else. */
interface Hidden {
  readonly scene: Scene;
  readonly place: HiddenPlace;
  readonly acts: readonly SecretAct[];
}

const secretly =
  ({ place, acts }: Hidden): Secret =>
  (stage) =>
    new Hideout(place, stage).play(acts);

const betweenTwo: HiddenPlace = { insiders: ["alice", "bob"], outsider: "cara" };
const inTeam: HiddenPlace = { ...betweenTwo, channel: "team" };

const aConversationOfMembers = aConversation(["alice", "bob", "dana", "gus"], ["cara", "robo"]);

const typing: readonly SecretAct[] = [
  { act: "type", by: 0, op: "start" },
  { act: "type", by: 0, op: "stop" },
];

/** Other people's direct messages change nothing that an outsider can fetch or hear. */
export const direct = property<Hidden>({
  clause: ["visibility/direct-message", "visibility/no-event"],
  given: { scene: aScene, place: aConversationOfMembers, acts: someSecrets("say", "type") },
  examples: [
    ...[exchange, [{ act: "say", by: 0, content: "@**all** walnut https://example.com/" }] as const, typing].map((acts) => ({
      scene: plainScene,
      place: betweenTwo,
      acts,
    })),
    ...otherScenes.map((scene) => ({ scene, place: betweenTwo, acts: exchange })),
  ],
  holds: (session, hidden) => requireUnnoticed(session, hidden.place.outsider, hidden.scene, secretly(hidden)),
});

/** Not for owners and administrators of the organization either. */
export const directForOwner = property<Hidden>({
  clause: ["visibility/direct-message", "visibility/no-event"],
  given: {
    scene: aScene,
    place: aConversation(["alice", "bob", "cara", "gus"], ["owen", "dana"]),
    acts: someSecrets("say", "type", "edit", "react", "flag", "delete"),
  },
  examples: [exchange, typing].map((acts) => ({ scene: plainScene, place: { ...betweenTwo, outsider: "owen" }, acts })),
  holds: (session, hidden) => requireUnnoticed(session, hidden.place.outsider, hidden.scene, secretly(hidden)),
});

/** A private channel changes nothing that an outsider can fetch or hear. */
export const privateChannel = property<Hidden>({
  clause: ["visibility/private-channel", "visibility/no-event"],
  given: { scene: aScene, place: aPrivateChannel, acts: someSecrets("say", "type") },
  examples: [
    ...[exchange, [{ act: "say", by: 0, content: "@**all** walnut" }] as const, typing].map((acts) => ({
      scene: plainScene,
      place: inTeam,
      acts,
    })),
    ...otherScenes.map((scene) => ({ scene, place: inTeam, acts: exchange })),
  ],
  holds: (session, hidden) => requireUnnoticed(session, hidden.place.outsider, hidden.scene, secretly(hidden)),
});

const said: SecretAct = { act: "say", by: 0, content: "soup" };

const aHiddenPlace = fc.oneof({ withCrossShrink: true }, aConversationOfMembers, aPrivateChannel);

/** Returns a message in each kind of hidden place to which something is done. */
const doneTo = (...acts: readonly SecretAct[]): readonly Hidden[] =>
  [betweenTwo, inTeam].map((place) => ({ scene: plainScene, place, acts: [said, ...acts] }));

/** Changes of messages that an outsider cannot see are as secret as the messages. */
export const changes = property<Hidden>({
  clause: ["visibility/direct-message", "visibility/private-channel", "visibility/no-event"],
  given: { scene: aScene, place: aHiddenPlace, acts: someSecrets("edit", "react", "flag") },
  examples: [
    ...doneTo({ act: "edit", content: "walnut" }),
    ...doneTo({ act: "react", by: 1, emoji: "tada" }),
    ...doneTo({ act: "flag", by: 1, flag: "starred" }),
  ],
  holds: (session, hidden) => requireUnnoticed(session, hidden.place.outsider, hidden.scene, secretly(hidden)),
});

/** A deleted secret leaves no event behind for those who never saw it. */
export const deletion = property<Hidden>({
  clause: ["visibility/direct-message", "visibility/private-channel", "visibility/no-event"],
  given: { scene: aScene, place: aHiddenPlace, acts: someSecrets("delete", "say") },
  examples: doneTo({ act: "delete" }),
  holds: (session, hidden) => requireUnnoticed(session, hidden.place.outsider, hidden.scene, secretly(hidden)),
});

/** What somebody does for themselves: a policy of a topic, a flag of a message, or the end of a queue. */
type PersonalAct =
  | { readonly act: "policy"; readonly policy: number }
  | { readonly act: "flag"; readonly flag: "starred" | "read"; readonly back: number }
  | { readonly act: "queue" };

const aPersonalAct: fc.Arbitrary<PersonalAct> = fc.oneof(
  { withCrossShrink: true },
  fc.record({ act: fc.constant("policy" as const), policy: fc.constantFrom(1, 2, 3, 0) }),
  fc.record({ act: fc.constant("flag" as const), flag: fc.constantFrom("starred" as const, "read" as const), back: proportion }),
  fc.constant({ act: "queue" } as const),
);

async function actFor(stage: Stage, who: PersonName, act: PersonalAct): Promise<void> {
  const { session, channel, topics } = stage;
  const actor = session.actor(who);
  if (act.act === "policy") {
    if (session.level < (act.policy === 3 ? 219 : 170)) throw new Untestable("the target is older than that topic policy");
    prepared.succeeded(await setPolicy(actor, channel.id, topics.a, act.policy), "POST /user_topics");
  } else if (act.act === "queue") await actor.prepare("DELETE /events", { queue_id: (await actor.queue()).id });
  else {
    const message = messageAt(stage, act.back, ({ received }) => received.includes(who));
    if (message) await setFlag(actor, message.id, act.flag);
  }
}

interface Personal {
  readonly scene: Scene;
  readonly who: PersonName;
  readonly outsider: PersonName;
  readonly acts: readonly PersonalAct[];
}

/** A policy for a topic, one's flags of a message and one's queues are nobody else's business. */
export const personal = property<Personal>({
  clause: ["visibility/personal-state", "visibility/no-event"],
  given: {
    scene: aScene,
    who: anActor("bob", "alice", "gus"),
    outsider: anActor("cara", "dana", "owen", "robo"),
    acts: fc.array(aPersonalAct, { minLength: 1, maxLength: 3 }),
  },
  examples: (
    [
      { act: "policy", policy: 1 },
      { act: "policy", policy: 2 },
      { act: "flag", flag: "read", back: 0 },
      { act: "flag", flag: "starred", back: 0 },
      { act: "queue" },
    ] satisfies readonly PersonalAct[]
  ).map((act) => ({ scene: plainScene, who: "bob", outsider: "cara", acts: [act] })),
  holds: (session, { scene, who, outsider, acts }) =>
    requireUnnoticed(session, outsider, scene, async (stage) => {
      for (const act of acts) await actFor(stage, who, act);
    }),
});

/** A newcomer to a private channel in which something was said before. */
interface Arrival {
  readonly scene: Scene;
  readonly newcomer: PersonName;
  readonly past: readonly string[];
}

/** What was said in a channel before one subscribed is secret where history is protected: with and without it all looks the same. */
export const beforeSubscribing = property<Arrival>({
  clause: ["visibility/protected-history", "visibility/before-subscribing"],
  given: { scene: aScene, newcomer: anActor("bob", "cara", "dana", "gus"), past: fc.array(aPhrase, { minLength: 1, maxLength: 3 }) },
  examples: [{ scene: plainScene, newcomer: "bob", past: ["walnut, before"] }],
  async holds(session, { scene, newcomer, past }) {
    const isAlone = session.target.kind === "embedded";
    const [only, topic] = [session.fresh("late"), session.fresh("old")];
    const arrive =
      (before: readonly string[]): Secret =>
      async ({ session: { as, steering } }) => {
        // On a shared server one run comes behind the other.
        const name = isAlone ? only : session.fresh("late");
        const channel = { action: "create_channel", name, as: "alice", subscribers: ["alice"], invite_only: true };
        const { stream_id } = await steering.act({ ...channel, history_public_to_subscribers: false });
        for (const text of before)
          await sendToChannel(as.alice, prepared.integer(stream_id, "the stream_id of a new channel"), topic, text);
        await steering.act({ action: "subscribe", as: newcomer, channel: name });
      };
    await requireUnnoticed(session, newcomer, scene, arrive(past), arrive([]));
  },
});
