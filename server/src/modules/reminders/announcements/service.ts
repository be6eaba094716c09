/** 公告管理: drafts are written, published to whoever is meant at that moment, and taken back. */
import { AppError, formatTime, parseTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { noticeApi } from "@liantai/api/contract/workorder";
import { compOf } from "../../../http/company.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { RemindersModuleDeps } from "../deps.ts";
import { serviceOf } from "../../service.ts";
import { checkAudience, choicesOf } from "./audience.ts";
import {
  deleteAnnouncement,
  insertAnnouncement,
  listAnnouncements,
  listReceipts,
  updateAnnouncement,
  type AnnouncementRow,
  type NewAnnouncement,
} from "./repository.ts";
import { ownOf, readerOf } from "./own.ts";
import { publish, read, withdraw } from "./publishing.ts";

type Api = typeof noticeApi;
type Deps = Pick<RemindersModuleDeps, "ports" | "audit" | "reminders">;

const logged = (row: AnnouncementRow | NewAnnouncement) => ({
  des: row.des,
  remarks: row.remarks,
  mustRead: row.mustRead,
  everyone: row.everyone,
  roleIds: String(row.roleIds),
  groupIds: String(row.groupIds),
  agentIds: String(row.agentIds),
});

async function list(
  { ports }: Deps,
  body: BodyOf<Api["list"]>,
  { caller }: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(caller, body.compId);
  const reader = readerOf(caller);
  const { rows, total } = await ports.database.tenant(compId, (trx) =>
    listAnnouncements(trx, compId, reader, { ...body, publishedAt: parseTime(body.publishedAt ?? "") }),
  );
  return {
    list: rows.map((row) => {
      const editable = reader.writes === "all" || (reader.writes === "own" && row.creatorId === caller.userId);
      const sent = editable && row.state !== "draft";
      return {
        id: row.id,
        des: row.des,
        remarks: row.remarks,
        mustRead: row.mustRead,
        state: row.state,
        everyone: row.everyone,
        roleIds: editable ? row.roleIds : [],
        groupIds: editable ? row.groupIds : [],
        agentIds: editable ? row.agentIds : [],
        publishedAt: row.publishedAt && formatTime(row.publishedAt),
        createdBy: row.createdBy,
        receivers: sent ? Number(row.receivers) : null,
        readers: sent ? Number(row.readers) : null,
        toMe: row.receiver !== null && row.state === "published" ? 1 : 0,
        readAt: row.readAt && formatTime(row.readAt),
        editable: editable ? 1 : 0,
      };
    }),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function rowOf(
  trx: Trx,
  compId: string,
  body: BodyOf<Api["add"]>,
  caller: Caller,
): Promise<Pick<NewAnnouncement, "des" | "remarks" | "mustRead" | "everyone" | "roleIds" | "groupIds" | "agentIds">> {
  const everyone = body.everyone === 1 ? 1 : 0;
  const chosen = (ids: readonly string[] | undefined) => (everyone === 1 ? [] : [...new Set(ids ?? [])]);
  const audience = {
    everyone,
    roleIds: chosen(body.roleIds),
    groupIds: chosen(body.groupIds),
    agentIds: chosen(body.agentIds),
  };
  await checkAudience(trx, compId, caller, audience);
  return {
    des: body.des,
    remarks: body.remarks,
    mustRead: body.mustRead === 1 ? 1 : 0,
    everyone,
    roleIds: JSON.stringify(audience.roleIds),
    groupIds: JSON.stringify(audience.groupIds),
    agentIds: JSON.stringify(audience.agentIds),
  };
}

async function add({ ports, audit }: Deps, body: BodyOf<Api["add"]>, context: RequestContext): Promise<{ id: string }> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  const id = ports.random.id();
  await ports.database.tenant(compId, async (trx) => {
    const row = {
      ...(await rowOf(trx, compId, body, caller)),
      creatorId: caller.userId,
      createdBy: caller.nickName,
      createdAt: new Date(ports.clock.now()),
    };
    await insertAnnouncement(trx, { compId, id, ...row });
    await audit.write(trx, context, {
      compId,
      object: "announcement",
      action: "add",
      id,
      name: row.des,
      after: logged(row),
    });
  });
  return { id };
}

const standing = () => new AppError("refused", "公告已发布，请先撤回");

async function update({ ports, audit }: Deps, body: BodyOf<Api["update"]>, context: RequestContext): Promise<null> {
  const { caller } = context;
  const compId = compOf(caller, body.compId);
  await ports.database.tenant(compId, async (trx) => {
    const before = await ownOf(trx, compId, body.id, context);
    if (before.state === "published") throw standing();
    const row = await rowOf(trx, compId, body, caller);
    await updateAnnouncement(trx, compId, body.id, row);
    await audit.write(trx, context, {
      compId,
      object: "announcement",
      action: "update",
      id: body.id,
      name: row.des,
      before: logged(before),
      after: logged({ ...before, ...row } as NewAnnouncement),
    });
  });
  return null;
}

async function remove({ ports, audit }: Deps, body: BodyOf<Api["delete"]>, context: RequestContext) {
  const compId = compOf(context.caller, body.compId);
  const ids = [...new Set(body.ids)];
  await ports.database.tenant(compId, async (trx) => {
    for (const id of ids) {
      const before = await ownOf(trx, compId, id, context);
      if (before.state === "published") throw standing();
      await deleteAnnouncement(trx, compId, id);
      await audit.write(trx, context, {
        compId,
        object: "announcement",
        action: "delete",
        id,
        name: before.des,
        before: logged(before),
      });
    }
  });
  return { count: ids.length };
}

async function receipts(
  { ports }: Deps,
  body: BodyOf<Api["receipts"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["receipts"]>> {
  const compId = compOf(context.caller, body.compId);
  const { rows, total } = await ports.database.tenant(compId, async (trx) => {
    await ownOf(trx, compId, body.id, context);
    return listReceipts(trx, compId, body.id, body);
  });
  return {
    list: rows.map(({ id, nickName, agentId, readAt }) => ({
      id,
      name: nickName,
      agentId: agentId ?? "",
      readAt: readAt && formatTime(readAt),
    })),
    total,
    pageNo: body.pageNo,
    pageSize: body.pageSize,
  };
}

async function targets({ ports }: Deps, body: BodyOf<Api["targets"]>, { caller }: RequestContext) {
  const compId = compOf(caller, body.compId);
  return ports.database.tenant(compId, (trx) => choicesOf(trx, compId, caller));
}

export const createAnnouncements = (deps: Deps) =>
  serviceOf(deps, { list, add, update, delete: remove, publish, withdraw, read, receipts, targets });
