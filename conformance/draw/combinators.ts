import fc from "fast-check";

/** The fields of a request. */
export type Fields = Readonly<Record<string, unknown>>;

/** An arbitrary of any values. */
export type Drawn = fc.Arbitrary<unknown>;

/** One of some arbitraries or values, each as often as its number says. */
export const mostly = (...choices: readonly (readonly [weight: number, what: unknown])[]): Drawn =>
  fc.oneof(
    ...choices
      .filter(([weight]) => weight > 0)
      .map(([weight, what]) => ({ weight, arbitrary: what instanceof fc.Arbitrary ? what : fc.constant(what) })),
  );

/** Fields of a request; a field drawn as undefined is left out. */
export const fields = (parts: Readonly<Record<string, Drawn>>): fc.Arbitrary<Fields> =>
  fc.record(parts).map((drawn) => {
    const given: Record<string, unknown> = {};
    for (const name in drawn) if (drawn[name] !== undefined) given[name] = drawn[name];
    return given;
  });

/** Present once in so many times. */
export const rarely = (what: Drawn, times = 6): Drawn => mostly([1, what], [times - 1, undefined]);

/** Left out once in so many times. */
export const usually = (what: Drawn, times = 60): Drawn => mostly([times - 1, what], [1, undefined]);

export const truth: Drawn = fc.boolean();

export const listOf = (item: Drawn, maxLength = 3, minLength = 0): Drawn => fc.array(item, { minLength, maxLength, size: "max" });

/** A parameter that no endpoint knows. */
export const unsupported: Drawn = rarely(fc.constantFrom("blue", ""), 40);

/** An arbitrary for each kind of a union. */
export type ByKind<S extends { readonly kind: string }> = { readonly [K in S["kind"]]: fc.Arbitrary<Extract<S, { readonly kind: K }>> };

/** A value of one of some kinds, each as often as the others. Shrinks towards the first. */
export const ofKinds = <S extends { readonly kind: string }, K extends S["kind"]>(
  arbitraries: ByKind<S>,
  kinds: readonly K[],
): fc.Arbitrary<Extract<S, { readonly kind: K }>> =>
  fc.oneof({ withCrossShrink: true }, ...kinds.map((kind) => arbitraries[kind])) as fc.Arbitrary<Extract<S, { readonly kind: K }>>;

/** A proportion from 0 to 0.99, for one of some things that are known only later. Shrinks towards 0. */
export const proportion: fc.Arbitrary<number> = fc.nat(99).map((n) => n / 100);

/** Returns the thing at a proportion; undefined where there is none. */
export const atProportion = <T>(at: number, things: readonly T[]): T | undefined => things[Math.floor(at * things.length)];
