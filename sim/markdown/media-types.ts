import { own } from "../core/lookup.ts";
import { splitUrl } from "./urls.ts";

const byEnding: Readonly<Record<string, string>> = {
  bmp: "image/bmp",
  gif: "image/gif",
  jpe: "image/jpeg",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  aac: "audio/aac",
  flac: "audio/flac",
  mp3: "audio/mpeg",
  wav: "audio/wav",
};

// Of most addresses this tells that they end in no path to such a file, before they are split.
const anyEnding = new RegExp(`\\.(?:${Object.keys(byEnding).join("|")})(?![A-Za-z0-9])`, "i");

/** Media that can be shown, told by the ending of a path. */
export const mediaTypes = {
  of(path: string): string | undefined {
    const [, ending = ""] = /\.([A-Za-z0-9]+)$/.exec(path) ?? [];
    return own(byEnding, ending.toLowerCase());
  },
  ofAddress(address: string): string | undefined {
    return anyEnding.test(address) ? mediaTypes.of(splitUrl(address)?.path ?? "") : undefined;
  },
  /** Shown only where it was uploaded. */
  movie: "video/quicktime",
  /** Shown until an upload has a thumbnail. */
  placeholder: "/static/images/loading/loader-black.svg",
} as const;
