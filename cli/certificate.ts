import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { readText } from "./files.ts";
import { UsageError } from "./io.ts";

/** A certificate with its key, both as PEM. */
export interface Certificate {
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
export function readCertificate(certFile: string, keyFile: string): Certificate {
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
export const fingerprintOf = ({ cert }: Certificate): string => new X509Certificate(cert).fingerprint256;
