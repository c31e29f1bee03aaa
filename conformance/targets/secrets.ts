import { base64 } from "./platform.ts";
import type { HttpRequest } from "./transport.ts";

/** Shorter texts stand in too much else to be hidden. */
const least = 6;
const hidden = "(secret)";

/** Line breaks and white space between the letters of a secret that is written over several lines. */
const gap = String.raw`(?:\s|\\+[nrt])*`;

const literal = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
const spaced = (text: string): string => [...text].map(literal).join(gap);

/** The base64 of a text wherever it stands in a longer one: by how many bytes stand before it, without the letters that depend on its neighbours. */
function inBase64(text: string): string[] {
  const bytes = new TextEncoder().encode(text).length;
  return [0, 1, 2].map((before) => {
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes) * 8) / 6)];
    return base64("\0".repeat(before) + text).slice(from, to);
  });
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The ways in which a server can write a secret. */
function spellings(secret: string): string[] {
  const plain = [secret, ...inBase64(secret)];
  const inUrl = plain.flatMap((text) => [encodeURIComponent(text), new URLSearchParams([["", text]]).toString().slice(1)]);
  return [...plain, ...inUrl, ...[...plain, ...inUrl].flatMap((text) => [inJson(text), text.replaceAll("/", "\\/"), inJson(inJson(text))])];
}

/** Whether a secret stands where a server has to tell a key: the account's own is asked for. */
const isTold = (text: string, at: number): boolean => /"api_key"\s*:\s*"$/.test(text.slice(Math.max(0, at - 40), at));

/** Returns what finds secrets in any spelling. The longest come first: a shorter one may be their beginning. */
function finding(secrets: Iterable<string>): RegExp {
  const texts = [...secrets].flatMap(spellings).filter((text) => text.length >= least);
  const longest = [...new Set(texts)].sort((a, b) => b.length - a.length);
  return new RegExp(longest.map(spaced).join("|"), "g");
}

const keyIn = (authorization: string): string | undefined => {
  try {
    return /:(.*)$/s.exec(atob(authorization.replace(/^Basic /, "")))?.[1];
  } catch {
    return undefined;
  }
};

/** The keys and passwords of a target, which nothing that is written may hold, however a server spells them. */
export class Secrets {
  readonly #known = new Set<string>();
  #all: RegExp | undefined;
  readonly #bySender = new Map<string, RegExp | undefined>();

  /** Adds secrets. Texts of fewer than six characters are none. */
  add(...secrets: readonly (string | null | undefined)[]): void {
    for (const secret of secrets) if (secret && secret.length >= least) this.#known.add(secret);
    this.#all = undefined;
    this.#bySender.clear();
  }

  /** Returns a text without them. */
  hide(text: string): string {
    return this.#known.size === 0 ? text : text.replace(this.#pattern(), hidden);
  }

  /**
   * Returns what takes out of parts of an answer what was sent: the sender's key, and where a password may have been sent all of them; undefined
   * where nothing of the kind was. The field in which a key is told to who asks for it stays.
   */
  inAnswerTo({ path, headers: { authorization = "" } }: HttpRequest): ((part: string) => string) | undefined {
    if (this.#known.size === 0) return undefined;
    const pattern = path.includes("/fetch_api_key") ? this.#pattern() : this.#ofSender(authorization);
    return pattern && ((part) => part.replace(pattern, (found, at: number) => (isTold(part, at) ? found : hidden)));
  }

  #pattern(): RegExp {
    this.#all ??= finding(this.#known);
    return this.#all;
  }

  #ofSender(authorization: string): RegExp | undefined {
    if (!this.#bySender.has(authorization)) {
      const key = keyIn(authorization);
      this.#bySender.set(authorization, key !== undefined && this.#known.has(key) ? finding([key]) : undefined);
    }
    return this.#bySender.get(authorization);
  }
}
