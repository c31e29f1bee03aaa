import { own } from "../../core/lookup.ts";
import type { Message } from "../../core/messages.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { aBoolean, anInteger, anObject, aString, type Check, isObject, readJson } from "../../protocol/json.ts";

/** Entries of a poll or list are numbered up to this. */
const mostIndex = 1000;

const anIndex: Check<number> = (value, at) => {
  const index = anInteger(value, at);
  if (index < 0) refuse(`${at} is too small`);
  return index > mostIndex ? refuse(`${at} is too large`) : index;
};

const aVote: Check<number> = (value, at) => {
  const vote = anInteger(value, at);
  return vote === 1 || vote === -1 ? vote : refuse(`Invalid ${at}`);
};

/** The deeds in a widget of one kind: the parts of each, and the one that only the author of the message may do. */
interface Deeds {
  readonly parts: Readonly<Record<string, Readonly<Record<string, Check<unknown>>>>>;
  readonly authors: string;
  readonly refused: string;
}

const poll: Deeds = {
  parts: {
    vote: { key: aString, vote: aVote },
    question: { question: aString },
    new_option: { option: aString, idx: anIndex },
  },
  authors: "question",
  refused: "You can't edit a question unless you are the author.",
};

const todo: Deeds = {
  parts: {
    new_task: { key: anIndex, task: aString, desc: aString, completed: aBoolean },
    strike: { key: aString },
    new_task_list_title: { title: aString },
  },
  authors: "new_task_list_title",
  refused: "You can't edit the task list title unless you are the author.",
};

const kinds: Readonly<Record<string, Deeds>> = { poll, todo };

function kindOf({ submessages }: Message): string | undefined {
  const widget = submessages.find(({ msg_type }) => msg_type === "widget");
  const data = widget && readJson(widget.content);
  return typeof data === "object" && data !== null ? (data as { widget_type?: string }).widget_type : undefined;
}

/** Refuses a part of an object that is missing or wrong, by its place. */
function checkPart(given: Readonly<Record<string, unknown>>, at: string, key: string, check: Check<unknown>): void {
  if (!Object.hasOwn(given, key)) refuse(`${key} key is missing from ${at}`);
  check(given[key], `${at}["${key}"]`);
}

function checkDeed(kind: string, { parts, authors, refused }: Deeds, data: unknown, isAuthor: boolean): void {
  const at = `${kind} data`;
  const given = anObject(data, at);
  checkPart(given, at, "type", aString);
  const type = given.type as string;
  const wanted = own(parts, type) ?? refuse(`Unknown type for ${at}: ${type}`);
  if (type === authors && !isAuthor) refuse(refused);
  for (const [key, check] of Object.entries(wanted)) checkPart(given, at, key, check);
  const strangers = Object.keys(given).filter((key) => key !== "type" && !Object.hasOwn(wanted, key));
  if (strangers.length > 0) refuse(`Unexpected arguments: ${strangers.join(", ")}`);
}

/**
 * Refuses what must not be attached to a message.
 * @refuses BAD_REQUEST: the author of the message has attached nothing yet; no JSON; in a poll or list, nothing that can be done there
 */
export function mayAttach(caller: User, message: Message, content: string): void {
  const isAuthor = message.sender === caller.id;
  const begun = message.submessages.some(({ sender_id }) => sender_id === message.sender);
  if (!isAuthor && !begun) refuse("You cannot attach a submessage to this message.");
  const data = readJson(content);
  if (data === undefined) refuse("Invalid json for submessage");
  const kind = kindOf(message) ?? "";
  const deeds = own(kinds, kind);
  if (deeds) checkDeed(kind, deeds, data, isAuthor);
}

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** JSON as servers write the content of a widget: with a space behind each comma and colon, and in ASCII. */
const spaced = (value: unknown): string =>
  JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) =>
    token.startsWith('"') ? token.replace(/[\u0080-\uffff]/g, escaped) : `${token} `,
  );

/**
 * The widget that a message brings along, as the content of its submessage. Polls and lists of tasks come by `/poll` and `/todo` alone.
 * @refuses BAD_REQUEST: not JSON, not an object, no kind or no data of a widget, a kind that may not be brought along
 */
export function widgetOf(text: string): string {
  const value = readJson(text);
  if (value === undefined) refuse("Widgets: API programmer sent invalid JSON content");
  if (!isObject(value)) return refuse("Widgets: widget_content is not a dict");
  const { widget_type, extra_data } = value;
  if (widget_type === undefined) refuse("Widgets: widget_type is not in widget_content");
  if (extra_data === undefined) refuse("Widgets: extra_data is not in widget_content");
  return widget_type === "zform" ? spaced({ widget_type, extra_data }) : refuse(`Widgets: unknown widget type: ${String(widget_type)}`);
}

const unlisted = (line: string): string => line.trim().replace(/^[-*]?\s*/, "");

/** A task and, behind a colon, what there is to say of it. */
function taskOf(line: string): { readonly task: string; readonly desc: string } {
  const [task = "", ...desc] = line.split(":");
  return { task: task.trim(), desc: desc.join(":").trim() };
}

const typed: Readonly<Record<string, (title: string, lines: readonly string[]) => object>> = {
  "/poll": (question, options) => ({ question, options }),
  "/todo": (task_list_title, lines) => ({ task_list_title, tasks: lines.map(taskOf) }),
};

/** The widget that content begins by its first word, as the content of its submessage: a poll or a list of tasks. */
export function typedWidget(content: string): string | undefined {
  const [command] = content.split(/\s/, 1) as [string];
  const dataOf = own(typed, command);
  if (!dataOf) return undefined;
  const [title = "", ...lines] = content.slice(command.length).split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
  const extra_data = dataOf(
    title.trim(),
    lines.map(unlisted).filter((line) => line !== ""),
  );
  return spaced({ widget_type: command.slice(1), extra_data });
}
