import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import headless from "@xterm/headless";
import kleur from "kleur";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay, isNight } from "../conformance/night.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator } from "../sim/index.ts";
import { touchstoneWith } from "./captured.test.kit.ts";
import { rewriting } from "./rewriting.test.kit.ts";

/** Texts that a terminal obeys, with what each of them does. */
const driving = {
  "colours, and hides what follows": "\u001b[31m\u001b[8m",
  "clears the line": "\r\u001b[K",
  "clears the screen": "\u001b[2J\u001b[H",
  "switches to the other screen": "\u001b[?1049h",
  "asks what it is": "\u001b[c\u001b[6n",
  "sets the title": "\u001b]0;owned\u0007",
  "makes a link": "\u001b]8;;http://evil.example\u001b\\here\u001b]8;;\u001b\\",
  "writes the clipboard": "\u001b]52;c;b3duZWQ=\u0007",
  "sends a device string": '\u001bP$q"p\u001b\\',
  "sends a message to programs": "\u001b_owned\u001b\\\u001b^owned\u001b\\",
  "resets it": "\u001bc",
  "controls of eight bits": "\u009b2J\u009d0;owned\u009c\u0090q\u009c\u0085",
  "rings, goes back, shifts": "\u0007\b\b\b\u000b\u000c\u000e\u000f\u007f",
  "reorders the line": "\u202eowned\u202c\u2066x\u2069\u200f\u061c",
};
const everything = Object.values(driving).join("");

const columns = 400;

/** A terminal shows a text. @returns its lines, and what it did beside showing characters and going to the next line */
async function shown(text: string) {
  const terminal = new headless.Terminal({
    cols: columns,
    rows: 50,
    scrollback: 100_000,
    convertEol: true,
    allowProposedApi: true,
    logLevel: "off",
  });
  const done: string[] = [];
  const note = (what: string) => (): boolean => {
    done.push(what);
    return false;
  };
  terminal.onTitleChange(note("title"));
  terminal.onBell(note("bell"));
  terminal.onData(note("answer"));
  const finals = Array.from({ length: 0x3f }, (_, i) => String.fromCharCode(0x40 + i));
  for (const final of finals) {
    for (const prefix of ["", "?", ">", "=", "<"]) {
      terminal.parser.registerCsiHandler({ prefix, final }, note(`CSI ${prefix}${final}`));
      for (const intermediates of ["", "$", "+"])
        terminal.parser.registerDcsHandler({ prefix, intermediates, final }, note(`DCS ${final}`));
    }
  }
  for (let code = 0x30; code < 0x7f; code++) terminal.parser.registerEscHandler({ final: String.fromCharCode(code) }, note("ESC"));
  for (let code = 0; code < 2000; code++) terminal.parser.registerOscHandler(code, note(`OSC ${code}`));
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let y = 0; y < active.length; y++) {
    const line = active.getLine(y)?.translateToString(true) ?? "";
    if (active.getLine(y)?.isWrapped) lines[lines.length - 1] += line;
    else lines.push(line);
  }
  terminal.dispose();
  return { lines, done: [...new Set(done)].sort() };
}

const unseen = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
const withoutEnd = (lines: readonly string[]): string => lines.join("\n").trimEnd();
const squeezed = (text: string): string => text.replace(/\s+/g, "");

/** Holds that a terminal shows a text just as it is. */
async function holdsPlain(name: string, text: string): Promise<void> {
  assert.ok(text.length > 20, `${name} says nothing: ${text}`);
  const { lines, done } = await shown(text);
  assert.equal(done, [], `${name}: ${JSON.stringify(text.slice(0, 3000))}`);
  assert.is(squeezed(withoutEnd(lines)), squeezed(text), name);
  for (const line of text.split("\n")) assert.not.match(line.replaceAll("\t", ""), unseen, name);
}

for (const [what, text] of Object.entries(driving))
  test(`the terminal of these tests notices a text that ${what}`, async () => {
    const { lines, done } = await shown(`before${text}after`);
    assert.ok(done.length > 0 || withoutEnd(lines) !== `before${text}after` || unseen.test(text));
  });

/** A server each of whose texts, but for those that keep the conversation going, ends with what drives a terminal. */
async function hostile() {
  const inner = await listen(createSimulator({ level: 372 }), { control: false });
  const keeps = /^(result|queue_id|type|api_key|email|delivery_email|service_version|role)$/;
  const front = await rewriting(inner.url, ({ text }) => ({
    text: JSON.stringify(JSON.parse(text), (name, value) =>
      typeof value === "string" && !keeps.test(name) && value !== "general" ? `${value}${everything}` : value,
    ),
  }));
  const close = async () => {
    await front.close();
    await inner.close();
  };
  return { url: front.url, close };
}

const folder = mkdtempSync(join(tmpdir(), "terminal-"));
const server = await hostile();
const target = join(folder, "target.json");
const { cast } = createSimulator({ level: 372 });
const accounts = Object.fromEntries(
  ["alice", "bob", "dana"].map((name) => [name, { email: cast[name]!.email, api_key: cast[name]!.api_key }]),
);
writeFileSync(target, JSON.stringify({ url: server.url, cast: accounts, channels: { general: "general" } }));

