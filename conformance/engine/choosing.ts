import type { CheckOptions } from "./check-options.ts";

const pattern = (text: string): RegExp => new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);

/** The addresses that a check runs, in order. */
export function chosen(
  addresses: Iterable<string>,
  { only = [], skip = [], shard = { index: 1, count: 1 } }: Partial<CheckOptions>,
): string[] {
  const [wanted, unwanted] = [only.map(pattern), skip.map(pattern)];
  const matches = (patterns: readonly RegExp[], address: string) => patterns.some((one) => one.test(address));
  return [...addresses]
    .filter((address) => (wanted.length === 0 || matches(wanted, address)) && !matches(unwanted, address))
    .filter((_, i) => i % shard.count === shard.index - 1);
}
