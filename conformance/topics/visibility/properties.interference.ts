import fc from "fast-check";
import { Hideout } from "../../client/hideout.ts";
import { messageAt, type StagedHistory } from "../../client/history.ts";
import { levels } from "../../client/levels.ts";
import { setFlag, setPolicy } from "../../client/messages.ts";
import { ifTold } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { requireUnnoticed } from "../../client/two-runs.ts";
import { property } from "../../declare/property.ts";
import { proportion, type ValueOf } from "../../draw/combinators.ts";
import { aConversation, aPrivateChannel, betweenTwo, exchange, type HiddenPlace, type SecretAct, someSecrets } from "../../draw/hidden.ts";
import { anInterferenceCase, otherCases, plainCase } from "../../draw/interference.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { prepared, Untestable } from "../../expect.ts";

const inTeam: HiddenPlace = { ...betweenTwo, channel: "team" };

const say = (content: string): SecretAct => ({ act: "say", by: 0, content });

/** All that insiders do and that stays: they talk, mention all, type, and change and flag what was said. */
const allActs: readonly SecretAct[] = [
  say("@**all** walnut https://example.com/"),
  ...exchange,
  { act: "edit", content: "walnut" },
  { act: "react", by: 1, emoji: "tada" },
  { act: "flag", by: 1, flag: "starred" },
  { act: "type", by: 0, op: "start" },
  { act: "type", by: 0, op: "stop" },
];

/** Acts in a hidden place, and those among which they happen. */
const hidden = (place: fc.Arbitrary<HiddenPlace>) => ({
  scene: anInterferenceCase,
  place,
  acts: someSecrets("say", "type", "edit", "react", "flag", "delete"),
});

type Hidden = ValueOf<ReturnType<typeof hidden>>;

const doneIn = (place: HiddenPlace): readonly Hidden[] =>
  [allActs, [say("soup"), { act: "delete" } as const]].map((acts) => ({ scene: plainCase, place, acts }));

const holds = (session: Session, { scene, place, acts }: Hidden): Promise<void> =>
  requireUnnoticed(session, place.outsider, scene, (stage) => new Hideout(place, stage).play(acts), "visibility/no-event");

/** Other people's direct messages, and what becomes of them, change nothing that an outsider can fetch or hear, be it an owner of the organization. */
export const direct = property({
  clause: ["direct-message", "no-event", "events/message-untold"],
  given: hidden(aConversation),
  examples: [
    ...doneIn(betweenTwo),
    ...otherCases.map((scene) => ({ scene, place: betweenTwo, acts: exchange })),
    ...doneIn({ ...betweenTwo, outsider: "owen" }),
  ],
  holds,
});

/** A private channel changes nothing that an outsider can fetch or hear. */
export const privateChannel = property({
  clause: ["private-channel", "no-event", "events/message-untold"],
  given: hidden(aPrivateChannel),
  examples: [...doneIn(inTeam), ...otherCases.map((scene) => ({ scene, place: inTeam, acts: exchange }))],
  holds,
});

/** An act of somebody for themselves: a policy of a topic, a flag of a message, or the end of a queue. */
type PersonalAct =
  | { readonly act: "policy"; readonly policy: number }
  | { readonly act: "flag"; readonly flag: "starred" | "read"; readonly back: number }
  | { readonly act: "queue" };

const aPersonalAct: fc.Arbitrary<PersonalAct> = fc.oneof(
  { withCrossShrink: true },
  fc.record({ act: fc.constant("policy"), policy: fc.constantFrom(1, 2, 3, 0) }),
  fc.record({ act: fc.constant("flag"), flag: fc.constantFrom("starred", "read"), back: proportion }),
  fc.constant({ act: "queue" }),
);

async function actFor(stage: StagedHistory, who: PersonName, act: PersonalAct): Promise<void> {
  const { session, channel, topics } = stage;
  const actor = session.actor(who);
  if (act.act === "policy") {
    if (session.level < (act.policy === 3 ? levels.followedPolicy : levels.userTopics))
      throw new Untestable("the target is older than that topic policy");
    prepared.succeeded(await setPolicy(actor, channel.id, topics.a, act.policy), "POST /user_topics");
  } else if (act.act === "queue") await actor.prepare("DELETE /events", { queue_id: (await actor.queue()).id });
  else {
    const message = messageAt(stage, act.back, ({ received }) => received.includes(who));
    if (message) await setFlag(actor, message.id, act.flag);
  }
}

const personalActs: readonly PersonalAct[] = [
  { act: "policy", policy: 1 },
  { act: "policy", policy: 2 },
  { act: "flag", flag: "read", back: 0 },
  { act: "flag", flag: "starred", back: 0 },
  { act: "queue" },
];

/** A policy for a topic, one's flags of a message and one's queues are nobody else's business. */
export const personal = property({
  clause: ["personal-state", "no-event", "topic-policy/personal"],
  given: {
    scene: anInterferenceCase,
    who: anActor("bob", "alice", "gus"),
    outsider: anActor("cara", "dana", "owen", "robo"),
    acts: fc.array(aPersonalAct, { minLength: 1, maxLength: 3 }),
  },
  examples: (["cara", "owen"] as const).map((outsider) => ({ scene: plainCase, who: "bob", outsider, acts: [...personalActs] }) as const),
  holds: (session, { scene, who, outsider, acts }) =>
    requireUnnoticed(session, outsider, scene, async (stage) => {
      let done = 0;
      for (const act of acts) done += (await ifTold(actFor(stage, who, act).then(() => 1))) ?? 0;
      if (done === 0) throw new Untestable("the target does none of the acts");
    }),
});
