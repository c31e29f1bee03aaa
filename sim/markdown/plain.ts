import { MatchWork, matchesOf } from "./linkifiers.ts";
import type { Scope } from "./scope.ts";

// Characters that no construct begins or ends with, wherever they stand.
const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 !?,'\"()]{}|/\\^%=_+-;";
// Harmless unless a certain character follows.
const guarded = ":.$";
const never = 0;
const always = 1;
const depends = 2;
const kinds = new Uint8Array(128);
for (const character of harmless) kinds[character.charCodeAt(0)] = always;
for (const character of guarded) kinds[character.charCodeAt(0)] = depends;
kinds[";".charCodeAt(0)] = depends;

const otherLetters = /^[\0-\x7f\p{L}\p{N}]*$/u;
const space = 0x20;

/**
 * Is the source so plain that its HTML is `<p>`, the source and `</p>`? Never true of a text that any
 * construct, linkifier or setting could touch; true of most short messages.
 */
export function isPlain(source: string, scope: Scope): boolean {
  const length = source.length;
  if (length === 0 || source.charCodeAt(length - 1) === space || !beginsPlainly(source)) return false;
  let ascii = true;
  for (let at = 0; at < length; at++) {
    const code = source.charCodeAt(at);
    if (code > 0x7f) ascii = false;
    else if (kinds[code] !== always && (kinds[code] === never || !unguarded(source, code, at))) return false;
  }
  if (!ascii && !otherLetters.test(source)) return false;
  const work = new MatchWork();
  return scope.linkifiers.every((linkifier) => matchesOf(linkifier, source, work).length === 0);
}

/** No list, no rule, no indentation. */
function beginsPlainly(source: string): boolean {
  const first = source.charCodeAt(0);
  if (first >= 0x30 && first <= 0x39) return !/^[0-9]+\. /.test(source);
  return first !== space && first !== 0x2b && first !== 0x2d && first !== 0x5f && (first < 0x80 || !/^\p{N}/u.test(source));
}

/** At the end or before a space nothing begins with these characters; behind a parenthesis a face may end. */
function unguarded(source: string, code: number, at: number): boolean {
  const next = at + 1 < source.length ? source.charCodeAt(at + 1) : space;
  if (code === 0x24) return next !== 0x24;
  return next === space && source.charCodeAt(at - 1) !== 0x28;
}
