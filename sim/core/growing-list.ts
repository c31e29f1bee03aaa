import { itemAt } from "./lookup.ts";

/** A list that gets an item at whatever index one is asked for. Forks share its items, and the list itself until one of them grows. */
export class GrowingList<T> {
  readonly #make: () => T;
  #items: T[];
  #isShared = true;

  /** `make` returns a new item. */
  constructor(make: () => T, items: T[] = []) {
    this.#make = make;
    this.#items = items;
  }

  at(index: number): T | undefined {
    return this.#items[index];
  }
  /** Returns the item at an index; where there is none, a new one, as is every item before it that is missing. */
  reach(index: number): T {
    if (index >= this.#items.length) this.#grow(index + 1);
    return itemAt(this.#items, index);
  }
  #grow(length: number): void {
    if (this.#isShared) this.#items = [...this.#items];
    this.#isShared = false;
    while (this.#items.length < length) this.#items.push(this.#make());
  }
  fork(): GrowingList<T> {
    this.#isShared = true;
    return new GrowingList(this.#make, this.#items);
  }
}
