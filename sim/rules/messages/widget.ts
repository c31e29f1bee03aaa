import { own } from "../../core/lookup.ts";
import { refuse } from "../../core/refusal.ts";
import { isObject, readJson } from "../../protocol/json.ts";

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

/** A line without the mark of a list item. */
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
