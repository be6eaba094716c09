/** 试算: what a task's numbers will take, before it starts. */
import { dayMs, formatMinute, type BodyOf, type ReplyOf } from "@liantai/api/contract";
import type { dialTaskApi } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../../http/refusals.ts";
import type { RequestContext } from "../../../http/routes.ts";
import { shareBounds } from "../../../statistics/shares.ts";
import { hourRate, totalOf, type HourCount } from "../checks/index.ts";
import { halvesOf, hoursLeft } from "../experiments/arms.ts";
import { runningExperiment } from "../experiments/repository.ts";
import { readProgress } from "../progress-repository.ts";
import { ratesOf, type Simulator } from "../simulation/index.ts";
import { answersByHour } from "../slots/repository.ts";
import { withTask, type TaskDeps } from "./deps.ts";
import { countByProvince, historyOf, priceOf } from "./forecast-repository.ts";
import { hoursFacts, hoursOf } from "./hours.ts";
import { listQuality } from "./list-quality-repository.ts";
import { settingsOf } from "./present.ts";
import { hasSeats } from "./seats.ts";

type Api = typeof dialTaskApi;
export type SimulatedDeps = TaskDeps & { readonly simulator: Simulator };

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
const qualityDays = 90;
const runs = 9;
const robots = 1;

const textOf = (at: number | null): string | null => (at === null ? null : formatMinute(at));

export async function forecast(
  deps: SimulatedDeps,
  body: BodyOf<Api["forecast"]>,
  context: RequestContext,
): Promise<ReplyOf<Api["forecast"]>> {
  const { question, hourly, quality } = await withTask(deps, context, body, async (trx, task, compId) => {
    const { ftype } = task;
    if (hasSeats(ftype) && body.agents === 0) throw fieldRefusal("agents", "坐席数", "该任务由坐席接听，坐席数至少为1");
    const now = deps.ports.clock.now();
    const settings = settingsOf(task);
    const [counts] = await readProgress(trx, compId, [task.id]);
    const lines =
      ftype === robots ? Math.min(body.agents || settings.lines, settings.concurrency) : settings.concurrency;
    const numbers = (counts?.waiting ?? 0) + (counts?.retry ?? 0);
    const named = await countByProvince(
      trx,
      compId,
      task.id,
      settings.regions.map(({ province }) => province),
    );
    const hourly = await answersByHour(trx, compId, now);
    const experiment = await runningExperiment(trx, compId, task.id);
    const hours = hoursLeft(hoursOf(task, await hoursFacts(trx, compId, [task], deps.ports.dialHours)), experiment);
    const quality = await listQuality(trx, compId, task.id, new Date(now - qualityDays * dayMs));
    const question = {
      ...{ runs, ftype, settings, now, hours, halves: halvesOf(experiment) },
      numbers,
      regions: [...named].map(([province, count]) => ({ province, share: count / Math.max(count, numbers) })),
      agents: hasSeats(ftype) ? body.agents : lines,
      pricePerMinute: (await priceOf(trx, compId, settings.accessNumbers)) / 1_000,
      history: await historyOf(trx, compId, ftype, new Date(now - historyDays * dayMs)),
    };
    return { question, hourly, quality };
  });
  // Outside of the transaction: it holds no connection while another thread computes.
  const { answered, endsAt, calls, connected: _, ...bands } = await deps.simulator.forecast(question);
  const { answerRate, talkMs } = ratesOf(question.history);
  return {
    ...bands,
    ...{ calls: question.history.calls, numbers: question.numbers, answerRate, talkS: Math.round(talkMs / 1_000) },
    ...{ expectedCalls: calls, expectedAnswers: answered },
    byHour: byHour(hourly),
    quality,
    endsAt: { low: textOf(endsAt.low), middle: textOf(endsAt.middle), high: textOf(endsAt.high) },
  };
}
