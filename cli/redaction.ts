import type { IncomingMessage } from "node:http";
import { Secrets } from "../conformance/targets/secrets.ts";

/** A request as it is written: without credentials. */
interface Written {
  readonly method: string;
  /** Path after `/api/v1`; undefined for what is not below it. */
  readonly path: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly files?: true;
  readonly user_agent?: string;
}

const secret = /^(api_?key|(old_|new_)?password|csrfmiddlewaretoken|token)$/i;
const prefix = "/api/v1/";
const hiddenText = "(hidden)";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** The names and texts of a form with files, without the files. */
async function partsOf(type: string, bytes: Buffer): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** Names the accounts of requests and takes the secrets out of what is written: keys, passwords, and keys that stand anywhere else. */
export class Redaction {
  readonly #names: ReadonlyMap<string, string>;
  readonly #onAccount: (account: string, email: string) => void;
  readonly #accounts = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #secrets = new Secrets();

  /** @param onAccount called with the name of each account when it is first seen, and its address */
  constructor(names: ReadonlyMap<string, string>, onAccount: (account: string, email: string) => void) {
    this.#names = names;
    this.#onAccount = onAccount;
  }

  /** Returns a line without keys and passwords, in whatever way a server spells what it was sent. */
  hide(line: string): string {
    return this.#secrets.hide(line);
  }

  /** Returns who sent a request, null without credentials and undefined where they name nobody, and what is written of it. */
  request(
    message: IncomingMessage,
    sent: Buffer,
    form: Readonly<Record<string, string>>,
  ): { readonly as: string | null | undefined; readonly request: Written } {
    const as = this.#caller(message);
    const asked = `http://server${message.url ?? "/"}`;
    const url = new URL(URL.canParse(asked) ? asked : "http://server");
    const at = url.pathname.indexOf(prefix);
    const agent = message.headers["user-agent"];
    const type = message.headers["content-type"] ?? "";
    return {
      as,
      request: {
        method: message.method ?? "GET",
        path: at === -1 ? undefined : url.pathname.slice(at + prefix.length - 1),
        query: this.#texts(Object.fromEntries(url.searchParams)),
        form: this.#texts(form),
        ...(type.startsWith("multipart/") && sent.includes("filename=") && { files: true as const }),
        ...(agent !== undefined && { user_agent: agent }),
      },
    };
  }

  /** Returns the fields of a request's body. */
  static async form({ headers }: IncomingMessage, sent: Buffer): Promise<Record<string, string>> {
    const type = headers["content-type"] ?? "";
    if (sent.length === 0) return {};
    if (type.startsWith("multipart/")) return partsOf(type, sent).catch(() => ({}));
    return Object.fromEntries(new URLSearchParams(sent.toString("utf8")));
  }

  /** Returns what is written of an answer: its JSON object without secrets; nothing where it is none. */
  body(bytes: Buffer): { readonly body?: Json } {
    const text = bytes.toString("utf8");
    if (!text.trimStart().startsWith("{")) return {};
    try {
      const value: unknown = this.#clean(JSON.parse(text));
      return isObject(value) ? { body: value } : {};
    } catch {
      return {};
    }
  }

  #caller({ headers }: IncomingMessage): string | null | undefined {
    const { authorization, cookie } = headers;
    if (authorization === undefined) return cookie === undefined ? null : undefined;
    const token = /^Basic +(\S+)$/i.exec(authorization)?.[1];
    const [email = "", key = ""] = token === undefined ? [] : Buffer.from(token, "base64").toString("utf8").split(":");
    if (email === "") return undefined;
    const name = this.#nameOf(email);
    if (key.length > 7 && !this.#keys.has(key)) {
      this.#keys.set(key, name);
      this.#secrets.add(key);
    }
    return name;
  }

  #nameOf(email: string): string {
    const known = this.#accounts.get(email);
    if (known !== undefined) return known;
    const taken = new Set([...this.#accounts.values(), ...this.#names.values()]);
    const plain = (email.split("@")[0] ?? "").replace(/[^\w.-]/g, "") || "account";
    let name = this.#names.get(email) ?? plain;
    for (let i = 2; this.#names.get(email) === undefined && taken.has(name); i++) name = `${plain}${i}`;
    this.#accounts.set(email, name);
    this.#onAccount(name, email);
    return name;
  }

  #texts(fields: Readonly<Record<string, string>>): Record<string, string> {
    for (const [name, text] of Object.entries(fields)) if (secret.test(name)) this.#secrets.add(text);
    return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, secret.test(name) ? hiddenText : this.#plain(text)]));
  }

  /** A text without the keys that were used so far: in place of each stands whose it is. */
  #plain(text: string): string {
    let plain = text;
    for (const [key, name] of this.#keys) plain = plain.replaceAll(key, `(key of ${name})`);
    return plain;
  }

  #clean(value: unknown): unknown {
    if (typeof value === "string") return this.#plain(value);
    if (Array.isArray(value)) return value.map((one) => this.#clean(one));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, secret.test(name) && typeof one === "string" ? hiddenText : this.#clean(one)]),
    );
  }
}
