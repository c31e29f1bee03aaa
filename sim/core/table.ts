import sorted from "sorted-btree";
import { lengthOf, type Tally } from "./record-length.ts";

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

const BTree = sorted.default;
type Tree<K, V> = InstanceType<typeof BTree<K, V>>;

/**
 * The order of keys. Numbers are told from texts first: one comparison for both would never be compiled for either. All trees share
 * this one function: what calls it is compiled together with it then, and numbers are not boxed for each call.
 */
export function compare<K extends number | string>(a: K, b: K): number {
  if (typeof a === "number") return a - (b as number);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a function that gives what was made of a table, and has it made anew once the table was written to. */
export function untilWritten<T>(): (table: { readonly writes: number }, make: () => T) => T {
  const known = new WeakMap<object, { readonly writes: number; readonly made: T }>();
  return (table, make) => {
    let last = known.get(table);
    if (last?.writes !== table.writes) known.set(table, (last = { writes: table.writes, made: make() }));
    return last.made;
  };
}

/** The length that a record takes beside its fields, in UTF-16 units. */
const entryLength = 64;

/** The readable part of a table. */
export interface View<K extends number | string, V> extends Omit<Table<K, V>, "set" | "delete" | "fork"> {}

/**
 * A sorted table that forks in constant time: the fork shares all nodes until one side writes. Iteration is in order of the keys, whatever
 * the order of the writes.
 */
export class Table<K extends number | string, V> {
  readonly #tree: Tree<K, V>;
  readonly #tally: Tally | undefined;
  #writes = 0;

  /** An empty table, or a fork. Its records count in a tally, if one is given. */
  constructor(tally?: Tally, from?: Table<K, V>) {
    this.#tree = from ? from.#tree.clone() : new BTree<K, V>(undefined, compare);
    this.#tally = tally;
  }

  get size(): number {
    return this.#tree.size;
  }
  /** The value of a key; undefined where there is none, or no key. */
  get(key: K | undefined): V | undefined {
    return key === undefined ? undefined : this.#tree.get(key);
  }
  /** Returns the value of a key that is there. A key that is not is a bug of the caller. */
  require(key: K): V {
    const value = this.get(key);
    if (value === undefined) throw new Error(`nothing has the key ${JSON.stringify(key)}`);
    return value;
  }
  has(key: K): boolean {
    return this.#tree.has(key);
  }
  /** A new list of all values: a quarter of the cost of the tree's iterator. Of a long table of which few are wanted, walk `ascending()`. */
  values(): V[] {
    return this.#tree.valuesArray();
  }
  /** A new list of all keys. */
  keys(): K[] {
    return this.#tree.keysArray();
  }
  /** Values whose keys lie in `low <= key < high`, ascending. */
  range(low: K, high: K): V[] {
    const found: V[] = [];
    this.#tree.forRange(low, high, false, (_, value) => {
      found.push(value);
    });
    return found;
  }
  /** Values from a key on, ascending. */
  ascending(from?: K): IterableIterator<V> {
    return this.#tree.values(from);
  }
  /** Values up to and including a key, descending. */
  descending(to?: K): IterableIterator<V> {
    return walk(this.#tree.entriesReversed(to, []), ([, value]) => value);
  }
  /** The value with the smallest key. */
  oldest(): V | undefined {
    return this.get(this.#tree.minKey());
  }
  /** The value with the largest key. */
  newest(): V | undefined {
    return this.get(this.#tree.maxKey());
  }

  /** The number of writes to it. */
  get writes(): number {
    return this.#writes;
  }
  set(key: K, value: V): void {
    this.#writes++;
    if (this.#tally) this.#tally.length += entryLength + lengthOf(key) + lengthOf(value) - this.#lengthAt(key);
    this.#tree.set(key, value);
  }
  delete(key: K): void {
    this.#writes++;
    if (this.#tally) this.#tally.length -= this.#lengthAt(key);
    this.#tree.delete(key);
  }
  #lengthAt(key: K): number {
    const value = this.#tree.get(key);
    return value === undefined ? 0 : entryLength + lengthOf(key) + lengthOf(value);
  }
  /** Returns a fork, which counts in another tally if this table counts in one. */
  fork(tally?: Tally): Table<K, V> {
    return new Table(this.#tally && tally, this);
  }
}

/** A map that gets an item at whatever number one is asked for. Forks share its items, and the map itself until one of them grows. */
export class GrowingMap<T> {
  readonly #make: () => T;
  #items: Map<number, T>;
  #isShared: boolean;

  /** `make` returns a new item. */
  constructor(make: () => T, shared?: Map<number, T>) {
    this.#make = make;
    this.#items = shared ?? new Map();
    this.#isShared = shared !== undefined;
  }

  at(key: number): T | undefined {
    return this.#items.get(key);
  }
  /** Returns the item at a number; where there is none, a new one. */
  reach(key: number): T {
    return this.#items.get(key) ?? this.#grow(key);
  }
  #grow(key: number): T {
    if (this.#isShared) this.#items = new Map(this.#items);
    this.#isShared = false;
    const item = this.#make();
    this.#items.set(key, item);
    return item;
  }
  fork(): GrowingMap<T> {
    this.#isShared = true;
    return new GrowingMap(this.#make, this.#items);
  }
}
