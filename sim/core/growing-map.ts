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
