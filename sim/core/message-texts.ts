import type { JsonText } from "./json-text.ts";
import { limits } from "./limits.ts";

/** A message as its texts are kept with it. */
interface Holder {
  memo: Memo | undefined;
}

/** Wire texts of a message by form, valid while the names are those of `texts`. */
export interface Memo {
  readonly of: MessageTexts;
  readonly byForm: Map<number, JsonText>;
}

/**
 * The wire texts of messages that were made while names, avatars and settings stayed as they are. They are kept with their messages,
 * which forks share; of too many all are dropped, and made anew when they are asked for.
 */
export class MessageTexts {
  #holders: Holder[] = [];
  #length = 0;

  /** The text of a message in a form, if it is kept. */
  get({ memo }: Holder, form: number): JsonText | undefined {
    return memo?.of === this ? memo.byForm.get(form) : undefined;
  }

  /** Keeps the text of a message in a form, and gives it back. */
  keep(message: Holder, form: number, text: JsonText): JsonText {
    if (this.#length > limits.keptTextLength) this.drop();
    if (message.memo?.of !== this) message.memo = { of: this, byForm: new Map() };
    message.memo.byForm.set(form, text);
    this.#holders.push(message);
    this.#length += text.text.length;
    return text;
  }

  /** Forgets all texts. */
  drop(): void {
    for (const holder of this.#holders) if (holder.memo?.of === this) holder.memo = undefined;
    this.#holders = [];
    this.#length = 0;
  }
}
