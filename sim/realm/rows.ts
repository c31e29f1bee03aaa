import { flagBits, type Rows } from "../core/flags.ts";
import type { UserId } from "../core/ids.ts";
import type { Message } from "../core/messages.ts";
import type { World } from "../core/world.ts";
import { wrong } from "../reader/index.ts";
import { maySee } from "../rules/messages/access.ts";

import type { MessageInFile } from "./messages.ts";
import type { Name, Names } from "./names.ts";

/** Throws the error of a file, unless it is a copy: whom a message reaches may hang on rulings and levels, which are not those of the server. */
function expectReader({ name, at }: Name, expected: string): void {
  if (!at.source.isCopied) wrong(at, name, expected);
}

function unreadBy(names: Names, message: Message, unread: readonly Name[]): ReadonlySet<UserId> {
  return new Set(
    unread.flatMap((name) => {
      const { id } = names.user(name);
      if (message.received.has(id)) return [id];
      expectReader(name, "a user who receives this message");
      return [];
    }),
  );
}

function starredBy(world: World, names: Names, message: Message, starred: readonly Name[]): ReadonlySet<UserId> {
  return new Set(
    starred.flatMap((name) => {
      const user = names.user(name);
      if (maySee(world, user, message)) return [user.id];
      expectReader(name, "a user who can see this message");
      return [];
    }),
  );
}

/** Returns who has read and starred a message, as its file says, with the flags that its sending left. */
export function rowsOf(world: World, names: Names, message: Message, { unread_by, starred_by }: MessageInFile): Rows {
  const unread = typeof unread_by === "string" ? undefined : unreadBy(names, message, unread_by);
  const rows = new Map<UserId, number>();
  for (const id of message.received) {
    let bits = message.flagsOf(id);
    if (unread?.has(id)) bits &= ~flagBits.read;
    else if (unread_by !== "everyone") bits |= flagBits.read;
    if (bits !== 0) rows.set(id, bits);
  }
  for (const id of starredBy(world, names, message, starred_by)) {
    const bits = message.received.has(id) ? (rows.get(id) ?? 0) : flagBits.read | flagBits.historical;
    rows.set(id, bits | flagBits.starred);
  }
  return rows;
}

/** Keeps one of each, so that messages with equal rows share them. */
export class SharedRows {
  readonly #known = new Map<string, Rows>();

  of(rows: Rows): Rows {
    const key = [...rows].join(";");
    const known = this.#known.get(key);
    if (!known) this.#known.set(key, rows);
    return known ?? rows;
  }
}
