/** The machine that runs the suite: Node, or a browser. */

interface NodeProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly versions?: { readonly node?: string };
}

const { process: node } = globalThis as { readonly process?: NodeProcess };

export const isNode: boolean = node?.versions?.node !== undefined;

/** The environment variables; none in a browser. */
export const environment: NodeProcess["env"] = node?.env ?? {};

/** Loads a module of Node, or a package for Node, by a name that bundlers for browsers do not follow. */
export const loadForNode = <T>(name: string): Promise<T> => import(name);

/** The ends of the waits that a signal cuts short. However many wait, the signal has one listener: Node warns of more than ten. */
const waits = new WeakMap<AbortSignal, Set<() => void>>();

function waitsOf(signal: AbortSignal): Set<() => void> {
  const known = waits.get(signal);
  if (known) return known;
  const all = new Set<() => void>();
  waits.set(signal, all);
  signal.addEventListener("abort", () => {
    for (const end of all) end();
  });
  return all;
}

/** Resolves after so many milliseconds, or when the signal aborts. */
export const sleep = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const all = waitsOf(signal);
    const done = (): void => {
      clearTimeout(timer);
      all.delete(done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    all.add(done);
  });

/** The bytes of a text in UTF-8, as base64. */
export const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
