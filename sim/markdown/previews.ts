import type { Rendered, Scope } from "./scope.ts";
import { type Element, literal } from "./tree.ts";
import { joinUrl, mediaTypes, splitUrl, uploadPath } from "./urls.ts";

interface Place {
  readonly anchor: Element;
  readonly parent: Element;
  readonly grandparent: Element | undefined;
  readonly href: string;
  /** The text up to the first element in the link. */
  readonly text: string;
  readonly quoted: boolean;
}

interface Waiting {
  readonly node: Element;
  readonly parent: Element | undefined;
  readonly quoted: boolean;
}

/** Links to preview, and whether a picture stands in the text already. */
interface Linked {
  /** All links of the tree, those nearer to the root first. */
  readonly places: readonly Place[];
  readonly holdsImage: boolean;
  /** Addresses of the media that stand in the text. */
  readonly mediaAddresses: readonly string[];
}

function collectLinks(root: Element): Linked {
  const places: Place[] = [];
  const mediaAddresses: string[] = [];
  let holdsImage = false;
  const queue: Waiting[] = [{ node: root, parent: undefined, quoted: false }];
  for (const { node, parent, quoted } of queue) {
    const inQuote = quoted || node.tag === "blockquote";
    for (const child of node.children) {
      if (child.children.length > 0) queue.push({ node: child, parent: node, quoted: inQuote });
      if (child.tag === "img") holdsImage ||= child.attributes.class?.startsWith("inline-image") === true;
      if (child.tag === "img" || child.tag === "audio")
        mediaAddresses.push(child.attributes["data-original-src"] ?? child.attributes.src ?? "");
      if (child.tag !== "a") continue;
      const href = child.attributes.href ?? "";
      places.push({ anchor: child, parent: node, grandparent: parent, href, text: child.text, quoted: inQuote });
    }
  }
  return { places, holdsImage, mediaAddresses };
}

/** Returns where a preview leads: to the picture itself, for the one site that has a redirect to it. */
function previewTarget(url: string): string {
  const parts = splitUrl(url);
  if (!parts?.host.endsWith(".wikipedia.org") || !parts.path.startsWith("/wiki/File:")) return url;
  return joinUrl({ ...parts, path: parts.path.replace("/wiki/File:", "/wiki/Special:FilePath/File:") });
}

/** Returns where the picture itself is, for a site whose addresses ending like a picture show a page around it. */
function imageSource(url: string): string {
  const parts = splitUrl(url);
  if (!parts) return url;
  const [, repository, file] = /^(\/[^/]+\/[^/]+)\/blob(\/.*)$/s.exec(parts.path) ?? [];
  if (parts.host !== "github.com" || repository === undefined || file === undefined) return url;
  return `https://raw.githubusercontent.com${repository}${file}`;
}

/** The id of the video that the address shows. */
function youTubeId(url: string): string | undefined {
  if (!url.includes("youtu")) return undefined;
  const parts = splitUrl(url);
  if (!parts || !/^https?$/.test(parts.scheme)) return undefined;
  const id = /^[0-9A-Za-z_-]+/;
  if (parts.host === "youtu.be") return id.exec(parts.path.slice(1))?.[0];
  if (!/^(?:\w+\.)?youtube(?:-nocookie)?\.com$/.test(parts.host)) return undefined;
  const [, inPath] = /^\/(?:v|embed|shorts)\/([0-9A-Za-z_-]+)/.exec(parts.path) ?? [];
  const query = parts.query || parts.fragment.replace(/^!/, "");
  const [, inQuery] = /(?:^|&)v=([0-9A-Za-z_-]+)/.exec(query) ?? [];
  return inPath ?? inQuery;
}

type LinkFacts = Pick<Rendered, "hasLink" | "hasImage" | "hasAttachment" | "uploads">;

const mostPreviews = 24;

/** The facts of a message without links and pictures. */
export const noLinks: Readonly<LinkFacts> = { hasLink: false, hasImage: false, hasAttachment: false, uploads: [] };

/** Adds a preview for each picture and video that is linked to, and tells which kinds of links there are. */
export function addPreviews(root: Element, scope: Scope): LinkFacts {
  const { places, holdsImage, mediaAddresses } = collectLinks(root);
  const uploads = uploadsAt([...places.map(({ href }) => href), ...mediaAddresses], scope);
  const facts = { hasLink: places.length > 0, hasImage: holdsImage, hasAttachment: uploads.length > 0, uploads };
  const pending = withoutRepeats(places);
  if (pending.length > mostPreviews || !scope.imagePreviews) return facts;
  for (const place of pending) {
    const preview = previewOf(place, scope);
    if (!preview) continue;
    facts.hasImage ||= preview.isImage;
    insert(root, place, preview);
  }
  return facts;
}

