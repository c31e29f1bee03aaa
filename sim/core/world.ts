import type { Channel, Subscribers, TopicPolicy } from "./channels.ts";
import type { Group } from "./groups.ts";
import type * as ids from "./ids.ts";
import { type Counter, firstIds } from "./ids.ts";
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

  users = new Table<ids.UserId, User>(this.tally);
  usersByKey = new Table<string, ids.UserId>();
  usersByApiKey = new Table<string, ids.UserId>();
  usersByEmail = new Table<string, ids.UserId>();
  usersByDeliveryEmail = new Table<string, ids.UserId>();
  presences = new Table<ids.UserId, Presence>(this.tally);
  devices = new Table<ids.DeviceId, Device>(this.tally);
  statuses = new Table<ids.UserId, UserStatus>(this.tally);
  drafts = new Table<ids.DraftId, SavedDraft>(this.tally);
  snippets = new Table<ids.SnippetId, Snippet>(this.tally);
  scheduled = new Table<ids.ScheduledId, ScheduledMessage>(this.tally);
  /** Texts that accounts, bots for the most part, have put by, by key. */
  storage = new Table<ids.UserId, ReadonlyMap<string, string>>(this.tally);
  reminders = new Table<ids.ReminderId, Reminder>(this.tally);
  exports = new Table<ids.ExportId, RealmExport>(this.tally);
  bots = new Table<ids.UserId, BotSetup>(this.tally);
  /** Pictures that are not there in small yet, each with the instant at which they will be, in milliseconds. */
  thumbnails = new Table<ids.AttachmentId, { readonly id: ids.AttachmentId; readonly at: number }>();
  invites = new Table<ids.InviteId, Invite>(this.tally);
  /** Whose the tokens are by which devices get notifications. */
  pushTokens = new Table<string, ids.UserId>(this.tally);
  /** Whose the sessions of browsers are. */
  sessions = new Table<string, ids.UserId>();

  channels = new Table<ids.ChannelId, Channel>(this.tally);
  channelsByName = new Table<string, ids.ChannelId>();
  subscribers = new Table<ids.ChannelId, Subscribers>();
  /** Channels that new accounts are subscribed to. */
  defaultChannels = new Table<ids.ChannelId, ids.ChannelId>();
  folders = new Table<ids.FolderId, Folder>(this.tally);

  groups = new Table<ids.GroupId, Group>(this.tally);
  groupsByName = new Table<string, ids.GroupId>();

  messages = new Table<ids.MessageId, Message>();
  /** Direct-message conversations by their sorted user ids, joined by commas. */
  conversations = new Table<string, Conversation>(this.tally);
  /** Topic ids by channel and folded name. */
  threads = new Table<string, ids.TopicId>(this.tally);
  byRecipient = new Postings();
  byTopic = new Postings();
  byMark = new Postings();
  words = new WordFilter();
  blocks = new MessageBlocks();
  policies = new Table<string, TopicPolicy>(this.tally);
  uploads = new Table<ids.AttachmentId, Upload>(this.tally);
  uploadsByPath = new Table<string, ids.AttachmentId>();

  linkifiers = new Table<ids.LinkifierId, Linkifier>(this.tally);
  playgrounds = new Table<ids.PlaygroundId, Playground>(this.tally);
  emoji = new Table<ids.EmojiId, Emoji>(this.tally);
  fields = new Table<ids.FieldId, ProfileField>(this.tally);
  profileValues = new Table<string, ProfileValue>(this.tally);
  views = new Table<string, NavigationView>(this.tally);
  domains = new Table<ids.DomainId, Domain>(this.tally);

  queues = new Table<ids.QueueId, Queue>();
  /** Queues by owner, those of one in order of registration. */
  queuesByOwner = new Table<number, ids.QueueId>();
  /** Queues by when they next need the clock. */
  queuesByDue = new Table<string, ids.QueueId>();
  /** Queues that get the messages of every public channel. */
  publicQueues = new Table<ids.QueueId, ids.QueueId>();
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
