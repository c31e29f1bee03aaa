/**
 * Walks what is made of each item of an iterator, up to the first of which nothing is made. Much of a fetch of messages is to walk
 * them: a generator would cost twice as much, and so the same result is given at each step, with another value.
 */
export function walk<T, U>(items: Iterator<T>, make: (item: T) => U | undefined): IterableIterator<U> {
  let isOver = false;
  let result: { done: false; value: U } | undefined;
  const walked: IterableIterator<U> = {
    next: () => {
      if (!isOver) {
        const step = items.next();
        const made = step.done ? undefined : make(step.value);
        if (made !== undefined) {
          if (result) result.value = made;
          else result = { done: false, value: made };
          return result;
        }
        isOver = true;
      }
      return { done: true, value: undefined };
    },
    [Symbol.iterator]: () => walked,
  };
  return walked;
}
