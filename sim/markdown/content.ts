import { withoutSpaceAtEnd } from "../core/limits.ts";

const cutMark = "\n[message truncated]";

/**
 * Returns what is made of content when it is sent: white space at the end and newlines at the start go, and what
 * is longer than so many code points is cut and ends with a note of it.
 */
export function normaliseContent(source: string, maxLength: number): string {
  const content = withoutSpaceAtEnd(source).replace(/^\n+/, "");
  // Code points are never more than code units.
  if (content.length <= maxLength) return content;
  const points = [...content];
  return points.length <= maxLength ? content : points.slice(0, maxLength - cutMark.length).join("") + cutMark;
}

const before = " \n(\".,';[*`>";
const after = " \n)?:.,';]!*`";

/** Does one of the words occur as an alert word in the text? Case does not count, the characters around it do. */
export function hasAlertWord(alertText: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const text = alertText.toLowerCase();
  return words.some((word) => occurs(text, word.toLowerCase()));
}

function occurs(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const startsWell = at === 0 || before.includes(text[at - 1] as string);
    if (startsWell && (end === text.length || after.includes(text[end] as string))) return true;
  }
  return false;
}
