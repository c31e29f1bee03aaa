import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { fileMessage, type Message } from "../core/messages.ts";
import { channelPlace, type Place } from "../core/places.ts";
import { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { linksOf } from "../effects/create-message.ts";
import { hasAlertWord } from "../markdown/index.ts";
import type { Content } from "../resources/content.ts";
import type { MessageInFile } from "./messages.ts";

/** The facts that the topic of a message decides. */
interface Heading {
  readonly place: Place;
  readonly topic_links: Message["topic_links"];
}

/** A message, as what it stands in the file, and the alert words of those who received it, none of which it has. */
interface Model {
  readonly message: Message;
  readonly given: MessageInFile;
  readonly alertWords: readonly string[];
}

/** Of more topics than this all are forgotten. */
const mostTopics = 10_000;

/** Whether a content is nothing but text. What begins with a slash may be a command, such as `/poll`. */
const isJustText = ({ html, source }: Content): boolean => html === undefined && !source.startsWith("/");

/** The name of a channel, or those of users, which no channel has. */
const destinationOf = ({ to }: MessageInFile): string => ("name" in to ? to.name : `\n${to.map(({ name }) => name).join()}`);

/**
 * The last message of each sender to each destination that is just text: the model of the next one, which differs in nothing but
 * its text, topic, id and instant. That makes a million of them a matter of seconds.
 */
export class Models {
  readonly #world: World;
  readonly #models = new Map<UserId, Map<string, Model>>();
  readonly #headings = new Map<ChannelId, Map<string, Heading>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Forgets all models: something has changed that messages may depend on. */
  clear(): void {
    this.#models.clear();
  }

  /** Keeps a message as a model, if it is just text that nobody is alerted to. */
  keep(message: Message, given: MessageInFile, content: Content): void {
    const alertWords = [...message.received].flatMap((id) => this.#world.users.require(id).alert_words);
    if (!isJustText(content) || hasAlertWord(content.alertText, alertWords)) return;
    let models = this.#models.get(message.sender);
    if (!models) this.#models.set(message.sender, (models = new Map()));
    models.set(destinationOf(given), { message, given, alertWords });
  }

  /** Files a message after its model. Returns whether there is one, and the content is such text too. */
  send(sender: UserId, given: MessageInFile, content: Content, sent: number): boolean {
    const model = this.#models.get(sender)?.get(destinationOf(given));
    if (!model || model.given.unread_by !== given.unread_by || model.given.client !== given.client) return false;
    if (!isJustText(content) || hasAlertWord(content.alertText, model.alertWords)) return false;
    const { message } = model;
    const turn = new Turn(this.#world, sent);
    const { place, topic_links } = this.#heading(turn, message, given.topic ?? "");
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
