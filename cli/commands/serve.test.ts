import { test } from "uvu";
import * as assert from "uvu/assert";
import { touchstoneWith } from "../captured.test.kit.ts";

/** Serves until `use` is done with the server. */
async function serving(args: readonly string[], use: (url: string) => Promise<void> = async () => {}) {
  let out = "";
  return touchstoneWith(
    { out: (text) => void (out += text), interrupted: () => Promise.resolve().then(() => use(JSON.parse(out).url)) },
    "serve",
    "--port",
    "0",
    "--json",
    ...args,
  );
}

test("a server that other machines reach says under which names its control API is there, and how to allow more", async () => {
  const line = "touchstone serve: other machines reach it; its control API answers under";
  const names = "localhost, 127.0.0.1, [::1], 0.0.0.0";
  const more = "alone; --allow-host <name> allows more, * any";
  assert.is((await serving(["--host", "0.0.0.0"])).err, `${line} ${names} ${more}\n`);
  assert.is(
    (await serving(["--host", "0.0.0.0", "--allow-host", "sim", "--allow-host", "10.0.0.7"])).err,
    `${line} ${names}, sim, 10.0.0.7 ${more}\n`,
  );
  assert.is((await serving(["--host", "0.0.0.0", "--allow-host", "*"])).err, `${line} any name\n`);
  assert.is((await serving(["--host", "0.0.0.0", "--no-control"])).err, "");
  assert.is((await serving([])).err, "");
});

test("a name that is allowed reaches the control API", async () => {
  const statuses: number[] = [];
  const ended = await serving(["--allow-host", "localhost:3000"], async (url) => {
    for (const origin of ["http://localhost:3000", "http://localhost:3001"])
      statuses.push((await fetch(`${url}/_control/clock`, { headers: { origin } })).status);
  });
  assert.equal([ended.code, statuses], [0, [200, 403]]);
});

test("what is no name is refused", async () => {
  const { code, err } = await touchstoneWith({}, "serve", "--allow-host", "http://sim");
  assert.equal(
    [code, err],
    [
      2,
      "touchstone serve: option '--allow-host <name>' argument 'http://sim' is invalid. a name such as sim or phone.example:3000, without http://, or * for any is accepted.\n",
    ],
  );
});

test.run();
