import type { Counter, QueueId } from "./ids.ts";
import { limits } from "./limits.ts";
import { MessageTexts } from "./message-texts.ts";
import { eventTexts } from "./queue-events.ts";
import { putQueue, type Queue } from "./queues.ts";
import { Refusal } from "./refusal.ts";
import { draw } from "./rng.ts";
import { chanceOf, gap } from "./variations.ts";
import type { World } from "./world.ts";

/** One request at one instant: the only way to write. Time, chance and ids come from here. */
export class Turn {
  readonly world: World;
  readonly now: number;
  /** Events for the polls that this turn answers, by queue; undefined where it answers none. */
  woken: Map<QueueId, string[]> | undefined;
  /** UTF-16 units of what the request brings. */
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

  nextId(counter: Counter): number {
    const { counters, server } = this.world;
    const id = counters[counter]++;
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

  /** Makes room in the realm for what the request brings. @refuses BAD_REQUEST with status 507: there is none */
  makeRoom(): void {
    const { world, size } = this;
    const most = world.server.mostWritten ?? limits.realmLength;
    if (world.written + size > most)
      throw new Refusal(`The realm is full: requests have written the ${most * 2} bytes that it has room for`, { status: 507 });
    world.written += size;
  }

  /** Texts of messages made before are no longer right. */
  namesChanged(): void {
    this.world.epoch.drop();
    this.world.epoch = new MessageTexts();
  }
}
