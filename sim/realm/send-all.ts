import { instantText } from "../core/clock.ts";
import { flagBits, type Rows } from "../core/flags.ts";
import type { ChannelId, MessageId, SubmessageId, UserId } from "../core/ids.ts";
import { itemAt } from "../core/lookup.ts";
import { fileMessage, type Message, type Reaction } from "../core/messages.ts";
import { channelPlace, type TopicOrConversation } from "../core/places.ts";
import { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { createMessage, type Destination, linksOf } from "../effects/create-message.ts";
import { differing, editMessage } from "../effects/edit-message.ts";
import { addReaction, sameReaction } from "../effects/flags.ts";
import { emojiCode, hasAlertWord } from "../markdown/index.ts";
import { type Item, wrong } from "../reader/index.ts";
import { type Content, contentOf } from "../resources/content.ts";
import { maySee } from "../rules/messages/access.ts";
import type { Agenda } from "./instants.ts";
import type { EditInFile, MessageInFile, ReactionInFile } from "./messages.ts";
import { type Name, type Names, namesOf } from "./names.ts";

/** The code that an emoji has in its namespace. */
function codeOf(world: World, { emoji, type, place: inFile }: ReactionInFile): string {
  if (type === "zulip_extra_emoji") return emoji;
  if (type === "unicode_emoji") return emojiCode(emoji) ?? wrong(inFile.at("emoji"), emoji, 'the name of a Unicode emoji, such as "tada"');
  const custom = [...world.emoji.values()].find(({ name }) => name === emoji);
  return String(custom?.id ?? wrong(inFile.at("emoji"), emoji, `an emoji of this realm: ${namesOf(world.emoji.values())}`));
}

function react(turn: Turn, names: Names, message: Message, given: ReactionInFile): Message {
  const emoji_code = given.code ?? codeOf(turn.world, given);
  const reaction: Reaction = { emoji_name: given.emoji, emoji_code, reaction_type: given.type, user_id: names.user(given.by).id };
  if (message.reactions.some((other) => sameReaction(other, reaction))) wrong(given.place, given.emoji, "a reaction that is not there yet");
  return addReaction(turn, message, reaction);
}

function addSubmessages(turn: Turn, names: Names, message: Message, { submessages }: MessageInFile): void {
  if (submessages.length === 0) return;
  const { counters } = turn.world;
  const added = submessages.map(({ id: given, by, type, content }) => {
    const id = (given ?? turn.nextId("submessage")) as SubmessageId;
    counters.submessage = Math.max(counters.submessage, id + 1);
    return { id, message_id: message.id, sender_id: names.user(by).id, msg_type: type, content };
  });
  fileMessage(turn, message.with({ submessages: added }));
}

function editLater(turn: Turn, names: Names, agenda: Agenda, { id, place, sent }: Message, edit: EditInFile): void {
  const { world } = turn;
  const { by, at, content, topic, channel, place: inFile } = edit;
  const editor = names.user(by);
  const destination = channel && names.channel(channel);
  if (at < sent) wrong(inFile.at("at"), instantText(at), `an instant not before that of the message, ${instantText(sent)}`);
  if (place.channel === undefined && topic !== undefined) wrong(inFile.at("topic"), topic, "none: this is a direct message");
  if (place.channel === undefined && channel) wrong(channel.at, channel.name, "none: this is a direct message");
  agenda.add(at, (later) => {
    const message = world.messages.require(id);
    const sender = world.users.require(message.sender);
    const change = differing(message, {
      ...(content !== undefined && { content: contentOf(world, sender, content) }),
      ...(topic !== undefined && { topic }),
      ...(destination && { channel: world.channels.require(destination.id) }),
    });
    if (Object.keys(change).length > 0) editMessage(later, editor, message, change);
  });
}

/** Adds to a message what was done with it: reactions and submessages now, edits when they are due. */
function addToMessage(turn: Turn, names: Names, agenda: Agenda, message: Message, given: MessageInFile): void {
  let present = message;
  for (const reaction of given.reactions) present = react(turn, names, present, reaction);
  addSubmessages(turn, names, present, given);
  for (const edit of given.edits) editLater(turn, names, agenda, message, edit);
}

/** The facts that the topic of a message decides. */
interface Heading {
  readonly place: TopicOrConversation;
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
const destinationKey = ({ to }: MessageInFile): string => ("name" in to ? to.name : `\n${to.map(({ name }) => name).join()}`);

/**
 * The last message of each sender to each destination that is just text: the model of the next one, which differs in nothing but
 * its text, topic, id and instant. That makes a million of them a matter of seconds.
 */
class Models {
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
    models.set(destinationKey(given), { message, given, alertWords });
  }

  /** Files a message after its model. Returns whether there is one, and the content is such text too. */
  send(sender: UserId, given: MessageInFile, content: Content, sent: number): boolean {
    const model = this.#models.get(sender)?.get(destinationKey(given));
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

/** Throws the error of a file, unless it is a copy: whom a message reaches may hang on rulings and levels, which are not those of the server. */
function expectReader({ name, at }: Name, expected: string): void {
  if (!at.source.isCopied) wrong(at, name, expected);
}

function unreadBy(names: Names, message: Message, unread: readonly Name[]): ReadonlySet<UserId> {
  return new Set(
    unread.flatMap((name) => {
      const { id } = names.user(name);
      if (message.received.has(id)) return [id];
      expectReader(name, "a user who receives this message");
      return [];
    }),
  );
}

function starredBy(world: World, names: Names, message: Message, starred: readonly Name[]): ReadonlySet<UserId> {
  return new Set(
    starred.flatMap((name) => {
      const user = names.user(name);
      if (maySee(world, user, message)) return [user.id];
      expectReader(name, "a user who can see this message");
      return [];
    }),
  );
}

/** Returns who has read and starred a message, as its file says, with the flags that its sending left. */
function rowsOf(world: World, names: Names, message: Message, { unread_by, starred_by }: MessageInFile): Rows {
  const unread = typeof unread_by === "string" ? undefined : unreadBy(names, message, unread_by);
  const rows = new Map<UserId, number>();
  for (const id of message.received) {
    let bits = message.flagsOf(id);
    if (unread?.has(id)) bits &= ~flagBits.read;
    else if (unread_by !== "everyone") bits |= flagBits.read;
    if (bits !== 0) rows.set(id, bits);
  }
  for (const id of starredBy(world, names, message, starred_by)) {
    const bits = message.received.has(id) ? (rows.get(id) ?? 0) : flagBits.read | flagBits.historical;
    rows.set(id, bits | flagBits.starred);
  }
  return rows;
}

/** Keeps one of each, so that messages with equal rows share them. */
class SharedRows {
  readonly #known = new Map<string, Rows>();

  of(rows: Rows): Rows {
    const key = [...rows].join(";");
    const known = this.#known.get(key);
    if (!known) this.#known.set(key, rows);
    return known ?? rows;
  }
}

/** The world that messages are sent into, and what else happens there meanwhile. */
interface Scene {
  readonly world: World;
  readonly names: Names;
  readonly agenda: Agenda;
  readonly shared: SharedRows;
  readonly models: Models;
}

function destinationOf(names: Names, { to, topic = "" }: MessageInFile, sender: User): Destination {
  if ("name" in to) return { channel: names.channel(to), topic };
  return { users: [sender.id, ...to.map((name) => names.user(name).id)] };
}

function sendOne({ world, names, agenda, shared }: Scene, given: MessageInFile, sender: User, content: Content, now: number): Message {
  const turn = new Turn(world, now);
  const to = destinationOf(names, given, sender);
  const flagsOf = (sent: Message) => shared.of(rowsOf(world, names, sent, given));
  const message = createMessage(turn, { sender, to, content, client: given.client, readBySender: true, flagsOf });
  addToMessage(turn, names, agenda, message, given);
  return message;
}

/** Whether nothing is done with a message once it is sent. */
const isLeftAlone = ({ reactions, submessages, edits }: MessageInFile): boolean =>
  reactions.length + submessages.length + edits.length === 0;

/** The models for a message: those of the file, or its own where those do not tell who has read or starred it. */
const modelsFor = ({ world, models }: Scene, { unread_by, starred_by }: MessageInFile): Models =>
  typeof unread_by === "string" && starred_by.length === 0 ? models : new Models(world);

/** Sends one message of a file as often as it says. */
function sendRun(scene: Scene, given: MessageInFile, first: number): void {
  const { world, names, agenda } = scene;
  const { times, every = 0 } = given;
  const senders = given.from.map((name) => names.user(name));
  const models = isLeftAlone(given) ? modelsFor(scene, given) : undefined;
  for (let n = 1; n <= (times ?? 1); n++) {
    const now = first + (n - 1) * every;
    if (agenda.isDue(now)) {
      agenda.catchUp(now);
      scene.models.clear();
      models?.clear();
    }
    const sender = itemAt(senders, (n - 1) % senders.length);
    const content = contentOf(world, sender, times === undefined ? given.content : given.content.replaceAll("{n}", String(n)));
    if (models?.send(sender.id, given, content, now)) continue;
    const message = sendOne(scene, given, sender, content, now);
    models?.keep(message, given, content);
  }
}

/** Sends the messages of a file, which stand there in order of time; on the way and at the end, all that the agenda has. */
export function sendAll(world: World, names: Names, agenda: Agenda, made: number, messages: Iterable<Item<MessageInFile>>): void {
  const scene = { world, names, agenda, shared: new SharedRows(), models: new Models(world) };
  const { now: start } = world;
  let latest = made;
  let event = "the realm was made";
  for (const { value: given, place } of messages) {
    const { at = latest, times = 1, every = 0 } = given;
    if (at < latest) wrong(place.at("at"), instantText(at), `an instant not before ${event}, ${instantText(latest)}`);
    event = "the message above was sent";
    const { counters } = world;
    if (given.id !== undefined && given.id < counters.message)
      wrong(place.at("id"), given.id, `an id above those before it, ${counters.message} or more`);
    counters.message = given.id ?? counters.message;
    latest = at + (times - 1) * every;
    if (latest > start) wrong(place.at("times"), times, `so few that the last one, at ${instantText(latest)}, is not after the start`);
    sendRun(scene, given, at);
  }
  agenda.catchUp(world.now);
}
