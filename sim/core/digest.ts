import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Digests of texts in UTF-8, as hexadecimal digits in lower case. */
export const md5Hex = (text: string): string => bytesToHex(md5(utf8ToBytes(text)));
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The basis of FNV-1a: the hash of the empty text. */
export const fnvBasis = 0x811c9dc5;

/** FNV-1a over UTF-16 units, 32 bits, from a basis on. */
export function fnv1a(text: string, basis: number = fnvBasis): number {
  if (typeof text !== "string") throw new TypeError(`text: got ${String(text)}, expected text`);
  let hash = basis >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
