import type { ChannelId, UserId } from "./ids.ts";

/** The settings of a bot beside its account. A bot without such a record has none of them. */
export interface BotSetup {
  readonly user_id: UserId;
  /** The channel that its messages go to where they say no other. */
  readonly default_sending_stream: ChannelId | null;
  /** The channel whose events it gets where it asks for none. */
  readonly default_events_register_stream: ChannelId | null;
  /** An integration or embedded bot by its name, or the name of an outgoing webhook. */
  readonly service_name: string | undefined;
  /** The address at which an outgoing webhook is called. */
  readonly payload_url: string | undefined;
  /** The form of what an outgoing webhook is sent: 1 generic, 2 Slack's. */
  readonly interface: number;
  /** The token by which an outgoing webhook knows the server. */
  readonly token: string;
  readonly config_data: Readonly<Record<string, string>>;
}

export const noSetup: Omit<BotSetup, "user_id"> = {
  default_sending_stream: null,
  default_events_register_stream: null,
  service_name: undefined,
  payload_url: undefined,
  interface: 1,
  token: "",
  config_data: {},
};
