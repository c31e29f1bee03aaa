import { detached } from "./limits.ts";

interface Bounds {
  /** The number of texts that are remembered; of more all are forgotten. */
  readonly most?: number;
  /** In UTF-16 units: of a longer text nothing is remembered. */
  readonly longest?: number;
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
