import { instantText } from "../core/clock.ts";
import type { MessageId, UserId } from "../core/ids.ts";
import { itemAt } from "../core/lookup.ts";
import { fileMessage, type Message } from "../core/messages.ts";
import { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { createMessage, type Destination } from "../effects/create-message.ts";
import { wrong } from "../reader/index.ts";
import { contentOf } from "../resources/content.ts";
import { addToMessage } from "./additions.ts";
import type { Agenda } from "./agenda.ts";

import type { MessageInFile } from "./messages.ts";
import type { Names } from "./names.ts";
import { rowsOf, SharedRows } from "./rows.ts";

/** The world that messages are sent into, and what else happens there meanwhile. */
interface Scene {
  readonly world: World;
  readonly names: Names;
  readonly agenda: Agenda;
  readonly shared: SharedRows;
}

function destinationOf(names: Names, { to, topic = "" }: MessageInFile, sender: User): Destination {
  if ("name" in to) return { channel: names.channel(to), topic };
  return { users: [sender.id, ...to.map((name) => names.user(name).id)] };
}

function sendOne({ world, names, agenda, shared }: Scene, given: MessageInFile, sender: User, source: string, now: number): Message {
  const turn = new Turn(world, now);
  const content = contentOf(world, sender, source);
  const to = destinationOf(names, given, sender);
  const sent = createMessage(turn, { sender, to, content, client: given.client, readBySender: true });
  const message = sent.with({ flags: shared.of(rowsOf(world, names, sent, given)) });
  fileMessage(turn, message);
  addToMessage(turn, names, agenda, message, given);
  return message;
}

/** Whether all messages of a run that are just text differ in nothing but text, id and instant. */
function isUniform({ world }: Scene, { reactions, submessages, edits }: MessageInFile, { received }: Message): boolean {
  const noticed = [...received].some((id) => world.users.require(id).alert_words.length > 0);
  return !noticed && reactions.length + submessages.length + edits.length === 0;
}

/**
 * Sends one message of a file as often as it says. Of each sender the first that is just text is the model of the others: that
 * makes a million of them a matter of seconds.
 */
function sendRun(scene: Scene, given: MessageInFile, first: number): void {
  const { world, names, agenda } = scene;
  const senders = given.from.map((name) => names.user(name));
  const models = new Map<UserId, Message>();
  for (let n = 1; n <= (given.times ?? 1); n++) {
    const now = first + (n - 1) * (given.every ?? 0);
    if (agenda.isDue(now)) {
      agenda.catchUp(now);
      models.clear();
    }
    const sender = itemAt(senders, (n - 1) % senders.length);
    const source = given.times === undefined ? given.content : given.content.replaceAll("{n}", String(n));
    const model = models.get(sender.id);
    if (model && contentOf(world, sender, source).html === undefined) {
      const turn = new Turn(world, now);
      fileMessage(turn, model.with({ id: turn.nextId("message") as MessageId, content: source, sent: now }));
      continue;
    }
    const message = sendOne(scene, given, sender, source, now);
    if (message.html === undefined && isUniform(scene, given, message)) models.set(sender.id, message);
  }
}

/** Sends the messages of a file, which stand there in order of time; on the way and at the end, all that the agenda has. */
export function sendAll(world: World, names: Names, agenda: Agenda, made: number, messages: Iterable<MessageInFile>): void {
  const scene = { world, names, agenda, shared: new SharedRows() };
  const { now: start } = world;
  let latest = made;
  let event = "the realm was made";
  for (const given of messages) {
    const { at = latest, times = 1, every = 0, place } = given;
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
