import type { HiddenPlace, SecretAct } from "../draw/hidden.ts";
import { Untestable } from "../expect.ts";
import type { Actor } from "./actor.ts";
import type { StagedHistory } from "./history.ts";
import { itemAt } from "./json.ts";
import { addReaction, directType, editMessage, sendDirect, sendToChannel, setFlag } from "./messages.ts";
import { ifTold, subscribedOf } from "./registration.ts";

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
  readonly #stage: StagedHistory;

  constructor(place: HiddenPlace, stage: StagedHistory) {
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

  /** Makes sure that the place is hidden from the outsider. @throws Untestable: on this target it is not */
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
