import type { Credentials } from "../../sim/protocol/wire.ts";

/** An Authorization header that holds no HTTP Basic credentials. */
export interface OtherHeader {
  readonly kind: "malformed" | "otherScheme";
  /** The header that is sent; a target in this process goes by the kind alone. */
  readonly header: string;
}

/** A request to a target, by a member of its cast. */
export interface Outgoing {
  /** Name of a cast member; null for nobody. */
  readonly as: string | null;
  readonly method: string;
  /** Path after `/api/v1`. */
  readonly path: string;
  /** Go into the query of a GET and into the form of any other method; text as it is, everything else as JSON. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Sent in the query whatever the method. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Instead of the member's own. */
  readonly credentials?: Credentials | OtherHeader;
  readonly userAgent?: string;
  /**
   * Whether the answer that another run got may stand for this one: it reads what each run leaves as it was. A text where it makes what runs share:
   * its name, whatever the fields; the run is alone then.
   */
  readonly mayBeKept?: true | string;
}

/** A target's answer. */
export interface Reply {
  readonly status: number;
  /** The parsed body; undefined where it is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as sent, where the target keeps it. */
  readonly text?: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A mistake in every answer of a server alike. */
export interface Ailment {
  /** The answer in place of a success or a refusal, in words. */
  readonly answer: string;
  /** An example. */
  readonly request: Outgoing;
  readonly reply: Reply;
}

/** A member of the cast whose credentials are known. */
export interface Member {
  readonly user_id: number;
  readonly email: string;
  readonly role: keyof typeof roleNumbers;
  readonly is_bot: boolean;
  readonly password: string | null;
}

/** The subscribers that channels of the suite have to have, whether or not a registration tells them. */
export const givenSubscribers = {
  quiet: ["bob"],
  team: ["alice", "bob"],
  secret: ["alice", "cara"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The numbers that stand for roles. */
export const roleNumbers = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

/** Returns the role that a number stands for; undefined where it stands for none. */
export const roleOf = (number: unknown): Member["role"] | undefined =>
  (Object.keys(roleNumbers) as Member["role"][]).find((role) => roleNumbers[role] === Number(number));

/** Returns a target with some of its parts replaced. */
export const instead = <T extends Target>(target: T, own: Partial<Target>): T =>
  new Proxy(target, {
    get(whole, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof Target];
      const value: unknown = Reflect.get(whole, name, whole);
      return typeof value === "function" ? value.bind(whole) : value;
    },
  });

/** Whether the id of a member is known: to ask for one that is not ends a run as untestable. */
export const isKnown = (member: Member): boolean => Object.getOwnPropertyDescriptor(member, "user_id")?.get === undefined;

/**
 * Whether a target is held to what is only seen on running servers, beside what the specification states: one that says that it is such a server,
 * as the simulator does, or that is the simulator in this process.
 */
export const isHeldToObserved = ({ kind, brand, like }: Pick<Target, "kind" | "brand" | "like">): boolean =>
  kind === "embedded" || brand === "zulip" || like === "zulip";

/** A file to upload. */
export interface Upload {
  readonly name: string;
  readonly type: string;
  /** Its bytes, as characters up to U+007F. */
  readonly content: string;
}

/** A request that a server was sent to steer or stage it, with its answer: evidence of what a run stands on. */
export interface PreparingExchange {
  readonly request: Outgoing;
  readonly reply: Reply;
  /** The role of the account that sends it, or the control API. */
  readonly by: Member["role"] | "control API";
  /** The file that it uploads. */
  readonly file?: Upload;
}

/** Receives each request of a deed, when its answer has come. */
export type NotePreparing = (sent: PreparingExchange) => void;

/** Returns a request to a control API as evidence of what it did: its fields are those of the JSON body. */
export const controlExchange = (path: string, fields: Outgoing["fields"], answer: Reply["body"]): PreparingExchange => ({
  request: { as: null, method: "POST", path: `/_control${path}`, fields },
  reply: { status: 200, body: answer, headers: {} },
  by: "control API",
});

/** Acts that no specified endpoint does: only targets with a control API can. */
export interface Steering {
  act(action: Readonly<Record<string, unknown>>, note?: NotePreparing): Promise<Readonly<Record<string, unknown>>>;
  /** Moves the clock, or waits where no control API does. */
  advance(milliseconds: number, note?: NotePreparing): Promise<void>;
  /**
   * Resolves when no other run is under way on the server, which is so until the run ends. Not there where others would notice what a
   * run does.
   */
  alone?(): Promise<void>;
}

/** The requests of a run: of its properties and scenarios, to steer or stage the server for them, to look at it first, and to leave it as it was. */
export type RequestCounts = Readonly<Record<"properties" | "scenarios" | "staging" | "probe" | "cleanUp", number>>;

/** A server under test, or the simulator in its place. */
export interface Target {
  readonly kind: "embedded" | "live";
  readonly url: string;
  readonly level: number;
  readonly brand: string;
  readonly cast: Readonly<Record<string, Member>>;
  /** Ids by the names of the realm `small`: general, quiet, team, secret, town-square, attic; as many as there are. */
  readonly channels: Readonly<Record<string, number>>;
  /** A few letters that no other run on the same server has: part of every name that a run makes up. */
  readonly namespace: string;
  /** The control API. */
  readonly steering: Steering | undefined;
  /** Does most of what a control API does over the endpoints that the server's own clients use, by an owner or administrator of the cast. */
  readonly staging?: Steering | undefined;
  /** The kind of running servers that it is held to behave like, where the specification is silent. */
  readonly like?: "zulip" | undefined;
  /** The names on the server of channels whose ids are not known, by the suite's names; only where no answer shows an id. */
  readonly channelNames?: Readonly<Record<string, string>> | undefined;
  /** The names of channels by their ids, those that are known, where narrows take channels by their names alone. */
  readonly narrowNames?: Readonly<Record<number, string>> | undefined;
  /** The mistake in every answer alike: then nothing else is tried. */
  readonly ailment?: Ailment | undefined;
  /** The bounds that it tells at registration, by their names, such as `max_topic_length`. */
  readonly limits?: Readonly<Record<string, number>> | undefined;
  /** The routes that it was seen not to have, each with the status that it answers, and with 0 those that it is spared. */
  readonly missing?: ReadonlyMap<string, number> | undefined;
  /** Whether it is spared what nobody could take back but messages: a group, a folder, a channel, an emoji. */
  readonly spares?: boolean | undefined;
  /** Facts that could not be learned of it, or not be restored on it, one line each. */
  readonly notes?: readonly string[];
  /** The number of requests so far; absent where they cost next to nothing. */
  readonly requests?: RequestCounts;
  /**
   * Answers a request; undefined where it is a poll for which nothing came within the time that the target waits.
   * @throws NoAnswer: none came, so that nobody knows whether the server carried the request out
   */
  send(request: Outgoing): Promise<Reply | undefined>;
  /** Returns the answer that another run got to a request and that stands for this one; undefined where it has to be sent. */
  kept?(request: Outgoing): Reply | undefined;
  /** Returns the time there, in milliseconds since 1970, as far as runs before have learned it. @param ask asks for it */
  instant?(ask: () => Promise<number>): Promise<number>;
  /** Drops what is kept of answers: asked for where something differs, which may come of what somebody else has changed since. */
  forget?(): void;
  /**
   * A target for one run alone where that is cheap; otherwise itself, which is why runs use fresh names.
   * @param purpose what its requests count as, default scenarios
   * @param address of the property or scenario that is run, for those who watch it
   */
  isolated(purpose?: "properties" | "scenarios", address?: string): Target;
  /** Ends all runs, and undoes what they did to a server. What could not be undone is among the notes then. */
  end?(): Promise<void>;
  close(): Promise<void>;
}

/** Whether a server is on this machine. */
export const isOnThisMachine = (url: string): boolean => /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/.test(new URL(url).hostname);
