import { Place } from "../reader/index.ts";

/** A realm file is wrong at one place. The message names the place, what stands there and what is accepted. */
export class RealmFileError extends Error {
  override name = "RealmFileError";
  /** The place in the file, such as `users.alice.role`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
  }
}

/**
 * Returns the place of a whole realm file.
 * @param start the instant at which the realm starts, in milliseconds since 1970
 * @param isCopied whether a server has its texts
 */
export const realmFile = (start: number, isCopied: boolean): Place =>
  new Place({ name: "realm file", error: (path, problem) => new RealmFileError(path, problem), start, isCopied });