/** Returns the first place of each address that stands outside quotes somewhere: that place itself may be quoted. */
function withoutRepeats(places: readonly Place[]): readonly Place[] {
  const free = new Set<string>();
  for (const { href, quoted } of places) if (!quoted) free.add(href);
  return free.size === 0 ? [] : places.filter(({ href }) => free.delete(href));
}

interface Preview {
  readonly node: Element;
  readonly isImage: boolean;
  /** The preview takes the place of a bare address that stands alone. */
  readonly replaces: boolean;
}

function previewOf(place: Place, scope: Scope): Preview | undefined {
  const { href, text } = place;
  const type = mediaTypes.ofAddress(href) ?? "";
  const title: Record<string, string> = text === href ? {} : { title: text };
  const replaces = text === href;
  if (type === mediaTypes.movie && !isUploadedMovie(href, scope)) return undefined;
  if (type.startsWith("video/")) return { node: video(href, title), isImage: false, replaces };
  if (type.startsWith("image/")) {
    const node = image(href, title, type, scope);
    return node && { node, isImage: true, replaces };
  }
  const id = youTubeId(href);
  return id === undefined ? undefined : { node: youTube(href, id), isImage: true, replaces: false };
}

function image(href: string, title: Record<string, string>, type: string, scope: Scope): Element | undefined {
  const path = uploadPath(href, scope.realmUrl);
  if (path === undefined) {
    const target = previewTarget(href);
    return framed("message_inline_image", { href: target, ...title }, literal("img", { src: imageSource(target) }));
  }
  if (!scope.uploadExists(path)) return undefined;
  const dimensions = scope.uploadDimensions(path);
  const thumbnail = scope.uploadThumbnail(path);
  const attributes = {
    ...(thumbnail === undefined && { class: "image-loading-placeholder" }),
    "data-original-content-type": type,
    ...(dimensions !== undefined && { "data-original-dimensions": dimensions }),
    src: thumbnail ?? mediaTypes.placeholder,
  };
  return framed("message_inline_image", { href, ...title }, literal("img", attributes));
}

function video(href: string, title: Record<string, string>): Element {
  const player = literal("video", { preload: "metadata", src: href });
  return framed("message_inline_image message_inline_video", { href, ...title }, player);
}

function youTube(href: string, id: string): Element {
  const still = literal("img", { src: `https://i.ytimg.com/vi/${id}/mqdefault.jpg` });
  return framed("youtube-video message_inline_image", { "data-id": id, href }, still);
}

function framed(kind: string, attributes: Readonly<Record<string, string>>, content: Element): Element {
  const frame = literal("div", { class: kind });
  const anchor = literal("a", attributes);
  anchor.children.push(content);
  frame.children.push(anchor);
  return frame;
}

/** After the paragraph and the previews that already follow it; into the list item; or at the very end. */
function insert(root: Element, { anchor, parent, grandparent }: Place, { node, replaces }: Preview): void {
  const alone = replaces && anchor.tail === "" && parent.text.trim() === "";
  if (parent.tag === "li") {
    parent.children.push(node);
    if (alone && parent.text === "") parent.children.splice(parent.children.indexOf(anchor), 1);
  } else if (parent.tag === "p" && grandparent) {
    const siblings = grandparent.children;
    let index = siblings.indexOf(parent) + 1;
    while (siblings[index]?.tag === "div") index++;
    siblings.splice(index, 0, node);
    if (alone && parent.children.length === 1) siblings.splice(siblings.indexOf(parent), 1);
  } else root.children.push(node);
}

const isUploadedMovie = (href: string, scope: Scope): boolean => scope.has("uploadedMovies") && uploadsAt([href], scope).length > 0;

function uploadsAt(addresses: readonly string[], scope: Scope): readonly string[] {
  let paths: Set<string> | undefined;
  for (const address of addresses) {
    const path = uploadPath(address, scope.realmUrl);
    if (path !== undefined && !paths?.has(path) && scope.uploadExists(path)) (paths ??= new Set()).add(path);
  }
  return paths ? [...paths] : noLinks.uploads;
}
