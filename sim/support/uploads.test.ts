import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import type { WireFile, WireResponse } from "../protocol/wire.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });
const millis = 1_767_268_800_000; // 2026-01-01T12:00:00Z
const mebibyte = 1024 * 1024;

const file = (name: string, bytes: string | number = "hello", type = "text/plain"): WireFile => ({
  name,
  type,
  bytes: typeof bytes === "number" ? new Uint8Array(bytes) : Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)),
});
const post = (sim: Simulator, as: string, ...files: WireFile[]) => sim.as(as).send("POST /user_uploads", {}, files).body;
const uploaded = (sim: Simulator, as: string, given = file("notes.txt")): string => String(post(sim, as, given).url);
const attachments = (sim: Simulator, as: string) => sim.as(as).send("GET /attachments").body as { attachments: Event[] };
const say = (sim: Simulator, as: string, to: string, content: string): number =>
  Number(sim.as(as).send("POST /messages", { type: "channel", to, topic: "files", content }).body.id);
const messageOf = (sim: Simulator, as: string, id: number) => sim.as(as).send(`GET /messages/${id}`).body.message as Event;
const status = (sim: Simulator, as: string, url: string) => sim.as(as).send(`GET ${url}`).status;
const pathOf = (url: string): string => url.replace("/user_uploads/", "");

test("older servers tell when messages with a file were sent, in milliseconds before level 443", () => {
  const lists = [442, 443, 471].map((level) => {
    const sim = createSimulator({ level });
    const { url } = sim.as("alice").send("POST /user_uploads", {}, [{ name: "a.txt", type: "text/plain", bytes: new Uint8Array(1) }]).body;
    const { id } = sim.as("alice").send("POST /messages", { type: "stream", to: "general", topic: "files", content: `[a](${url})` }).body;
    const [{ create_time, messages }] = sim.as("alice").send("GET /attachments").body.attachments as [Event];
    assert.equal((messages as Event[])[0]!.id, id);
    return [create_time, (messages as Event[])[0]!.date_sent];
  });
  assert.equal(lists, [
    [millis, millis],
    [millis / 1000, millis / 1000],
    [millis / 1000, millis / 1000],
  ]);
});

test("a file is kept at an address that the seed decides, and its owner's clients hear of it", () => {
  const sim = createSimulator();
  const [alice, bob] = [listener(sim, "alice", ["attachment"]), listener(sim, "bob", ["attachment"])];
  const { url, ...rest } = post(sim, "alice", file("C:\\temp\\garden plan (2).txt"));
  assert.match(String(url), /^\/user_uploads\/2\/[0-9a-f]{1,2}\/[\w-]{24}\/garden-plan-2\.txt$/);
  assert.equal(rest, { ...ok, uri: url, filename: "garden plan (2).txt" });
  const [{ id, ...record }] = attachments(sim, "alice").attachments as [Event];
  const expected = { name: "garden plan (2).txt", path_id: pathOf(String(url)), size: 5, create_time: millis / 1000, message_ids: [] };
  assert.equal(record, expected);
  assert.equal(alice(), [{ type: "attachment", op: "add", attachment: { id, ...expected }, upload_space_used: 5 }]);
  assert.equal([bob(), attachments(sim, "bob")], [[], { ...ok, attachments: [], upload_space_used: 5 }]);
  const twin = createSimulator();
  assert.is(uploaded(twin, "alice", file("garden plan (2).txt")), url);
  assert.is.not(uploaded(twin, "alice", file("garden plan (2).txt")), url);
});

test("names are made fit for addresses", () => {
  const sim = createSimulator();
  const rows: [string, string, string][] = [
    ["größe ☂.png", "größe ☂.png", "größe-.png"],
    ["../../etc/passwd", "passwd", "passwd"],
    ["ﬁle.txt", "ﬁle.txt", "file.txt"],
    ["☂", "☂", "uploaded-file"],
    ["a\0b\n.txt", "ab.txt", "ab.txt"],
    [`${"x".repeat(400)}.txt`, `${"x".repeat(251)}.txt`, `${"x".repeat(251)}.txt`],
  ];
  for (const [name, filename, last] of rows) {
    const reply = post(sim, "alice", file(name));
    assert.equal([reply.filename, String(reply.url).split("/").at(-1)], [filename, last], name);
  }
});

test("older servers say less of an upload", () => {
  const keys = (level: number) => Object.keys(post(createSimulator({ level }), "alice", file("a.txt"))).slice(2);
  assert.equal([271, 272, 284, 285].map(keys), [["uri"], ["uri", "url"], ["uri", "url"], ["uri", "url", "filename"]]);
});

