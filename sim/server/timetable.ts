import { closeQueue, dueAt, nextDue } from "../core/queues.ts";
import { untilWritten } from "../core/table.ts";
import type { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { finishExport, nextExport } from "../effects/organization.ts";
import { nextReminder, remind } from "../effects/remind.ts";
import { makeThumbnail, nextThumbnail } from "../effects/uploads.ts";
import { sendHeartbeat } from "../events/heartbeat.ts";
import { deliverScheduled, nextScheduled } from "./scheduled-delivery.ts";

/** Something that happens by itself at an instant, in milliseconds. */
interface Due {
  readonly at: number;
  readonly what: string;
  readonly fire: (turn: Turn) => void;
}

const remembered = untilWritten<Due | undefined>();

type Table = { readonly size: number; readonly writes: number };

/** Looks for the entry of a table that falls due next, only where the table was written to since. */
const nextIn =
  (tableOf: (world: World) => Table, look: (world: World) => Due | undefined) =>
  (world: World): Due | undefined => {
    const table = tableOf(world);
    return table.size === 0 ? undefined : remembered(table, () => look(world));
  };

function scheduledDue(world: World): Due | undefined {
  const message = nextScheduled(world);
  return message && { at: message.due * 1000, what: "scheduled message", fire: (turn) => deliverScheduled(turn, message) };
}

function reminderDue(world: World): Due | undefined {
  const reminder = nextReminder({ world });
  return reminder && { at: reminder.due * 1000, what: "reminder", fire: (turn) => remind(turn, reminder) };
}

function thumbnailDue(world: World): Due | undefined {
  const next = nextThumbnail(world);
  return next && { at: next.at, what: "thumbnail", fire: (turn) => makeThumbnail(turn, next.id) };
}

function exportDue(world: World): Due | undefined {
  const next = nextExport(world);
  return next && { at: next.at, what: "export", fire: (turn) => finishExport(turn, next.copy) };
}

function queueDue(world: World): Due | undefined {
  const queue = nextDue(world);
  if (!queue) return undefined;
  const at = dueAt(queue);
  return queue.held
    ? { at, what: "heartbeat", fire: (turn) => sendHeartbeat(turn, queue) }
    : { at, what: "end of a queue", fire: (turn) => closeQueue(turn, queue) };
}

/** All that happens by itself. Of things for one instant that which stands first is first: queues are looked after last. */
const sources: readonly ((world: World) => Due | undefined)[] = [
  nextIn(({ scheduled }) => scheduled, scheduledDue),
  nextIn(({ reminders }) => reminders, reminderDue),
  nextIn(({ thumbnails }) => thumbnails, thumbnailDue),
  nextIn(({ exports }) => exports, exportDue),
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
