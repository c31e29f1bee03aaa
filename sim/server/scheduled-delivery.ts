import { instantText } from "../core/clock.ts";
import type { ScheduledMessage } from "../core/personal.ts";
import { Refusal } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { World } from "../core/world.ts";
import { createMessage } from "../effects/create-message.ts";
import { sendNotice } from "../effects/notices.ts";
import { changePolicies, policyChanges } from "../effects/topic-policies.ts";
import { announceMessage } from "../events/message.ts";
import { announceScheduledChange, announceScheduledGone } from "../events/personal.ts";
import { type AskedPlace, type SendableMessage, sendableMessage } from "../requests/scheduling.ts";
import { startsRead } from "../rules/messages/access.ts";

/** The message that is to be sent next: of those for one instant the oldest. One that failed waits for its sender. */
export function nextScheduled({ scheduled }: Pick<World, "scheduled">): ScheduledMessage | undefined {
  let next: ScheduledMessage | undefined;
  for (const message of scheduled.values()) if (!message.failed && (!next || message.due < next.due)) next = message;
  return next;
}

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
export function deliverScheduled(turn: Turn, message: ScheduledMessage): void {
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
