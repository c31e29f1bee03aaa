import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import { Hosts } from "../../sim/adapters/hosts.ts";
import { listen } from "../../sim/adapters/node.ts";
import {
  choices,
  createSimulator,
  judge,
  judgeReport,
  newestLevel,
  RealmFileError,
  realmNames,
  type Simulator,
  type Vary,
  type Watch,
} from "../../sim/index.ts";
import { prepareFile, readText } from "../files.ts";
import { writeSafe } from "../gate.ts";
import { exitCodes, type Io, UsageError, usageOf } from "../io.ts";
import { listenError } from "../listening.ts";
import * as options from "../options.ts";
import { fromRealm } from "../realm-file.ts";
import { coloursFor } from "../render/colours.ts";
import { findingLine, judgeSummary } from "../render/judge.ts";
import { castTable, missingTable, whyMissing } from "../render/serve.ts";

/** A certificate with its key, both as PEM. */
interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const dayMillis = 86_400_000;

/** Makes a certificate for some names and addresses, which is its own authority, for a year from now on. */
export async function madeCertificate(hosts: readonly string[], now = Date.now()): Promise<Certificate> {
  // Node makes keys, but no certificates. Loaded here, since all else does without.
  const { default: selfsigned } = await import("selfsigned");
  const altNames = hosts.map((host) => (isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }));
  const extensions = [
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames },
  ];
  const made = selfsigned.generate([{ name: "commonName", value: "touchstone" }], {
    algorithm: "sha256",
    keySize: 2048,
    // A clock that is a little behind takes it, too.
    notBeforeDate: new Date(now - dayMillis),
    days: 366,
    extensions,
  });
  return { cert: made.cert, key: made.private };
}

/** Reads a certificate and its key. @throws UsageError: a file cannot be read, is none, or is of another certificate */
function readCertificate(certFile: string, keyFile: string): Certificate {
  const [cert, key] = [readText(certFile, `--tls-cert ${certFile}`), readText(keyFile, `--tls-key ${keyFile}`)];
  const parsed = <T>(option: string, what: string, parse: () => T): T => {
    try {
      return parse();
    } catch {
      throw new UsageError(`${option}: ${what} as PEM is accepted`);
    }
  };
  const certificate = parsed(`--tls-cert ${certFile}`, "a certificate", () => new X509Certificate(cert));
  const privateKey = parsed(`--tls-key ${keyFile}`, "a private key without a passphrase", () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey))
    throw new UsageError(`--tls-key ${keyFile}: the key of the certificate ${certFile} is accepted`);
  return { cert, key };
}

/** The SHA-256 fingerprint of a certificate, as browsers and `curl` show it. */
const fingerprintOf = ({ cert }: Certificate): string => new X509Certificate(cert).fingerprint256;

/** Ends the judging of clients: sums up, and writes the report where a file is named. `untested` if there was no exchange, `differs` if a client made an error. */
function endJudging(watch: Watch, { judge: wanted }: ServeOptions, simulator: Simulator, io: Io): number {
  watch.close();
  const report = judgeReport(watch);
  io.err(judgeSummary(report));
  const { level, brand, realm, seed } = simulator.server;
  if (typeof wanted === "string")
    writeSafe(wanted, `${JSON.stringify({ level, brand, realm, seed, ended: simulator.instant, ...report }, null, 2)}\n`);
  if (report.exchanges === 0) return exitCodes.untested;
  return report.errors > 0 ? exitCodes.differs : exitCodes.ok;
}

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly allowHost?: readonly string[];
  readonly realm: string;
  readonly seed: number;
  readonly clock: "real" | number;
  readonly level: number;
  readonly brand?: string;
  readonly rulings?: options.Rulings;
  readonly vary?: Vary;
  readonly journalBytes?: number;
  readonly realmBytes?: number;
  readonly control: boolean;
  readonly log: boolean;
  readonly judge?: string | true;
  readonly accept?: readonly string[];
  readonly levels?: readonly [oldest: number, newest: number];
  readonly json: boolean;
  readonly endWithStdin?: true;
  readonly tls?: true;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Options that make the simulator. */
type Simulated = Pick<ServeOptions, "realm" | "seed" | "clock" | "level" | "brand" | "rulings" | "vary" | "journalBytes" | "realmBytes">;

