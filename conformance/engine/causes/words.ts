/** Words that say nothing of what a sentence is about. */
const empty: ReadonlySet<string> = new Set(
  (
    "a an and any are as at be been before but by can does each every for from had has have if in into is it its more no none nor not of on one or other others " +
    "same so such than that the their them then there these they this those to was were what where which while who whom whose will with without"
  ).split(" "),
);

/** A word without the ending of a plural or a verb, so that `topics` and `topic`, `refuses` and `refused` are one. */
const stem = (word: string): string =>
  word.length < 5 || word.includes("_") ? word : word.replace(/(?:ies)$/, "y").replace(/(?:ing|ed|es|s)$/, "");

/** Returns the words of a text that say what it is about, stemmed. A name such as `found_oldest` is one word, and so are its parts. */
export function wordsOf(text: string): string[] {
  const names = text.toLowerCase().match(/[a-z0-9]+(?:_[a-z0-9]+)*/g) ?? [];
  return names
    .flatMap((name) => (name.includes("_") ? [name, ...name.split("_").map(stem)] : [stem(name)]))
    .filter((word) => !empty.has(word));
}
