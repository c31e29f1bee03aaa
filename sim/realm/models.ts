import type { ChannelId, MessageId } from "../core/ids.ts";
import { fileMessage, type Message } from "../core/messages.ts";
import { channelPlace, type Place } from "../core/places.ts";
import { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { linksOf } from "../effects/create-message.ts";
import { hasAlertWord } from "../markdown/index.ts";
import type { Content } from "../resources/content.ts";
import type { MessageInFile } from "./messages.ts";

/** What the topic of a message decides. */
interface Heading {
  readonly place: Place;
  readonly topic_links: Message["topic_links"];
}

/** A message, and the alert words of those who received it, none of which it has. */
interface Model {
  readonly message: Message;
  readonly alertWords: readonly string[];
}

/** Of more topics than this all are forgotten. */
const mostTopics = 10_000;

/** Whether a content is nothing but text. What begins with a slash may be a command, such as `/poll`. */
const isJustText = ({ html, source }: Content): boolean => html === undefined && !source.startsWith("/");

/**
 * Messages that are just text, by what decides all but their text, topic, id and instant: each is the model of those that follow.
 * That makes a million of them a matter of seconds.
 */
export class Models {
  readonly #world: World;
  readonly #models = new Map<string, Model>();
  readonly #headings = new Map<ChannelId, Map<string, Heading>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Forgets all models: something has changed that messages may depend on. */
  clear(): void {
    this.#models.clear();
  }

  /** Keeps a message as the model of its kind, if it is just text that nobody is alerted to. */
  keep(kind: string, message: Message, content: Content): void {
    const alertWords = [...message.received].flatMap((id) => this.#world.users.require(id).alert_words);
    if (isJustText(content) && !hasAlertWord(content.alertText, alertWords)) this.#models.set(kind, { message, alertWords });
  }

  /** Files a message after the model of its kind. Returns whether there is one, and the content is such text too. */
  send(kind: string, content: Content, topic: string, sent: number): boolean {
    const model = this.#models.get(kind);
    if (!model || !isJustText(content) || hasAlertWord(content.alertText, model.alertWords)) return false;
    const { message } = model;
    const turn = new Turn(this.#world, sent);
    const { place, topic_links } = this.#heading(turn, message, topic);
    fileMessage(turn, message.with({ id: turn.nextId("message") as MessageId, content: content.source, sent, place, topic_links }));
    return true;
  }

  #heading(turn: Turn, model: Message, topic: string): Heading {
    const { channel, recipient } = model.place;
    if (channel === undefined || model.topic === topic) return model;
    let known = this.#headings.get(channel);
    if (!known) this.#headings.set(channel, (known = new Map()));
    let heading = known.get(topic);
    if (heading) return heading;
    if (known.size >= mostTopics) known.clear();
    const place = channelPlace(turn, { id: channel, recipient_id: recipient }, topic);
    known.set(topic, (heading = { place, topic_links: linksOf(turn, topic) }));
    return heading;
  }
}

/** Returns what decides all but the text, the topic, the id and the instant of a message that is just text. */
export function kindOf(sender: User, { to, unread_by, client }: MessageInFile): string {
  const destination = "name" in to ? `#${to.name}` : to.map(({ name }) => name).join();
  return `${sender.id} ${unread_by} ${destination}\n${client}`;
}
