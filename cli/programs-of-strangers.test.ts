import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { someOf } from "../conformance/night.test.kit.ts";
import { interpreterOf, start } from "../conformance/workshop/strangers/stranger.ts";
import { touchstone } from "./captured.test.kit.ts";

/** A server with mistakes, the property that finds one of them, and what its program has to check. */
interface Case {
  readonly server: string;
  readonly mistakes: readonly string[];
  readonly property: string;
  readonly checks: RegExp;
}

interface TargetFile {
  readonly url: string;
  readonly cast: Readonly<Record<string, { readonly email: string; readonly api_key: string; readonly password?: string }>>;
}

const credentials = ({ cast }: TargetFile): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cast).flatMap(([name, { email, api_key, password = "" }]) => [
      [name.toUpperCase(), `${email}:${api_key}`],
      [`${name.toUpperCase()}_PASSWORD`, password],
    ]),
  );

const run = (args: readonly string[], env: Record<string, string>): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, args, { env: { ...process.env, ...env }, timeout: 60_000 }, (problem, out, err) =>
      resolve({ code: problem ? Number(problem.code) : 0, output: `${out}${err}` }),
    ),
  );

/** Starts a server. `use` gets it with a file about it as a target; then it is ended. */
async function withServer(
  name: string,
  mistakes: readonly string[],
  use: (server: TargetFile, file: string) => Promise<void>,
): Promise<void> {
  const { target, process: running } = await start(name, mistakes);
  const directory = mkdtempSync(join(tmpdir(), "touchstone-"));
  const file = join(directory, "target.json");
  writeFileSync(file, target);
  try {
    await use(JSON.parse(target), file);
  } finally {
    running.kill();
    rmSync(directory, { recursive: true });
  }
}

/** Requires that the program of what a property finds ends with 1 on the server with mistakes, and with 0 on the one without. */
async function requireEnds({ server: name, mistakes, property, checks }: Case): Promise<void> {
  const found = mkdtempSync(join(tmpdir(), "touchstone-"));
  const program = join(found, "program.mjs");
  await withServer(name, mistakes, async (server, file) => {
    const saved = join(found, "saved.json");
    writeFileSync(saved, JSON.stringify({ format: "touchstone-property", version: 1, property, seed: 5 }));
    const { code, out, err } = await touchstone("replay", saved, "--target", file, "--as", "fetch");
    assert.is(code, 0, err);
    assert.match(out, checks);
    writeFileSync(program, out);
    const ended = await run([program, server.url], credentials(server));
    assert.is(ended.code, 1, ended.output);
    assert.not.match(ended.output, " ;");
  });
  await withServer(name, [], async (server) => {
    const ended = await run([program, server.url], credentials(server));
    assert.is(ended.code, 0, ended.output);
  });
  rmSync(found, { recursive: true });
}

/** Cases, of which one of four is tried by day. */
const cases: readonly Case[] = [
  {
    ...{ server: "quill", mistakes: ["profile-null-becomes-empty"], property: "users.me.profile_data.patch/byNull" },
    checks: /^check\(answer, \["realm_users",\d+,"profile_data","\d+","value"\], "be absent"\);$/m,
  },
  {
    ...{ server: "harbor", mistakes: ["match-everything"], property: "messages.matches_narrow.get/onlyMatching" },
    checks: /^check\(answer, \["messages",message\d\], "be absent"\);$/m,
  },
  {
    ...{ server: "careful", mistakes: ["silent-ignored"], property: "conventions.unsupportedListed/channel_folders.create.post" },
    checks: /^check\(answer, \["ignored_parameters_unsupported"\], "be of the type", "array"\);$/m,
  },
  {
    ...{ server: "harbor", mistakes: ["queue-id-omitted"], property: "events.delete/ends" },
    checks: /^check\(answer, \["queue_id"\], "be", JSON\.parse\("\\"" \+ queue1 \+ "\\""\)\);$/m,
  },
  {
    ...{ server: "quill", mistakes: ["presence-aggregated-pushable"], property: "realm.presence.get/entries" },
    checks: /^check\(answer, \["presences",".*","aggregated","pushable"\], "be absent"\);$/m,
  },
  {
    ...{ server: "quill", mistakes: ["local-id-alone"], property: "messages.post.sender/localIdAlone" },
    checks: /^check\(answer, \["result"\], "be", "error"\);$/m,
  },
  {
    ...{ server: "harbor", mistakes: ["single-leak"], property: "messages.post.to/senderAlone" },
    checks: /^check\(answer, \["result"\], "be", "error"\);$/m,
  },
  {
    ...{ server: "teal", mistakes: ["typing_stop_first_only"], property: "typing.post/people" },
    checks: /^check\(answer, \["events",\[\[\["type"\],"typing"\],\[\["op"\],"stop"\].*\]\], "be of the type", "object"\);$/m,
  },
  {
    ...{ server: "teal", mistakes: ["channels_public_own_history"], property: "narrow/inPublicChannels" },
    checks: /^check\(answer, \["messages",\[\[\["id"\],JSON\.parse\(message\d\)\]\]\], "be of the type", "object"\);$/m,
  },
  {
    ...{ server: "teal", mistakes: ["policy_zero_only_unmutes"], property: "user_topics.post/anyToAny" },
    checks: /^check\(answer, \["user_topics",\[\[\["stream_id"\],\d+\],\[\["topic_name"\],.*\]\]\], "be absent"\);$/m,
  },
  {
    ...{ server: "teal", mistakes: ["members_half_added"], property: "user_groups-id.members.post.text/users-known" },
    checks: /^check\(answer, \["realm_user_groups",\[\[\["id"\],JSON\.parse\(group\d\)\]\],"members"\], .*\);$/m,
  },
  {
    ...{ server: "teal", mistakes: ["auto_policy_repeated"], property: "messages.post.sender/bySettings" },
    checks: /^check\(answer, \["automatic_new_visibility_policy"\], "be absent"\);$/m,
  },
  {
    ...{ server: "teal", mistakes: ["date_offset_ignored"], property: "messages.get.anchors/date" },
    checks: /^check\(answer, \["anchor"\], "not be", .*\);$/m,
  },
];

for (const one of someOf(cases, 4)) {
  const interpreter = interpreterOf(one.server);
  if (spawnSync(interpreter, ["--version"]).status !== 0) console.log(`skipped: ${one.property} (no ${interpreter})`);
  else test(`the program of ${one.property} checks on ${one.server} what the property found`, () => requireEnds(one));
}

test.run();
