/** 状态统计: how many of the orders that the list gives its asker are in which state. */
import { formatTime, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import { orderStates, type OrderState, type orderChartApi } from "@liantai/api/contract/work-orders";
import { compOf } from "../../../http/company.ts";
import type { Caller, RequestContext } from "../../../http/routes.ts";
import { callerOf } from "../../files/index.ts";
import type { WorkOrderDeps } from "../deps.ts";
import { countByState } from "./list-repository.ts";
import { sightOf } from "./policy.ts";
import { filterOf, type OrderQuestion } from "./reading.ts";

type Api = typeof orderChartApi;
type Reply = ReplyOf<Api["states"]>;

const kind = "workOrderStates";
interface Params {
  readonly compId: string;
  readonly question: OrderQuestion;
}

function statistic(deps: WorkOrderDeps, { compId, question }: Params, caller: Caller): Promise<Reply> {
  return deps.ports.database.tenant(compId, async (trx) => {
    const sight = await sightOf(deps, trx, compId, caller);
    const filter = await filterOf(deps, trx, compId, question, caller);
    const rows = await countByState(trx, compId, sight, filter);
    const sum = (of: typeof rows) => of.reduce((all, { count }) => all + count, 0);
    const states = (Object.keys(orderStates) as OrderState[])
      .filter((state) => state !== "deleted" || question.state === "deleted")
      .map((state) => {
        const of = rows.filter((row) => row.state === state);
        const named = of.filter(({ statusName }) => statusName !== "");
        return {
          state,
          name: orderStates[state],
          count: sum(of),
          statuses: named.map(({ statusName, count }) => ({ status: statusName, count })),
        };
      });
    return { total: sum(rows), states };
  });
}

export const stateStatistic = (
  deps: WorkOrderDeps,
  { compId, ...question }: BodyOf<Api["states"]>,
  { caller }: RequestContext,
): Promise<Reply> => statistic(deps, { compId: compOf(caller, compId), question }, caller);

export function registerChart(deps: WorkOrderDeps): void {
  deps.files.exports.register<Params>(kind, {
    title: "工单状态统计",
    pages: [],
    async produce({ owner, params }) {
      const { states } = await statistic(deps, params, callerOf(owner));
      return {
        columns: ["状态", "状态名称", "数量"].map((title) => ({ title })),
        rows: states.flatMap(({ name, count, statuses }) => [
          [name, "", count],
          ...statuses.map((one) => [name, one.status, one.count]),
        ]),
      };
    },
  });
}

/** The socket that asked is told by fileDown. */
export async function exportStates(
  deps: WorkOrderDeps,
  { compId: named, socketId, ...question }: BodyOf<Api["exportStates"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["exportStates"]>> {
  const compId = compOf(context.caller, named);
  // What makes no sense is said now, not by a job that failed.
  await deps.ports.database.tenant(compId, (trx) => filterOf(deps, trx, compId, question, context.caller));
  const name = `工单状态统计${formatTime(deps.ports.clock.now()).slice(0, 10)}`;
  const params: Params = { compId, question };
  return deps.files.exports.start(context, { kind, name, params, socketId });
}
