import type { Channel, Subscribers, TopicPolicy } from "./channels.ts";
import type { Group } from "./groups.ts";
import {
  type AttachmentId,
  type ChannelId,
  type Counter,
  type DeviceId,
  type DomainId,
  type DraftId,
  type EmojiId,
  type ExportId,
  type FieldId,
  type FolderId,
  firstIds,
  type GroupId,
  type InviteId,
  type LinkifierId,
  type MessageId,
  type PlaygroundId,
  type QueueId,
  type ReminderId,
  type ScheduledId,
  type SnippetId,
  type TopicId,
  type UserId,
} from "./ids.ts";
import { MessageBlocks } from "./message-blocks.ts";
import { type Message, MessageTexts } from "./messages.ts";
import type {
  Domain,
  Emoji,
  Folder,
  Invite,
  Linkifier,
  NavigationView,
  Playground,
  ProfileField,
  ProfileValue,
  RealmExport,
} from "./organization.ts";
import type { Reminder, SavedDraft, ScheduledMessage, Snippet, UserStatus } from "./personal.ts";
import type { Conversation } from "./places.ts";
import { Postings } from "./postings.ts";
import type { Queue } from "./queues.ts";
import type { Tally } from "./record-length.ts";
import type { ServerSettings } from "./server.ts";
import { type RealmSettings, type UserSettings, userDefaults } from "./settings.ts";
import { Table } from "./table.ts";
import type { Upload } from "./uploads.ts";
import type { BotSetup, Device, Presence, User } from "./users.ts";
import { WordFilter } from "./word-filter.ts";

/** The whole state of a realm. Everything in it is immutable records in sorted tables, so that a fork shares all memory. */
export class World {
  server: ServerSettings;
  settings: RealmSettings;
  /** The personal settings with which new accounts begin. */
  newcomers: UserSettings = userDefaults;
  /** The next id of each kind. */
  counters: Record<Counter, number> = { ...firstIds };
  /** Milliseconds since 1970. Only the clock moves it. */
  now: number;
  /** Counts the length of the records; of those in tables, the tables that are given it do. */
  tally: Tally = { length: 0 };
  /** The length of all records when the realm had been loaded, in UTF-16 units: requests have room for so much more. */
  lengthAtStart = 0;
  /** Replaced when a name, avatar or setting changes that texts of messages depend on. */
  epoch = new MessageTexts();

  users = new Table<UserId, User>(this.tally);
  usersByKey = new Table<string, UserId>();
  usersByApiKey = new Table<string, UserId>();
  usersByEmail = new Table<string, UserId>();
  usersByDeliveryEmail = new Table<string, UserId>();
  presences = new Table<UserId, Presence>(this.tally);
  devices = new Table<DeviceId, Device>(this.tally);
  statuses = new Table<UserId, UserStatus>(this.tally);
  drafts = new Table<DraftId, SavedDraft>(this.tally);
  snippets = new Table<SnippetId, Snippet>(this.tally);
  scheduled = new Table<ScheduledId, ScheduledMessage>(this.tally);
  /** Texts that accounts, bots for the most part, have put by, by key. */
  storage = new Table<UserId, ReadonlyMap<string, string>>(this.tally);
  reminders = new Table<ReminderId, Reminder>(this.tally);
  exports = new Table<ExportId, RealmExport>(this.tally);
  bots = new Table<UserId, BotSetup>(this.tally);
  /** Pictures that are not there in small yet, each with the instant at which they will be, in milliseconds. */
  thumbnails = new Table<AttachmentId, number>();
  invites = new Table<InviteId, Invite>(this.tally);
  /** Whose the tokens are by which devices get notifications. */
  pushTokens = new Table<string, UserId>(this.tally);
  /** Whose the sessions of browsers are. */
  sessions = new Table<string, UserId>();

  channels = new Table<ChannelId, Channel>(this.tally);
  channelsByName = new Table<string, ChannelId>();
  subscribers = new Table<ChannelId, Subscribers>();
  /** Channels that new accounts are subscribed to. */
  defaultChannels = new Table<ChannelId, ChannelId>();
  folders = new Table<FolderId, Folder>(this.tally);

  groups = new Table<GroupId, Group>(this.tally);
  groupsByName = new Table<string, GroupId>();

  messages = new Table<MessageId, Message>();
  /** Direct-message conversations by their sorted user ids, joined by commas. */
  conversations = new Table<string, Conversation>(this.tally);
  /** Topic ids by channel and folded name. */
  threads = new Table<string, TopicId>(this.tally);
  byRecipient = new Postings();
  byTopic = new Postings();
  byMark = new Postings();
  words = new WordFilter();
  blocks = new MessageBlocks();
  policies = new Table<string, TopicPolicy>(this.tally);
  uploads = new Table<AttachmentId, Upload>(this.tally);
  uploadsByPath = new Table<string, AttachmentId>();

  linkifiers = new Table<LinkifierId, Linkifier>(this.tally);
  playgrounds = new Table<PlaygroundId, Playground>(this.tally);
  emoji = new Table<EmojiId, Emoji>(this.tally);
  fields = new Table<FieldId, ProfileField>(this.tally);
  profileValues = new Table<string, ProfileValue>(this.tally);
  views = new Table<string, NavigationView>(this.tally);
  domains = new Table<DomainId, Domain>(this.tally);

  queues = new Table<QueueId, Queue>();
  /** Queues by owner, those of one in order of registration; those that take no events apart. */
  queuesByOwner = new Table<number, QueueId>();
  /** Queues by when they next need the clock. */
  queuesByDue = new Table<string, QueueId>();
  /** Queues that get the messages of every public channel. */
  publicQueues = new Table<QueueId, QueueId>();
  /** The length of the texts of all queued events, in UTF-16 units; those that queues share count once. */
  queuedLoad = 0;
  /** Instants of counted calls by limiter and subject, in milliseconds. */
  calls = new Table<string, readonly number[]>();

  constructor(server: ServerSettings, settings: RealmSettings, now: number) {
    this.server = server;
    this.settings = settings;
    this.now = now;
  }

  /** An independent copy that shares all memory with this one until either writes. Takes microseconds at any size. */
  fork(): World {
    const copy = Object.create(World.prototype) as World;
    const [parts, copies] = [this as unknown as Record<string, unknown>, copy as unknown as Record<string, unknown>];
    // Part by part: to assign all and then replace the tables takes four times as long, and every property and scenario forks.
    const tally = { ...this.tally };
    for (const name in parts) {
      const part = parts[name];
      copies[name] =
        part instanceof Table
          ? part.fork(tally)
          : part instanceof Postings || part instanceof WordFilter || part instanceof MessageBlocks
            ? part.fork()
            : part;
    }
    copy.counters = { ...this.counters };
    copy.tally = tally;
    return copy;
  }
}
