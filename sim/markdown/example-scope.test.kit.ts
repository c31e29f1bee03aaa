import { levels, newestLevel } from "../core/levels.ts";
import { compileLinkifier } from "./linkifiers.ts";
import type { MentionedGroup, MentionedUser, Scope } from "./scope.ts";

const users: readonly MentionedUser[] = [
  { user_id: 10, full_name: "King Hamlet", active: true },
  { user_id: 11, full_name: "Cordelia, Lear's daughter", active: true },
  { user_id: 12, full_name: "Polonius", active: false },
];

const groups: readonly MentionedGroup[] = [
  { id: 17, name: "support", displayName: "support", active: true },
  { id: 18, name: "retired", displayName: "retired", active: false },
  { id: 5, name: "role:administrators", displayName: "Administrators", active: true },
];

const channels = [
  { stream_id: 5, name: "Denmark" },
  { stream_id: 6, name: "Verona Beach" },
  { stream_id: 7, name: "v1.0 & more" },
];

const messagesIn: Readonly<Record<string, { readonly newest: number; readonly oldest: number }>> = {
  "5>lunch": { newest: 42, oldest: 40 },
  "6>": { newest: 43, oldest: 41 },
};

/** A server of a level. */
export const atLevel = (level: number): Pick<Scope, "has"> => ({ has: (change) => level >= levels[change] });

/** A small realm for the golden cases and the tests, with whatever a test wants otherwise. */
export function exampleScope(changes: Partial<Scope> = {}): Scope {
  return {
    ...atLevel(newestLevel),
    userByName: (name) => users.find((user) => user.full_name.toLowerCase() === name.toLowerCase()),
    userById: (id) => users.find((user) => user.user_id === id),
    group: (name) => groups.find((group) => group.name === name),
    channel: (name) => channels.find((channel) => channel.name === name),
    messageInTopic: (which, stream_id, topic) => messagesIn[`${stream_id}>${topic.toLowerCase()}`]?.[which],
    linkifiers: [],
    realmEmoji: (name) => (name === "green_tick" ? "/user_avatars/2/emoji/images/1.png" : undefined),
    realmUrl: "http://127.0.0.1:9991",
    emptyTopicName: "general chat",
    defaultCodeLanguage: "",
    translateEmoticons: false,
    imagePreviews: true,
    uploadExists: (path) => path.startsWith("2/ab/"),
    uploadDimensions: () => undefined,
    uploadThumbnail: () => undefined,
    ...changes,
  };
}

/** The same realm with the linkifiers `#123` and `T-7`. */
export function linkifyingScope(changes: Partial<Scope> = {}): Scope {
  const linkifiers = [
    compileLinkifier("#(?P<id>[0-9]{2,8})", "https://trac.example.com/ticket/{id}"),
    compileLinkifier("T-(?P<number>[0-9]+)", "https://tasks.example.com/{?number}"),
  ];
  return exampleScope({ linkifiers, ...changes });
}

/** Linkifiers that overlap, after one whose links are not allowed. */
export function oddLinkifyingScope(): Scope {
  const linkifiers = [
    compileLinkifier("X-(?P<x>[0-9]+)", "javascript:{x}"),
    compileLinkifier("Y-(?P<y>[0-9]+)", "https://a.com/{y}"),
    compileLinkifier("Y-(?P<y>[0-9]+)-(?P<z>[0-9]+)", "https://b.com/{y}/{z}"),
  ];
  return exampleScope({ linkifiers });
}
