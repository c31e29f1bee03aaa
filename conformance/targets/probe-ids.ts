import { absent } from "../catalogue/routes.ts";
import { type Body, isObject, objectsIn } from "../client/json.ts";
import { levels } from "../client/levels.ts";
import { channelFields } from "../client/messages.ts";
import type { Reply } from "../client/target.ts";
import { type Ask, askAs, succeeds } from "./probe-member.ts";
import type { FileMember } from "./target-file.ts";

/** Taken as the answer to what a server that ails is not asked any more. */
const noReply: Reply = { status: 0, body: {}, headers: {} };

/** Returns what an answer holds under a name; undefined where it is refused. */
async function fieldOf(ask: Ask, member: FileMember, path: string, name: string, fields: Body = {}): Promise<unknown> {
  const reply = await askAs(ask, member, "GET", path, fields);
  return succeeds(reply) ? reply.body[name] : undefined;
}

const idIn = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? (value as number) : undefined);

async function newestFor(ask: Ask, member: FileMember): Promise<readonly Body[]> {
  const list = await fieldOf(ask, member, "/messages", "messages", { anchor: "newest", num_before: 100, num_after: 0 });
  return objectsIn(list);
}

/** Learns ids that no registration tells: from the newest messages that members see, and else from one that is sent for it, and stays. */
export class LearnedIds {
  readonly #ask: Ask;
  readonly #level: number;
  #sends: boolean;
  readonly #read = new Map<string, Promise<readonly Body[]>>();

  /** @param sends whether messages may be sent */
  constructor(ask: Ask, level: number, sends: boolean) {
    let ails = false;
    this.#ask = async (request) => {
      if (ails) return noReply;
      const reply = await ask(request);
      ails = reply.status >= 500;
      return reply;
    };
    this.#level = level;
    this.#sends = sends;
  }

  #newest(member: FileMember): Promise<readonly Body[]> {
    const read = this.#read.get(member.email) ?? newestFor(this.#ask, member);
    this.#read.set(member.email, read);
    return read;
  }

  /** Sends a message as a member. Returns what the server shows the member of it; undefined where it refuses it. */
  async #sent(member: FileMember, fields: Body): Promise<Body | undefined> {
    const reply = await askAs(this.#ask, member, "POST", "/messages", fields);
    const { id } = reply.body;
    if (!succeeds(reply) || !Number.isSafeInteger(id)) return undefined;
    const shown = await fieldOf(this.#ask, member, `/messages/${String(id)}`, "message");
    // Where one is not shown, the next will not be either.
    if (!isObject(shown)) this.#sends = false;
    return isObject(shown) ? shown : {};
  }

  /** Returns the user id of a member; undefined where nothing tells it. */
  async userOf(member: FileMember): Promise<number | undefined> {
    const isOwn = ({ sender_email }: Body): boolean => String(sender_email).toLowerCase() === member.email.toLowerCase();
    const found = idIn((await this.#newest(member)).find(isOwn)?.sender_id);
    if (found !== undefined || !this.#sends) return found;
    const type = this.#level < levels.directType ? "private" : "direct";
    return idIn((await this.#sent(member, { type, to: [member.email], content: "who am I?" }))?.sender_id);
  }

  /**
   * Returns the names of channels by their ids, where narrows of the server take no ids of channels, for which the specification has texts; undefined
   * where they do.
   * @param told names by ids, as registrations tell them
   */
  async narrowNames(
    members: readonly FileMember[],
    channels: readonly number[],
    told: ReadonlyMap<number, string>,
  ): Promise<Readonly<Record<number, string>> | undefined> {
    const [[member], [channel]] = [members, channels];
    if (!member || channel === undefined) return undefined;
    const operator = this.#level < levels.channelNarrows ? "stream" : "channel";
    const window = { anchor: "newest", num_before: 1, num_after: 0, narrow: [{ operator, operand: channel }] };
    const { status, body } = await askAs(this.#ask, member, "GET", "/messages", window);
    if (body.result !== "error" || status >= 500 || absent.has(status)) return undefined;
    const names = new Map(told);
    for (const { stream_id: id, display_recipient: name } of (await Promise.all(members.map((one) => this.#newest(one)))).flat())
      if (typeof id === "number" && typeof name === "string") names.set(id, name);
    for (const id of channels) {
      if (names.has(id) || !this.#sends) continue;
      const shown = await this.#sent(member, channelFields(id, "names", "where am I?"));
      if (typeof shown?.display_recipient === "string") names.set(id, shown.display_recipient);
    }
    return Object.fromEntries(names);
  }

  /** Returns the id of a channel that one of some members sees; undefined where no message tells it. */
  async channelOf(members: readonly FileMember[], name: string): Promise<number | undefined> {
    for (const member of members) {
      const found = idIn((await this.#newest(member)).find(({ display_recipient }) => display_recipient === name)?.stream_id);
      if (found !== undefined) return found;
    }
    for (const member of this.#sends ? members : []) {
      const shown = await this.#sent(member, channelFields(name, "ids", "where am I?"));
      if (shown) return idIn(shown.stream_id);
    }
    return undefined;
  }
}
