/** Code that no scenario reaches: each reason with the blocks that it holds for, by file, function and how their text begins. */
export const unreachable: Readonly<Record<string, readonly string[]>> = {};
