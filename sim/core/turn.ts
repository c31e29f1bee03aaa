import type { Counter, Id, QueueId } from "./ids.ts";
import { limits } from "./limits.ts";
import { MessageTexts } from "./messages.ts";
import { eventTexts } from "./queue-events.ts";
import { putQueue, type Queue } from "./queues.ts";
import { lengthOf } from "./record-length.ts";
import { Refusal } from "./refusal.ts";
import { oncePer } from "./remembering.ts";
import { draw } from "./rng.ts";
import { chanceOf, gap } from "./server.ts";
import type { World } from "./world.ts";

/** The length of settings, which are replaced as a whole when one changes. */
const settingsLength = oncePer<object, number>(lengthOf);

/** All that a realm holds, events that wait in queues included, in UTF-16 units. */
export const realmLength = ({ tally, queuedLoad, settings, newcomers }: World): number =>
  tally.length + queuedLoad + settingsLength(settings) + settingsLength(newcomers);

/** A request makes the realm grow by so many times its own length at most, but for long lists of people and channels; shorter ones count as the least size. */
const [mostGrowth, leastSize] = [1000, 100];

/** One request at one instant: the only way to write. Time, chance and ids come from here. */
export class Turn {
  readonly world: World;
  readonly now: number;
  /** Events for the polls that this turn answers, by queue; undefined where it answers none. */
  woken: Map<QueueId, string[]> | undefined;
  /** UTF-16 units of what the request brings; of files two bytes are one. */
  size = 0;
  /** Headers that tell how many calls are left; undefined where this one was not counted. */
  rateHeaders: Readonly<Record<string, string>> | undefined;

  constructor(world: World, now = world.now) {
    this.world = world;
    this.now = now;
  }

  /** UNIX time in whole seconds. */
  get seconds(): number {
    return Math.floor(this.now / 1000);
  }

  nextId<Kind extends Counter>(counter: Kind): Id<Kind> {
    const { counters, server } = this.world;
    const id = counters[counter]++ as Id<Kind>;
    if (server.varying) counters[counter] += gap(chanceOf(server, "id-gaps", counter, id));
    return id;
  }

  /** A source of chance of its own for a use and a number within it. */
  chance(use: string, number: number): (below: number) => number {
    return draw(this.world.server.seed, use, number);
  }

  /** Ends the poll held on a queue, which is answered after the turn with what is queued now. */
  wake(queue: Queue): void {
    if (!queue.held && !this.woken?.has(queue.id)) return;
    this.woken ??= new Map();
    this.woken.set(queue.id, eventTexts(queue));
    putQueue(this.world, queue.with({ held: false }), this.world.queues.get(queue.id));
  }

  /**
   * Checks that the realm has room for what an effect writes. Near the bound the effect is tried on a fork first, so that whatever makes
   * the realm smaller is always done. @refuses BAD_REQUEST with status 507: there is none
   */
  checkRoom(effect: (turn: Turn) => void): void {
    const { world, size } = this;
    const { mostWritten = limits.realmLength } = world.server;
    const most = world.lengthAtStart + mostWritten;
    const before = realmLength(world);
    if (before + (size + leastSize) * mostGrowth <= most) return;
    const trial = new Turn(world.fork(), this.now);
    effect(trial);
    const after = realmLength(trial.world);
    if (after > most && after > before)
      throw new Refusal(`The realm is full: requests have written the ${mostWritten * 2} bytes that it has room for`, { status: 507 });
  }

  /** Texts of messages made before are no longer right. */
  namesChanged(): void {
    this.world.epoch.drop();
    this.world.epoch = new MessageTexts();
  }
}
