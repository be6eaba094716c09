/** 客户链接 as agents make them, look at them and take them back. */
import { dayMs, formatTime, AppError, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { linkPurposes, mostLinks, type customerLinkApi, type LinkState } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { customerPath } from "../../../http/pages/customer.ts";
import { serviceOf } from "../../service.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { seenBy } from "../orders/reading.ts";
import { hashOf } from "./tokens.ts";
import { findLinks, insertLink, linksOf, updateLink, type LinkRow } from "./repository.ts";

type Api = typeof customerLinkApi;

const tokenBytes = 32;

/** Used up: filled in or rated. What follows an order is looked at until it is over all the same. */
function stateOf({ revokedAt, usedAt, expiresAt }: LinkRow, now: number): LinkState {
  if (revokedAt) return "revoked";
  if (usedAt) return "used";
  return expiresAt.getTime() <= now ? "expired" : "open";
}
const text = (at: Date | null): string => (at ? formatTime(at) : "");

async function list(
  deps: WorkOrderDeps,
  { compId: asked, orderId }: BodyOf<Api["list"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["list"]>> {
  const compId = compOf(context.caller, asked);
  const now = deps.ports.clock.now();
  return deps.ports.database.tenant(compId, async (trx) => {
    await seenBy(deps, trx, compId, context, orderId);
    const rows = await linksOf(trx, compId, orderId, mostLinks);
    return {
      list: rows.map((row) => ({
        ...{ id: row.id, purpose: row.purpose, formName: row.formName, state: stateOf(row, now) },
        ...{ creatorName: row.creatorName, createTime: text(row.createdAt), expireTime: text(row.expiresAt) },
        ...{ openTime: text(row.openedAt), useTime: text(row.usedAt), recordId: row.recordId },
      })),
      forms: [...(await deps.records.linkForms(trx, compId))],
    };
  });
}

const says = { follow: "查看处理进度、催办和评价", fill: "填写" } as const;

async function add(
  deps: WorkOrderDeps,
  { compId: asked, orderId, purpose, formId = "", days }: BodyOf<Api["add"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["add"]>> {
  const { ports, audit, records } = deps;
  const { caller, origin } = context;
  const compId = compOf(caller, asked);
  if (purpose === "fill" && formId === "") throw fieldRefusal("formId", "表单", "请选择要客户填写的表单");
  const form = purpose === "fill" ? await records.linkForm(compId, formId) : undefined;
  const [id, token] = [ports.random.id(), ports.random.token(tokenBytes)];
  const createdAt = new Date(ports.clock.now());
  const expiresAt = new Date(createdAt.getTime() + days * dayMs);
  return ports.database.tenant(compId, async (trx) => {
    const { row } = await seenBy(deps, trx, compId, context, orderId);
    if (row.state === "deleted") throw new AppError("refused", "工单已删除");
    if (row.workCode === "") throw new AppError("refused", "工单提交后才能生成客户链接");
    await insertLink(trx, {
      ...{ compId, id, tokenHash: hashOf(token), orderId, purpose, formId: form ? formId : "" },
      ...{ formName: form?.name ?? "", ownerId: caller.userId, creatorName: caller.nickName },
      ...{ groupId: caller.groupId, createdAt, expiresAt },
    });
    const expireTime = formatTime(expiresAt);
    await audit.write(trx, context, {
      ...{ compId, object: "customerLink", action: "add", id, name: row.workCode },
      after: { purpose: linkPurposes[purpose], workCode: row.workCode, expireTime },
    });
    const url = `${origin}${customerPath(token)}`;
    const what = form ? `${says.fill}《${form.name}》` : says[purpose];
    return {
      id,
      url,
      expireTime,
      text: `您好，关于您的工单${row.workCode}，请点击链接${what}：${url} （${expireTime}前有效）`,
    };
  });
}

async function revoke(
  deps: WorkOrderDeps,
  { compId: asked, ids }: BodyOf<Api["revoke"]>,
  context: RequestContext,
): Promise<{ count: number }> {
  const { ports, audit } = deps;
  const compId = compOf(context.caller, asked);
  return ports.database.tenant(compId, async (trx) => {
    const rows = await findLinks(trx, compId, ids);
    if (rows.length === 0) throw new AppError("notFound", "链接不存在");
    const open = rows.filter(({ revokedAt }) => !revokedAt);
    for (const row of open) {
      await seenBy(deps, trx, compId, context, row.orderId);
      await updateLink(trx, row, { revokedAt: new Date(ports.clock.now()) });
      await audit.write(trx, context, {
        compId,
        object: "customerLink",
        action: "revoke",
        id: row.id,
        name: row.formName || linkPurposes[row.purpose],
      });
    }
    return { count: open.length };
  });
}

export const createLinks = (deps: WorkOrderDeps) => serviceOf(deps, { list, add, revoke });
