import type { WatchedExchange, WatchedRequest } from "./exchange.ts";

/** Changes by one account, or by anybody: when the last two were answered, and how many have no answer. */
class Changes {
  last = 0;
  previous = 0;
  open = 0;

  begin(): (exchange: WatchedExchange) => void {
    this.open++;
    return ({ refused, answeredAt }) => {
      this.open--;
      if (!refused) [this.previous, this.last] = [this.last, answeredAt];
    };
  }
}

const ofOthers =
  "(POST|DELETE) /messages/{id}/reactions|DELETE /(messages/{id}|events)|POST /(typing|register|fetch_api_key|messages/render)";
/** Requests that change no flag of a message that is there. */
const harmless = new RegExp(`^((GET|HEAD|OPTIONS) .*|${ofOthers})$`);
/** Whether a request may change flags of messages that are there. */
export const changesFlags = (route: string): boolean => !harmless.test(route);
/** Requests that change flags of the caller's alone. */
const personal =
  /^(POST \/(messages|messages\/flags|messages\/flags\/narrow|mark_\w+|user_topics|navigation_views|users\/me\/muted_users\/\{id\})|POST \/(realm\/domains|channel_folders\/create|user_groups\/create))$/;

/** Requests that may have changed the flags of messages, with their instants. */
export class FlagChanges {
  readonly #own = new Map<number, Changes>();
  readonly #all = new Changes();

  /** Notes that a request is sent. Returns what is to be called with its exchange; undefined where it changes no flags. */
  begin({ route, caller }: WatchedRequest): ((exchange: WatchedExchange) => void) | undefined {
    if (!changesFlags(route)) return undefined;
    if (typeof caller !== "number" || !personal.test(route)) return this.#all.begin();
    return this.#of(caller).begin();
  }

  #of(account: number): Changes {
    const own = this.#own.get(account) ?? new Changes();
    this.#own.set(account, own);
    return own;
  }

  /** Whether nothing can have changed flags of an account since an instant. */
  isQuietSince(account: number, instant: number): boolean {
    const own = this.#of(account);
    return own.open === 0 && this.#all.open === 0 && own.last < instant && this.#all.last < instant;
  }

  /** Whether the last change of an account's flags was its only one since an instant, and is over. */
  hadOneSince(account: number, instant: number): boolean {
    const own = this.#of(account);
    return own.open === 0 && this.#all.open === 0 && this.#all.last < instant && own.previous < instant && own.last > instant;
  }

  /**
   * The instant of the last change that concerns everybody, such as somebody leaving a channel. Servers go on marking older messages
   * for a while after it.
   */
  get unsettled(): number {
    return this.#all.open > 0 ? Number.POSITIVE_INFINITY : this.#all.last;
  }
}
