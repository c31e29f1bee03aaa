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

/** Resolves after so many milliseconds, or when the signal aborts. */
export const sleep = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, millis);
    signal.addEventListener("abort", done);
  });

/** The bytes of a text in UTF-8, as base64. */
export const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
