import porter2 from "wink-porter2-stemmer";
import { remembering } from "../../core/remembering.ts";

const stemmed = remembering(porter2, { most: 50_000 });

/** The number of letters at the end of a word that decide on its stem. The stemmer's time grows with the square of what it is given. */
const mostStemmed = 64;

/** The stem of a lower-case word: what `plans` and `planning` have in common. A word with digits has no other forms. */
export function stem(word: string): string {
  if (/\d/.test(word)) return word;
  if (word.length > mostStemmed) return word.slice(0, -mostStemmed) + porter2(word.slice(-mostStemmed));
  return stemmed(word);
}

/** Ends of stems that not all their words have: `dying` has the stem `die`, `skies` `sky`, `ugly` `ugli`, `stability` `stabl`. */
const ownEnd = /ie$|(?<=b)le?$|[eiy]$/;

/** Returns the beginning that all words with a key share. */
export const beginningOf = (key: string): string => key.replace(ownEnd, "") || key.charAt(0);

/**
 * Words too common to be searched for. `after` is not among them: running servers find it, because their dictionary also knows
 * it as a form of another word.
 */
const common = new Set(
  (
    "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself " +
    "they them their theirs themselves what which who whom this that these those am is are was were be been being have has had " +
    "having do does did doing a an the and but if or because as until while of at by for with about against between into through " +
    "during before above below to from up down in out on off over under again further then once here there when where why how all " +
    "any both each few more most other some such no nor not only own same so than too very s t can will just don should now"
  ).split(" "),
);

/** Whether a lower-case word is left out of searches: a common one, or a single Latin letter. */
export const isStopWord = (word: string): boolean => common.has(word) || /^[a-z]$/.test(word);
