/** Controls, separators of lines, marks that reorder a line, and halves of surrogate pairs. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Surrogate}]/gu;
const invisibleInLines = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Surrogate}]/gu;

const asEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Returns a text as one line that drives no terminal and reads in the order in which it stands: `\u001b` for an escape character. */
export const visible = (text: string): string => text.replace(invisible, asEscape);

/** The same, with its tabs and line ends as they are. */
export const visibleLines = (text: string): string => text.replace(invisibleInLines, asEscape);
