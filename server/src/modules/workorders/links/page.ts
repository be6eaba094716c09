/** What a customer's page may do with its link. Each is a transaction in which the link is held: of two at once one goes through. */
import { AppError, formatTime, minuteMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import {
  orderStates,
  urgeMinutes,
  type customerPageApi,
  type LinkFormState,
  type OrderInput,
} from "@liantai/api/contract/work-orders";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import { readOrderEvents } from "../../event-log/index.ts";
import { steadily } from "../../forms/index.ts";
import { serviceOf } from "../../service.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { findOrders, lockOrder, type OrderRow } from "../orders/repository.ts";
import { takeStep } from "../orders/step.ts";
import { holdLink, lastUrged, updateLink, type LinkRow } from "./repository.ts";
import { customerActor, customerSteps } from "./steps.ts";
import { openLink, unknownLink, type OpenLink } from "./tokens.ts";

type Api = typeof customerPageApi;
type Opened = ReplyOf<Api["open"]>;
type Order = NonNullable<Opened["order"]>;

const customer = { id: customerActor, supervises: false };
/** What a customer reads of a state. */
const stateTexts = { ...orderStates, pooled: "等待受理", transferred: "处理中", suspended: "暂停处理" } as const;
const urgable = ["pooled", "handling", "suspended", "transferred"];

async function orderOf(deps: WorkOrderDeps, link: OpenLink, row: OrderRow): Promise<Order> {
  const { compId, orderId, usedAt } = link;
  const entries = await deps.ports.database.tenant(compId, (trx) => readOrderEvents(trx, compId, orderId));
  return {
    state: stateTexts[row.state],
    createTime: formatTime(row.createdAt),
    fields: [...(await deps.records.forCustomer(row))],
    steps: customerSteps(entries),
    mayUrge: urgable.includes(row.state),
    mayRate: row.state === "done" && usedAt === null,
  };
}

async function open(deps: WorkOrderDeps, { token }: BodyOf<Api["open"]>, { address }: RequestContext): Promise<Opened> {
  const { database, clock } = deps.ports;
  const link = await openLink(deps.ports, token, address);
  const { compId, purpose, formId, enterprise, usedAt, expiresAt } = link;
  const filling = purpose === "fill" && usedAt === null;
  const form = filling ? await deps.records.linkForm(compId, formId) : null;
  const row = await database.tenant(compId, async (trx) => {
    const [found] = await findOrders(trx, compId, [link.orderId]);
    if (!found) throw unknownLink();
    if (link.openedAt === null) await updateLink(trx, link, { openedAt: new Date(clock.now()) });
    return found;
  });
  return {
    ...{ purpose, enterprise, workCode: row.workCode, expireTime: formatTime(expiresAt), used: usedAt !== null },
    form: form && { name: form.name, fields: [...form.fields], state: shownState(form.state) },
    order: purpose === "follow" ? await orderOf(deps, link, row) : null,
  };
}

const shownState = ({ fields, warnings }: LinkFormState): LinkFormState => ({
  fields: [...fields],
  warnings: [...warnings],
});

async function state(
  deps: WorkOrderDeps,
  { token, values }: BodyOf<Api["state"]>,
  { address }: RequestContext,
): Promise<ReplyOf<Api["state"]>> {
  const link = await openLink(deps.ports, token, address, "typed");
  if (link.purpose !== "fill" || link.usedAt !== null) throw unknownLink();
  return shownState(await deps.records.linkState(link.compId, link.formId, values));
}

/** The link and then the order, locked; what the link is not for is refused. */
async function held(trx: Trx, link: OpenLink, purpose: LinkRow["purpose"], now: Date) {
  const kept = await holdLink(trx, link, now);
  if (kept?.purpose !== purpose) throw unknownLink();
  const order = await lockOrder(trx, link.compId, link.orderId);
  if (!order || order.state === "deleted") throw unknownLink();
  return { kept, order };
}

const step = (trx: Trx, deps: WorkOrderDeps, order: OrderRow, input: OrderInput) =>
  takeStep(trx, deps, order, { input, actor: customer });

const fill = (
  deps: WorkOrderDeps,
  { token, values }: BodyOf<Api["fill"]>,
  { address }: RequestContext,
): Promise<{ text: string }> =>
  steadily(async () => {
    const { database, clock, random } = deps.ports;
    const link = await openLink(deps.ports, token, address);
    if (link.purpose !== "fill") throw unknownLink();
    if (link.usedAt !== null) throw new AppError("refused", "您已提交过，不能重复提交");
    const prepared = await deps.records.prepareLink(link.compId, link.formId, values);
    const recordId = random.id();
    const now = new Date(clock.now());
    await database.tenant(link.compId, async (trx) => {
      const { kept, order } = await held(trx, link, "fill", now);
      if (kept.usedAt !== null) throw new AppError("refused", "您已提交过，不能重复提交");
      const { ownerId, creatorName: ownerName, groupId } = kept;
      await deps.records.storeLink(trx, prepared, {
        ...{ recordId, parentId: order.recordId, owner: { ownerId, ownerName, groupId } },
      });
      await updateLink(trx, kept, { usedAt: now, recordId });
      await step(trx, deps, order, { type: "customerFill", form: kept.formName, recordId, maker: ownerId });
    });
    return { text: "提交成功，谢谢！" };
  });

/** By a link to follow its order: both are held until it is done. */
async function following(
  deps: WorkOrderDeps,
  token: string,
  { address }: RequestContext,
  act: (trx: Trx, of: Awaited<ReturnType<typeof held>>, now: Date) => Promise<void>,
): Promise<void> {
  const { database, clock } = deps.ports;
  const link = await openLink(deps.ports, token, address);
  const now = new Date(clock.now());
  await database.tenant(link.compId, async (trx) => act(trx, await held(trx, link, "follow", now), now));
}

async function urge(
  deps: WorkOrderDeps,
  { token, text = "" }: BodyOf<Api["urge"]>,
  context: RequestContext,
): Promise<{ text: string }> {
  await following(deps, token, context, async (trx, { kept, order }, now) => {
    const before = await lastUrged(trx, kept.compId, kept.orderId);
    if (before && now.getTime() - before.getTime() < urgeMinutes * minuteMs)
      throw new AppError("tooMany", `您刚刚催办过，请${urgeMinutes}分钟后再试`);
    await updateLink(trx, kept, { urgedAt: now });
    await step(trx, deps, order, { type: "urge", text });
  });
  return { text: "已为您催办，我们会尽快处理。" };
}

async function rate(
  deps: WorkOrderDeps,
  { token, score, text = "" }: BodyOf<Api["rate"]>,
  context: RequestContext,
): Promise<{ text: string }> {
  await following(deps, token, context, async (trx, { kept, order }, now) => {
    if (kept.usedAt !== null) throw new AppError("refused", "您已评价过，谢谢");
    await updateLink(trx, kept, { usedAt: now });
    await deps.records.putChoice(trx, order, "satisfaction", String(score), order.seq + 1);
    await step(trx, deps, order, { type: "customerRate", score, ...(text && { text }), maker: kept.ownerId });
  });
  return { text: "感谢您的评价！" };
}

export const createCustomerPage = (deps: WorkOrderDeps) => serviceOf(deps, { open, state, fill, urge, rate });
