const integerText = /^\s*[+-]?\d+(?:_\d+)*\s*$/;

/** The integer that a text spells, with a sign, spaces around it or underscores between its digits; undefined where it is none. */
export const readInteger = (text: string): number | undefined => (integerText.test(text) ? Number(text.replaceAll("_", "")) : undefined);