test("a request that brings not one file of a size that is allowed is refused", () => {
  const sim = createSimulator();
  const large = file("a.bin", 25 * mebibyte + 1);
  const heard = listener(sim, "alice", ["attachment"]);
  const ladder: [WireFile[], object][] = [
    [[], failure("You must specify a file to upload")],
    [[file("")], failure("You must specify a file to upload")],
    [[large, large], failure("You may only upload one file at a time")],
    [[large], failure("Uploaded file is larger than the allowed limit of 25 MiB")],
  ];
  for (const [files, expected] of ladder) assert.equal(post(sim, "alice", ...files), expected);
  assert.equal([heard(), attachments(sim, "alice").attachments], [[], []]);
  const most = file("a.bin", 25 * mebibyte);
  for (let n = 0; n < 8; n++) assert.is(post(sim, "bob", most).result, "success");
  assert.equal(post(sim, "alice", file("a", 1)), failure("Upload would exceed your organization's upload quota.", "REALM_UPLOAD_QUOTA"));
  const { max_file_upload_size_mib, realm_upload_quota_mib } = sim
    .as("alice")
    .send("POST /register", { fetch_event_types: ["realm"] }).body;
  assert.equal([max_file_upload_size_mib, realm_upload_quota_mib], [25, 200]);
  const [{ id }] = attachments(sim, "bob").attachments as [Event];
  sim.as("bob").send(`DELETE /attachments/${id}`);
  assert.is(post(sim, "alice", file("a", 1)).result, "success");
});

test("a message that links to a file claims it, and its sender's clients hear of that first", () => {
  const sim = createSimulator();
  const url = uploaded(sim, "alice");
  const heard = listener(sim, "alice", ["attachment", "message"]);
  sim.advance({ ms: 61_000 });
  const ids = [say(sim, "alice", "general", `see [notes](${url})`), say(sim, "alice", "general", `> ${sim.server.url}${url}`)];
  const { attachments: own } = attachments(sim, "alice");
  assert.equal(own[0]!.message_ids, ids);
  const events = heard();
  assert.equal(
    events.map(({ type, op }) => [type, op]),
    [
      ["attachment", "update"],
      ["message", undefined],
      ["attachment", "update"],
      ["message", undefined],
    ],
  );
  assert.equal([events[0]!.attachment, events[2]!.attachment], [{ ...own[0], message_ids: ids.slice(0, 1) }, own[0]]);
  const found = sim.as("alice").send("GET /messages", { anchor: "newest", num_before: 9, num_after: 0, narrow: [["has", "attachment"]] });
  assert.equal(
    (found.body.messages as Event[]).map(({ id }) => id),
    ids,
  );
  say(sim, "bob", "general", `\`${url}\` /user_uploads/2/ab/none.txt`);
  assert.equal(attachments(sim, "alice").attachments, own);
});

test("a file is for its owner and for those who see a message with it", () => {
  const sim = createSimulator();
  const url = uploaded(sim, "alice");
  const seen = () => ["alice", "bob", "cara", "gus"].map((name) => status(sim, name, url));
  assert.equal(seen(), [200, 403, 403, 403]);
  say(sim, "cara", "general", `[stolen](${url})`);
  assert.equal(seen(), [200, 403, 403, 403]);
  say(sim, "alice", "team", `[notes](${url})`);
  assert.equal(seen(), [200, 200, 403, 403]);
  say(sim, "bob", "general", `[notes](${url})`);
  assert.equal(seen(), [200, 200, 200, 200]);
  assert.equal(sim.as("gus").send(`GET ${url}x`).body, failure("This file does not exist or has been deleted."));
  assert.equal(status(sim, "gus", `${url}x`), 404);
  const other = uploaded(sim, "alice");
  assert.equal(sim.as("bob").send(`GET ${other}`).body, failure("You are not authorized to view this file."));
  assert.is(sim.as().send(`GET ${url}`).status, 401);
});

test("running servers answer with a page where there is no file", () => {
  const sim = createSimulator({ rulings: { unknownRoute: "observed" } });
  const answer = sim.send({ method: "GET", path: "/user_uploads/2/ab/none.txt", auth: "alice" }) as WireResponse;
  assert.equal([answer.status, answer.text], [404, "<p>This file does not exist or has been deleted.</p>\n"]);
  assert.is(answer.headers["Content-Type"], "text/html; charset=utf-8");
});

