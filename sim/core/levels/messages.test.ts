import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Event } from "../../actions/hearing.test.kit.ts";
import { createSimulator } from "../../index.ts";
import { type Boundaries, comparisonsOf, coverageOf } from "./boundary.test.kit.ts";
import {
  act,
  body,
  edited,
  finds,
  group,
  hasChannelField,
  hasRoute,
  message,
  moved,
  noticeFlags,
  outcome,
  pairAsShown,
  pairIds,
  picture,
  range,
  reactionOf,
  reads,
  renders,
  resolvedInQuiet,
  type ShownFields,
  type ShownList,
  says,
  send,
  sha256OfX,
  tells,
  term,
  toChannel,
  uploaded,
  user,
} from "./looks.test.kit.ts";
import { messageLevels } from "./messages.ts";
import { heard, ownerBody, ownerHasRoute, reminder } from "./owner-looks.test.kit.ts";

const boundaries: Boundaries = {
  readReceipts: [hasRoute("GET /messages/2/read_receipts"), false, true],
  flagsInNarrow: [hasRoute("POST /messages/flags/narrow"), false, true],
  ignoredParameters: [(sim) => body(sim, "GET /users/me", { junk: 1 }).ignored_parameters_unsupported, undefined, ["junk"]],
  scheduledMessages: [hasRoute("GET /scheduled_messages"), false, true],
  directType: [
    (sim) => outcome(send(sim, "POST /messages", { type: "direct", to: [user(sim, "bob")], content: "x" })),
    "Invalid type",
    "success",
  ],
  directOperators: [
    says("GET /messages", { ...range, narrow: [term("dm", "bob@example.com")] }),
    "Invalid narrow operator: unknown operator dm",
    "success",
  ],
  schedulingEndpoint: [
    (sim) => [hasRoute("POST /scheduled_messages")(sim), tells("scheduled_messages", "scheduled_messages")(sim)],
    [false, false],
    [true, true],
  ],
  topicWildcard: [renders("@**topic** hi"), "<p>@<strong>topic</strong> hi</p>", '<p><span class="topic-mention">@topic</span> hi</p>'],
  completeMark: [(sim) => body(sim, "POST /mark_all_as_read").complete, undefined, true],
  wildcardCodes: [
    (sim) => body(sim, "POST /messages", { type: "stream", to: "crowd", topic: "x", content: "@**all**" }).code,
    "BAD_REQUEST",
    "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
    "crowded",
  ],
  readBySender: [
    reads("POST /messages", "read_by_sender", { type: "private", to: ["bob@example.com"], content: "x", read_by_sender: true }),
    false,
    true,
  ],
  channelWildcard: [
    renders("@**channel** hi"),
    "<p>@<strong>channel</strong> hi</p>",
    '<p><span class="user-mention" data-user-id="*">@channel</span> hi</p>',
  ],
  channelType: [says("POST /messages", { type: "channel", to: "general", topic: "x", content: "x" }), "Invalid type", "success"],
  hasReaction: [
    says("GET /messages", { ...range, narrow: [term("has", "reaction")] }),
    "Invalid narrow operator: unknown 'has' operand reaction",
    "success",
  ],
  channelNarrows: [
    (sim) => ["stream", "channel"].map((operator) => says("GET /messages", { ...range, narrow: [term(operator, "nowhere")] })(sim)),
    ["Invalid narrow operator: unknown stream nowhere", "Invalid narrow operator: unknown operator channel"],
    ["Invalid narrow operator: unknown channel nowhere", "Invalid narrow operator: unknown channel nowhere"],
  ],
  typedNarrows: [
    (sim) => body(sim, "GET /messages", { ...range, narrow: "[1" }),
    { result: "error", msg: "Bad value for 'narrow': [1", code: "REQUEST_VARIABLE_INVALID", var_name: "narrow", bad_value: "[1" },
    { result: "error", msg: "narrow is not valid JSON", code: "BAD_REQUEST" },
  ],
  typedParameters: [
    (sim) => body(sim, "GET /messages", { ...range, num_after: "-1" }),
    { result: "error", msg: "Bad value for 'num_after': -1", code: "REQUEST_VARIABLE_INVALID", var_name: "num_after", bad_value: "-1" },
    { result: "error", msg: "num_after is too small", code: "BAD_REQUEST" },
  ],
  messageIdBound: [
    says("GET /messages", { ...range, narrow: [term("id", 3_000_000_000)] }),
    "success",
    "Invalid narrow operator: Invalid message ID",
  ],
  isFollowed: [
    says("GET /messages", { ...range, narrow: [term("is", "followed")] }),
    "Invalid narrow operator: unknown 'is' operand followed",
    "success",
  ],
  withOperator: [
    says("GET /messages", { ...range, narrow: [term("with", "2x")] }),
    "Invalid narrow operator: unknown operator with",
    "Invalid narrow operator: Invalid 'with' operator",
  ],
  uploadUrl: [(sim) => "url" in uploaded(sim), false, true],
  deletionGroups: [tells("realm_can_delete_any_message_group"), false, true],
  wildcardClass: [
    renders("@**all** hi"),
    '<p><span class="user-mention" data-user-id="*">@all</span> hi</p>',
    '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> hi</p>',
  ],
  renderedVersionGone: [
    (sim) => (message(sim, edited(sim)).edit_history as ShownList).map((entry) => "prev_rendered_content_version" in entry),
    [true],
    [false],
  ],
  detachedUploads: [(sim) => body(sim, `PATCH /messages/${toChannel(sim, "x")}`, { content: "y" }).detached_uploads, undefined, []],
  uploadNames: [(sim) => "filename" in uploaded(sim), false, true],
  savedSnippets: [
    (sim) => [hasRoute("GET /saved_snippets")(sim), tells("saved_snippets", "saved_snippets")(sim)],
    [false, false],
    [true, true],
  ],
  messageIds: [(sim) => outcome(send(sim, "GET /messages", { message_ids: [2] })), "Missing 'num_before' argument", "success"],
  channelLinks: [
    renders("#**general**"),
    '<p><a class="stream" data-stream-id="41" href="/#narrow/stream/41-general">#general</a></p>',
    '<p><a class="stream" data-stream-id="41" href="/#narrow/channel/41-general">#general</a></p>',
  ],
  messageLinks: [
    renders("#**general>rota@5**"),
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota.405">#general &gt; rota@5</a></p>',
    '<p><a class="message-link" href="/#narrow/channel/41-general/topic/rota/near/5">#general &gt; rota @ 💬</a></p>',
  ],
  resolvedHistory: [(sim) => (finds([term("stream", "quiet"), term("is", "resolved")])(resolvedInQuiet(sim)) as number[]).length, 0, 1],
  reactionUserGone: [
    (sim) => reactionOf(sim),
    ["emoji_name", "emoji_code", "reaction_type", "user_id", "user"],
    ["emoji_name", "emoji_code", "reaction_type", "user_id"],
  ],
  systemGroupMentions: [
    renders("@_*role:administrators*"),
    "<p>@_<em>role:administrators</em></p>",
    '<p><span class="user-group-mention silent" data-user-group-id="3">Administrators</span></p>',
  ],
  emptyTopic: [says("POST /messages", { type: "stream", to: "general", topic: "", content: "x" }), "Topic can't be empty!", "success"],
  isNotDirect: [
    says("GET /messages", { ...range, narrow: [term("is", "dm", true), term("dm", "bob@example.com")] }),
    "success",
    "Invalid narrow operator: No message can be both a channel message and direct message",
  ],
  emptyTopicLinks: [
    renders("#**general>**"),
    "<p>#<strong>general&gt;</strong></p>",
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/">#general &gt; <em>general chat</em></a></p>',
  ],
  topicPermalinks: [
    renders("#**general>rota**"),
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota">#general &gt; rota</a></p>',
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota/with/110">#general &gt; rota</a></p>',
  ],
  contentGroups: [
    (sim) =>
      outcome(
        send(
          act(sim, { action: "set_channel", channel: "team", property: "can_add_subscribers_group", value: group(sim, "role:members") }),
          `GET /messages/${toChannel(sim, "x", { to: "team" })}`,
          {},
          "cara",
        ),
      ),
    "Invalid message(s)",
    "success",
  ],
  archivedMessages: [
    (sim) => outcome(send(sim, `GET /messages/${(finds([term("stream", "attic")])(sim) as number[])[0]}`)),
    "Invalid message(s)",
    "success",
  ],
  lastMoved: [
    (sim) => Object.keys(message(sim, moved(sim))).filter((name) => name.startsWith("last_")),
    ["last_edit_timestamp"],
    ["last_moved_timestamp"],
  ],
  isMuted: [
    says("GET /messages", { ...range, narrow: [term("is", "muted")] }),
    "Invalid narrow operator: unknown 'is' operand muted",
    "success",
  ],
  topicResolvers: [tells("realm_can_resolve_topics_group"), false, true],
  rowsNeedAccess: [
    (sim) =>
      (
        finds([term("sender", "bob@example.com"), term("topic", "plans")])(
          act(sim, { action: "unsubscribe", as: "alice", channel: "team" }),
        ) as number[]
      ).length,
    1,
    0,
  ],
  savedSnippetEdits: [(sim) => body(sim, "PATCH /saved_snippets/1").msg, "Method Not Allowed", "Saved snippet does not exist."],
  noTopicMeansEmpty: [(sim) => message(sim, toChannel(sim, "x", { topic: "(no topic)" })).subject, "(no topic)", "general chat"],
  expectedContent: [
    (sim) => reads(`PATCH /messages/${toChannel(sim, "x")}`, "prev_content_sha256", { content: "y", prev_content_sha256: sha256OfX })(sim),
    false,
    true,
  ],
  resolvedNotices: [(sim) => noticeFlags(sim), [], ["read"]],
  newestInPermalinks: [
    (sim) => renders("#**general>rota**")(sim),
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota/with/110">#general &gt; rota</a></p>',
    '<p><a class="stream-topic" data-stream-id="41" href="/#narrow/channel/41-general/topic/rota/with/111">#general &gt; rota</a></p>',
  ],
  noChannelLinkBehindBracket: [
    renders("[#**general**"),
    '<p>[<a class="stream" data-stream-id="41" href="/#narrow/channel/41-general">#general</a></p>',
    "<p>[#<strong>general</strong></p>",
  ],
  channelResolvers: [hasChannelField("can_resolve_topics_group"), false, true],
  audioPlayers: [
    renders("![tune](https://sounds.example.com/a.mp3)"),
    '<p>![tune](<a href="https://sounds.example.com/a.mp3">https://sounds.example.com/a.mp3</a>)</p>',
    '<p><audio controls preload="metadata" src="https://sounds.example.com/a.mp3" title="tune"></audio></p>',
  ],
  slightSmile: [
    renders(":smile:"),
    '<p><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>',
    '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
  ],
  imageSyntax: [
    renders(`![alt](${picture})`),
    '<p>![alt](<a href="https://pictures.example.com/a.png">https://pictures.example.com/a.png</a>)</p>\n<div class="message_inline_image"><a href="https://pictures.example.com/a.png"><img src="https://pictures.example.com/a.png"></a></div>',
    '<p><img alt class="inline-image" data-original-src="https://pictures.example.com/a.png" src="https://pictures.example.com/a.png"></p>',
  ],
  anchorDate: [says("GET /messages", { ...range, anchor: "date", anchor_date: "2020-01-01" }), "Invalid anchor", "success"],
  mentionsOperator: [
    says("GET /messages", { ...range, narrow: [term("mentions", "alice@example.com")] }),
    "Invalid narrow operator: unknown operator mentions",
    "success",
  ],
  plainTimeErrors: [
    renders("<time:nonsense>"),
    '<p><span class="timestamp-error">Invalid time format: nonsense</span></p>',
    "<p>&lt;time:nonsense&gt;</p>",
  ],
  onlyUploadedImages: [
    renders(`![alt](${picture})`),
    '<p><img alt class="inline-image" data-original-src="https://pictures.example.com/a.png" src="https://pictures.example.com/a.png"></p>',
    '<p>![alt](<a href="https://pictures.example.com/a.png">https://pictures.example.com/a.png</a>)</p>\n<div class="message_inline_image"><a href="https://pictures.example.com/a.png"><img src="https://pictures.example.com/a.png"></a></div>',
  ],
  recipientsByViewer: [pairIds, { eachTheSame: true, eachDirection: false }, { eachTheSame: false, eachDirection: true }],
  pairsAreGroups: [
    (sim) => [pairAsShown(sim), pairIds(sim)],
    [["gus@example.com", "owen@example.com"], { eachTheSame: false, eachDirection: true }],
    [["owen@example.com", "gus@example.com"], { eachTheSame: true, eachDirection: true }],
  ],
  archivedOperand: [
    says("GET /messages", { ...range, narrow: [term("channels", "archived")] }),
    "Invalid narrow operator: unknown channels operand archived",
    "success",
  ],
  webPublicHistory: [(sim) => (finds([term("channels", "web-public")], "bob")(sim) as number[]).length, 0, 1],
  closedChannelEmpty: [
    (sim) => body(sim, "GET /messages", { anchor: 5, num_before: 1, num_after: 0, narrow: [term("stream", "secret")] }, "bob").anchor,
    5,
    10000000000000000,
  ],
  uploadedMovies: [(sim) => String(renders(`[film](${String(uploaded(sim, "film.mov").uri)})`)(sim)).includes("<video"), false, true],
  joinedToTheMinute: [
    (sim) => (body(sim, "GET /users/me") as ShownFields).date_joined,
    "2025-01-01T12:00:00+00:00",
    "2025-01-01T12:00+00:00",
  ],
  rangeBeforeLogin: [
    ({ server: { level } }) => {
      // A page asks, to which nobody is logged in.
      const credentials = { kind: "session", session: undefined, cookieToken: undefined, sentToken: undefined } as const;
      const fields = { query: new Map([["num_before", "5001"]]), form: new Map(), userAgent: "page" };
      const open = createSimulator({ level, rulings: "observed" });
      const answer = open.exchange({ method: "GET", path: "/api/v1/messages", credentials, ...fields });
      return "status" in answer && answer.status;
    },
    401,
    400,
  ],
  desktopNames: [
    ({ server: { level } }) => {
      const open = createSimulator({ level, rulings: "observed" });
      const sent = { type: "stream", to: "general", topic: "x", content: "x", client: "Desktop App" };
      return message(open, body(open, "POST /messages", sent).id).flags;
    },
    ["read"],
    [],
  ],
  senderRights: [
    ({ server: { level } }) =>
      says("POST /messages", { type: "stream", to: "general", topic: "x", content: "x", sender: "bob@example.com" })(
        createSimulator({ level, rulings: "observed" }),
      ),
    "Invalid mirrored message",
    "User not authorized for this query",
  ],
  emptySnippetEdits: [
    (sim) => {
      const { saved_snippet_id } = body(sim, "POST /saved_snippets", { title: "x", content: "y" });
      return outcome(send(sim, `PATCH /saved_snippets/${String(saved_snippet_id)}`));
    },
    "success",
    "No new data is supplied",
  ],
  wholeMessages: [(sim) => "message" in ownerBody(sim, `GET /messages/${Math.max(...sim.state.messages.keys())}`), false, true],
  reminders: [(sim) => sim.as("owen").send("POST /reminders", reminder(sim)).status, 404, 200],
  messageReports: [ownerHasRoute("POST /messages/101/report", { report_type: "spam" }), false, true],
  reminderList: [ownerHasRoute("GET /reminders"), false, true],
  reminderNotes: [
    (sim) => ownerBody(sim, "POST /reminders", { ...reminder(sim), note: "x" }).ignored_parameters_unsupported,
    ["note"],
    undefined,
  ],
  attachmentSeconds: [
    (sim) => {
      sim.as("owen").send("POST /user_uploads", {}, [{ name: "x.txt", type: "text/plain", bytes: new Uint8Array(1) }]);
      const { create_time } = (ownerBody(sim, "GET /attachments").attachments as Event[])[0]!;
      return Number(create_time) / sim.now() > 0.5;
    },
    true,
    false,
  ],
  thumbnails: [
    (sim) => {
      const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 8, 0, 0, 0, 8]);
      const { url } = sim.as("owen").send("POST /user_uploads", {}, [{ name: "x.png", type: "image/png", bytes }]).body;
      ownerBody(sim, "POST /messages", { type: "channel", to: "general", topic: "x", content: `[x](${url})` });
      return heard(sim, "owen", ["update_message"], () => sim.advance({ ms: 1000 }));
    },
    [],
    ["update_message"],
  ],
};

for (const [name, find, expected] of [coverageOf(messageLevels, boundaries), ...comparisonsOf(boundaries)])
  test(name, () => assert.equal(find(), expected));

test.run();
