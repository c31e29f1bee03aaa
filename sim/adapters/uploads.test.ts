import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../../conformance/night.test.kit.ts";
import { limits } from "../core/limits.ts";
import { createSimulator } from "../server/simulator.ts";
import { fetchFor } from "./fetch.ts";
import { listen } from "./node.ts";

type Body = Readonly<Record<string, unknown>>;

const sim = createSimulator();
const server = await listen(sim);
const as = (name: string) => ({ authorization: `Basic ${btoa(`${sim.cast[name]!.email}:${sim.cast[name]!.api_key}`)}` });

/** Each way to the same simulator, with the address that it has there. */
const ways: readonly (readonly [typeof fetch, string])[] = [
  [fetch, server.url],
  [fetchFor(sim), "http://anywhere"],
];

const bytes = Uint8Array.from({ length: 300 }, (_, i) => i % 256);

function formOf(...files: readonly (readonly [Blob, string])[]): FormData {
  const form = new FormData();
  for (const [blob, name] of files) form.append("file", blob, name);
  return form;
}

async function send(ask: typeof fetch, base: string, form: FormData): Promise<readonly [number, Body]> {
  const answer = await ask(`${base}/api/v1/user_uploads`, { method: "POST", headers: as("alice"), body: form });
  return [answer.status, (await answer.json()) as Body];
}

test("a file comes back byte for byte, to those who may see it", async () => {
  for (const [ask, base] of ways) {
    const [status, body] = await send(ask, base, formOf([new Blob([bytes], { type: "image/png" }), "größe 1.png"]));
    assert.equal([status, body.filename], [200, "größe 1.png"]);
    const path = String(body.url);
    const get = (headers: Record<string, string>, method = "GET") => ask(`${base}${path}`, { method, headers });
    const answer = await get(as("alice"));
    assert.equal([answer.status, answer.headers.get("content-type")], [200, "image/png"]);
    assert.equal(new Uint8Array(await answer.arrayBuffer()), bytes);
    const head = await get(as("alice"), "HEAD");
    assert.equal([head.status, await head.text()], [200, ""]);
    const refused = await Promise.all([get({}), get(as("bob")), ask(`${base}${path}x`, { headers: as("bob") })]);
    const told = await Promise.all(refused.map(async (one) => [one.status, ((await one.json()) as Body).msg]));
    assert.equal(told, [
      [401, "Not logged in: API authentication or user session required"],
      [403, "You are not authorized to view this file."],
      [404, "This file does not exist or has been deleted."],
    ]);
  }
});

test("an address that the API gives needs no credentials, and works for a minute", async () => {
  for (const [ask, base] of ways) {
    const [, body] = await send(ask, base, formOf([new Blob(["<p>hi</p>"], { type: "text/html" }), "a.html"]));
    const { url } = (await (await ask(`${base}/api/v1${body.url}`, { headers: as("alice") })).json()) as Body;
    const get = () => ask(`${base}${url}`);
    sim.advance({ ms: 60_000 });
    const answer = await get();
    assert.equal([answer.status, await answer.text()], [200, "<p>hi</p>"]);
    assert.equal(
      ["content-type", "content-disposition", "x-content-type-options"].map((name) => answer.headers.get(name)),
      ["text/html", "attachment", "nosniff"],
    );
    const forged = await ask(`${base}${String(url).replace(/-[0-9a-f]{32}/, `-${"0".repeat(32)}`)}`);
    sim.advance({ ms: 1 });
    for (const refused of [forged, await get()]) {
      assert.equal([refused.status, await refused.json()], [400, { result: "error", msg: "Invalid token", code: "BAD_REQUEST" }]);
    }
  }
});

test("a file is named in each way that a form may be written", async () => {
  const rows: [disposition: string, stored: string][] = [
    ['name="file"; filename="x.txt"', "x.txt"],
    ["name=file; filename=x.txt", "x.txt"],
    ['filename="x.txt"; name="file"', "x.txt"],
    [`name="file"; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt`, "größe.txt"],
    ['name="file"; filename="a\\"b.txt"', "ab.txt"],
  ];
  for (const [ask, base] of ways)
    for (const [disposition, stored] of rows) {
      const body = `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nhi\r\n--x--\r\n`;
      const headers = { ...as("alice"), "content-type": "multipart/form-data; boundary=x" };
      const answer = await ask(`${base}/api/v1/user_uploads`, { method: "POST", headers, body });
      const { url, msg } = (await answer.json()) as Body;
      assert.equal([msg, decodeURIComponent(String(url)).split("/").at(-1)], ["", stored], disposition);
    }
});

test("types that no header can carry do no harm", async () => {
  const [ask, base] = ways[0]!;
  const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: te☂xt/plain\r\n\r\nhi\r\n--x--\r\n`;
  const headers = { ...as("alice"), "content-type": "multipart/form-data; boundary=x" };
  const answer = await ask(`${base}/api/v1/user_uploads`, { method: "POST", headers, body });
  const { url } = (await answer.json()) as Body;
  const file = await ask(`${base}${url}`, { headers: as("alice") });
  assert.is(await file.text(), "hi");
});

test("forms may be large by their files, not by their fields, and not without end", async () => {
  const text = new FormData();
  text.append("content", "x".repeat(limits.bodyBytes + 1));
  const mebibytes = (count: number) => new Blob([new Uint8Array(count * 1024 * 1024)]);
  for (const [ask, base] of ways) {
    const most = `The body is larger than ${limits.bodyBytes} bytes, which is the most that is read`;
    // The simulator behind both ways has these limits: by day over HTTP alone, since megabytes take long.
    const large: [FormData, number, string][] = [
      [formOf([mebibytes(26), "a"]), 400, "Uploaded file is larger than the allowed limit of 25 MiB"],
      [formOf([mebibytes(20), "a"], [mebibytes(1), "b"]), 400, "You may only upload one file at a time"],
    ];
    const rows: [FormData, number, string][] = [
      ...byDay(ask === fetch ? large : [], large),
      [formOf([mebibytes(33), "a"]), 413, `The body is larger than ${limits.multipartBytes} bytes, which is the most that is read`],
      [text, 413, most],
      [new FormData(), 400, "You must specify a file to upload"],
    ];
    for (const [form, status, msg] of rows)
      assert.equal(await send(ask, base, form), [status, { result: "error", msg, code: "BAD_REQUEST" }]);
  }
});

test("uploads are in the transcript without their bytes", async () => {
  const [ask, base] = ways[0]!;
  await send(ask, base, formOf([new Blob(["secret words"]), "a.txt"]));
  const last = sim.transcript.at(-1)!;
  assert.equal([last.request.path, last.request.fields, last.response.status], ["/api/v1/user_uploads", {}, 200]);
  assert.not.match(JSON.stringify(last), /secret words/);
});

test.after(() => server.close());

test.run();
