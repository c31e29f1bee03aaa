import type { Realm } from "./realm.ts";

/** The feature level from which each change holds (Versioning, and the per-level facts of running servers). */
export const levels = {
  ownersAddDomains: 143,
  ignoredParameters: 167,
  userTopics: 170,
  apiKeyUserId: 171,
  directType: 174,
  urlTemplates: 176,
  directTyping: 215,
  followedPolicy: 219,
  wildcardCodes: 229,
  readBySender: 236,
  channelType: 248,
  channelTexts: 255,
  realmUrl: 257,
  deletionGroups: 281,
  messageIds: 300,
  activeDirectMembers: 303,
  subgroupsInCreation: 311,
  groupIdInReply: 317,
  reactionUserGone: 328,
  postingGroups: 333,
  emptyTopic: 334,
  mentionManyGroup: 352,
  editHistoryPolicy: 358,
  lastMoved: 365,
  noTopicMeansEmpty: 370,
  channelFolders: 389,
  navigationViews: 390,
  deactivatedGroupMembers: 391,
  channelDeletionGroups: 407,
  topicCreationGroups: 441,
  anchorDate: 445,
  deviceRemoval: 470,
  linkifierExamples: 471,
  alternativeTemplates: 478,
  videoCall: 493,
  botsManageGroups: 496,
} as const;

export const newestLevel = 496;

/** Whether the simulated server is new enough for a change. */
export const has = (realm: Pick<Realm, "server">, change: keyof typeof levels): boolean => realm.server.level >= levels[change];
