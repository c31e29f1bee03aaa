import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator } from "../sim/index.ts";
import { touchstone } from "./captured.test.kit.ts";
import { rewriting } from "./rewriting.test.kit.ts";

const simulator = createSimulator({ level: 372 });
/** Keys and passwords as they are, with letters that URLs and JSON write in another way. */
const odd = 'p"a/ss w+ö%rd';
const secrets = [...Object.values(simulator.cast).flatMap(({ api_key, password }) => [api_key, ...(password ? [password] : [])]), odd];

/** Characters that a terminal would obey, or show in another order. */
const driving = "\u001b]0;title\u0007\u001b[2J\u009b31m\u202e\u2066\u200f";

/** Ways to copy a request into an answer. */
const copies: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => btoa(unescape(encodeURIComponent(text))),
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text),
  (text) => text.replace(/.{9}/gs, "$&\n  "),
  () => driving,
];

/** A server that copies the head and the body of each request into the texts of its answer, each time in another way. */
async function echoing() {
  const inner = await listen(simulator, { control: false });
  let turn = 0;
  const front = await rewriting(inner.url, ({ url, authorization, sent, text }) => {
    const decoded = atob(authorization.replace(/^Basic /, ""));
    const said = copies[turn++ % copies.length]!(`${authorization} ${decoded} ${decodeURIComponent(sent.replaceAll("+", " "))} ${url}`);
    const echo = (name: string, value: unknown): unknown =>
      typeof value === "string" && !/^(result|queue_id|code|type|api_key|email|name|service_version)$/.test(name)
        ? `${value}${said}`
        : value;
    const echoed = JSON.stringify(JSON.parse(text), function (name, value) {
      return Array.isArray(this) ? value : echo(name, value);
    });
    return { text: echoed, headers: { "x-echo": encodeURIComponent(said) } };
  });
  const close = async () => {
    await front.close();
    await inner.close();
  };
  return { url: front.url, close };
}

/** Every spelling of a secret that is looked for: plain, as base64 at each place, percent-encoded, in JSON. */
const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  ...[0, 1, 2].map((before) => btoa(unescape(encodeURIComponent("x".repeat(before) + secret))).slice(before === 0 ? 0 : 4, -4)),
];

const leaks = (text: string): string[] => {
  const inOneLine = text.replace(/\\+[nrt]|\s/g, "");
  return secrets.flatMap((secret) => spellings(secret).filter((spelled) => inOneLine.includes(spelled.replace(/\s/g, ""))));
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile());

const formats = { html: "r.html", json: "r.json", junit: "r.xml", details: "r.txt", github: "r.md", agent: "agent.txt" };

test("a server that copies requests into its answers gets no secret into what is written, and drives no terminal", async () => {
  const server = await echoing();
  const folder = mkdtempSync(join(tmpdir(), "gate-"));
  const cast = Object.fromEntries(
    ["alice", "bob", "dana"].map((name) => {
      const { email, api_key, password } = simulator.cast[name]!;
      return [name, { email, api_key, password: name === "bob" ? odd : password }];
    }),
  );
  const target = join(folder, "target.json");
  writeFileSync(target, JSON.stringify({ url: server.url, cast, channels: { general: "general" } }));
  const reports = Object.entries(formats).flatMap(([format, file]) => ["--report", `${format}=${join(folder, "out", file)}`]);
  const only = ["fetch_api_key.post*", "server_settings.get*", "messages.post.topic*", "scenario/1"].flatMap((one) => ["--only", one]);
  const checked = await touchstone("check", "--target", target, "--seed", "3", ...only, ...reports, "--save", join(folder, "out/saved"));
  const diagnosed = await touchstone("doctor", "--target", target);
  await server.close();
  assert.is(checked.code, 1, `${checked.out}${checked.err}`);
  const written = filesIn(join(folder, "out"));
  assert.ok(written.length > 6, `${written.length} files`);
  for (const [name, text] of [
    ["check", checked.out + checked.err],
    ["doctor", diagnosed.out + diagnosed.err],
    ...written.map((file) => [file, readFileSync(file, "utf8")]),
  ] as const)
    assert.equal(leaks(text), [], name);
  for (const text of [checked.out + checked.err, diagnosed.out + diagnosed.err])
    assert.not.match(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  assert.match(checked.out + written.map((file) => readFileSync(file, "utf8")).join(""), "(secret)");
  rmSync(folder, { recursive: true });
});

test("a name that was typed is shown without what drives a terminal", async () => {
  const { code, out, err } = await touchstone("check", "--target", `/nowhere${driving}`);
  assert.is(code, 2);
  assert.match(out + err, "/nowhere\\u001b");
  assert.not.match(out + err, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\u2066\u200f]/);
});

test.run();
