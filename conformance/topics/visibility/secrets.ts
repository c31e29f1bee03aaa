import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import type { HistoryState } from "../../client/history-acts.ts";
import { itemAt } from "../../client/json.ts";
import { addReaction, directType, editMessage, sendDirect, sendToChannel, setFlag } from "../../client/messages.ts";
import { ifTold, subscribedOf } from "../../client/registration.ts";
import { aHistoryContent, emojiNames } from "../../draw/histories.ts";
import { anActor, type PersonName, somePeople } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";

/** A conversation, or a private channel with its subscribers, and somebody who is not in it. */
export interface HiddenPlace {
  /** Undefined for a direct conversation. */
  readonly channel?: "team" | "secret";
  readonly insiders: readonly PersonName[];
  readonly outsider: PersonName;
}

const conversation = (insiders: readonly PersonName[], outsiders: readonly PersonName[]): fc.Arbitrary<HiddenPlace> =>
  fc.record({ insiders: somePeople({ from: insiders, min: 2, max: 3 }), outsider: anActor(...outsiders) });

/** A direct conversation, and one who is not in it: at times an owner or administrator of the organization. */
export const aConversation: fc.Arbitrary<HiddenPlace> = fc.oneof(
  { withCrossShrink: true },
  conversation(["alice", "bob", "dana", "gus"], ["cara", "robo"]),
  conversation(["alice", "bob", "cara", "gus"], ["owen", "dana"]),
);

export const betweenTwo: HiddenPlace = { insiders: ["alice", "bob"], outsider: "cara" };

/** A private channel of the realm small. */
export const aPrivateChannel: fc.Arbitrary<HiddenPlace> = fc.oneof(
  { withCrossShrink: true },
  fc.record({
    channel: fc.constant("team" as const),
    insiders: fc.constantFrom(["alice", "bob"] as const, ["bob", "alice"] as const),
    outsider: anActor("cara", "dana", "owen", "gus", "robo"),
  }),
  fc.record({
    channel: fc.constant("secret" as const),
    insiders: fc.constantFrom(["alice", "cara"] as const, ["cara", "alice"] as const),
    outsider: anActor("bob", "dana", "owen", "gus", "robo"),
  }),
);

/** An act of an insider; `by` counts the insiders round. All but saying and typing is about what was said last. */
export type SecretAct =
  | { readonly act: "say"; readonly by: number; readonly content: string }
  | { readonly act: "type"; readonly by: number; readonly op: "start" | "stop" }
  | { readonly act: "edit"; readonly content: string }
  | { readonly act: "react"; readonly by: number; readonly emoji: string }
  | { readonly act: "flag"; readonly by: number; readonly flag: "starred" | "read" }
  /** A deletion that is refused is as good a secret as any. */
  | { readonly act: "delete" };

const by = fc.nat(2);
const always = <const T>(value: T): fc.Arbitrary<T> => fc.constant(value);
const content = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: aHistoryContent },
  fc.constantFrom("@**all** soup", "https://example.com/ soup"),
);

const acts = {
  say: fc.record({ act: always("say"), by, content }),
  type: fc.record({ act: always("type"), by, op: fc.constantFrom("start", "stop") }),
  edit: fc.record({ act: always("edit"), content }),
  react: fc.record({ act: always("react"), by, emoji: fc.constantFrom(...emojiNames) }),
  flag: fc.record({ act: always("flag"), by, flag: fc.constantFrom("starred", "read") }),
  delete: fc.record({ act: always("delete") }),
} satisfies { readonly [K in SecretAct["act"]]: fc.Arbitrary<Extract<SecretAct, { act: K }>> };

