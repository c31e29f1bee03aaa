import { own } from "../core/lookup.ts";

const schemes = new Set(
  (
    "http https ftp file mid bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto " +
    "ssh tel urn webcal wtai xmpp hansoft obsidian zotero asanadesktop"
  ).split(" "),
);
// Schemes whose addresses are written with `//` even when no host follows.
const hierarchical = new Set(["http", "https", "ftp", "file", "sip", "nntp", "mms"]);

const schemeShape = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const bracketedHost = /^(?:[^[\]]*@)?\[(?:[0-9A-Fa-f:.%]+|v[0-9A-Fa-f]+\.[^[\]]+)\](?::[0-9]*)?$/;

/** An address in its five parts; a part that is absent is empty. */
interface Url {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Splits an address; the host may hold a user and a port. Answers undefined if it has brackets that no address has. */
export function splitUrl(url: string): Url | undefined {
  const clean = /[\0- ]/.test(url) ? url.replace(/^[\0- ]+/, "").replace(/[\t\r\n]/g, "") : url;
  const scheme = schemeShape.exec(clean)?.[0] ?? "";
  const fragmentAt = placeOf("#", clean, clean.length);
  const queryAt = placeOf("?", clean, fragmentAt);
  const pathAt = clean.startsWith("//", scheme.length) ? placeOf("/", clean, queryAt, scheme.length + 2) : scheme.length;
  const host = clean.slice(scheme.length + 2, pathAt);
  if (/[[\]]/.test(host) && !bracketedHost.test(host)) return undefined;
  return {
    scheme: scheme.slice(0, -1).toLowerCase(),
    host,
    path: clean.slice(pathAt, queryAt),
    query: clean.slice(queryAt + 1, fragmentAt),
    fragment: clean.slice(fragmentAt + 1),
  };
}

/** Joins the parts of an address. Empty queries and fragments are lost. */
export function joinUrl({ scheme, host, path, query, fragment }: Url): string {
  const slashes = host !== "" || (hierarchical.has(scheme) && !path.startsWith("//"));
  const rooted = slashes && path !== "" && !path.startsWith("/") ? `/${path}` : path;
  const address = (slashes ? `//${host}` : "") + rooted;
  return (scheme && `${scheme}:`) + address + (query && `?${query}`) + (fragment && `#${fragment}`);
}

// An address that stays as it is when it is split and joined.
const ordinary = /^https?:\/\/[^\0- [\]/?#]+(?:\/[^\0- ?#]*)?(?:\?[^\0- #]+)?(?:#[^\0- ]+)?$/;

/** Returns what a link may point to: undefined if the scheme is not allowed, empty if it is no address at all. */
export function safeUrl(url: string): string | undefined {
  if (ordinary.test(url)) return url;
  const parts = splitUrl(url.replaceAll(" ", "%20"));
  if (!parts) return "";
  const { scheme, host, path, query, fragment } = parts;
  if (scheme !== "") return schemes.has(scheme) ? joinUrl(parts) : undefined;
  if (host === "" && path.includes("@")) return joinUrl({ ...parts, scheme: "mailto" });
  if (host === "" && path.startsWith("/")) return joinUrl(parts);
  if (host === "" && path === "" && query === "" && fragment !== "") return `#${fragment}`;
  return safeUrl(`http://${url}`);
}

/** Links into the realm itself are made relative to its root. */
export function relativeToRealm(url: string, realmUrl: string): string {
  if (!url.startsWith(realmUrl) || url[realmUrl.length] !== "/") return url;
  const local = url.slice(realmUrl.length + 1);
  return local.startsWith("#") || local.startsWith("user_uploads/") ? local : url;
}

/** The path below `/user_uploads/` if the link points to an upload of this realm. */
export function uploadPath(url: string, realmUrl: string): string | undefined {
  if (!url.includes("user_uploads/")) return undefined;
  const parts = splitUrl(url);
  if (!parts || (parts.host !== "" && parts.host !== splitUrl(realmUrl)?.host)) return undefined;
  const [, path] = /^\/?user_uploads\/(.+)$/s.exec(parts.path) ?? [];
  return path;
}

/** Returns where the sign stands first, or the end if it is not in front of that. */
function placeOf(sign: string, address: string, end: number, from = 0): number {
  const at = address.indexOf(sign, from);
  return at === -1 || at > end ? end : at;
}
const expression = /^[+#./;?&]?([^{}]+)$/;
const variable = /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*)(?:\*|:[1-9][0-9]{0,3})?$/;

/** The variables of an RFC 6570 template, or undefined if it is not one. */
export function templateVariables(template: string): string[] | undefined {
  const variables: string[] = [];
  const literals = template.replace(/\{([^{}]*)\}/g, (_, body: string) => {
    const names = variablesOf(body);
    variables.push(...(names ?? [""]));
    return "";
  });
  if (/[{}]/.test(literals) || variables.includes("")) return undefined;
  return [...new Set(variables)];
}

export const isUrlTemplate = (text: string): boolean => templateVariables(text) !== undefined;

function variablesOf(body: string): string[] | undefined {
  const [, list] = expression.exec(body) ?? [];
  const names = list?.split(",").map((item) => variable.exec(item)?.[1] ?? "");
  return names?.includes("") ? undefined : names;
}

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
