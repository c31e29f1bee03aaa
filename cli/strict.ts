/** Moves a `--strict` that no name follows to the end, so that it does not take the next word, such as a URL. */
export function withStrictLast(args: readonly string[]): string[] {
  const isBare = (word: string, i: number): boolean => word === "--strict" && !/^[a-z]+[A-Z]\w*$/.test(args[i + 1] ?? "");
  return [...args.filter((word, i) => !isBare(word, i)), ...args.filter(isBare)];
}
