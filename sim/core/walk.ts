/**
 * Walks what is made of each item of an iterator, up to the first of which nothing is made. A generator would cost twice as much, and
 * much of a fetch of messages is to walk them.
 */
export function walk<T, U>(items: Iterator<T>, make: (item: T) => U | undefined): IterableIterator<U> {
  let isOver = false;
  const walked: IterableIterator<U> = {
    next: () => {
      if (!isOver) {
        const step = items.next();
        const made = step.done ? undefined : make(step.value);
        if (made !== undefined) return { done: false, value: made };
        isOver = true;
      }
      return { done: true, value: undefined };
    },
    [Symbol.iterator]: () => walked,
  };
  return walked;
}
