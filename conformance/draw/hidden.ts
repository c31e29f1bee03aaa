import fc from "fast-check";
import { aHistoryContent, emojiNames } from "./histories.ts";
import { anActor, type PersonName, somePeople } from "./people.ts";

/** A conversation, or a private channel with its subscribers, and somebody who is not in it. */
export interface HiddenPlace {
  /** Undefined for a direct conversation. */
  readonly channel?: "team" | "secret";
  readonly insiders: readonly PersonName[];
  readonly outsider: PersonName;
}

const conversation = (insiders: readonly PersonName[], outsiders: readonly PersonName[]): fc.Arbitrary<HiddenPlace> =>
  fc.record({ insiders: somePeople({ from: insiders, min: 2, max: 3 }), outsider: anActor(...outsiders) });

/** A direct conversation, and one who is not in it: at times an owner or administrator of the organization. */
export const aConversation: fc.Arbitrary<HiddenPlace> = fc.oneof(
  { withCrossShrink: true },
  conversation(["alice", "bob", "dana", "gus"], ["cara", "robo"]),
  conversation(["alice", "bob", "cara", "gus"], ["owen", "dana"]),
);

export const betweenTwo: HiddenPlace = { insiders: ["alice", "bob"], outsider: "cara" };

/** A private channel of the realm small, which alice and another are subscribed to. */
const privateChannel = (channel: "team" | "secret", other: PersonName, outsider: PersonName): fc.Arbitrary<HiddenPlace> =>
  fc.record({
    channel: fc.constant(channel),
    insiders: fc.constantFrom<PersonName[][]>(["alice", other], [other, "alice"]),
    outsider: anActor(outsider, "dana", "owen", "gus", "robo"),
  });

/** A private channel of the realm small. */
export const aPrivateChannel: fc.Arbitrary<HiddenPlace> = fc.oneof(
  { withCrossShrink: true },
  privateChannel("team", "bob", "cara"),
  privateChannel("secret", "cara", "bob"),
);

/** An act of an insider; `by` counts the insiders round. All but saying and typing is about what was said last. */
export type SecretAct =
  | { readonly act: "say"; readonly by: number; readonly content: string }
  | { readonly act: "type"; readonly by: number; readonly op: "start" | "stop" }
  | { readonly act: "edit"; readonly content: string }
  | { readonly act: "react"; readonly by: number; readonly emoji: string }
  | { readonly act: "flag"; readonly by: number; readonly flag: "starred" | "read" }
  /** A deletion that is refused is as good a secret as any. */
  | { readonly act: "delete" };

const by = fc.nat(2);
const content = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: aHistoryContent },
  fc.constantFrom("@**all** soup", "https://example.com/ soup"),
);

const acts = {
  say: fc.record({ act: fc.constant("say"), by, content }),
  type: fc.record({ act: fc.constant("type"), by, op: fc.constantFrom("start", "stop") }),
  edit: fc.record({ act: fc.constant("edit"), content }),
  react: fc.record({ act: fc.constant("react"), by, emoji: fc.constantFrom(...emojiNames) }),
  flag: fc.record({ act: fc.constant("flag"), by, flag: fc.constantFrom("starred", "read") }),
  delete: fc.record({ act: fc.constant("delete") }),
} satisfies { readonly [K in SecretAct["act"]]: fc.Arbitrary<Extract<SecretAct, { act: K }>> };

/** Something said, and then one to three acts of some kinds. */
export const someSecrets = (...kinds: readonly SecretAct["act"][]): fc.Arbitrary<readonly SecretAct[]> =>
  fc
    .tuple(
      acts.say,
      fc.array(fc.oneof({ withCrossShrink: true }, ...kinds.map((kind): fc.Arbitrary<SecretAct> => acts[kind])), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([first, others]) => [first, ...others]);

/** Something said by each of the first two insiders. */
export const exchange: readonly SecretAct[] = [
  { act: "say", by: 0, content: "soup" },
  { act: "say", by: 1, content: "bread" },
];
