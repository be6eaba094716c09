/** Whose announcements somebody looks after: administrators all, a monitor the own. */
import { AppError, isAdministrator, isMonitor } from "@liantai/api/contract";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { findAnnouncement, type AnnouncementRow, type Reader } from "./repository.ts";

export const readerOf = (caller: Caller): Reader => ({
  accountId: caller.userId,
  writes: isAdministrator(caller) ? "all" : isMonitor(caller) ? "own" : "none",
});

/** Throws 'notFound' for one of somebody else. */
export async function ownOf(
  trx: Trx,
  compId: string,
  id: string,
  { caller }: RequestContext,
): Promise<AnnouncementRow> {
  const row = await findAnnouncement(trx, compId, id, readerOf(caller));
  if (!row) throw new AppError("notFound", "公告不存在");
  return row;
}
