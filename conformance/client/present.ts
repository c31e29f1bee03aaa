/**
 * Returns a value that the suite itself has put where it is looked for. What a server may leave out is for `expect.present`.
 * @param what names the value in the message
 * @throws Error: it is not there, which is a bug of the suite
 */
export function present<T>(value: T, what: string | number): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`there is no ${what}`);
  return value;
}

/**
 * Returns the item at an index, counted from the end where it is negative.
 * @throws Error: the list is too short, which is a bug of the suite
 */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list.at(index);
  if (item === undefined) throw new Error(`there is no item ${index} in a list of ${list.length}`);
  return item;
}
