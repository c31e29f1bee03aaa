import { detached } from "./limits.ts";

interface Bounds {
  /** The number of texts that are remembered; of more all are forgotten. */
  readonly most?: number;
  /** In UTF-16 units: of a longer text nothing is remembered. */
  readonly longest?: number;
}

/** Returns a function that makes something the first time that it is asked for, and remembers it as long as the key, an object, is there. */
export function oncePer<A extends object, T extends {}>(make: (of: A) => T, keyOf: (of: A) => object = (of) => of): (of: A) => T {
  const known = new WeakMap<object, T>();
  return (of) => {
    const key = keyOf(of);
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = make(of)));
    return made;
  };
}

/** Returns a function that gives what `make` makes of a text, and remembers it. It keeps no longer text alive of which this one is a part. */
export function remembering<T extends {}>(make: (text: string) => T, { most = 1000, longest = 1000 }: Bounds = {}): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (text.length > longest) return make(text);
    const own = detached(text);
    const made = make(own);
    if (known.size >= most) known.clear();
    known.set(own, made);
    return made;
  };
}
