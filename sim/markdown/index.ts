export { hasAlertWord } from "./alert-words.ts";
export { isMeMessage, normaliseContent } from "./content.ts";
export { emojiCode, emojiName, emojiTable } from "./emoji.ts";
export { escapeTopic } from "./escape.ts";
export { compileLinkifier, type Linkifier, LinkifierError } from "./linkifiers.ts";
export { isPlain } from "./plain.ts";
export { render } from "./render.ts";
export type { MentionedGroup, MentionedUser, Rendered, Scope } from "./scope.ts";
export { topicLinks } from "./topic-links.ts";
