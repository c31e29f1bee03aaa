import fc from "fast-check";

/** The name of a parameter that no endpoint has. */
export const anUnsupported: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(..."abcxyz_09"), minLength: 1, maxLength: 8 })
  .map((tail) => `touchstone_${tail}`);
