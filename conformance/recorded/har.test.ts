import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { surprises } from "../run/baseline.ts";
import { checkRecorded, RecordingError, readRecording } from "./index.ts";

/** A client in a page, as Chromium wrote it by Playwright; the key, the addresses and the ports of the machine are replaced. */
const recorded = readFileSync(new URL("../../fixtures/recordings/chromium.har", import.meta.url), "utf8");

interface Entry {
  time: number;
  timings: { wait: number };
  request: { method: string; url: string; headers: { name: string; value: string }[]; postData?: Record<string, unknown> };
  response: { status: number; content: { size?: number; text?: string; encoding?: string } };
}

/** The client talked to a server that behaves as running ones do. */
const like = "zulip";

/** The text of the file with its entries changed. */
function changed(change: (entry: Entry) => Entry | undefined): string {
  const { log } = JSON.parse(recorded) as { log: { entries: Entry[] } };
  return JSON.stringify({ log: { entries: log.entries.flatMap((entry) => change(entry) ?? []) } });
}

const account = "alice@example.com";
const plainest = { method: "GET", url: "https://a.example/api/v1/users", headers: [] };
const ok = { status: 200, content: { size: 2, text: '{"result":"success","msg":""}' } };

/** A file of one entry. */
const har = (request: object, response: object = ok): string =>
  JSON.stringify({
    log: { entries: [{ startedDateTime: "2026-01-01T12:00:00Z", time: 5, request: { ...plainest, ...request }, response }] },
  });

const onlyOf = (text: string) => readRecording(text).exchanges[0];

test("what a browser recorded of a right server conforms, and what is not of its API is left out", () => {
  const recording = readRecording(recorded);
  assert.is(recording.url, "https://chat.example.org");
  assert.equal(recording.cast, { alice: account });
  assert.equal(recording.notes, ["3 entries of the file are no requests to https://chat.example.org/api/v1 and were left out"]);
  const report = checkRecorded(recording, { like });
  assert.equal(surprises(report), []);
  assert.is(report.recorded?.exchanges, 16);
  assert.is(report.recorded?.compared, 13);
});

test("a wrong answer in it is a cause", () => {
  const faulty = changed((entry) => {
    const { content } = entry.response;
    return {
      ...entry,
      response: { ...entry.response, content: { ...content, text: content.text?.replace("<strong>ready", "<em>ready") ?? "" } },
    };
  });
  assert.not.equal(
    faulty,
    changed((entry) => entry),
  );
  assert.ok(surprises(checkRecorded(readRecording(faulty), { like })).length > 0);
  assert.equal(surprises(checkRecorded(readRecording(faulty))), [], "no sentence says how Markdown is rendered");
});

test("contents in base64 are read as plain ones are", () => {
  const encoded = changed((entry) => {
    const { content } = entry.response;
    const text = Buffer.from(content.text ?? "").toString("base64");
    return content.text === undefined
      ? entry
      : { ...entry, response: { ...entry.response, content: { ...content, text, encoding: "base64" } } };
  });
  assert.equal(readRecording(encoded).exchanges, readRecording(recorded).exchanges);
});

test("a request that was given up has no answer", () => {
  const given = readRecording(recorded).exchanges.filter(({ reply }) => reply === undefined);
  assert.equal(
    given.map(({ path }) => path),
    ["/events"],
  );
  for (const status of [0, -1]) assert.is(onlyOf(har({}, { status, content: { size: 0 } }))?.reply, undefined);
});

test("fields of a form in parts are read, other than files", () => {
  const form = readRecording(recorded).exchanges.find(({ form }) => form.type === "direct")?.form;
  assert.equal(form, { type: "direct", to: "[12]", content: 'Über 🧀\r\n--x "q"' });
  const head = (more: string): string => `--b\r\nContent-Disposition: form-data; name="a%22b"${more}\r\n\r\none\r\n--b--\r\n`;
  const postData = (more: string) => ({ mimeType: 'multipart/form-data; boundary="b"', text: head(more), params: [] });
  assert.equal(onlyOf(har({ method: "POST", postData: postData("") }))?.form, { 'a"b': "one" });
  const withFile = onlyOf(har({ method: "POST", postData: postData('; filename="x.txt"') }));
  assert.equal([withFile?.form, withFile?.hasFiles], [{}, true]);
});

test("a body of which the file tells nothing counts as not kept, and one of JSON has no fields", () => {
  const length = [{ name: "Content-Length", value: "12" }];
  assert.is(onlyOf(har({ method: "POST", headers: length }))?.hasFiles, true);
  assert.is(onlyOf(har({ method: "POST", headers: length, postData: { mimeType: "text/plain", text: "", params: [] } }))?.hasFiles, true);
  assert.is(onlyOf(har({ method: "POST" }))?.hasFiles, false);
  assert.equal(onlyOf(har({ method: "POST", postData: { mimeType: "application/json", text: '{"a":1}' } }))?.form, {});
});

test("preflights are left out", () => {
  const asked = [{ name: "Access-Control-Request-Method", value: "POST" }];
  const text = changed((entry) =>
    entry.request.method === "DELETE" ? { ...entry, request: { ...entry.request, method: "OPTIONS", headers: asked } } : entry,
  );
  assert.is(readRecording(text).exchanges.length, 15);
});

test("a file that does not tell how long requests took, as Playwright's mode minimal, gives no finding", () => {
  const minimal = changed((entry) => ({ ...entry, time: 1, timings: { ...entry.timings, wait: -1 } }));
  assert.equal(surprises(checkRecorded(readRecording(minimal))), []);
});

const without = (entry: Entry): Entry => {
  const headers = entry.request.headers.filter(({ name }) => !/^(authorization|cookie)$/i.test(name));
  return { ...entry, request: { ...entry.request, headers } };
};

test("without credentials, as browsers export by default, a note says what to do, and the account that is told is compared", () => {
  const { exchanges, cast, notes } = readRecording(changed(without));
  assert.equal(cast, {});
  assert.equal([...new Set(exchanges.map(({ as }) => as))], [null, undefined]);
  assert.match(
    notes.join("\n"),
    /no request of the file has credentials.*--account <address> says whose all requests are, such as alice@example\.com/,
  );
  const told = checkRecorded(readRecording(changed(without), account), { like });
  assert.equal(surprises(told), []);
  assert.is(told.recorded?.compared, 13);
});

test("an account is told for no file that names its accounts", () => {
  const journal = '{"format":"touchstone-recording","version":1,"url":"https://a.example"}\n';
  for (const [text, message] of [
    [recorded, /^--account: the requests of the file have credentials$/],
    [journal, /^--account: a journal names its accounts$/],
  ] as const)
    assert.throws(
      () => readRecording(text, account),
      (problem: unknown) => problem instanceof RecordingError && message.test(problem.message),
    );
});

const hollow = (entry: Entry): Entry => ({ ...entry, response: { ...entry.response, content: { size: 70 } } });

test("a file without what answers hold is an error, and of single such answers a note tells", () => {
  assert.throws(() => readRecording(changed(hollow)), /^log\.entries: no answer has its content\.text: /);
  const some = readRecording(changed((entry) => (entry.request.url.includes("/messages/") ? hollow(entry) : entry)));
  assert.match(some.notes.join("\n"), /the file does not hold the answers of these entries: 17/);
  assert.equal(surprises(checkRecorded(some)), []);
});

test.run();
