/** An announcement goes out, is read, and is taken back. */
import { AppError, formatTime, type BodyOf } from "@liantai/api/contract";
import type { noticeApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { RemindersModuleDeps } from "../deps.ts";
import { accountsOf } from "./audience-repository.ts";
import { checkAudience } from "./audience.ts";
import { ownOf } from "./own.ts";
import { setRead, setReceivers, updateAnnouncement } from "./repository.ts";

type Api = typeof noticeApi;
type Deps = Pick<RemindersModuleDeps, "ports" | "audit" | "reminders">;

export const subjectOfAnnouncement = (id: string): string => `notice/${id}`;

/** To whoever is meant now; who joins a group later finds later announcements. */
export async function publish(
  { ports, audit, reminders }: Deps,
  body: BodyOf<Api["publish"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const now = new Date(ports.clock.now());
  const count = await ports.database.tenant(compId, async (trx) => {
    const row = await ownOf(trx, compId, body.id, context);
    if (row.state === "published") throw new AppError("refused", "公告已经发布");
    // Groups and rights may be others since it was written.
    await checkAudience(trx, compId, caller, row);
    const accountIds = await accountsOf(trx, compId, row);
    if (accountIds.length === 0) throw new AppError("refused", "发布范围内没有可接收公告的账号");
    const round = row.round + 1;
    await updateAnnouncement(trx, compId, body.id, { state: "published", publishedAt: now, round });
    await setReceivers(trx, compId, body.id, accountIds);
    await reminders.make(trx, {
      compId,
      to: { accountIds },
      key: `${subjectOfAnnouncement(body.id)}/${round}`,
      subject: subjectOfAnnouncement(body.id),
      dueAt: now,
      message: {
        type: "NOTICEPUBLIC",
        content: { des: row.des, remarks: row.remarks, subTime: formatTime(now) },
      },
    });
    await audit.write(trx, context, {
      compId,
      object: "announcement",
      action: "publishNotice",
      id: body.id,
      name: row.des,
    });
    return accountIds.length;
  });
  reminders.wake();
  return { count };
}

export async function withdraw(
  { ports, audit, reminders }: Deps,
  body: BodyOf<Api["withdraw"]>,
  context: RequestContext,
): Promise<null> {
  const compId = compOf(context.caller, body.compId);
  const ended = await ports.database.tenant(compId, async (trx) => {
    const row = await ownOf(trx, compId, body.id, context);
    if (row.state !== "published") throw new AppError("refused", "公告没有发布，不能撤回");
    await updateAnnouncement(trx, compId, body.id, { state: "withdrawn" });
    await audit.write(trx, context, {
      compId,
      object: "announcement",
      action: "withdrawNotice",
      id: body.id,
      name: row.des,
    });
    return reminders.drop(trx, compId, subjectOfAnnouncement(body.id));
  });
  await reminders.over(ended, 1);
  return null;
}

export async function read(
  { ports, reminders }: Deps,
  { id }: BodyOf<Api["read"]>,
  { caller }: RequestContext,
): Promise<null> {
  const { compId, userId } = caller;
  const now = new Date(ports.clock.now());
  const ended = await ports.database.tenant(compId, async (trx) => {
    if (!(await setRead(trx, compId, id, userId, now))) throw new AppError("notFound", "公告不存在，或已被撤回");
    return reminders.finish(trx, compId, subjectOfAnnouncement(id), userId);
  });
  await reminders.over(ended);
  return null;
}