/** Runs a command without colours, both of whose outputs have to be plain. */
async function holds(...args: string[]) {
  const ended = await touchstoneWith({ env: process.env }, ...args);
  const name = args.slice(0, 2).join(" ");
  await holdsPlain(name, ended.out + ended.err);
  return ended;
}

const saved = join(folder, "saved");
const parts = byDay(
  ["server_settings.get*", "typing.post/op", "scenario/1"],
  ["server_settings.get*", "messages.post.topic*", "typing.post*", "scenario/1"],
);
const only = parts.flatMap((one) => ["--only", one]);

test("check shows what a hostile server says, and nothing of it drives the terminal", async () => {
  const run = ["--target", target, "--seed", "3", ...only];
  const details = join(folder, "details.txt");
  const { code, out } = await holds("check", ...run, "--save", saved, "--show", "--report", "text", "--report", `details=${details}`);
  assert.is(code, 1);
  assert.match(out, "\\u001b");
  await holdsPlain("details", readFileSync(details, "utf8"));
  if (isNight) for (const format of ["details", "agent"]) await holds("check", ...run, "--report", format);
});

test("replay shows what a hostile server says, and nothing of it drives the terminal", async () => {
  const files = readdirSync(saved).slice(0, byDay(1, 3));
  assert.ok(files.length > 0);
  for (const file of files) {
    await holds("replay", join(saved, file), "--target", target);
    for (const form of ["curl", "sentence", "python"]) await holds("replay", join(saved, file), "--as", form);
  }
});

test("doctor and next show what a hostile server says, and nothing of it drives the terminal", async () => {
  await holds("doctor", "--target", target);
  if (isNight) await holds("doctor", server.url);
  await holds("next", "--target", target);
});

test("a look-alike realm of a hostile server is plain text, as are the complaints about it", async () => {
  await holds("realm", "--from", target);
  await holds("realm", "--from", target, "--verify");
});

test("serve --log shows requests of a hostile client, and nothing of them drives the terminal", async () => {
  let out = "";
  const ask = (url: string, path: string, text: string) =>
    new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      // What a head may hold: bytes from 0x80 on, which are C1 controls in Latin-1.
      const headers = { "user-agent": "\u009b31m\u0085evil", authorization: `Basic ${btoa(`\u001b[2J:\u0007`)}` };
      const sent = request({ hostname, port, path, method: "POST", headers }, (answer) => answer.resume().on("end", resolve));
      sent.on("error", reject).end(new URLSearchParams({ content: text, [text]: text }).toString());
    });
  const ended = await touchstoneWith(
    {
      out: (text) => void (out += text),
      interrupted: () =>
        Promise.resolve().then(async () => {
          const { url } = JSON.parse(out);
          const escaped = encodeURIComponent(everything);
          await ask(url, `/api/v1/${escaped}`, everything);
          await ask(url, `/api/v1/messages?${escaped}=${escaped}`, everything);
          await ask(url, `/${escaped}`, everything);
        }),
    },
    "serve",
    "--port",
    "0",
    "--json",
    "--log",
  );
  await holdsPlain("serve --log", ended.err);
  assert.match(ended.err, "\\u001b");
});

test("serve shows a hostile realm file, and nothing of it drives the terminal", async () => {
  const realm = join(folder, "realm.json");
  writeFileSync(realm, JSON.stringify({ users: { alice: { full_name: `Al${everything}` } }, channels: { [`c${everything}`]: {} } }));
  let out = "";
  const { err } = await touchstoneWith(
    { out: (text) => void (out += text), interrupted: () => Promise.resolve() },
    "serve",
    "--port",
    "0",
    "--realm",
    realm,
  );
  await holdsPlain("serve --realm", out + err);
});

test("client shows what a hostile command says, and nothing of it drives the terminal", async () => {
  const file = join(folder, "client.mjs");
  writeFileSync(
    file,
    `const all = ${JSON.stringify(everything)};
    const { TOUCHSTONE_URL: url } = process.env;
    await fetch(url + "/api/v1/" + encodeURIComponent(all), { method: "POST", body: new URLSearchParams({ [all]: all }) }).catch(() => {});
    console.log(all);
    console.error(all);
    throw new Error(all);`,
  );
  for (const format of byDay(["text"], ["text", "json"]))
    await holds(
      "client",
      "--only",
      "plain",
      "--only",
      "429",
      "--report",
      format,
      "--",
      process.execPath,
      file,
      everything.replaceAll("\0", ""),
    );
});

test("colours that the tool writes are all that it writes of its own", async () => {
  const { enabled } = kleur;
  kleur.enabled = true;
  const { out, err } = await touchstoneWith({ colours: true, env: process.env }, "check", "--target", target, "--seed", "3", ...only);
  kleur.enabled = enabled;
  const { done } = await shown(out + err);
  assert.equal(done, ["CSI m"]);
  const onTerminal = await touchstoneWith({ shows: true }, "check", "--target", target, "--only", "typing.post/op");
  assert.equal((await shown(onTerminal.err)).done, ["CSI K"], "a line of progress is written over");
});

test("the server and its folder are gone", async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test.run();
