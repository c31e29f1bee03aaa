import { fail, jsonWords, Place, type Shape, secretWords, shape, wrong } from "../../sim/reader/index.ts";

/** A target file or URL is wrong at one place. The message names the place, what stands there and what is accepted, never a secret. */
export class TargetFileError extends Error {
  override name = "TargetFileError";
  /** The place in the file, such as `cast.alice.email`. */
  readonly path: string;

  /** The mistake there. */
  readonly problem: string;

  /** `file` is named first where the place is one in it. */
  constructor(path: string, problem: string, file?: string) {
    super(`${file === undefined ? "" : `${file}: `}${path}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** The place of a whole target file. Errors do not show lists and objects: secrets may stand in them. */
export const targetFile = new Place({
  name: "target file",
  error: (path, problem) => new TargetFileError(path, problem),
  words: (value) => (typeof value === "object" ? secretWords(value) : jsonWords(value)),
});

const urlExpected = "the base URL of a server, such as https://chat.example.com";

/** The base URL of a server: where `/api/v1` begins. */
export const urlShape: Shape<URL> = shape({ type: "string" }, (value, at) => {
  if (typeof value !== "string" || !URL.canParse(value)) return wrong(at, value, urlExpected);
  const url = new URL(value);
  if (url.username || url.password) fail(at, `got a URL with credentials, expected ${urlExpected}, and keys in a target file`);
  if (url.search || url.hash) fail(at, `got a URL with a query, expected ${urlExpected}`);
  if (!/^https?:$/.test(url.protocol)) wrong(at, value, urlExpected);
  url.pathname = url.pathname.replace(/(\/api(\/v1)?)?\/*$/, "");
  return url;
});

/** Reads the base URL of a server. `name` is what errors call it. @throws TargetFileError */
export const baseUrl = (given: unknown, name = "url"): URL => urlShape(given, targetFile.at(name));
