/** Control characters, halves of surrogate pairs, and the 66 code points that are no characters. */
const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** The position of the first character that a name must not have, counted from 1 in code points; undefined where all are fine. */
export function unprintableAt(name: string): number | undefined {
  if (!unprintable.test(name)) return undefined;
  const index = Array.from(name).findIndex((character) => unprintable.test(character));
  return index + 1;
}
