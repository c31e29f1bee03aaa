import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Deviation } from "../../conformance/run/baseline.ts";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { touchstone } from "../captured.test.kit.ts";

type Body = Record<string, unknown>;

/** Serves a simulator whose answers are changed on their way. */
async function served(change: (body: Body, request: IncomingMessage) => Body) {
  const inner = await listen(createSimulator());
  const server = createServer(async (request, response) => {
    const { authorization, "content-type": type } = request.headers;
    const body = request.method === "GET" ? null : await buffer(request);
    const headers = { ...(authorization && { authorization }), ...(type && { "content-type": type }) };
    const answer = await fetch(`${inner.url}${request.url}`, { method: request.method!, headers, body });
    const changed = change((await answer.json()) as Body, request);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(changed));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await inner.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const directory = mkdtempSync(join(tmpdir(), "touchstone-baseline-"));
const file = join(directory, "baseline.json");
const read = (): Deviation[] => JSON.parse(readFileSync(file, "utf8")) as Deviation[];

/** Refusals of typing events have the result of a success; names stand otherwise in what is fetched. */
const faulty = (isTypingMended: () => boolean) =>
  served((body, { method, url = "" }) => {
    if (!isTypingMended() && method === "POST" && url === "/api/v1/typing" && body.result === "error")
      return { ...body, result: "success" };
    if (method !== "GET" || !/^\/api\/v1\/messages[?]/.test(url) || !Array.isArray(body.messages)) return body;
    return {
      ...body,
      messages: (body.messages as Body[]).map((one) => ({ ...one, sender_full_name: `${String(one.sender_full_name)}!` })),
    };
  });

test("--report baseline writes what differs, after which the run is a success; it keeps what still holds, and leaves out what does no more", async () => {
  let isMended = false;
  const { url, close } = await faulty(() => isMended);
  const parts = ["--only", "typing.post/op", "--only", "scenario/*", "--runs", "2", "--seed", "3", "--no-shrink"];
  const check = (...more: string[]) => touchstone("check", url, ...parts, ...more);
  const first = await check("--report", `baseline=${file}`);
  assert.is(first.code, 1, first.out);
  const written = read();
  for (const shown of [/^POST \/typing result: /, /sender_full_name/])
    assert.ok(
      written.some(({ cause, reason }) => cause !== undefined && shown.test(reason)),
      JSON.stringify(written),
    );

  // An entry of a property would cover the mistakes that it is going to show, too.
  assert.ok(written.every(({ property }) => property === undefined));
  const byHand: Deviation = { property: "typing.post/op", reason: "seen by hand" };
  const own = [...written, byHand].map((entry) => ({ ...entry, reason: "ticket 7", expires: "2999-12-31" }));
  writeFileSync(file, JSON.stringify(own));
  const unread = await check("--report", `baseline=${file}`);
  assert.is(unread.code, 2);
  assert.match(unread.err, /the file has entries, which would be lost; --baseline .* keeps those that still hold\n$/);
  assert.ok(read().every(({ reason }) => reason === "ticket 7"));
  const broken = join(directory, "broken.json");
  writeFileSync(broken, '[{"property": "typing.post/op", "reason": "ticket 8"},]');
  assert.is((await touchstone("check", "--only", "typing.post/op", "--report", `baseline=${broken}`)).code, 2);
  assert.match(readFileSync(broken, "utf8"), "ticket 8");
  const second = await check("--baseline", file, "--report", `baseline=${file}`);
  assert.is(second.code, 0, second.out);
  assert.match(second.out, /but for its known deviations/);
  assert.equal(read(), own);

  isMended = true;
  const third = await check("--baseline", file, "--report", `baseline=${file}`);
  assert.is(third.code, 4, third.out);
  assert.equal(
    read(),
    own.filter(({ cause }) => cause !== undefined),
  );
  await close();
});

test.run();
