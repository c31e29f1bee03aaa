import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { itemAt } from "./lookup.ts";

/** Digests of texts in UTF-8, as hexadecimal digits in lower case. */
export const md5Hex = (text: string): string => bytesToHex(md5(utf8ToBytes(text)));
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

const fnvBasis = 0x811c9dc5;

/** FNV-1a over UTF-16 units, 32 bits, from a basis on. */
export function fnv1a(text: string, basis: number = fnvBasis): number {
  if (typeof text !== "string") throw new TypeError(`text: got ${String(text)}, expected text`);
  let hash = basis >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

const mix = (seed: number, name: string): number => fnv1a(name, seed ^ fnvBasis);

/** A source of chance for one use: equal seed, use and number give equal draws, whatever else was drawn before. */
export function draw(seed: number, use: string, number: number): (below: number) => number {
  const generator = xoroshiro128plus(mix(mix(seed, use), `#${number}`));
  return (below) => uniformInt(generator, 0, below - 1);
}

/** Returns an item of a list that is not empty, each as likely as the others. */
export const drawnFrom = <T>(items: readonly T[], next: (below: number) => number): T => itemAt(items, next(items.length));

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const hex = "0123456789abcdef";

function text(alphabet: string, length: number, next: (below: number) => number): string {
  let made = "";
  while (made.length < length) made += alphabet[next(alphabet.length)];
  return made;
}

/** 32 letters and digits. */
export const keyText = (next: (below: number) => number): string => text(letters, 32, next);

/** 24 characters that an address can hold as they are. */
export const addressText = (next: (below: number) => number): string => text(`${letters}-_`, 24, next);

/** A version 4 UUID. */
export function uuidText(next: (below: number) => number): string {
  const digits = text(hex, 32, next);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${hex[8 + next(4)]}${digits.slice(17, 20)}-${digits.slice(20)}`;
}