/** Returns the simulator that options describe. @throws UsageError: the realm file is wrong */
export function simulatorFor(given: Simulated): Simulator {
  const { realm, seed, clock, level, vary, journalBytes, realmBytes } = given;
  // The realm that has the cast of a brand has its word, too.
  const { brand = realm === "zulip-dev" ? "zulip" : "service" } = given;
  const now = clock === "real" ? Date.now() : clock;
  // Clients of running servers get points decided as those do, unless it is said otherwise.
  const rulings = brand === "zulip" ? { ...choices("observed"), ...given.rulings } : given.rulings;
  const chosen = options.defined({ rulings, vary, journalBytes, realmBytes });
  return usageOf(
    RealmFileError,
    (message) => `--realm ${realm}: ${message}`,
    () => fromRealm(realm, (content) => createSimulator({ realm: content, name: realm, seed, now, level, brand, ...chosen })),
  );
}

/** Writes each request as a line, and with the first for each route that is not there, whether servers have it. */
function logOf({ journal, server }: Simulator, io: Io): (line: string) => void {
  let known = 0;
  return (line) => {
    io.err(`${line}\n`);
    for (const route of [...journal.missing.keys()].slice(known)) io.err(`${whyMissing(route, server.level)}: ${route}\n`);
    known = journal.missing.size;
  };
}

const muchBytes = 250_000_000;

/**
 * Where the process takes much memory, lets the heap grow by half of what is in use before what is not is freed: V8 would let it grow
 * to several times that, which a small heap may, since freeing takes time. Returns what ends it.
 */
function boundGarbage(): () => void {
  let isLarge = false;
  const look = (): void => {
    const wasLarge = isLarge;
    isLarge = process.memoryUsage.rss() > muchBytes;
    if (isLarge !== wasLarge) setFlagsFromString(`--heap-growing-percent=${isLarge ? 50 : 0}`);
  };
  const timer = setInterval(look, 1000).unref();
  return () => clearInterval(timer);
}

/** Addresses that stand for all of a machine's. */
const everywhere = ["0.0.0.0", "::"];

/** Says of a server that others reach under which names its control API is there. */
function tellNames({ host, control, allowHost = [] }: ServeOptions, io: Io): void {
  if (!control || !everywhere.includes(host)) return;
  const names = allowHost.includes("*")
    ? "any name"
    : `${new Hosts([host], allowHost).words} alone; --allow-host <name> allows more, * any`;
  io.err(`touchstone serve: other machines reach it; its control API answers under ${names}\n`);
}

/** Returns what watches the clients, where that is asked for. @throws UsageError: what is for a judge stands without one, or its file cannot be written */
function judgeOf(simulator: Simulator, { judge: wanted, accept, levels }: ServeOptions, io: Io): Watch | undefined {
  const settings = options.defined({ accept, levels });
  if (typeof wanted === "string") prepareFile(wanted, `--judge ${wanted}`);
  if (wanted !== undefined) return judge(simulator, (finding) => io.err(`${findingLine(finding)}\n`), settings);
  const [alone] = Object.keys(settings);
  if (alone !== undefined) throw new UsageError(`--${alone} is for the judge of clients: --judge beside it is accepted`);
  return undefined;
}

/** Returns the certificate to serve with: that of the files, or one that is made; undefined without TLS. @throws UsageError */
async function certificateOf({ tls, tlsCert, tlsKey, host, allowHost = [] }: ServeOptions): Promise<Certificate | undefined> {
  if (tlsCert !== undefined && tlsKey !== undefined) return readCertificate(tlsCert, tlsKey);
  if (tlsCert !== undefined || tlsKey !== undefined)
    throw new UsageError(
      `--tls-${tlsCert === undefined ? "key" : "cert"} alone says too little: --tls-cert and --tls-key are accepted together`,
    );
  const names = [host, ...allowHost.map((name) => name.replace(/:\d+$/, ""))].filter((name) => name !== "*");
  return tls && (await madeCertificate([...new Set(["localhost", "127.0.0.1", "::1", ...names])]));
}

