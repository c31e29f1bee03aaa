import fc from "fast-check";

/** The fields of a request. */
export type RequestFields = Readonly<Record<string, unknown>>;

/** An arbitrary of any values. */
export type Drawn = fc.Arbitrary<unknown>;

/** A value as an example writes it: with nothing that can be changed. */
export type AsExample<T> = T extends object ? { readonly [K in keyof T]: AsExample<T[K]> } : T;

/** The values that an arbitrary draws, or the arbitraries of a record. */
export type ValueOf<A> =
  A extends fc.Arbitrary<infer T> ? AsExample<T> : { readonly [K in keyof A]: A[K] extends fc.Arbitrary<infer T> ? AsExample<T> : never };

/**
 * An arbitrary of a part of a scenario. It does not shrink, as scenarios get shorter by leaving out steps and fields; and so it keeps
 * nothing to shrink by, which makes drawing twice as fast.
 */
class Unshrinking<T> extends fc.Arbitrary<T> {
  readonly #drawn: (random: fc.Random) => T;

  constructor(drawn: (random: fc.Random) => T) {
    super();
    this.#drawn = drawn;
  }

  override generate(random: fc.Random): fc.Value<T> {
    return new fc.Value(this.#drawn(random), undefined);
  }

  override canShrinkWithoutContext(_: unknown): _ is T {
    return false;
  }

  override shrink(): fc.Stream<fc.Value<T>> {
    return fc.Stream.nil();
  }
}

/** An arbitrary of what a function draws. It does not shrink. */
export const drawnBy = <T>(draw: (random: fc.Random) => T): fc.Arbitrary<T> => new Unshrinking(draw);

const drawnFrom = (what: unknown, random: fc.Random): unknown =>
  what instanceof fc.Arbitrary ? what.generate(random, undefined).value : what;

/** One of some arbitraries or values, each as often as its number says. */
export const mostly = (...choices: readonly (readonly [weight: number, what: unknown])[]): Drawn => {
  const total = choices.reduce((sum, [weight]) => sum + weight, 0);
  return drawnBy((random) => {
    let left = random.nextInt(0, total - 1);
    for (const [weight, what] of choices) {
      left -= weight;
      if (left < 0) return drawnFrom(what, random);
    }
    return undefined;
  });
};

/** Fields of a request; a field drawn as undefined is left out. */
export const fields = (parts: Readonly<Record<string, Drawn>>): fc.Arbitrary<RequestFields> =>
  drawnBy((random) => {
    const given: Record<string, unknown> = {};
    for (const name in parts) {
      const value = drawnFrom(parts[name], random);
      if (value !== undefined) given[name] = value;
    }
    return given;
  });

/** Fields of a request, some of them otherwise than an arbitrary gives them; one that is undefined, or drawn as that, is left out. */
export const but = (given: Drawn, changes: Readonly<Record<string, Drawn | undefined>>): Drawn =>
  drawnBy((random) => {
    const all: Record<string, unknown> = { ...(drawnFrom(given, random) as RequestFields) };
    for (const name in changes) {
      const value = drawnFrom(changes[name], random);
      if (value === undefined) delete all[name];
      else all[name] = value;
    }
    return all;
  });

/** Present once in so many times. */
export const rarely = (what: Drawn, times: number): Drawn => mostly([1, what], [times - 1, undefined]);

export const truth: Drawn = fc.boolean();

export const listOf = (item: Drawn, maxLength = 3, minLength = 0): Drawn => fc.array(item, { minLength, maxLength, size: "max" });

/** A parameter that no endpoint knows. */
export const unsupported: Drawn = rarely(fc.constantFrom("blue", ""), 40);

/** An arbitrary for each kind of a union. */
type ByKind<S extends { readonly kind: string }> = { readonly [K in S["kind"]]: fc.Arbitrary<Extract<S, { readonly kind: K }>> };

/** Returns what draws a value of some kinds, or of all where none is named, each as often as the others. It shrinks towards the first. */
export const ofKinds =
  <S extends { readonly kind: string }>(arbitraries: ByKind<S>) =>
  <K extends S["kind"] = S["kind"]>(...kinds: readonly K[]): fc.Arbitrary<Extract<S, { readonly kind: K }>> => {
    const chosen: readonly Drawn[] = kinds.length === 0 ? Object.values(arbitraries) : kinds.map((kind) => arbitraries[kind]);
    return fc.oneof({ withCrossShrink: true }, ...chosen) as fc.Arbitrary<Extract<S, { readonly kind: K }>>;
  };

/** A proportion from 0 to 0.99, for one of some things that are known only later. Shrinks towards 0. */
export const proportion: fc.Arbitrary<number> = fc.nat(99).map((n) => n / 100);

/** Returns the thing at a proportion; undefined where there is none. */
export const atProportion = <T>(at: number, things: readonly T[]): T | undefined => things[Math.floor(at * things.length)];
