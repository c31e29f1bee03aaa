/** As much of the npm client's interface as the test beside this file calls. */
declare module "zulip-js" {
  type Params = Readonly<Record<string, unknown>>;
  type Call = (params?: Params) => Promise<Record<string, unknown>>;
  type CallOnText = (params: string | Params) => Promise<Record<string, unknown>>;

  interface Config {
    readonly realm: string;
    readonly username: string;
    readonly password?: string;
    apiKey?: string;
  }

  export interface Client {
    readonly config: Config;
    readonly callEndpoint: (path: string, method: string, params?: Params) => Promise<Record<string, unknown>>;
    readonly streams: {
      readonly retrieve: Call;
      readonly getStreamId: CallOnText;
      readonly subscriptions: { readonly retrieve: Call };
      readonly topics: { readonly retrieve: Call };
      readonly deleteById: Call;
    };
    readonly messages: Readonly<
      Record<"retrieve" | "send" | "update" | "getById" | "getHistoryById" | "deleteReactionById" | "deleteById", Call>
    > & {
      readonly render: CallOnText;
      readonly flags: { readonly add: Call; readonly remove: Call };
    };
    readonly queues: { readonly register: Call; readonly deregister: Call };
    readonly events: { readonly retrieve: Call };
    readonly users: {
      readonly retrieve: Call;
      readonly create: Call;
      readonly me: {
        readonly pointer: { readonly retrieve: Call };
        readonly getProfile: Call;
        readonly subscriptions: { readonly add: Call; readonly remove: Call };
        readonly alertWords: { readonly retrieve: Call };
      };
    };
    readonly emojis: { readonly retrieve: Call };
    readonly typing: { readonly send: Call };
    readonly reactions: { readonly add: Call; readonly remove: Call };
    readonly server: { readonly settings: Call };
    readonly filters: { readonly retrieve: Call };
  }

  export default function zulip(config: Config | { readonly zuliprc: string }): Promise<Client>;
}
