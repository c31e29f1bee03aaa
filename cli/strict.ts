/** Moves a `--strict` that no name follows to the end, so that it does not take the next word, such as a URL. Leaves alone what follows `--`. */
export function withStrictLast(all: readonly string[]): string[] {
  const end = all.includes("--") ? all.indexOf("--") : all.length;
  const [args, rest] = [all.slice(0, end), all.slice(end)];
  const isBare = (word: string, i: number): boolean => word === "--strict" && !/^[a-z]+[A-Z]\w*$/.test(args[i + 1] ?? "");
  return [...args.filter((word, i) => !isBare(word, i)), ...args.filter(isBare), ...rest];
}