test("an edit lets go of files, and says which of them are in no message any more", () => {
  const sim = createSimulator();
  const [a, b] = [uploaded(sim, "alice", file("a.txt")), uploaded(sim, "alice", file("b.txt"))] as const;
  const id = say(sim, "alice", "general", `[a](${a})`);
  say(sim, "alice", "general", `[b](${b})`);
  const heard = listener(sim, "alice", ["attachment"]);
  const edit = (content: string) => sim.as("alice").send(`PATCH /messages/${id}`, { content }).body;
  assert.equal(edit(`[a](${a}) [b](${b})`), { ...ok, detached_uploads: [] });
  const claims = (record: Event) => (record.message_ids as number[]).length;
  assert.equal(
    heard().map(({ op, attachment }) => [op, (attachment as Event).name, claims(attachment as Event)]),
    [["update", "b.txt", 2]],
  );
  const [own] = attachments(sim, "alice").attachments as [Event];
  assert.equal(edit("nothing"), { ...ok, detached_uploads: [{ ...own, message_ids: [] }] });
  assert.equal([attachments(sim, "alice").attachments.map(claims), heard()], [[0, 1], []]);
  const found = sim.as("alice").send("GET /messages", { anchor: id, num_before: 0, num_after: 0, narrow: [["has", "attachment"]] });
  assert.equal(found.body.messages, []);
});

test("files go with the last message that links to them, and by their owner's will", () => {
  const sim = createSimulator();
  const [a, b] = [uploaded(sim, "alice", file("a.txt")), uploaded(sim, "alice", file("b.txt"))] as const;
  const [first, second] = [say(sim, "alice", "general", `[a](${a}) [b](${b})`), say(sim, "bob", "general", `[a](${a})`)] as const;
  sim.as("owen").send(`DELETE /messages/${first}`);
  const { attachments: own } = attachments(sim, "alice");
  assert.equal(
    own.map(({ name, message_ids }) => [name, message_ids]),
    [["a.txt", [second]]],
  );
  assert.is(status(sim, "alice", b), 404);
  const heard = listener(sim, "alice", ["attachment"]);
  const { id } = own[0]!;
  for (const [as, which] of [
    ["bob", id],
    ["alice", 4711],
  ]) {
    assert.equal(sim.as(String(as)).send(`DELETE /attachments/${which}`).body, failure("Invalid attachment"));
  }
  assert.equal(sim.as("alice").send(`DELETE /attachments/${id}`).body, ok);
  assert.equal(heard(), [{ type: "attachment", op: "remove", attachment: { id }, upload_space_used: 0 }]);
  assert.equal([status(sim, "alice", a), messageOf(sim, "bob", second).content], [404, `<p><a href="${a}">a</a></p>`]);
  assert.is(sim.as("owen").send(`DELETE /messages/${second}`).status, 200);
});

const heads: readonly (readonly [string, string, string, number[]])[] = [
  ["a.png", "image/png", "640x480", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 128, 0, 0, 1, 224]],
  ["a.gif", "image/gif", "3x258", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 3, 0, 2, 1]],
  ["a.jpg", "image/jpeg", "7x5", [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc4, 0, 2, 0xff, 0xc2, 0, 17, 8, 0, 5, 0, 7]],
  ["b.png", "image/png", "", [1, 2, 3]],
  ["b.jpg", "image/jpeg", "", [0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 1, 2]],
];

for (const [name, type, dimensions, bytes] of heads) {
  test(`a message shows the place of a picture: ${name} of ${dimensions || "no known size"}`, () => {
    const sim = createSimulator();
    const url = String(post(sim, "alice", { name, type, bytes: Uint8Array.from(bytes) }).url);
    const size = dimensions && ` data-original-dimensions="${dimensions}"`;
    const placeholder = (kind: string) => `class="${kind}" data-original-content-type="${type}"${size}`;
    const loader = 'src="/static/images/loading/loader-black.svg"';
    const linked = messageOf(sim, "alice", say(sim, "alice", "general", `[pic](${url})`)).content;
    const image = `<img ${placeholder("image-loading-placeholder")} ${loader}>`;
    const link = `<p><a href="${url}">pic</a></p>`;
    assert.is(linked, `${link}\n<div class="message_inline_image"><a href="${url}" title="pic">${image}</a></div>`);
    const shown = messageOf(sim, "alice", say(sim, "alice", "general", `![pic](${url})`)).content;
    const inline = placeholder("inline-image image-loading-placeholder");
    assert.is(shown, `<p><img alt="pic" ${inline} data-original-src="${url}" ${loader}></p>`);
    assert.is((attachments(sim, "alice").attachments[0]!.message_ids as unknown[]).length, 2);
    const others = messageOf(sim, "bob", say(sim, "bob", "quiet", `![pic](${url.replace("/user_uploads/2", "/user_uploads/3")})`)).content;
    assert.not.match(String(others), /<img/);
  });
}

test("a fork keeps its own files", () => {
  const sim = createSimulator();
  const url = uploaded(sim, "alice");
  const fork = sim.fork();
  uploaded(fork, "alice");
  sim.as("alice").send(`DELETE /attachments/${attachments(sim, "alice").attachments[0]!.id}`);
  assert.equal([attachments(sim, "alice").attachments.length, attachments(fork, "alice").attachments.length], [0, 2]);
  assert.equal([status(sim, "alice", url), status(fork, "alice", url)], [404, 200]);
});

test.run();
