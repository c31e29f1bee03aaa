import type { NavigationView } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import { viewRecord } from "../resources/navigation-view.ts";
import { deliver } from "./deliver.ts";

/** The fields of a view that a request changes. */
type ViewChange = Partial<Pick<NavigationView, "is_pinned" | "name">>;

type NavigationViewEvent =
  | { readonly op: "add"; readonly navigation_view: ReturnType<typeof viewRecord> }
  | { readonly op: "update"; readonly fragment: string; readonly data: ViewChange }
  | { readonly op: "remove"; readonly fragment: string };

const send = (turn: Turn, { user_id }: NavigationView, event: () => NavigationViewEvent): void =>
  deliver(turn, [user_id], "navigation_view", event);

/** Sends `navigation_view` of a new view to its owner. */
export const announceView = (turn: Turn, view: NavigationView): void =>
  send(turn, view, () => ({ op: "add", navigation_view: viewRecord(view) }));

/** Sends `navigation_view` of changed fields to the view's owner. */
export const announceViewChange = (turn: Turn, view: NavigationView, data: ViewChange): void =>
  send(turn, view, () => ({ op: "update", fragment: view.fragment, data }));

/** Sends `navigation_view` of a view that is gone to its owner. */
export const announceViewGone = (turn: Turn, view: NavigationView): void =>
  send(turn, view, () => ({ op: "remove", fragment: view.fragment }));
