import { joinUrl, splitUrl } from "./urls.ts";

/** Returns where a preview leads: to the picture itself, for the one site that has a redirect to it. */
export function previewTarget(url: string): string {
  const parts = splitUrl(url);
  if (!parts?.host.endsWith(".wikipedia.org") || !parts.path.startsWith("/wiki/File:")) return url;
  return joinUrl({ ...parts, path: parts.path.replace("/wiki/File:", "/wiki/Special:FilePath/File:") });
}

/** Returns where the picture itself is, for a site whose addresses ending like a picture show a page around it. */
export function imageSource(url: string): string {
  const parts = splitUrl(url);
  if (!parts) return url;
  const [, repository, file] = /^(\/[^/]+\/[^/]+)\/blob(\/.*)$/s.exec(parts.path) ?? [];
  if (parts.host !== "github.com" || repository === undefined || file === undefined) return url;
  return `https://raw.githubusercontent.com${repository}${file}`;
}

/** The id of the video that the address shows. */
export function youTubeId(url: string): string | undefined {
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
