import { refuse } from "../core/refusal.ts";
import { readJson } from "../protocol/json.ts";

/**
 * The widget that a message brings along, as the content of its submessage.
 * @refuses BAD_REQUEST: not JSON, not an object, no kind or no data of a widget
 */
export function widgetOf(text: string): string {
  const value = readJson(text);
  if (value === undefined) refuse("Widgets: API programmer sent invalid JSON content");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse("Widgets: widget_content is not a dict");
  const { widget_type, extra_data } = value as { widget_type?: unknown; extra_data?: unknown };
  if (widget_type === undefined) refuse("Widgets: widget_type is not in widget_content");
  if (extra_data === undefined) refuse("Widgets: extra_data is not in widget_content");
  return JSON.stringify({ widget_type, extra_data });
}
