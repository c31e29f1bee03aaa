import type { ExportId, UserId } from "./ids.ts";

/** 1 what is public, 2 all that people agree to. */
export type ExportType = 1 | 2;

/** A copy of the organization's data. */
export interface RealmExport {
  readonly id: ExportId;
  /** The account that asked for it. */
  readonly user_id: UserId;
  readonly type: ExportType;
  /** When it was asked for, in milliseconds. */
  readonly asked: number;
  /** When it was ready, in UNIX seconds; undefined before. */
  readonly ready: number | undefined;
  /** When it was thrown away, in UNIX seconds. */
  readonly deleted: number | undefined;
}
