import type { Span } from "../core/field-levels.ts";
import type { EventType } from "./types.ts";

/** The levels of fields of events. A field that is not named here was always there. */
export const eventFieldLevels: { readonly [Type in EventType]?: Readonly<Record<string, Span>> } = {
  typing: { message_type: [58] },
  update_message: { rendering_only: [114] },
  update_message_flags: { message_details: [121], op: [32] },
};
