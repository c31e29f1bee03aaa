/** The feature level of what real clients use beside the endpoints of the specification, and of fields that came one by one. */
export const supportLevels = {
  mergeBase: 88,
  settingsDefaults: 96,
  webPublicAccess: 116,
  wholeMessages: 120,
  methodDetails: 243,
  userByAddressEdits: 313,
  statusOfOthers: 407,
  channelCreatorWord: 427,
  gifRatingPolicy: 453,
  botKeys: 463,
  statusByBots: 473,
  leanBots: 474,
} as const;
