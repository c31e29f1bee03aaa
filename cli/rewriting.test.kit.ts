import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came to a server in front, and the answer of the server behind. */
export interface Passed {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly authorization: string;
  /** The body of the request. */
  readonly sent: string;
  readonly status: number;
  /** The body of the answer. */
  readonly text: string;
  readonly type: string;
}

/** An answer in place of the server's. */
interface Rewritten {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Opens a server in front of another one on this machine, whose answers it rewrites; undefined leaves one as it is. */
export async function rewriting(
  behind: string,
  rewrite: (passed: Passed) => Rewritten | undefined,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer((from, to) => {
    const parts: Buffer[] = [];
    from.on("data", (part) => parts.push(part));
    const forward = async (): Promise<void> => {
      const { method = "GET", url = "", headers } = from;
      const kept = ["authorization", "content-type", "user-agent"].map((name) => [name, String(headers[name] ?? "")] as const);
      const sent = Buffer.concat(parts).toString();
      const answer = await fetch(behind + url, {
        method,
        headers: Object.fromEntries(kept.filter(([, value]) => value !== "")),
        ...(sent !== "" && { body: sent }),
      });
      const { status } = answer;
      const [text, type] = [await answer.text(), answer.headers.get("content-type") ?? ""];
      const passed: Passed = { method, url, authorization: headers.authorization ?? "", sent, status, text, type };
      const own = rewrite(passed);
      to.writeHead(own?.status ?? status, { "content-type": type, ...own?.headers }).end(own?.text ?? text);
    };
    from.on("end", () => forward().catch((thrown: unknown) => to.destroy(thrown as Error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
