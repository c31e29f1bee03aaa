/**
 * Replaces each match of a global pattern, as `text.replace()` with a function does; that takes twice as long, since it makes a
 * list of all matches first. No match may be empty.
 */
export function replaceEach(text: string, pattern: RegExp, make: (match: RegExpExecArray) => string): string {
  let out = "";
  let done = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = pattern.lastIndex;
    out += text.slice(done, match.index) + make(match);
    done = end;
    pattern.lastIndex = end;
  }
  return done === 0 ? text : out + text.slice(done);
}

/** Returns all matches of a global pattern, wherever somebody else stands with it. */
export const matchesIn = (text: string, pattern: RegExp): RegExpExecArray[] => [...text.matchAll(new RegExp(pattern))];
