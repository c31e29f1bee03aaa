import { instantText } from "../core/clock.ts";
import { itemAt } from "../core/lookup.ts";
import type { Message } from "../core/messages.ts";
import { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { createMessage, type Destination } from "../effects/create-message.ts";
import { type Item, wrong } from "../reader/index.ts";
import { type Content, contentOf } from "../resources/content.ts";
import { addToMessage } from "./additions.ts";
import type { Agenda } from "./agenda.ts";

import type { MessageInFile } from "./messages.ts";
import { Models } from "./models.ts";
import type { Names } from "./names.ts";
import { rowsOf, SharedRows } from "./rows.ts";

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
