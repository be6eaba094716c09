/** 试算: what a task's numbers will take, before it starts. */
import { dayMs, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { dialTaskApi } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { shareBounds } from "../../../statistics/shares.ts";
import { hourRate, totalOf, type HourCount } from "../checks/index.ts";
import { readProgress } from "../progress-repository.ts";
import { answersByHour } from "../slots/repository.ts";
import { withTask, type TaskDeps } from "./deps.ts";
import { estimate } from "./estimate.ts";
import { historyOf } from "./forecast-repository.ts";
import { settingsOf } from "./present.ts";
import { hasSeats } from "./seats.ts";

type Api = typeof dialTaskApi;

const percent = (share: number): number => Math.round(share * 1_000) / 10;

function byHour(counts: readonly HourCount[]): ReplyOf<Api["forecast"]>["byHour"] {
  const total = totalOf(counts);
  return counts.map((count) => {
    const { weekend, hour, calls, answered } = count;
    const { low, high } = shareBounds(answered, calls);
    const rate = percent(hourRate(total, count));
    return { weekend, hour, calls, answered, rate, low: percent(low), high: percent(high) };
  });
}
const historyDays = 30;

export const forecast = (
  deps: TaskDeps,
  body: BodyOf<Api["forecast"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["forecast"]>> =>
  withTask(deps, context, body, async (trx, task, compId) => {
    if (hasSeats(task.ftype) && body.agents === 0)
      throw fieldRefusal("agents", "坐席数", "该任务由坐席接听，坐席数至少为1");
    const since = new Date(deps.ports.clock.now() - historyDays * dayMs);
    const history = await historyOf(trx, compId, task.ftype, since);
    const [counts] = await readProgress(trx, compId, [task.id]);
    const numbers = (counts?.waiting ?? 0) + (counts?.retry ?? 0);
    const asked = { ftype: task.ftype, settings: settingsOf(task), numbers, agents: body.agents };
    const hours = await answersByHour(trx, compId, deps.ports.clock.now());
    return { calls: history.calls, ...estimate(asked, history), byHour: byHour(hours) };
  });
