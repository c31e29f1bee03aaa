import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { deliver } from "./deliver.ts";

/** Sends `alert_words`, the whole list, to the account. */
export const announceAlertWords = (turn: Turn, { id, alert_words }: User): void =>
  deliver<Pick<User, "alert_words">>(turn, [id], "alert_words", () => ({ alert_words }));
