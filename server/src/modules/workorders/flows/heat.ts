/** Where the time of a flow's orders goes (D9): counted as the limits of its nodes count it. */
import { AppError, dayMs, dayOf, epochOf, formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { heatLimits, rankOf, timeBetween, type FlowNode, type flowHeatApi } from "@liantai/api/contract/work-orders";
import type { WorkingTime } from "@liantai/api/contract/admin";
import { compOf } from "../../../http/company.ts";
import { hidesNumbers, maskNumbers } from "../../../http/privacy.ts";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import type { Trx } from "../../../ports/database.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { namesOf } from "../people-repository.ts";
import { sightOf } from "../orders/policy.ts";
import { findTimeRule, timeRuleNames } from "../timers/repository.ts";
import { readStays, type StayRow } from "./heat-repository.ts";
import { findFlow } from "./repository.ts";
import { versionOf } from "./versions.ts";

type Api = typeof flowHeatApi;
type Asked = BodyOf<Api["heat"]>;

/** A year with its leap day. */
const mostDays = 366;

function rangeOf({ startTime, endTime }: Pick<Asked, "startTime" | "endTime">) {
  const [from, to] = [epochOf(`${startTime} 00:00:00`), dayOf(epochOf(`${endTime} 00:00:00`)).to.getTime()];
  if (to <= from) throw fieldRefusal("endTime", "结束日期", "结束日期不能早于开始日期");
  if (to - from > mostDays * dayMs) throw fieldRefusal("endTime", "结束日期", `最多统计${mostDays}天`);
  return { from: new Date(from), to: new Date(to) };
}

/** Suspended it stands still, as its limits do; a node of sub-orders is there to wait. */
const counts = (state: string, node: FlowNode | undefined): boolean =>
  state !== "suspended" || node?.kind === "subOrder";

interface Stay extends StayRow {
  readonly key: string;
  readonly ms: number;
}

interface Read {
  readonly stays: readonly Stay[];
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly timeRule: string;
  readonly cut: boolean;
}

const spent = (
  { stretches }: StayRow,
  node: FlowNode | undefined,
  rule: WorkingTime | undefined,
  now: number,
): number =>
  stretches.reduce(
    (sum, [from, until, state]) => sum + (counts(state, node) ? timeBetween(rule, from, until ?? now) : 0),
    0,
  );

async function read(
  deps: WorkOrderDeps,
  trx: Trx,
  compId: string,
  { caller }: RequestContext,
  asked: Asked,
): Promise<Read> {
  const flow = await findFlow(trx, compId, asked.id);
  if (!flow) throw new AppError("notFound", "流程不存在");
  if (flow.version === 0) return { stays: [], nodes: new Map(), timeRule: "", cut: false };
  const definition = await versionOf(trx, { compId, flowId: flow.id, flowVersion: flow.version });
  const sight = await sightOf(deps, trx, compId, caller);
  const rows = await readStays(trx, compId, sight, { flowId: flow.id, ...rangeOf(asked) }, heatLimits.stays);
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]));
  // Events of before say what the node was called.
  const byName = new Map(definition.nodes.map((node) => [node.name, node.id]));
  const { timeRuleId = "" } = definition;
  const rule = await findTimeRule(trx, compId, timeRuleId);
  const names = rule ? await timeRuleNames(trx, compId) : [];
  const now = deps.ports.clock.now();
  const stays = rows.slice(0, heatLimits.stays).map((row) => {
    const key = row.nodeId ?? byName.get(row.node) ?? row.node;
    return { ...row, key, ms: spent(row, nodes.get(key), rule, now) };
  });
  return {
    stays,
    nodes,
    timeRule: names.find(({ id }) => id === timeRuleId)?.name ?? "",
    cut: rows.length > heatLimits.stays,
  };
}

const works = ({ kind }: FlowNode): boolean => kind === "task" || kind === "countersign" || kind === "subOrder";
const ended = ({ leftAt }: StayRow): boolean => leftAt !== null;

function figures(stays: readonly Stay[]) {
  const lengths = stays
    .filter(ended)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  const at = (percent: number) => lengths[rankOf(lengths.length, percent) - 1] ?? null;
  return { now: stays.length - lengths.length, stays: lengths.length, median: at(50), p90: at(90) };
}

export function heat(
  deps: WorkOrderDeps,
  body: BodyOf<Api["heat"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["heat"]>> {
  const compId = compOf(context.caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { stays, nodes, timeRule, cut } = await read(deps, trx, compId, context, body);
    const by = new Map<string, Stay[]>();
    for (const stay of stays) {
      const of = by.get(stay.key) ?? [];
      of.push(stay);
      by.set(stay.key, of);
    }
    const there = [...nodes.values()].filter(works);
    const gone = [...by].filter(([key]) => !nodes.has(key));
    return {
      timeRule,
      cut,
      nodes: [
        ...there.map(({ id, name }) => ({ nodeId: id, name, gone: false, ...figures(by.get(id) ?? []) })),
        ...gone.map(([nodeId, of]) => ({ nodeId, name: of[0]?.node || "已删除的节点", gone: true, ...figures(of) })),
      ],
    };
  });
}

export function heatOrders(
  deps: WorkOrderDeps,
  body: BodyOf<Api["heatOrders"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["heatOrders"]>> {
  const compId = compOf(context.caller, body.compId);
  return deps.ports.database.tenant(compId, async (trx) => {
    const { stays } = await read(deps, trx, compId, context, body);
    const asked = stays.filter((stay) => stay.key === body.nodeId && ended(stay) === (body.which === "stays"));
    const shown = asked.toSorted((a, b) => b.ms - a.ms).slice(0, heatLimits.orders);
    const names = await namesOf(trx, compId, [...new Set(shown.map(({ holder }) => holder).filter(Boolean))]);
    const hide = hidesNumbers(context.caller);
    return {
      total: asked.length,
      list: shown.map(({ orderId, workCode, title, holder, enteredAt, leftAt, ms }) => ({
        ...{ id: orderId, workCode, holder, holderName: names.get(holder) ?? "", ms },
        title: hide ? maskNumbers(title) : title,
        enterTime: formatTime(enteredAt),
        leaveTime: leftAt ? formatTime(leftAt) : "",
      })),
    };
  });
}
