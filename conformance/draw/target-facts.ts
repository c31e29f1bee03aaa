/** A custom profile field, as far as its values depend on it. */
export interface ProfileFieldFacts {
  /** As servers number the types. */
  readonly type: number;
  /** The keys of its options; none where it has no options. */
  readonly options: readonly string[];
  /** Whether people set their own value. */
  readonly isEditable: boolean;
}

/** Channels by the names of members of the cast. */
type ChannelsOf = Readonly<Record<string, readonly string[]>>;

/** Facts of one target, from which scenarios are drawn. */
export interface TargetFacts {
  /** Members of the cast, the bots among them, and those who may do more. */
  readonly cast: readonly string[];
  /** Those of them who are let in. */
  readonly active: readonly string[];
  readonly owners: readonly string[];
  readonly administrators: readonly string[];
  readonly guests: readonly string[];
  readonly bots: readonly string[];
  /** Members whose password is known. */
  readonly withPassword: readonly string[];
  /** Members who hold a token of the provider of video calls at the beginning. */
  readonly withToken: readonly string[];
  /** Members who have a device at the beginning that steps may remove. */
  readonly withDevice: readonly string[];
  readonly channels: readonly string[];
  /** The channels that each active member is subscribed to at the beginning. */
  readonly subscribed: ChannelsOf;
  /** The channels in which each active member may read all that is written from now on, subscribed or not. */
  readonly readable: ChannelsOf;
  /** Channels with so many subscribers that to mention all of them is not for everybody. */
  readonly crowded: readonly string[];
  /** Topics with so many participants that to mention all of them is not for everybody. */
  readonly busy: readonly { readonly channel: string; readonly topic: string }[];
  /** Texts of which linkifiers make links. */
  readonly linked: readonly string[];
  readonly profileFields: Readonly<Record<string, ProfileFieldFacts>>;
  /** Whether the model knows all that the target holds. Where it does not, steps keep to what is new. */
  readonly known: boolean;
  /** Whether the actions of a control API can be steps. */
  readonly steered: boolean;
  /** Whether the target is held to what is only seen on running servers, beside what the specification states. */
  readonly observed: boolean;
  /** The bounds that the target tells at registration, by their names, where they are not the model's. */
  readonly limits: Readonly<Record<string, number>>;
  /** The routes that the target does not have. */
  readonly missing: ReadonlySet<string>;
}
