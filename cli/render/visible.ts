/** Controls, separators of lines, marks that reorder a line, and halves of surrogate pairs. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Surrogate}]/gu;
const invisibleInLines = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Surrogate}]/gu;

const asEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Returns a text as one line that drives no terminal and reads in the order in which it stands: `\u001b` for an escape character. */
export const visible = (text: string): string => text.replace(invisible, asEscape);

/** The same, with its tabs and line ends as they are. */
export const visibleLines = (text: string): string => text.replace(invisibleInLines, asEscape);

/** Sequences that this tool itself sends to a terminal: colours, and the end of a line of progress. */
const ours = /\u001b\[(?:\d+(?:;\d+)*m|K)|\r/g;

/** Returns what goes to a terminal: lines with our colours, of which nothing else drives it. */
export const visibleOutput = (text: string): string => {
  let [safe, from] = ["", 0];
  for (const { 0: own, index } of text.matchAll(ours)) {
    safe += visibleLines(text.slice(from, index)) + own;
    from = index + own.length;
  }
  return safe + visibleLines(text.slice(from));
};
