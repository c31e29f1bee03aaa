import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "../core/refusal.ts";
import type { Watch, WorldWatch } from "../judge/index.ts";
import { failure } from "../protocol/envelope.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import type { ServedWorld, SteeredWorlds, WorldOptions } from "./control/route.ts";
import { Control } from "./control.ts";
import { Hosts } from "./hosts.ts";
import { Front } from "./node-front.ts";
import { WallClock } from "./wall-clock.ts";

/** As many worlds there are at once. */
const mostWorlds = 10_000;

/** A world that nobody asks anything for so long ends. */
const idleMillis = 3_600_000;
const lookMillis = 60_000;

/** The journal of a world is small: there may be many. */
const journalBytes = 4_000_000;

interface Kept extends ServedWorld {
  readonly front: Front;
  readonly control: Control;
  readonly watch: WorldWatch | undefined;
  /** Requests that are not answered yet. */
  open: number;
  used: number;
}

interface Main {
  readonly simulator: Simulator;
  readonly clock: WallClock;
  readonly front: Front;
  /** Names of the server, and further ones that are allowed. */
  readonly hosts: readonly string[];
  readonly allowHosts?: readonly string[];
  readonly log: ((line: string) => void) | undefined;
  /** The judge of the server's clients, those of worlds among them. */
  readonly judge?: Watch | undefined;
  /** The machine's time, in milliseconds. */
  readonly now?: () => number;
}

const inPath = /^\/w\/([^/?]*)(?=[/?]|$)/;
/** Files are at addresses that begin with `/`: those of a world name it. */
const inFile = /^\/user_uploads\/(?:temporary|(?:thumbnail\/)?\d+\/[^/]+)\/(w\d+)-/;
const inHost = /^([a-z\d-]+)\.localhost(?::\d*)?$/i;

/** The worlds of one server, each with its state, clock, faults, journal and queues, below `/w/<id>` or at `<id>.localhost`. */
export class Worlds implements SteeredWorlds {
  readonly #main: Main;
  readonly #now: () => number;
  readonly #all = new Map<string, Kept>();
  #count = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(main: Main) {
    this.#main = main;
    this.#now = main.now ?? (() => performance.now());
  }

  /** Takes a request that is for a world, or for one that there is not. Returns whether it is. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = "/", headers } = request;
    if (url.startsWith("/w/")) {
      const [head = "", id = ""] = inPath.exec(url) ?? [];
      request.url = url.slice(head.length).replace(/^(?!\/)/, "/");
      this.#visit(id, request, response);
      return true;
    }
    if (this.#all.size === 0) return false;
    const [, id = this.#ownerOf(url)] = inHost.exec(headers.host ?? "") ?? [];
    if (id !== undefined) this.#visit(id.toLowerCase(), request, response);
    return id !== undefined;
  }

  /** The world whose file stands at a path, if it still is there. */
  #ownerOf(path: string): string | undefined {
    const [, id = ""] = inFile.exec(path) ?? [];
    return this.#all.has(id) ? id : undefined;
  }

  #visit(id: string, request: IncomingMessage, response: ServerResponse): void {
    const world = this.#all.get(id);
    if (!world) {
      const line = `There is no world ${JSON.stringify(id.slice(0, 40))}; POST /_control/worlds makes one`;
      this.#main.front.refuse(request, response, failure(new Refusal(line, { status: 404 })));
      return;
    }
    world.open++;
    world.used = this.#now();
    response.once("close", () => {
      world.open--;
      world.used = this.#now();
    });
    world.front.take(request, response);
  }

  get all(): readonly ServedWorld[] {
    return [...this.#all.values()];
  }

  find(id: string): ServedWorld | undefined {
    return this.#all.get(id);
  }

  get isFull(): boolean {
    return this.#all.size >= mostWorlds;
  }

  /**
   * Makes a world, which gives `base` with its path as its own address.
   * @throws RealmFileError: the realm file is wrong at the place named; TypeError: another option is
   */
  make({ options = {}, fork, mode = this.#main.clock.startMode }: WorldOptions, base: string): ServedWorld {
    const simulator = fork ? fork.fork(journalBytes) : this.#started(options);
    const id = `w${++this.#count}`;
    simulator.serveAt(`${base}/w/${id}`);
    const behind = Date.now() - simulator.now();
    if (mode === "real" && !fork && options.now === undefined && behind > 0) simulator.advance({ ms: behind });
    const { hosts: own, allowHosts, front: main, log: tell, judge: beside } = this.#main;
    const clock = new WallClock(simulator, mode);
    const watch = beside?.beside(id, simulator);
    const hosts = new Hosts([...own, `${id}.localhost`], allowHosts);
    const control = new Control({ simulator, clock, hosts, judge: watch });
    const log = tell && ((line: string) => tell(`${id} ${line}`));
    const front = new Front({ simulator, clock, control, log }, main);
    const world = { id, simulator, clock, control, front, watch, open: 0, used: this.#now() };
    this.#all.set(id, world);
    this.#timer ??= setInterval(() => this.endIdle(), lookMillis).unref();
    return world;
  }

  /** A simulator as the server's own started, but for some options. */
  #started(options: NonNullable<WorldOptions["options"]>): Simulator {
    const { simulator } = this.#main;
    if (Object.keys(options).length === 0) return simulator.anew(journalBytes);
    const { level, brand, seed } = simulator.server;
    // Which name a realm has is for the realm that was given with it.
    const { name, ...given } = simulator.options;
    const own = "realm" in options || name === undefined ? {} : { name };
    return createSimulator({ level, brand, seed, ...given, ...own, ...options, journalBytes });
  }

  /**
   * Ends a world: its polls are answered, its clock stands. Returns whether there was one.
   * @param isLeft whether its clients have left it as it was; else it is over as by a reset
   */
  end(id: string, isLeft = false): boolean {
    const world = this.#all.get(id);
    if (!world) return false;
    this.#all.delete(id);
    world.clock.stop();
    world.simulator.answerAll();
    world.control.close();
    if (isLeft) world.watch?.close();
    else world.watch?.leave();
    return true;
  }

  /** Ends the worlds that nobody has asked anything for an hour. */
  endIdle(): void {
    const before = this.#now() - idleMillis;
    for (const { id, open, used } of this.#all.values()) if (open === 0 && used <= before) this.end(id, true);
  }

  /** Ends all of them. */
  close(): void {
    clearInterval(this.#timer);
    for (const { id, front } of [...this.#all.values()]) {
      front.closing = true;
      this.end(id, true);
    }
  }
}
