/** The caller's own reminders: which page shows one, what is seen to, what waits. */
import {
  AppError,
  dayMs,
  formatDate,
  formatTime,
  maskPhone,
  parseTime,
  type BodyOf,
  type ReplyOf,
} from "@liantai/api/contract";
import type { reminderApi } from "@liantai/api/contract/workorder";
import type { RequestContext } from "../../http/routes.ts";
import type { Trx } from "../../ports/database.ts";
import type { RemindersModuleDeps } from "./deps.ts";
import { serviceOf } from "../service.ts";
import { listOwnMessages } from "../queued-contacts/index.ts";
import { listReceived, mustBeRead } from "./announcements/repository.ts";
import { listFollowUps } from "./follow-ups-repository.ts";
import { listPlanned, setDone, setShown } from "./repository.ts";
import { findReservations, listOpen } from "./reservations/repository.ts";
import { aboutReservation } from "./telling.ts";

type Api = typeof reminderApi;
type Deps = Pick<RemindersModuleDeps, "ports" | "reminders">;

const mostTodos = 50;
const mostAnnouncements = 10;

async function shown(
  { ports }: Deps,
  { key }: BodyOf<Api["shown"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["shown"]>> {
  const { compId, userId: accountId } = caller;
  return ports.database.tenant(compId, async (trx) => {
    const row = await setShown(trx, { compId, accountId, key }, new Date(ports.clock.now()));
    if (!row) return { shown: 0, about: "", stays: 0 };
    const [kind, id = ""] = row.subject.split("/");
    const [reservation] = kind === "reservation" ? await findReservations(trx, [id]) : [];
    const stays = kind === "notice" && (await mustBeRead(trx, compId, id));
    return { shown: 1, about: reservation ? aboutReservation(reservation) : "", stays: stays ? 1 : 0 };
  });
}

async function done(
  { ports, reminders }: Deps,
  { key }: BodyOf<Api["done"]>,
  { caller }: RequestContext,
): Promise<null> {
  const { compId, userId: accountId } = caller;
  const { numUpdatedRows } = await ports.database.tenant(compId, (trx) =>
    setDone(trx, { compId, accountId, key }, new Date(ports.clock.now())),
  );
  if (numUpdatedRows === 0n) throw new AppError("notFound", "提醒不存在，或已经处理");
  await reminders.over([{ accountId, key }]);
  return null;
}

const none = { rows: [], total: 0 };

/** What waits for a seat of its own accord, up to then; messages always. */
async function ofSeat(trx: Trx, compId: string, agentId: string | null, until: Date) {
  if (agentId === null) return { open: none, followed: none, messages: none };
  return {
    open: await listOpen(trx, compId, agentId, until, mostTodos),
    followed: await listFollowUps(trx, compId, agentId, until, mostTodos),
    messages: await listOwnMessages(trx, compId, agentId, mostTodos),
  };
}

async function mine(
  { ports }: Deps,
  _: BodyOf<Api["mine"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["mine"]>> {
  const { compId, userId: accountId, agentId } = caller;
  const now = ports.clock.now();
  const today = parseTime(`${formatDate(now)} 00:00:00`)!;
  const tomorrow = new Date(today.getTime() + dayMs);
  return ports.database.tenant(compId, async (trx) => {
    const { open, followed, messages } = await ofSeat(trx, compId, agentId, tomorrow);
    const planned = await listPlanned(trx, { compId, accountId }, today, tomorrow);
    const received = await listReceived(trx, compId, accountId, mostAnnouncements);
    const reservations = open.rows.map((row) => ({
      kind: "reservation" as const,
      id: row.id,
      des: row.des,
      about: aboutReservation(row),
      subTime: formatTime(row.subTime),
      due: row.subTime.getTime() <= now ? 1 : 0,
    }));
    const plans = planned.flatMap(({ key, dueAt, message }) =>
      message.type === "PLANSREMIND"
        ? [
            {
              kind: "plan" as const,
              id: key,
              des: message.content.des,
              about: "",
              subTime: message.content.subTime,
              due: dueAt.getTime() <= now ? 1 : 0,
            },
          ]
        : [],
    );
    const followUps = followed.rows.map((row) => ({
      kind: "followUp" as const,
      id: row.id,
      des: row.title,
      about: `${row.customerName} ${maskPhone(row.phone)}`.trim(),
      subTime: formatTime(row.dueAt),
      due: row.dueAt.getTime() <= now ? 1 : 0,
    }));
    const left = messages.rows.map((row) => ({
      kind: "voicemail" as const,
      id: row.id,
      callId: row.callId,
      des: row.messageMs === null ? "语音留言" : `语音留言（${Math.max(1, Math.round(row.messageMs / 1_000))}秒）`,
      about: maskPhone(row.number),
      subTime: formatTime(row.askedAt),
      due: 1,
    }));
    return {
      todos: [...left, ...reservations, ...followUps, ...plans].sort((a, b) => (a.subTime < b.subTime ? -1 : 1)),
      total: open.total + followed.total + messages.total + plans.length,
      announcements: received.rows.flatMap(({ publishedAt, readAt, createdBy, ...row }) =>
        publishedAt === null
          ? []
          : [
              {
                ...row,
                publishedAt: formatTime(publishedAt),
                publishedBy: createdBy,
                readAt: readAt && formatTime(readAt),
              },
            ],
      ),
      unread: received.unread,
    };
  });
}

export const createMine = (deps: Deps) => serviceOf(deps, { shown, done, mine });
