import { instantText } from "../core/clock.ts";
import { limits } from "../core/limits.ts";
import type { ScheduledMessage } from "../core/personal.ts";
import { closeQueue, dueAt, nextDue } from "../core/queues.ts";
import { Refusal } from "../core/refusal.ts";
import { type Table, untilWritten } from "../core/table.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { createMessage } from "../effects/create-message.ts";
import { sendNotice } from "../effects/notices.ts";
import { finishExport } from "../effects/organization.ts";
import { remind } from "../effects/personal.ts";
import { changePolicies, policyChanges } from "../effects/topic-policies.ts";
import { makeThumbnail } from "../effects/uploads.ts";
import { announceMessage } from "../events/message.ts";
import { announceScheduledChange, announceScheduledGone } from "../events/personal.ts";
import { sendHeartbeat } from "../events/queue.ts";
import { type AskedPlace, type SendableMessage, sendableMessage } from "../requests/scheduling.ts";
import { startsRead } from "../rules/messages/access.ts";

const placeToSendTo = ({ place }: ScheduledMessage): AskedPlace =>
  place.type === "stream" ? { ...place, to: [place.to] } : { ...place, topic: undefined };

/** The message as it may be sent now, or why it may not: much can have happened since it was written. */
function sendableNow(turn: Turn, sender: User, message: ScheduledMessage): SendableMessage | Refusal {
  try {
    return sendableMessage(turn.world, sender, placeToSendTo(message), message.content);
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown;
    throw thrown;
  }
}

function fail(turn: Turn, sender: User, message: ScheduledMessage, why: Refusal | undefined): void {
  const failed = { ...message, failed: true };
  turn.world.scheduled.set(message.id, failed);
  announceScheduledChange(turn, failed);
  if (!why) return;
  const time = `<time:${instantText(message.due * 1000)}>`;
  const words = `The message you scheduled for ${time} was not sent because of the following error:`;
  sendNotice(turn, sender, `${words}\n\n> ${why.message}\n\n[View scheduled messages](#scheduled)`);
}

function send(turn: Turn, sender: User, scheduled: ScheduledMessage, { to, content }: SendableMessage): void {
  const { id, client, read_by_sender } = scheduled;
  const readBySender = read_by_sender ?? startsRead(turn.world, client);
  const changes = to.channel && policyChanges(turn.world, sender, to, content);
  const message = createMessage(turn, { sender, to, content, client, readBySender });
  if (changes) changePolicies(turn, changes);
  announceMessage(turn, message);
  turn.world.scheduled.delete(id);
  announceScheduledGone(turn, scheduled);
}

/** Sends a message whose time has come. Where that is refused by now, it stays as failed and its sender is told why. */
function deliverScheduled(turn: Turn, message: ScheduledMessage): void {
  const { users, settings } = turn.world;
  const sender = users.require(message.user_id);
  if (!sender.is_active || settings.deactivated) {
    fail(turn, sender, message, undefined);
    return;
  }
  const ready = sendableNow(turn, sender, message);
  if (ready instanceof Refusal) fail(turn, sender, message, ready);
  else send(turn, sender, message, ready);
}

/** Something that happens by itself at an instant, in milliseconds. */
interface Due {
  readonly at: number;
  readonly what: string;
  readonly fire: (turn: Turn) => void;
}

const remembered = untilWritten<Due | undefined>();

/**
 * Returns what looks for the record of a table that falls due next, of those for one instant the oldest, only where the table was written to
 * since. `dueOf` gives the instant of a record in milliseconds, undefined for one that waits for nothing.
 */
const nextIn =
  <Id extends number, R>(
    what: string,
    tableOf: (world: World) => Table<Id, R>,
    dueOf: (record: R) => number | undefined,
    fire: (turn: Turn, record: R) => void,
  ) =>
  (world: World): Due | undefined => {
    const table = tableOf(world);
    if (table.size === 0) return undefined;
    return remembered(table, () => {
      let next: Due | undefined;
      for (const record of table.values()) {
        const at = dueOf(record);
        if (at !== undefined && (!next || at < next.at)) next = { at, what, fire: (turn) => fire(turn, record) };
      }
      return next;
    });
  };

function queueDue(world: World): Due | undefined {
  const queue = nextDue(world);
  if (!queue) return undefined;
  const at = dueAt(queue);
  return queue.held
    ? { at, what: "heartbeat", fire: (turn) => sendHeartbeat(turn, queue) }
    : { at, what: "end of a queue", fire: (turn) => closeQueue(turn, queue) };
}

/**
 * All that happens by itself. Of things for one instant that which stands first is first: queues are looked after last. A scheduled message that
 * failed waits for its sender.
 */
const sources: readonly ((world: World) => Due | undefined)[] = [
  nextIn(
    "scheduled message",
    ({ scheduled }) => scheduled,
    ({ due, failed }) => (failed ? undefined : due * 1000),
    deliverScheduled,
  ),
  nextIn(
    "reminder",
    ({ reminders }) => reminders,
    ({ due }) => due * 1000,
    remind,
  ),
  nextIn(
    "thumbnail",
    ({ thumbnails }) => thumbnails,
    ({ at }) => at,
    makeThumbnail,
  ),
  nextIn(
    "export",
    ({ exports }) => exports,
    ({ asked, ready }) => (ready === undefined ? asked + limits.exportMillis : undefined),
    finishExport,
  ),
  queueDue,
];

function nextOf(world: World): Due | undefined {
  let next: Due | undefined;
  for (const source of sources) {
    const due = source(world);
    if (due && (!next || due.at < next.at)) next = due;
  }
  return next;
}

/** The next thing that happens in a state by itself, with its instant in milliseconds; undefined where nothing will. */
export const worldDue = (world: World): Pick<Due, "at" | "what"> | undefined => nextOf(world);

/** Does what is due in the state, if anything is. */
export function fireNext(turn: Turn): boolean {
  const next = nextOf(turn.world);
  if (!next || next.at > turn.now) return false;
  next.fire(turn);
  return true;
}
