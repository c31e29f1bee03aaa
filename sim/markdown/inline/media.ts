import type { Scope } from "../scope.ts";
import { plainText } from "../stash.ts";
import { mediaTypes, safeUrl, uploadPath } from "../urls.ts";
import type { Construct, Scan } from "./construct.ts";
import { replaceTargets } from "./links.ts";

/** `![text](target)`: a player for audio, a picture for an upload that exists; anything else stays text. */
export const media: Construct = (text, scan) => replaceTargets(text, "![", (label, { href }) => player(scan, label, href));

function player(scan: Scan, label: string, target: string): string | undefined {
  const source = safeUrl(plainText(scan.stash, target).trim());
  const type = mediaTypes.ofAddress(source ?? "");
  if (!source || !type) return undefined;
  const text = plainText(scan.stash, label);
  if (type.startsWith("audio/")) {
    if (!scan.scope.has("audioPlayers")) return undefined;
    return scan.keep("audio", { controls: "controls", preload: "metadata", src: source, title: text }, "");
  }
  if (!type.startsWith("image/") || !scan.scope.has("imageSyntax")) return undefined;
  const attributes = imageAttributes(scan, text, source, type);
  return attributes && scan.keep("img", attributes, "");
}

/** For a while pictures of other sites could be shown too. */
function imageAttributes({ scope }: Scan, alt: string, source: string, type: string): Record<string, string> | undefined {
  const path = uploadPath(source, scope.realmUrl);
  if (path !== undefined) return scope.uploadExists(path) ? uploadedImage(alt, path, type, scope) : undefined;
  if (scope.has("onlyUploadedImages")) return undefined;
  return { alt, class: "inline-image", "data-original-src": source, src: source };
}

function uploadedImage(alt: string, path: string, type: string, scope: Scope): Record<string, string> {
  const dimensions = scope.uploadDimensions(path);
  const thumbnail = scope.uploadThumbnail(path);
  return {
    alt,
    class: thumbnail === undefined ? "inline-image image-loading-placeholder" : "inline-image",
    "data-original-content-type": type,
    ...(dimensions !== undefined && { "data-original-dimensions": dimensions }),
    "data-original-src": `/user_uploads/${path}`,
    src: thumbnail ?? mediaTypes.placeholder,
  };
}
