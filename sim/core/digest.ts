import { md5 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Digests of texts in UTF-8, as hexadecimal digits in lower case. */
export const md5Hex = (text: string): string => bytesToHex(md5(utf8ToBytes(text)));
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
