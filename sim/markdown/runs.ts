/**
 * Finds the next run of a certain length, given the lengths of all runs.
 * Must be asked in ascending order of `after`: that makes all questions together linear.
 */
export function followingRuns(lengths: readonly number[]): (length: number, after: number) => number | undefined {
  const places = new Map<number, { indices: number[]; seen: number }>();
  for (const [index, length] of lengths.entries()) {
    const place = places.get(length);
    if (place) place.indices.push(index);
    else places.set(length, { indices: [index], seen: 0 });
  }
  return (length, after) => {
    const place = places.get(length);
    if (!place) return undefined;
    while ((place.indices[place.seen] ?? Number.POSITIVE_INFINITY) <= after) place.seen++;
    return place.indices[place.seen];
  };
}
