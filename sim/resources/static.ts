import { emojiTable } from "../markdown/index.ts";
import type { Headers } from "../protocol/wire.ts";

/** A file that the server has beside the API, for everybody who asks. */
export interface StaticFile {
  readonly headers: Headers;
  readonly content: string | Uint8Array;
}

const headersOf = (type: string): Headers => ({
  "Content-Type": type,
  "Access-Control-Allow-Origin": "*",
  "Cache-Control": "max-age=3600",
});

/** One grey pixel, in hexadecimal digits. All avatars, emoji and icons look like it. */
const pixel =
  "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a4944415478da6368000000820081da45083b0000000049454e44ae426082";

const picture: StaticFile = {
  headers: headersOf("image/png"),
  content: Uint8Array.from(pixel.matchAll(/../g), ([digits]) => Number.parseInt(digits, 16)),
};

const drawing: StaticFile = {
  headers: headersOf("image/svg+xml"),
  content: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path fill="#808080" d="M0 0h1v1H0z"/></svg>\n',
};

let emoji: StaticFile | undefined;

/** The names of the emoji by their codes, made when first asked for. */
function emojiNames(): StaticFile {
  emoji ??= {
    headers: headersOf("application/json"),
    content: `${JSON.stringify({ code_to_names: Object.fromEntries(emojiTable()) })}\n`,
  };
  return emoji;
}

/** The files by their paths. The avatar of an account is at its id or address. */
const places: readonly (readonly [RegExp, () => StaticFile])[] = [
  [/^\/static\/emoji-data\.json$/, emojiNames],
  [/^\/avatar\/[^/]+(\/medium)?$/, () => picture],
  [/^\/(static|user_avatars)\/.+\.(png|gif|jpe?g|webp|ico)$/, () => picture],
  [/^\/static\/.+\.svg$/, () => drawing],
];

/** The file at a path outside the API; undefined where there is none. Files can only be read. */
export function staticFile(method: string, path: string): StaticFile | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  return places.find(([pattern]) => pattern.test(path))?.[1]();
}