/** `touchstone serve`: the simulator over HTTP until the user ends it. */
export async function serve(given: ServeOptions, io: Io): Promise<number> {
  const simulator = simulatorFor(given);
  const { host, port, control, allowHost = [] } = given;
  const watch = judgeOf(simulator, given, io);
  const tls = await certificateOf(given);
  const server = await listen(simulator, {
    ...{ host, port, allowHosts: allowHost, control, clock: given.clock === "real" ? "real" : "frozen" },
    warn: (line) => io.err(`touchstone serve: ${line}\n`),
    ...options.defined({ log: given.log ? logOf(simulator, io) : undefined, judge: watch, tls }),
  }).catch((problem: NodeJS.ErrnoException) => {
    throw listenError(problem, host, port, tls && "https");
  });
  tellNames(given, io);
  const stopLooking = boundGarbage();
  // Whoever reads the first line may end the process at once.
  const ended = Promise.race([io.interrupted(), ...(given.endWithStdin && io.inputEnded ? [io.inputEnded()] : [])]);
  io.out(
    given.json
      ? `${JSON.stringify({ ...simulator.description, control, ...(tls && { tls: { certificate: tls.cert, fingerprint: fingerprintOf(tls) } }) })}
`
      : `touchstone listening on ${server.url}
${tls ? `certificate with the SHA-256 fingerprint ${fingerprintOf(tls)}\n` : ""}${castTable(simulator, control, coloursFor(io))}`,
  );
  await ended;
  stopLooking();
  await server.close();
  if (given.log) io.err(missingTable(simulator));
  return watch ? endJudging(watch, given, simulator, io) : exitCodes.ok;
}

/** Adds the options that say what is simulated. */
export const defineSimulated = (command: Command): Command =>
  command
    .option("--realm <name or file>", `${realmNames.join(", ")}, or the path of a realm file`, "small")
    .option("--seed <number>", "seed of keys and queue ids", options.seed, 1)
    .option("--level <number>", `feature level, 1 to ${newestLevel}`, options.level, newestLevel)
    .option("--brand <word>", "the word that names carry on the wire: service, with the realm zulip-dev zulip", options.brand)
    .option(
      "--rulings <observed, text or name=choice>",
      "how points are decided (repeatable): as the specification says (text), or running servers do (observed, default with --brand zulip)",
      options.ruling,
    );

/** Adds the options that the judge of clients takes into account. */
export const defineJudge = (command: Command): Command =>
  command
    .option(
      "--accept <rule>",
      "a rule of the judge that clients need not keep; touchstone list --judge has them (repeatable)",
      options.judgeRule,
    )
    .option(
      "--levels <oldest..newest>",
      "levels that clients are made for: the judge lets pass what is right on one of them",
      options.levelRange,
    );

export function define(command: Command, io: Io, done: (exitCode: number) => void): void {
  command
    .option("--host <address>", "address to bind", options.host, "127.0.0.1")
    .option("--port <number>", "port to bind; 0 takes any free one", options.port, 9991)
    .option(
      "--allow-host <name>",
      "a further name under which the control API may be reached, * for any; with a port, pages of that site may use it (repeatable)",
      options.allowedHost,
    );
  defineSimulated(command)
    .option("--clock <real or instant>", "the machine's time, or an ISO instant to stand still at", options.clock, "real")
    .option("--vary <seed or seed:names>", "vary what the specification leaves free: by a seed, or a seed and names", options.vary)
    .option("--realm-bytes <number>", "bytes of texts that requests may write into the realm (256,000,000 by default)", options.bytes)
    .option("--journal-bytes <number>", "bytes of memory that the journal takes at most (64,000,000 by default)", options.bytes)
    .option("--tls", "speak HTTPS, with a certificate made at the start; its fingerprint is printed, --json has the whole certificate")
    .option("--tls-cert <file>", "speak HTTPS with this certificate, in PEM")
    .option("--tls-key <file>", "the private key of that certificate")
    .option("--no-control", "leave out the control API")
    .option("--log", "one line a request on stderr", false)
    .option("--judge [file]", "report what clients do wrong, to the file as JSON; exit code 1 if one made an error");
  defineJudge(command)
    .option("--json", "print one line of JSON instead of the table", false)
    .option("--end-with-stdin", "end when standard input does, with the process that holds its other end")
    .addHelpText("after", "\nExample:\n  $ touchstone serve --realm crowded --clock 2026-01-01T12:00:00Z --port 0 --json")
    .action(async (given: ServeOptions) => done(await serve(given, io)));
}
