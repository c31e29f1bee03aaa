import { instantText, readInstant } from "../core/clock.ts";
import { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";
import { schemaOf } from "../protocol/schema.ts";
import { fail, type Place, shape, wrong } from "../reader/index.ts";

const unitMillis = { w: 7 * 86_400_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;
const spanExpected = 'a time span such as "90m", "1d12h" or "3w"';
const instantExpected = 'an instant not after the start: ISO 8601, or a time before the start such as "-90m", "-1d12h" or "-3w"';
const span = /^(?:\d+[wdhms])+$/;

/** Milliseconds of a span such as `90m` or `1d12h`. */
function spanMillis(value: string): number | undefined {
  if (!span.test(value)) return undefined;
  let millis = 0;
  for (const [, count, unit] of value.matchAll(/(\d+)([wdhms])/g)) millis += Number(count) * unitMillis[unit as keyof typeof unitMillis];
  return Number.isSafeInteger(millis) ? millis : undefined;
}

/** A span of time, in milliseconds. */
export const duration = shape<number>(
  { type: "string", pattern: span.source, description: spanExpected },
  (value, at) => (typeof value === "string" ? spanMillis(value) : undefined) ?? wrong(at, value, spanExpected),
);

/** An instant not after the start, in milliseconds since 1970: ISO 8601, or how long before the start. */
export const instant = shape<number>({ type: "string", description: instantExpected }, (value, at) => {
  if (typeof value !== "string") return wrong(at, value, instantExpected);
  const { start = Number.POSITIVE_INFINITY } = at.source;
  const before = value.startsWith("-") ? spanMillis(value.slice(1)) : undefined;
  const millis = before === undefined ? readInstant(value) : start - before;
  return millis !== undefined && Number.isSafeInteger(millis) && millis <= start ? millis : wrong(at, value, instantExpected);
});

/** An instant with what stands for it in the file, for errors. */
export interface WrittenInstant {
  readonly millis: number;
  readonly written: string;
}

/** The same instants, as they are written. */
export const writtenInstant = shape<WrittenInstant>(schemaOf(instant), (value, at) => ({
  millis: instant(value, at),
  written: String(value),
}));

/** Throws the error of a file: an instant is before one that it cannot be before. */
export function tooEarly({ millis, written }: WrittenInstant, at: Place, event: string, earliest: number): never {
  const isRelative = written.startsWith("-");
  const meaning = isRelative ? `, which is ${instantText(millis)}` : "";
  return fail(at, `got ${JSON.stringify(written)}${meaning}, expected an instant not before ${event}, ${instantText(earliest)}`);
}

/** Returns the instant at which something was made, in seconds since 1970: that of the turn where the file does not tell. */
export const secondsOf = (made: number | undefined, turn: Turn): number => (made === undefined ? turn.seconds : Math.floor(made / 1000));

interface Deed {
  readonly due: number;
  readonly perform: (turn: Turn) => void;
}

/** The things that are still to happen while the messages of a file are sent, in order of time. */
export class Agenda {
  readonly #world: World;
  readonly #deeds: Deed[] = [];
  #done = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Puts a deed behind those that are due at the same instant or earlier. */
  add(due: number, perform: Deed["perform"]): void {
    const before = this.#deeds.findLastIndex((deed, i) => i < this.#done || deed.due <= due);
    this.#deeds.splice(before + 1, 0, { due, perform });
  }

  /** Does everything that is due up to an instant. */
  catchUp(now: number): void {
    for (let next = this.#deeds[this.#done]; next && next.due <= now; next = this.#deeds[this.#done]) {
      this.#done++;
      next.perform(new Turn(this.#world, next.due));
    }
  }
}
