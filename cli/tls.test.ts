import { X509Certificate } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { touchstoneWith } from "./captured.test.kit.ts";
import { madeCertificate } from "./commands/serve.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-tls-"));
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Asks over HTTPS, where nothing is trusted but one certificate. */
function ask(
  url: string,
  ca: string,
  method = "GET",
  body = "",
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const agent = new Agent({ ca, maxCachedSessions: 0 });
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => {
        agent.destroy();
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Serves until `use` is done; gives what came out first. */
async function serving(args: readonly string[], use: (told: string) => Promise<void>) {
  let told = "";
  let problem: unknown;
  const ended = await touchstoneWith(
    {
      out: (text) => void (told += text),
      interrupted: () =>
        Promise.resolve()
          .then(() => use(told))
          .catch((thrown: unknown) => void (problem = thrown)),
    },
    ...["serve", "--port", "0", ...args],
  );
  if (problem) throw problem;
  return { ...ended, out: told };
}

test("--tls serves with a certificate that is made for the names of the server, and says which", async () => {
  const { code } = await serving(["--tls", "--json", "--allow-host", "sim.lan:3000"], async (told) => {
    const { url, tls } = JSON.parse(told);
    assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/);
    const made = new X509Certificate(tls.certificate);
    assert.is(tls.fingerprint, made.fingerprint256);
    assert.match(tls.fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    for (const name of ["localhost", "sim.lan"]) assert.is(made.checkHost(name), name);
    for (const address of ["127.0.0.1", "::1"]) assert.is(made.checkIP(address), address);
    assert.is(made.checkHost("example.org"), undefined);
    assert.ok(made.verify(made.publicKey));
    const settings = await ask(`${url}/api/v1/server_settings`, tls.certificate);
    assert.equal([settings.status, settings.body.realm_url ?? settings.body.realm_uri], [200, url]);
    const world = await ask(`${url}/_control/worlds`, tls.certificate, "POST");
    assert.is(world.body.url, `${url}/w/w1`);
    assert.is((await ask(`${world.body.url}/api/v1/server_settings`, tls.certificate)).status, 200);
  });
  assert.is(code, 0);
});

test("without --json the first line says https, and the second the fingerprint", async () => {
  const { out } = await serving(["--tls"], async () => {});
  assert.match(
    out,
    /^touchstone listening on https:\/\/127\.0\.0\.1:\d+\ncertificate with the SHA-256 fingerprint ([0-9A-F]{2}:){31}[0-9A-F]{2}\n/,
  );
});

test("who does not trust the certificate gets nothing", async () => {
  await serving(["--tls", "--json"], async (told) => {
    const other = (await madeCertificate(["127.0.0.1"])).cert;
    const failed = await ask(`${JSON.parse(told).url}/api/v1/server_settings`, other).then(
      () => "answered",
      ({ code }) => code,
    );
    assert.match(failed, /SELF_SIGNED|SIGNATURE|UNABLE_TO_VERIFY/);
  });
});

test("--tls-cert and --tls-key serve with one's own; held polls end with the server", async () => {
  const { cert, key } = await madeCertificate(["127.0.0.1"]);
  const files = ["--tls-cert", write("cert.pem", cert), "--tls-key", write("key.pem", key)];
  const { code } = await serving([...files, "--json"], async (told) => {
    const { url, tls } = JSON.parse(told);
    assert.is(tls.certificate, cert);
    assert.is((await ask(`${url}/api/v1/server_settings`, cert)).status, 200);
  });
  assert.is(code, 0);
});

test("files that do not fit are mistakes", async () => {
  const [one, two] = [await madeCertificate(["localhost"]), await madeCertificate(["localhost"])];
  const [cert, key, other, text] = [
    write("one.pem", one.cert),
    write("one.key", one.key),
    write("two.key", two.key),
    write("text", "hello"),
  ];
  const ladder: [string[], string][] = [
    [["--tls-cert", cert], "--tls-cert alone says too little: --tls-cert and --tls-key are accepted together"],
    [["--tls-key", key], "--tls-key alone says too little: --tls-cert and --tls-key are accepted together"],
    [["--tls-cert", text, "--tls-key", key], `--tls-cert ${text}: a certificate as PEM is accepted`],
    [["--tls-cert", cert, "--tls-key", text], `--tls-key ${text}: a private key without a passphrase as PEM is accepted`],
    [["--tls-cert", cert, "--tls-key", other], `--tls-key ${other}: the key of the certificate ${cert} is accepted`],
    [["--tls-cert", join(folder, "none"), "--tls-key", key], `--tls-cert ${join(folder, "none")}: the file cannot be read (ENOENT)`],
  ];
  for (const [args, line] of ladder) {
    const { code, err } = await touchstoneWith({}, "serve", "--port", "0", ...args);
    assert.equal([code, err], [2, `touchstone serve: ${line}\n`]);
  }
});

test.run();
