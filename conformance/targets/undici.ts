import { loadForNode } from "./platform.ts";
import { type Answered, Gathering, type HttpRequest, type Transport } from "./transport.ts";

type Undici = typeof import("undici");
type Sender = InstanceType<Undici["Pool"]> | InstanceType<Undici["Client"]>;

/** Shorter than any server keeps an idle connection, so that none is written to while it is being closed. */
const keepAliveTimeout = 1000;

const joined = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join(", ") : (value ?? ""));

async function exchange(sender: Sender, { method, path, headers, body }: HttpRequest, signal: AbortSignal): Promise<Answered> {
  const options = { method: method as "GET", path, headers, signal, ...(body !== undefined && { body }) };
  const answer = await sender.request(options);
  const gathering = new Gathering();
  for await (const piece of answer.body) gathering.add(piece as Uint8Array);
  const heads = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), joined(value)]);
  return { status: answer.statusCode, headers: Object.fromEntries(heads), text: gathering.text };
}

/** Sends over connections that are kept open between requests. The package is loaded here, since that takes longer than most commands. */
export async function undiciTransport(origin: string): Promise<Transport> {
  const undici = await loadForNode<Undici>("undici");
  const pool = new undici.Pool(origin, { keepAliveTimeout });
  return {
    send: (asked, signal) => exchange(pool, asked, signal),
    async sendAfresh(asked, signal) {
      const fresh = new undici.Client(origin);
      try {
        return await exchange(fresh, asked, signal);
      } finally {
        await fresh.destroy();
      }
    },
    close: () => pool.destroy(),
  };
}
