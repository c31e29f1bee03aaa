import { instantText } from "../core/clock.ts";
import { flagBits, type Rows } from "../core/flags.ts";
import type { SubmessageId, UserId } from "../core/ids.ts";
import { itemAt } from "../core/lookup.ts";
import { fileMessage, type Message, type Reaction } from "../core/messages.ts";
import type { TopicOrConversation } from "../core/places.ts";
import { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { createMessage, type Destination } from "../effects/create-message.ts";
import { differing, editMessage } from "../effects/edit-message.ts";
import { addReaction, sameReaction } from "../effects/flags.ts";
import { emojiCode } from "../markdown/index.ts";
import { type Item, wrong } from "../reader/index.ts";
import { contentOf } from "../resources/content.ts";
import { maySee } from "../rules/messages/access.ts";
import { type Agenda, tooEarly } from "./instants.ts";
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
  if (at.millis < sent) tooEarly(at, inFile.at("at"), "that of the message", sent);
  if (place.channel === undefined && topic !== undefined) wrong(inFile.at("topic"), topic, "none: this is a direct message");
  if (place.channel === undefined && channel) wrong(channel.at, channel.name, "none: this is a direct message");
  agenda.add(at.millis, (later) => {
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

/** Keeps one of each key, so that messages share what is equal. */
class Shared<T> {
  readonly #known = new Map<string, T>();

  of(key: string, value: T): T {
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, value);
    return known ?? value;
  }
}

/** The world that messages are sent into, what else happens there meanwhile, and what messages share. */
interface Scene {
  readonly world: World;
  readonly names: Names;
  readonly agenda: Agenda;
  readonly rows: Shared<Rows>;
  readonly places: Shared<TopicOrConversation>;
}

const placeKey = (place: TopicOrConversation): string =>
  place.channel === undefined ? `to ${place.recipient}` : `${place.thread} ${place.topic}`;

function destinationOf(names: Names, { to, topic = "" }: MessageInFile, sender: User): Destination {
  if ("name" in to) return { channel: names.channel(to), topic };
  return { users: [sender.id, ...to.map((name) => names.user(name).id)] };
}

function sendOne({ world, names, agenda, rows, places }: Scene, given: MessageInFile, sender: User, source: string, now: number): void {
  const turn = new Turn(world, now);
  const to = destinationOf(names, given, sender);
  const stored = (sent: Message): Message => {
    const flags = rowsOf(world, names, sent, given);
    return sent.with({ flags: rows.of([...flags].join(";"), flags), place: places.of(placeKey(sent.place), sent.place) });
  };
  const content = contentOf(world, sender, source);
  const message = createMessage(turn, { sender, to, content, client: given.client, readBySender: true, stored });
  addToMessage(turn, names, agenda, message, given);
}

/** Sends one message of a file as often as it says. */
function sendRun(scene: Scene, given: MessageInFile, first: number): void {
  const { times, every = 0, content } = given;
  const senders = given.from.map((name) => scene.names.user(name));
  for (let n = 1; n <= (times ?? 1); n++) {
    const now = first + (n - 1) * every;
    scene.agenda.catchUp(now);
    const source = times === undefined ? content : content.replaceAll("{n}", String(n));
    sendOne(scene, given, itemAt(senders, (n - 1) % senders.length), source, now);
  }
}

/** Sends the messages of a file, which stand there in order of time; on the way and at the end, all that the agenda has. */
export function sendAll(world: World, names: Names, agenda: Agenda, made: number, messages: Iterable<Item<MessageInFile>>): void {
  const scene = { world, names, agenda, rows: new Shared<Rows>(), places: new Shared<TopicOrConversation>() };
  const { now: start } = world;
  let latest = made;
  let isFirst = true;
  for (const { value: given, place } of messages) {
    const { times = 1, every = 0 } = given;
    // Some servers say that they were made after their first messages.
    const isFree = isFirst && place.source.isCopied;
    if (given.at && given.at.millis < latest && !isFree)
      tooEarly(given.at, place.at("at"), isFirst ? "the realm was made" : "the message above was sent", latest);
    const at = given.at?.millis ?? latest;
    isFirst = false;
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