/** Something said, and then one to three acts of some kinds. */
export const someSecrets = (...kinds: readonly SecretAct["act"][]): fc.Arbitrary<readonly SecretAct[]> =>
  fc
    .tuple(
      acts.say,
      fc.array(fc.oneof({ withCrossShrink: true }, ...kinds.map((kind): fc.Arbitrary<SecretAct> => acts[kind])), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([first, others]) => [first, ...others]);

/** Something said by each of the first two insiders. */
export const exchange: readonly SecretAct[] = [
  { act: "say", by: 0, content: "soup" },
  { act: "say", by: 1, content: "bread" },
];

/** A message in a hidden place. */
interface Said {
  readonly id: number;
  readonly author: Actor;
  content: string;
}

/** A hidden place in a run. Texts name a topic of the run, so that they are told from other people's doings where they leak. */
export class Hideout {
  /** The messages that are still there, the oldest first. */
  readonly said: Said[] = [];
  readonly #reactions = new Set<string>();
  readonly #place: HiddenPlace;
  readonly #stage: HistoryState;

  constructor(place: HiddenPlace, stage: HistoryState) {
    this.#place = place;
    this.#stage = stage;
  }

  #insider(by: number): Actor {
    const { insiders } = this.#place;
    return this.#stage.session.actor(itemAt(insiders, by % insiders.length));
  }

  #others(actor: Actor): Actor[] {
    return this.#place.insiders.filter((name) => name !== actor.name).map((name) => this.#stage.session.actor(name));
  }

  async #say(author: Actor, text: string): Promise<void> {
    const { session, topics } = this.#stage;
    const { channel } = this.#place;
    const content = this.#signed(text);
    const id = await (channel === undefined
      ? sendDirect(author, this.#others(author), content)
      : sendToChannel(author, session.channel(channel), topics.a, content));
    this.said.push({ id, author, content });
  }

  async #type(actor: Actor, op: "start" | "stop"): Promise<void> {
    const { session, topics } = this.#stage;
    const { channel } = this.#place;
    const place =
      channel === undefined
        ? { type: directType(actor), to: this.#others(actor).map(({ user_id }) => user_id) }
        : { type: "stream", stream_id: session.channel(channel), topic: topics.a };
    await actor.prepare("POST /typing", { op, ...place });
  }

  #signed(text: string): string {
    return `${text}\n\n(${this.#stage.topics.a})`;
  }

  async #edit(message: Said, text: string): Promise<void> {
    const content = this.#signed(text);
    if (content === message.content) return;
    await editMessage(message.author, message.id, { content });
    message.content = content;
  }

  async #react(actor: Actor, id: number, emoji: string): Promise<void> {
    const key = `${actor.name} ${id} ${emoji}`;
    if (this.#reactions.has(key)) return;
    this.#reactions.add(key);
    await addReaction(actor, id, emoji);
  }

  async #play(act: SecretAct): Promise<void> {
    if (act.act === "say") return this.#say(this.#insider(act.by), act.content);
    if (act.act === "type") return this.#type(this.#insider(act.by), act.op);
    const last = this.said.at(-1);
    if (!last) return;
    const { id, author } = last;
    if (act.act === "edit") await this.#edit(last, act.content);
    else if (act.act === "react") await this.#react(this.#insider(act.by), id, act.emoji);
    else if (act.act === "flag") await setFlag(this.#insider(act.by), id, act.flag);
    else {
      await author.send(`DELETE /messages/${id}`);
      this.said.pop();
    }
  }

  /** @throws Untestable: on this target the place is not hidden from the outsider */
  async #requireHidden(): Promise<void> {
    const { session } = this.#stage;
    const { channel, outsider } = this.#place;
    if (channel === undefined) return;
    const subscribers = await subscribedOf(this.#insider(0), session.channel(channel));
    if (subscribers.includes(session.actor(outsider).user_id)) throw new Untestable(`${outsider} is subscribed to the channel ${channel}`);
  }

  /** Plays acts. What becomes of a message is left out where the server does not do it. */
  async play(acts: readonly SecretAct[]): Promise<void> {
    await this.#requireHidden();
    for (const act of acts) {
      if (act.act === "say" || act.act === "type") await this.#play(act);
      else await ifTold(this.#play(act));
    }
  }
}
