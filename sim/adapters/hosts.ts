/** A name under which the control API may be reached, with a port that of a page elsewhere, or `*` for any. */
export const hostPattern = /^(\*|[\w.-]+(:\d{1,5})?|\[[\da-f:.]+\](:\d{1,5})?|[\da-f]*:[\da-f]*:[\da-f:.]*)$/i;

/** Words for what `hostPattern` accepts. */
export const hostWords = "a name such as sim or phone.example:3000, without http://, or * for any";

/** An IPv6 address stands in brackets where a port may follow. */
const spelled = (name: string): string => (/^[^[].*:.*:/.test(name) ? `[${name}]` : name).toLowerCase();

const withoutPort = (host: string): string => host.replace(/:\d*$/, "").toLowerCase();

const portOf = (host: string, scheme: string): string => /:(\d+)$/.exec(host)?.[1] ?? (scheme === "https" ? "443" : "80");

/** The names under which a control API may be reached: those of this machine, of the address that is bound, and those that are allowed. */
export class Hosts {
  readonly #names: ReadonlySet<string>;
  readonly #allowed: ReadonlySet<string>;

  /** @param own names that are always right; `allowed`: further ones, `*` for any */
  constructor(own: readonly string[], allowed: readonly string[] = []) {
    this.#allowed = new Set(allowed.map(spelled));
    this.#names = new Set(["localhost", "127.0.0.1", "[::1]", ...own.map(spelled), ...[...this.#allowed].map(withoutPort)]);
  }

  /** The names, separated by commas. */
  get words(): string {
    return [...this.#names].join(", ");
  }

  /** Returns why a request is refused, in one line; undefined where it may be answered. */
  refusal(host: string, origin: string | undefined): string | undefined {
    const name = withoutPort(host);
    if (!this.#allowed.has("*") && !this.#names.has(name)) {
      return `the control API is not for Host ${JSON.stringify(host)}; it is for ${this.words} (serve --allow-host <name> allows more)`;
    }
    if (origin === undefined || this.#isOwn(origin, host)) return undefined;
    return `the control API is not for Origin ${JSON.stringify(origin)}; it is for pages of its own address, here ${JSON.stringify(host)} (serve --allow-host <name>:<port> allows others)`;
  }

  /** Whether a page is the server's own. Another port of this machine is another site's. */
  #isOwn(origin: string, host: string): boolean {
    const [, scheme = "", from] = /^(https?):\/\/(\[[\da-f:.]+\](?::\d+)?|[^:/@]+(?::\d+)?)$/i.exec(origin) ?? [];
    if (from === undefined) return false;
    if (this.#allowed.has(from.toLowerCase())) return /:\d+$/.test(from) || portOf(host, scheme) === portOf(from, scheme);
    const name = withoutPort(from);
    return (name === withoutPort(host) || (name !== "*" && this.#names.has(name))) && portOf(from, scheme) === portOf(host, scheme);
  }
}
